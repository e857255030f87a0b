// A saved model maps training samples to the points stored with it, up to the precision of the file, for
// every method of the registry on data in mixed units.
#include "data/csv.hpp"
#include "embedded.hpp"
#include "model/fit.hpp"
#include "ut.hpp"

namespace saved_model_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

/// Root mean squared difference between b and a, relative to the deviation of a.
double moved(const Matrix<float>& a, const Matrix<float>& b) {
  const MatrixD from = a.cast<double>(), to = b.cast<double>();
  const double spread = (from.colwise() - from.rowwise().mean()).norm();
  return (to - from).norm() / spread;
}

const suite saved_model_suite = [] {
  "a saved model lands training samples where it stored them"_test = [] {
    const auto table = read_csv<float>(embedded("wine.csv"), {});
    expect(bool(table));
    const Dataset<float> data = table->view();
    for (const Method& method : registry().methods()) {
      if (method.info->output == Output::embedding) continue;
      FitOptions options;
      options.method = method.info->id;
      Monitor monitor;
      const Result<Model> model = fit(registry(), data, options, monitor);
      expect(bool(model)) << options.method << model.status().text();
      const std::vector<std::uint8_t> bytes = *encode(*model);
      const Result<Model> opened = decode(bytes.data(), bytes.size());
      expect(bool(opened)) << options.method;
      const Result<Matrix<float>> projected = transform(*opened, data.x);
      expect(moved(opened->references(), *projected) < 1e-3)
          << options.method << moved(opened->references(), *projected);
    }
  };

  "a map that floats cannot hold is kept in double precision, and that is said"_test = [] {
    const auto table = read_csv<float>(embedded("wine.csv"), {});
    FitOptions options;
    options.method = "kernel_laplda";
    options.scale = Scale::none;
    Monitor monitor;
    const Result<Model> model = fit(registry(), table->view(), options, monitor);
    expect(model && model->double_precision() && !fitted_in_double(*model));
    expect(model->record().dump().find("double precision") != std::string::npos);
    options.scale = Scale::zscore;
    options.method = "lda";
    const Result<Model> small = fit(registry(), table->view(), options, monitor);
    expect(small && !small->double_precision());
  };
};

}  // namespace saved_model_test
