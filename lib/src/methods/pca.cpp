// Principal component analysis: the directions of largest variance.
#include "common.hpp"

namespace tanda::internal {
namespace {

constexpr MethodInfo pca_info = compared({"pca",
                                          "Principal component analysis",
                                          Family::global,
                                          "Keeps the directions of largest variance.",
                                          "Pearson, Philosophical Magazine 2(11), 1901",
                                          {},
                                          Supervision::none},
                                         1);

/// Directions of less than this part of the largest variance need products in double; so do all of samples
/// whose squares are next to nothing in single precision.
bool found_quickly(const VectorD& values) {
  return !measuring(values.home()) && values.size() > 0 && values.minCoeff() >= 1e-2 * values[0] &&
         values[0] >= 1e-20;
}

template <class P>
Solution largest_of(const P& p, MatrixD total) {
  Solution solution = solve(p, Pencil{std::move(total), {}, End::largest});
  if (!measuring(p.home())) solution.values /= sample_count(p);
  return solution;
}

template <class S>
Solution principal(const Problem<S>& p) {
  Solution solution = largest_of(p, quick_outer_product(p.samples, &p.monitor));
  if (sizeof(S) == sizeof(double) || p.monitor.cancelled() || found_quickly(solution.values)) return solution;
  solution = {};  // its memory is not planned for twice
  p.monitor.stage("scatter");
  return largest_of(p, outer_product(p.samples, 0, p.samples.count(), &p.monitor, small_panel));
}
Solution principal(const StatisticsProblem& p) {
  return largest_of(p, total_scatter(p));
}

// Largest of S_t/n.
template <class P>
Result<Solution> pca(const P& p, const NoOptions&) {
  p.monitor.stage("scatter");
  Solution solution = principal(p);
  if (measuring(p.home())) return solution;
  keep_above(solution, solution.dims() > 0 ? range_tolerance * solution.values[0] : 0);
  return solution;
}

}  // namespace

Method pca_method() {
  return method_of<pca_info, NoOptions, pca<Problem<float>>, pca<Problem<double>>, pca<StatisticsProblem>>();
}

}  // namespace tanda::internal
