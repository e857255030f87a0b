// A trial: samples divided into a training set, which methods are fitted to, and a test set, which they are
// scored on in every dimension.
#pragma once

#include <memory>

#include "model/fit.hpp"
#include "select/grid.hpp"
#include "select/splits.hpp"

namespace tanda::internal {

/// The most dimensions that a comparison scores when the caller does not say how many: as many as a table and
/// its curves can show. A fit chooses among more, `most_chosen_dims`.
inline constexpr Index default_scored_dims = 30;
/// More than any table has columns.
inline constexpr Index all_dims = Index{1} << 30;

/// Which of the dimensions 1..reach are compared: those listed (ascending; `reach` in place of larger ones),
/// or all when none are listed.
std::vector<Index> candidate_dims(const std::vector<Index>& listed, Index reach);

/// The classifier of a model, with dimensions counted as the fit counts them: per class, where each class has
/// its own columns.
Classifier scored_classifier(const Model& model);

/// The fraction of test samples that are classified wrongly, in the first 1, 2, … dimensions.
struct TrialScore {
  std::vector<double> errors;
  std::vector<std::vector<Index>> class_errors;  ///< number of each class: [dimensions − 1][class]
  double fit_seconds = 0;
  double peak_bytes = 0;  ///< of a fit that shared nothing; 0 = it shared what others made
  Index space_dims = 0;   ///< for a baseline, which has one error only: the dimensions it classifies in
};

/// Whether fits share what they can (preparation and neighbour lists), or take the time and memory they would
/// take alone.
enum class Sharing : unsigned char { yes, no };

template <class S>
class Trial {
 public:
  /// Copies the samples; `data` is not needed afterwards. Samples that the split hides lose their label.
  Trial(const Dataset<S>& data, const Split& split, Sharing sharing);
  ~Trial();

  /// Announces fits with these options, so that it is known what they can share.
  void expect(const Method& method, const FitOptions& options);

  Result<TrialScore> run(const Method& method, const FitOptions& options, Monitor& monitor);
  /// The error without reduction: the samples as they are, scaled, and after a PCA if that is asked for.
  Result<TrialScore> baseline(const FitOptions& options, Monitor& monitor);
  /// Predicts for all test samples the class with the most training and test samples together (where all
  /// classes train with the same number, that says more than the training set alone); of equal ones the
  /// first.
  TrialScore most_frequent() const;
  /// The model that `run` scores.
  Result<Model> model(const Method& method, const FitOptions& options, Monitor& monitor);

  Dataset<S> train() const;
  Dataset<S> test() const;

 private:
  Result<Groundwork<S>*> groundwork(const GroundworkKey& key, Monitor& monitor);

  struct Side {
    std::vector<S> values;
    std::vector<int> labels, patches;
  };
  Dataset<S> view(const Side& side) const;
  TrialScore score_of(const std::vector<int>& predicted) const;

  Sharing sharing_;
  Index dims_;
  std::size_t class_count_;  ///< known also where the classes have no names
  std::vector<std::string> classes_, features_;
  Side train_, test_;
  Index widest_ = 0;  ///< the widest neighbour lists that will be asked for
  std::vector<std::unique_ptr<std::pair<GroundworkKey, Groundwork<S>>>> groundworks_;
};

/// The widest neighbour lists that a method with these parameters asks for.
Index widest_list(const Parameters& parameters);

}  // namespace tanda::internal
