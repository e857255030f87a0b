// The ranges of features that a fit stores in its model.
#include <cmath>

#include "model/fit.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace range_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

template <class S>
Result<Model> fit_it(const synthetic::Set<S>& set, const char* method, Scale scale) {
  FitOptions options;
  options.method = method;
  options.scale = scale;
  Monitor monitor;
  return fit(registry(), set.view(), options, monitor);
}

template <class S>
void check(const synthetic::Set<double>& plain, Scale scale) {
  const synthetic::Set<S> set = plain.cast<S>();
  const Result<Model> model = fit_it(set, "lda", scale);
  expect(bool(model)) << model.status().text();
  if (!model) return;
  expect(model->range().size() == set.columns);
  MatrixD x = set.view().x.template cast<double>();
  if (scale == Scale::unit) x.colwise().normalize();
  for (Index j = 0; j < set.columns; ++j) {
    double largest = 0;
    for (Index i = 0; i < set.rows; ++i)
      if (set.labels[std::size_t(i)] >= 0)
        largest = std::fmax(largest, std::fabs(x(j, i) - model->mean()[j]));
    expect(std::fabs(double(model->range()[j]) - largest) <= 1e-6 * largest) << j << largest;
  }
}

const suite range_suite{[] {
  "a fit remembers how far its samples reach, in their units"_test = [] {
    synthetic::Set<double> set = synthetic::gauss3(60, 5);
    for (Scale scale : {Scale::none, Scale::zscore, Scale::minmax, Scale::unit}) {
      check<float>(set, scale);
      check<double>(set, scale);
    }
    set.labels[7] = -1;  // unlabelled: not used by a supervised fit
    set.values[7 * 6 + 2] = 1000;
    check<float>(set, Scale::none);
  };

  "a constant feature has no range"_test = [] {
    synthetic::Set<double> set = synthetic::gauss3(60, 5);
    for (std::size_t i = 0; i < 60; ++i) set.values[i * 6 + 4] = 3;
    const Result<Model> model = fit_it(set.cast<float>(), "lda", Scale::none);
    expect(model && model->range()[4] == 0 && model->range()[3] > 0);
  };

  "what no file could hold is refused by the fit"_test = [] {
    synthetic::Set<double> set = synthetic::gauss3(60, 5);
    for (std::size_t i = 0; i < 60; ++i) set.values[i * 6 + 4] *= 1e60;
    const Result<Model> model = fit_it(set, "lda", Scale::zscore);
    expect(!model && model.status().code() == Code::not_representable) << model.status().text();
  };
}};
}  // namespace range_test
