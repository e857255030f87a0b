// Linear discriminant analysis: Fisher's criterion with a ridge.
#include "common.hpp"

namespace tanda {
namespace {

struct LdaOptions {
  double ridge = 0.1;
  Columns columns = Columns::b_normal;
};

constexpr auto lda_parameters = fields(ridge_parameter<LdaOptions>(), columns_parameter<LdaOptions>());

constexpr MethodInfo lda_info = compared({"lda", "Linear discriminant analysis", Family::global,
                                          "Spreads class means apart relative to the scatter within classes.",
                                          "Fisher, Annals of Eugenics 7(2), 1936", lda_parameters,
                                          Supervision::labels, Limit::classes_minus_one, 0, true},
                                         2);

// Largest of (S_b, S_w); deviations from the class mean are taken before squaring, so a tight S_w keeps its
// digits.
template <class S>
Result<Solution> lda(const Problem<S>& p, const LdaOptions& o) {
  return solve_with_ridge(p, o.ridge, o.columns, [&] {
    p.monitor.stage("scatter");
    const Classes& classes = p.classes();
    const MatrixD means = class_means(p.samples, classes);
    MatrixD within = squared_scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
      sum.add(1.0, i);
      sum.add(-1.0, means.col(classes.of(i)));
    });
    return Pencil{between_scatter(means, classes), std::move(within), End::largest};
  });
}

}  // namespace

Method lda_method() {
  return method_of<lda_info, LdaOptions, lda<float>, lda<double>>();
}

}  // namespace tanda
