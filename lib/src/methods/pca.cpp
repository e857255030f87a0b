// Principal component analysis: the directions of largest variance.
#include "class_fit.hpp"

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

Result<Solution> pca(const ClassProblem& p, const NoOptions&) {
  ClassFit fit(p);
  small::solve_pca(fit);
  return fit.result();
}

}  // namespace

Method pca_method() {
  return method_of_statistics<pca_info, NoOptions, pca>();
}

}  // namespace tanda::internal
