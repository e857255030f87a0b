// Evaluation: comparing methods on the same random splits, in every dimension.
#pragma once

#include <optional>

#include "select/confusion.hpp"
#include "select/statistics.hpp"
#include "select/tune.hpp"

namespace tanda::internal {

/// The name of the contestant without reduction.
inline constexpr const char* baseline_name = "none";
/// The name of the contestant without reduction and without the PCA that comes before all others, `none`
/// included.
inline constexpr const char* original_name = "original";
/// The name of the contestant that predicts the most frequent class of the training set for all samples.
inline constexpr const char* majority_name = "majority";

/// What is compared: a method with its options. Without a method it is a baseline: no reduction, or the most
/// frequent class.
struct Contestant {
  std::string name;
  FitOptions fit;  ///< `dims`: the most dimensions that are scored, 0 = default_scored_dims
  Grid grid;       ///< parameters chosen by cross-validation on each training set
  bool baseline() const { return fit.method.empty(); }
};
/// The baselines: no reduction, the same without the PCA if there is one, and the most frequent class.
std::vector<Contestant> baselines(PcaChoice pca);
/// Gives all contestants the options they have in common: scale, PCA (except for `original`), most
/// dimensions, memory limit and, if `neighbors` is not 0, the number of neighbours that classify.
void prepare_alike(std::vector<Contestant>& contestants, const FitOptions& common, Index neighbors);

/// Which dimensions a method is scored in: the same in all splits, where its mean error is smallest; or in
/// each split those where its error is smallest there. Both look at the test set.
enum class BestDims : unsigned char { mean, split };

struct EvaluateOptions {
  std::vector<Contestant> contestants;
  std::vector<Index> dims;  ///< ascending: only these are compared; empty = all
  BestDims best_dims = BestDims::mean;
  SampleSize train{0.25, 0};
  SampleSize test;     ///< not given = all samples that are not trained on
  Index labelled = 0;  ///< how many training samples of each class keep their label; 0 = all
  /// A number for each sample: sizes are then meant for each number within each class. Empty = for each
  /// class.
  std::vector<int> strata;
  int splits = 10;
  int folds = 5;  ///< of the cross-validations on training sets
  std::uint64_t seed = 0;
  /// The dimensions, too, are chosen by cross-validation on the training set instead of on the test set.
  bool honest = false;
  /// Splits that run in parallel, after the first one. The results do not depend on it.
  int threads = 1;
};

/// Everything that the results of an evaluation depend on, by name: version, data, options.
using Experiment = std::vector<Setting>;
template <class S>
Experiment experiment_of(const Dataset<S>& data, const EvaluateOptions& options);
/// The dimensions compared, as text: "1-30", "2,5,10" or "all"; those listed, or all up to `most`.
std::string dims_text(const std::vector<Index>& listed, Index most);

/// Recalls and confusion matrices are kept only with at most this many classes.
inline constexpr std::size_t most_recall_classes = 200;

/// The scores of a contestant on one split.
struct SplitScore {
  std::vector<double> errors;    ///< in the first 1, 2, … dimensions
  std::vector<double> balanced;  ///< 1 − balanced accuracy, likewise
  /// Test samples classified wrongly, [dimensions − 1][class]; empty with more than `most_recall_classes`.
  std::vector<std::vector<Index>> class_errors;
  Index space_dims = 0;  ///< for a baseline (which has one error): the dimensions it classifies in
  double fit_seconds = 0;
  double peak_bytes = 0;        ///< 0 = nothing was fitted
  std::vector<Setting> chosen;  ///< by cross-validation
  Index chosen_dims = 0;        ///< by cross-validation; 0 = not asked for
};

struct Contest {
  std::string name;
  std::vector<std::optional<SplitScore>> splits;
  std::string failure;     ///< why it failed, or ""; then it is left out of the comparison
  Index failed_split = 0;  ///< the split it failed on; it is not tried on later ones
  std::string note = {};   ///< a remark about its numbers, or ""
};

struct Evaluation {
  std::uint64_t seed = 0;
  bool honest = false;
  BestDims best_dims = BestDims::mean;
  std::vector<Index> dims;  ///< the dimensions that are compared; empty = all that were scored
  Experiment experiment;
  std::vector<std::string> classes;
  std::vector<Index> trained, tested;  ///< number of samples of each class in every split
  std::vector<Index> labelled;         ///< number of those in `trained` that keep their label
  std::vector<Contest> contests;

  Index finished() const;  ///< splits that are finished for all contestants
  bool complete() const;
  bool uneven() const;  ///< class sizes differ so much that accuracy alone misleads
};

/// Continues `evaluation` (start with an empty one): one split after the other, all contestants on each. When
/// cancelled, `evaluation` keeps what is finished. A report of another experiment is refused; only the number
/// of splits may differ, and only grow.
template <class S>
Status evaluate(const Registry& registry, const Dataset<S>& data, const EvaluateOptions& options,
                Evaluation& evaluation, Monitor& monitor);

/// The summary of a contest.
struct Standing {
  Index dims = 0;              ///< that it is scored in; 0 = they differ between splits, or there are none
  double mean_dims = 0;        ///< over the splits; 0 = there are none
  Summary error;               ///< in these dimensions
  Summary balanced;            ///< 1 − balanced accuracy in these dimensions
  std::vector<double> recall;  ///< of each class, mean over the splits; −1 = never tested
  double p = 1;                ///< paired t-test against the best contest
  bool best = false;
  bool not_worse = false;  ///< than the best, at the 5 % level
  Summary fit_seconds;     ///< over the splits whose time is known
  double peak_bytes = 0;   ///< the largest of all splits
};
/// The summaries of all contests, over the splits that all have finished. Failed contests have no splits
/// (`error.n` = 0).
std::vector<Standing> standings(const Evaluation& evaluation);

/// Mean and deviation of the error in every dimension that all splits have.
std::vector<Summary> curve(const Evaluation& evaluation, const Contest& contest);

/// The dimensions in which a contest is scored, for each finished split; 1 for a baseline, which has a single
/// error.
std::vector<Index> counting_dims(const Evaluation& evaluation, const Contest& contest);

/// Repeats the first split: `show` gets, for every contest of a method that did not fail, its model, the
/// training and test samples, and the confusion matrix in the dimensions it is scored in. Keeps to the memory
/// limits. Returns a line for each contest that could not be shown; the others are shown all the same.
template <class S>
struct Replay {
  std::size_t contest;
  const Model& model;
  const Trial<S>& trial;
  const Confusion& confusion;
  Index dims;
};
template <class S>
Result<std::vector<std::string>> replay(const Registry& registry, const Dataset<S>& data,
                                        const EvaluateOptions& options, const Evaluation& evaluation,
                                        Monitor& monitor,
                                        const std::function<Status(const Replay<S>&)>& show);

/// Without `times`, seconds and bytes are left out, so that the same seed gives the same text. `confusions`
/// (by number of contest) are added where given.
Json evaluation_json(const Evaluation& evaluation, bool times = false,
                     const std::map<std::size_t, Confusion>& confusions = {});
Result<Evaluation> evaluation_from_json(const Json& json);

/// Merges the reports of several evaluations of the same data with the same options, but each of some of the
/// methods, into one that can be continued. A contest is taken from the first report that has it.
template <class S>
Result<Evaluation> merged(const Dataset<S>& data, const EvaluateOptions& options, const Json& reports);

}  // namespace tanda::internal
