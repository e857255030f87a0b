#include "laplacian_discriminant.hpp"

#include "base/decimal.hpp"
#include "base/text.hpp"

namespace tanda::internal {

Index list_width(const LaplacianOptions& o) {
  return o.choose() ? wide_lists(o.neighbors, o.folds) : o.neighbors;
}

void note_choice(Monitor& monitor, const ChosenLambda& chosen, Index candidates, Index folds, double error) {
  monitor.note(joined({"lambda = ", decimal_text(chosen.value, 3), " was chosen among ", candidates, " by ",
                       folds, "-fold cross-validation: 1-NN error ", decimal_text(100 * error, 3), " %"}));
}

Result<Solution> laplacian_discriminant(const ClassProblem& p, const LaplacianOptions& o) {
  if (o.graph != SmoothnessGraph::class_)
    return Status(Code::bad_parameter, "statistics have no neighbours: graph = heat needs the samples",
                  "set graph=class");
  if (o.choose())
    return Status(Code::bad_parameter,
                  "statistics cannot be cross-validated: lambda = auto needs the samples",
                  "set lambda to a number");
  ClassFit fit(p);
  small::solve_laplda(fit, o);
  return fit.result();
}

}  // namespace tanda::internal
