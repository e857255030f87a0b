// Methods with some of their settings, compared on the same folds.
#pragma once

#include "select/choose.hpp"

namespace tanda::internal {

inline constexpr int folds_to_choose = 5;

/// Where folds cost little they are cut more than once: what is chosen then depends less on how.
int repeats_to_choose(Index samples, Index dims);

/// The fewest dimensions within one standard error of the best.
Index fewest_dims(const FoldScores& scores);

/// Dimensions to score: as many as were asked for, or all within reason; of each class where a method counts
/// so.
Index scored_dims(const MethodInfo& info, Index asked, std::size_t classes);

/// A method with some settings, on all folds.
struct Candidate {
  const MethodInfo* info = nullptr;
  FitOptions fit;
  bool open_dims = true;  ///< their number is still to be chosen
  FoldScores scores = {};

  bool failed() const { return scores.reach() == 0; }
  /// As many as were asked for, or those with the smallest error.
  Index dims() const;
  std::vector<double> errors() const { return scores.at(dims()); }
  double error() const;
};

/// The settings with each ridge that the method proposes beside its default; none where one is set.
std::vector<std::vector<Setting>> with_other_ridges(const MethodInfo& info,
                                                    const std::vector<Setting>& settings);

/// Candidates scored on the same folds.
template <class S>
class Scorer {
 public:
  Scorer(const Registry& registry, const Dataset<S>& data, const FitOptions& options, Monitor& monitor)
      : registry_(registry), data_(data), options_(options), monitor_(monitor) {}

  Candidate candidate(const MethodInfo& info, std::vector<Setting> settings) const;
  /// The candidate as it is and with other ridges.
  void add_with_ridges(const Candidate& plain, std::vector<Candidate>& candidates) const;
  Status score(std::vector<Candidate>& candidates) const;

 private:
  const Registry& registry_;
  const Dataset<S>& data_;
  const FitOptions& options_;
  Monitor& monitor_;
};

/// A method with the ridge that does best on few samples, scored on many.
template <class S>
Result<Candidate> with_best_ridge(const Registry& registry, const Dataset<S>& few, const Dataset<S>& many,
                                  const MethodInfo& info, const FitOptions& options, Monitor& monitor);

/// The methods that are compared when none is named: each as it is and with other ridges, the best two with
/// the values they propose for other parameters, too. Gives the best form of each, simplest method first.
template <class S>
Result<std::vector<Candidate>> compare_methods(const Registry& registry, const Scorer<S>& scorer,
                                               Index samples);

/// The first one within one standard error of the best.
const Candidate& simplest(const std::vector<Candidate>& candidates);

}  // namespace tanda::internal
