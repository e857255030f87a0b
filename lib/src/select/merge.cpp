// Merging evaluations of the same experiment that were made in parallel, each of some of the methods.
#include <algorithm>

#include "experiment.hpp"

namespace tanda::internal {
namespace {

/// The only entries that may differ between evaluations of different methods: these, and texts that name each
/// of them.
bool is_of_methods(const std::string& name) {
  return name == "methods" || name == "select" || name == "dims" || name == "scale" || name == "pca" ||
         name == "classifier";
}

Experiment common_part(Experiment experiment) {
  experiment.erase(std::remove_if(experiment.begin(), experiment.end(),
                                  [](const Setting& setting) { return is_of_methods(setting.first); }),
                   experiment.end());
  return experiment;
}

/// A contest without a report so far has no splits.
void take_from(const Evaluation& report, std::vector<Contest>& contests) {
  for (Contest& contest : contests) {
    for (const Contest& known : report.contests) {
      if (known.name == contest.name && contest.splits.empty()) contest = known;
    }
  }
}

}  // namespace

template <class S>
Result<Evaluation> merged(const Dataset<S>& data, const EvaluateOptions& options, const Json& reports) {
  Evaluation all;
  if (!reports.is_array()) return Status(Code::bad_argument, "reports are not a list");
  if (reports.items().empty()) return all;
  if (!data.labels) return Status(Code::no_labels);
  all.experiment = experiment_of(data, options);
  for (const Contestant& contestant : options.contestants)
    all.contests.push_back({contestant.name, {}, "", 0, ""});
  for (const Json& json : reports.items()) {
    Evaluation report;
    if (Status s = evaluation_from_json(json).get(report); !s) return s;
    if (Status s = same_experiment(report.experiment, common_part(all.experiment)); !s) return s;
    take_from(report, all.contests);
  }
  return all;
}

template Result<Evaluation> merged(const Dataset<float>&, const EvaluateOptions&, const Json&);
template Result<Evaluation> merged(const Dataset<double>&, const EvaluateOptions&, const Json&);

}  // namespace tanda::internal
