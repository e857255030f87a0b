// Evaluation: methods compared on the same random splits, in every dimension.
#pragma once

#include <optional>

#include "select/confusion.hpp"
#include "select/statistics.hpp"
#include "select/tune.hpp"

namespace tanda::internal {

/// The name of the contestant that reduces nothing.
inline constexpr const char* baseline_name = "none";
/// The name of the one that does not reduce either, where the others, `none` too, come after a PCA.
inline constexpr const char* original_name = "original";
/// The name of the contestant that answers the most frequent class of the training part to everything.
inline constexpr const char* majority_name = "majority";

/// One row of a comparison. Without a method it is a baseline: no reduction, or the most frequent class.
struct Contestant {
  std::string name;
  FitOptions fit;  ///< `dims` = most dimensions that are scored, 0 = default_scored_dims
  Grid grid;       ///< parameters chosen by cross-validation on each training part
  bool baseline() const { return fit.method.empty(); }
};
/// What methods are compared with: no reduction, the same without the PCA if there is one, and the most
/// frequent class.
std::vector<Contestant> baselines(PcaChoice pca);
/// What all contestants have in common: scale, PCA (but for `original`), most dimensions, memory limit,
/// and, if `neighbors` is not 0, how many of these classify.
void prepare_alike(std::vector<Contestant>& contestants, const FitOptions& common, Index neighbors);

/// In which dimensions a method counts: the same in all splits, where its mean error is smallest; or in each
/// split those where its error is smallest there. Both look at the test part.
enum class BestDims : unsigned char { mean, split };

struct EvaluateOptions {
  std::vector<Contestant> contestants;
  std::vector<Index> dims;  ///< ascending: the best is one of these; none = of all
  BestDims best_dims = BestDims::mean;
  PartSize train{0.25, 0};
  PartSize test;       ///< not given = all that is not trained on
  Index labelled = 0;  ///< so many of each class keep their label in the training part; 0 = all
  /// A number for each sample: sizes are those of each such number within each class. None = of each class.
  std::vector<int> strata;
  int splits = 10;
  int folds = 5;  ///< of the cross-validations on training parts
  std::uint64_t seed = 0;
  /// The dimension, too, is chosen by cross-validation on the training part instead of on the test part.
  bool honest = false;
  /// Splits that run side by side, after the first one. The numbers do not depend on it.
  int threads = 1;
};

/// Everything that the numbers of an evaluation depend on, by name: version, data, options.
using Experiment = std::vector<Setting>;
template <class S>
Experiment experiment_of(const Dataset<S>& data, const EvaluateOptions& options);
/// "1-30", "2,5,10" or "all": the dimensions compared when these are listed, or all up to `most`.
std::string dims_text(const std::vector<Index>& listed, Index most);

/// Recalls and confusions are kept of at most so many classes.
inline constexpr std::size_t most_recall_classes = 200;

/// A contestant on one split.
struct SplitScore {
  std::vector<double> errors;    ///< in the first 1, 2, … dimensions
  std::vector<double> balanced;  ///< the same as the mean over classes: 1 − balanced accuracy
  /// Test samples classified wrongly, [dimensions − 1][class]; empty with more classes than that.
  std::vector<std::vector<Index>> class_errors;
  Index space_dims = 0;  ///< of a baseline: the dimensions of the space it classifies in; it has one error
  double fit_seconds = 0;
  double peak_bytes = 0;        ///< 0 = nothing was fitted
  std::vector<Setting> chosen;  ///< by cross-validation
  Index chosen_dims = 0;        ///< by cross-validation; 0 = not asked for
};

struct Contest {
  std::string name;
  std::vector<std::optional<SplitScore>> splits;
  std::string failure;     ///< why it dropped out, or ""
  Index failed_split = 0;  ///< where: it is not tried on later ones
  std::string note = {};   ///< what to know about its numbers, or ""
};

struct Evaluation {
  std::uint64_t seed = 0;
  bool honest = false;
  BestDims best_dims = BestDims::mean;
  std::vector<Index> dims;  ///< those that are compared; none = all that were scored
  Experiment experiment;
  std::vector<std::string> classes;
  std::vector<Index> trained, tested;  ///< samples of each class in every split
  std::vector<Index> labelled;         ///< those of `trained` that keep their label
  std::vector<Contest> contests;

  Index finished() const;  ///< splits that all contestants have been through
  bool complete() const;
  bool uneven() const;  ///< classes differ so much in size that accuracy alone misleads
};

/// Goes on where `evaluation` stands (start with an empty one): split by split, contestant by contestant.
/// When cancelled, what is done so far stays in `evaluation`. One of another experiment is refused: more
/// splits are the only thing that may be different.
template <class S>
Status evaluate(const Registry& registry, const Dataset<S>& data, const EvaluateOptions& options,
                Evaluation& evaluation, Monitor& monitor);

/// A contest in one line.
struct Standing {
  Index dims = 0;              ///< where it counts; 0 = that differs from split to split, or there are none
  double mean_dims = 0;        ///< over the splits; 0 = there are none
  Summary error;               ///< there
  Summary balanced;            ///< error as the mean over classes, there
  std::vector<double> recall;  ///< of each class, mean over the splits; −1 = it is never tested
  double p = 1;                ///< paired t-test against the best contest
  bool best = false;
  bool not_worse = false;  ///< than the best, at 5 %
  Summary fit_seconds;     ///< of the splits whose time is known
  double peak_bytes = 0;   ///< largest
};
/// Of all contests, over the splits that all have been through. Failed ones have no splits (`error.n` = 0).
std::vector<Standing> standings(const Evaluation& evaluation);

/// Mean and deviation of the error in every dimension that all splits reach.
std::vector<Summary> curve(const Evaluation& evaluation, const Contest& contest);

/// The dimensions in which a contest counts, of each finished split; of a baseline 1, since it has one error.
std::vector<Index> counting_dims(const Evaluation& evaluation, const Contest& contest);

/// What was done on the first split, once more: `show` gets every contest of a method that got through, its
/// model, both parts, and what it takes for what in the dimensions that count. Keeps to the memory limits.
/// Gives a line for each contest that could not be shown; the others are all the same.
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

/// Without `times`, seconds and bytes are left out: then the same seed gives the same text. `confusions` (by
/// the number of the contest) are added where there are some.
Json evaluation_json(const Evaluation& evaluation, bool times = false,
                     const std::map<std::size_t, Confusion>& confusions = {});
Result<Evaluation> evaluation_from_json(const Json& json);

/// One evaluation, to be gone on with, of the reports of several that were made of the same data with the
/// same options, but each of some of the methods: a contest is that of the first report that has it.
template <class S>
Result<Evaluation> merged(const Dataset<S>& data, const EvaluateOptions& options, const Json& reports);

}  // namespace tanda::internal
