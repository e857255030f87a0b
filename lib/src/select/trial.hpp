// A trial: samples cut in two, methods fitted to one part and scored on the other, in every dimension.
#pragma once

#include <memory>

#include "model/fit.hpp"
#include "select/grid.hpp"
#include "select/splits.hpp"

namespace tanda::internal {

/// A comparison of methods where nobody says how many dimensions: the most that are scored, as many as a
/// table and its curves show well. A fit chooses among more, `most_chosen_dims`.
inline constexpr Index default_scored_dims = 30;
/// More than any table has columns.
inline constexpr Index all_dims = Index{1} << 30;

/// Which of 1..reach are compared: those listed (ascending; for what lies beyond, `reach` itself), or all
/// when none is listed.
std::vector<Index> candidate_dims(const std::vector<Index>& listed, Index reach);

/// The classifier of a model that was fitted here, with dimensions counted as a fit counts them: of each
/// class, where each has columns of its own.
Classifier scored_classifier(const Model& model);

/// Part of the test samples that are classified wrongly, in the first 1, 2, … dimensions.
struct TrialScore {
  std::vector<double> errors;
  std::vector<std::vector<Index>> class_errors;  ///< how many of each class: [dimensions − 1][class]
  double fit_seconds = 0;
  double peak_bytes = 0;  ///< of a fit by itself; 0 = it shared what others made
  Index space_dims = 0;   ///< of a baseline, which has one error: the dimensions it was made in
};

/// Whether fits share what they can, preparation and neighbour lists, or are what they would be alone, in
/// time and memory too.
enum class Sharing : unsigned char { yes, no };

template <class S>
class Trial {
 public:
  /// Copies the samples; `data` itself is needed no more. Those that the split hides lose their label.
  Trial(const Dataset<S>& data, const Split& split, Sharing sharing);
  ~Trial();

  /// Fits with these options are to come: finds out what they can share.
  void expect(const Method& method, const FitOptions& options);

  Result<TrialScore> run(const Method& method, const FitOptions& options, Monitor& monitor);
  /// No reduction: the samples as they are, scaled and after a PCA if that is asked for. One error.
  Result<TrialScore> baseline(const FitOptions& options, Monitor& monitor);
  /// Every test sample is said to be of the class with most samples in both parts (where each class trains
  /// with the same number, that says more than the training part); of equal ones, of the first.
  TrialScore most_frequent() const;
  /// The model of `run`, and its projection of both parts.
  Result<Model> model(const Method& method, const FitOptions& options, Monitor& monitor);

  Dataset<S> train() const;
  Dataset<S> test() const;

 private:
  Result<Groundwork<S>*> groundwork(const GroundworkKey& key, Monitor& monitor);

  struct Part {
    std::vector<S> values;
    std::vector<int> labels, patches;
  };
  Dataset<S> view(const Part& part) const;
  TrialScore score_of(const std::vector<int>& predicted) const;

  Sharing sharing_;
  Index dims_;
  std::size_t class_count_;  ///< also where the classes have no names
  std::vector<std::string> classes_, features_;
  Part train_, test_;
  Index widest_ = 0;  ///< neighbour lists that will be asked for
  std::vector<std::unique_ptr<std::pair<GroundworkKey, Groundwork<S>>>> groundworks_;
};

/// The widest neighbour lists a method with these parameters asks for.
Index widest_list(const Parameters& parameters);

}  // namespace tanda::internal
