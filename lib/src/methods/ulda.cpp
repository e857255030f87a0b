// Uncorrelated LDA: Fisher's criterion against the total scatter, on its range.
#include "common.hpp"

namespace tanda {
namespace {

struct UldaOptions {
  Columns columns = Columns::b_normal;
};

constexpr auto ulda_parameters = fields(columns_parameter<UldaOptions>());

constexpr MethodInfo ulda_info{
    "ulda",
    "Uncorrelated linear discriminant analysis",
    Family::global,
    "LDA whose features are uncorrelated; needs no ridge, even with fewer samples than features.",
    "Ye, Journal of Machine Learning Research 6, 2005",
    ulda_parameters,
    Supervision::labels,
    Limit::classes_minus_one,
    0,
    true};

// Largest of (S_b, S_t): G'S_tG = I. With fewer samples than features all of them are 1.
template <class S>
Result<Solution> ulda(const Problem<S>& p, const UldaOptions& o) {
  p.monitor.stage("scatter");
  MatrixD total = outer_product(p.samples, 0, p.samples.count(), &p.monitor);
  const MatrixD means = class_means(p.samples, p.classes());
  p.monitor.stage("solve");
  if (p.monitor.cancelled()) return Solution{};
  Pencil pencil{between_scatter(means, p.classes()), std::move(total), End::largest};
  pencil.units = p.units;
  Eigenpairs pairs = solve(std::move(pencil), p.classes().count() - 1, Columns::b_normal, &p.monitor);
  if (p.monitor.cancelled()) return Solution{};
  Solution solution{std::move(pairs.vectors), std::move(pairs.values), 0};
  keep_leading(solution, p.dims);
  solution.directions = scaled_columns(std::move(solution.directions), o.columns);
  return solution;
}

}  // namespace

Method ulda_method() {
  return method_of<ulda_info, UldaOptions, ulda<float>, ulda<double>>();
}

}  // namespace tanda
