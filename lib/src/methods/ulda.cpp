// Uncorrelated LDA: Fisher's criterion against the total scatter, on its range.
#include "common.hpp"
#include "tanda/detail/device/options.hpp"

namespace tanda::internal {
namespace {

using UldaOptions = device::UldaOptions;

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
template <class P>
Result<Solution> ulda(const P& p, const UldaOptions& o) {
  p.monitor.stage("scatter");
  MatrixD total = total_scatter(p);
  const MatrixD means = class_means(p);
  p.monitor.stage("solve");
  if (p.monitor.cancelled()) return Solution{};
  Pencil pencil{between_scatter(p, means), std::move(total), End::largest};
  pencil.units = p.units;
  Eigenpairs pairs = solve(std::move(pencil), class_count(p) - 1, Columns::b_normal, &p.monitor);
  if (p.monitor.cancelled()) return Solution{};
  Solution solution{std::move(pairs.vectors), std::move(pairs.values), 0};
  keep_leading(solution, p.dims);
  solution.directions = scaled_columns(std::move(solution.directions), o.columns);
  return solution;
}

}  // namespace

Method ulda_method() {
  return method_of<ulda_info, UldaOptions, ulda<Problem<float>>, ulda<Problem<double>>,
                   ulda<StatisticsProblem>>();
}

}  // namespace tanda::internal
