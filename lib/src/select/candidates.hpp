// Candidates, which are methods with some of their settings, compared on the same folds.
#pragma once

#include "select/choose.hpp"

namespace tanda::internal {

inline constexpr int folds_to_choose = 5;

/// How often the folds are repeated with other random cuts: more often where a fold is cheap, so that the
/// choice depends less on the cuts.
int repeats_to_choose(Index samples, Index dims);

/// The smallest number of dimensions whose error is within one standard error of the smallest one.
Index fewest_dims(const FoldScores& scores);

/// How many dimensions to score: as many as asked for, otherwise all up to a limit; per class for methods
/// that count them so.
Index scored_dims(const MethodInfo& info, Index asked, std::size_t classes);

/// A method with some settings, scored on all folds.
struct Candidate {
  const MethodInfo* info = nullptr;
  FitOptions fit;
  bool open_dims = true;  ///< the number of dimensions is still to be chosen
  FoldScores scores = {};

  bool failed() const { return scores.reach() == 0; }
  /// The dimensions asked for, or those with the smallest error.
  Index dims() const;
  std::vector<double> errors() const { return scores.at(dims()); }
  double error() const;
};

/// The settings, with each ridge that the method proposes besides its default; nothing if the ridge is set.
std::vector<std::vector<Setting>> with_other_ridges(const MethodInfo& info,
                                                    const std::vector<Setting>& settings);

/// Candidates scored on the same folds.
template <class S>
class Scorer {
 public:
  Scorer(const Registry& registry, const Dataset<S>& data, const FitOptions& options, Monitor& monitor)
      : registry_(registry), data_(data), options_(options), monitor_(monitor) {}

  Candidate candidate(const MethodInfo& info, std::vector<Setting> settings) const;
  /// Adds the candidate as it is, and with each other ridge.
  void add_with_ridges(const Candidate& plain, std::vector<Candidate>& candidates) const;
  Status score(std::vector<Candidate>& candidates) const;

 private:
  const Registry& registry_;
  const Dataset<S>& data_;
  const FitOptions& options_;
  Monitor& monitor_;
};

/// The method with its best ridge, which is chosen on few samples, scored on many.
template <class S>
Result<Candidate> with_best_ridge(const Registry& registry, const Dataset<S>& few, const Dataset<S>& many,
                                  const MethodInfo& info, const FitOptions& options, Monitor& monitor);

/// The methods that are compared when the caller names none: each as it is and with other ridges, the best
/// two also with the values they propose for other parameters. Gives the best form of each method, simplest
/// method first.
template <class S>
Result<std::vector<Candidate>> compare_methods(const Registry& registry, const Scorer<S>& scorer,
                                               Index samples);

/// The first candidate within one standard error of the best.
const Candidate& simplest(const std::vector<Candidate>& candidates);

}  // namespace tanda::internal
