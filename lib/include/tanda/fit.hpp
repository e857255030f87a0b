// From samples to models and judgements: fit, plan, tune, evaluate, and the list of methods.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tanda/dataset.hpp"
#include "tanda/detail/api.h"
#include "tanda/detail/scale.hpp"
#include "tanda/methods.hpp"
#include "tanda/model.hpp"
#include "tanda/status.hpp"
#include "tanda/workspace.hpp"

namespace tanda {

/// A parameter of a method and its value, as words: {"neighbors", "5"}.
struct Setting {
  std::string_view name;   ///< of the parameter
  std::string_view value;  ///< "5", "0.1", "true", or one of the parameter's words
};

/// Parameters of a method, as the argument of a call: braces, or a vector of pairs. It does not copy what it
/// is made of, so write it where it is used, as below; one that is kept in a variable points to nothing when
/// the braces or the vector are gone. \code
///   const auto model = tanda::fit(*table, "lfda", {{"neighbors", "5"}, {"ridge", "0.1"}});
/// \endcode
class Settings {
 public:
  /// None: every parameter as its method has it.
  Settings() = default;
  /// `{{"neighbors", "5"}, {"ridge", "0.1"}}`
  /// @param list names and values; has to be there as long as this is
  Settings(std::initializer_list<Setting> list) : braces_(list), size_(list.size()) {}
  /// Those that `tune` found, say.
  /// @param list names and values; has to be there as long as this is
  Settings(const std::vector<std::pair<std::string, std::string>>& list)
      : pairs_(list.data()), size_(list.size()) {}

  /// How many there are.
  std::size_t size() const { return size_; }
  /// One of them. O(1)
  /// @param i from 0 to size() - 1
  Setting operator[](std::size_t i) const {
    return pairs_ ? Setting{pairs_[i].first, pairs_[i].second} : braces_.begin()[i];
  }

 private:
  std::initializer_list<Setting> braces_;
  const std::pair<std::string, std::string>* pairs_ = nullptr;
  std::size_t size_ = 0;
};

/// A principal component analysis that comes first: of `dims` dimensions, or of as many as hold the part
/// `energy` of the variance; both 0 = none.
struct Pca {
  int dims = 0;       ///< how many
  double energy = 0;  ///< 0.95, say
};

/// Called now and then, on the thread that fits, with the name of the stage and the fraction of it that is
/// done (0..1). Where it gives false the fit is cancelled: it ends within half a second with Code::cancelled.
using Progress = std::function<bool(const char* stage, double fraction)>;

/// What a fit has to tell beside its model.
struct FitReport {
  std::uint64_t planned_bytes = 0;  ///< what it would take at most, counted before it began
  std::uint64_t peak_bytes = 0;     ///< what it took
  std::vector<std::string> notes;   ///< what was decided, and what to know about the result
  std::vector<std::pair<std::string, double>> seconds;  ///< of each stage
};

/// How to fit. What is left as it is here is chosen, and the model's record says so.
struct FitOptions {
  int dims = 0;                    ///< how many; 0 = chosen by cross-validation
  Scale scale = Scale::automatic;  ///< what is done to the features first
  Pca pca;                         ///< what comes first, after the scale
  std::string classifier;          ///< a word such as "knn:5", as for the program; "" = by method
  std::uint64_t seed = 0;          ///< of every random choice: the same one gives the same model
  int threads = 1;                 ///< that share the work; the model is the same, bit by bit
  std::uint64_t memory_limit = 0;  ///< bytes; a fit that would need more is refused. 0 = none
  bool tune = false;               ///< choose parameters and dims by cross-validation: `tune`, then fit
  Progress progress;               ///< tells how far it is, and may cancel
  FitReport* report = nullptr;     ///< filled in, also where the fit fails
  Workspace* workspace = nullptr;  ///< memory to fit in, Plan::workspace bytes or more: see `plan`
};

namespace detail {

/// A method's values, in the order of its parameters.
struct MethodValues {
  const char* id;
  const double* first;
  std::size_t count;
};
template <class Options>
using IfMethod = decltype(Options::id, std::declval<const Options&>().values(), int());

template <class S>
TANDA_API Result<Model> fit(const Dataset<S>& data, MethodValues method, const FitOptions& options);

}  // namespace detail

/// Fits a method to samples, S = float or double. Time and memory depend on the method: docs/COSTS.md; `plan`
/// says how many bytes. On failure there is no model and nothing has changed. \code
///   const auto table = tanda::read_csv("wine.csv");
///   if (!table) return fail(table.status().text());
///   tanda::FitOptions how;
///   how.dims = 2;
///   const auto model = tanda::fit(*table, "lfda", {{"neighbors", "5"}}, how);
///   if (!model) return fail(model.status().text());
/// \endcode
/// @param data the samples; a Table is one, and `view` makes one of any array
/// @param method its id, one of `methods()`
/// @param settings its parameters, where they are not to have their defaults
/// @param options everything else
template <class S>
TANDA_API Result<Model> fit(const Dataset<S>& data, std::string_view method, Settings settings = {},
                            const FitOptions& options = {});

/// The same where the method is said by its own struct of options (tanda/methods.hpp), so that a misspelt
/// parameter does not compile. A member that has its default counts as not set: where something is chosen for
/// a parameter that is not set, it is chosen for that one, too. \code
///   const auto model = tanda::fit(*table, tanda::LfdaOptions{5});
/// \endcode
/// @param data the samples
/// @param method the struct of the method, filled in
/// @param options everything else
template <class S, class Options, detail::IfMethod<Options> = 0>
Result<Model> fit(const Dataset<S>& data, const Options& method, const FitOptions& options = {}) {
  const auto values = method.values();
  return detail::fit(data, detail::MethodValues{Options::id, values.data(), values.size()}, options);
}

/// The best of several methods: compared by cross-validation, the simplest within one standard error of the
/// best is taken. \code
///   const auto model = tanda::fit(*table);
/// \endcode
/// @param data the samples, with labels; without, the method is one that needs none
/// @param options everything but the method
template <class S>
TANDA_API Result<Model> fit(const Dataset<S>& data, const FitOptions& options = {});

/// Bytes that a fit takes.
struct Plan {
  std::uint64_t bytes = 0;  ///< in all, at most: workspace, model, notes, what products pack
  /// What the fit works in: memory of so many bytes, aligned to Workspace::alignment, makes a Workspace for
  /// it. (A sparse factor, of a few tangent methods, has what is given beyond that.)
  std::uint64_t workspace = 0;
};

/// How many bytes a fit of these samples will take at most. The fit is gone through without its arithmetic,
/// on a workspace that only counts: it takes a small part of the fit's time and a few kilobytes. \code
///   const auto need = tanda::plan(*table, "lda", {}, how);
///   if (!need) return fail(need.status().text());
///   std::vector<std::byte> bytes(need->workspace + tanda::Workspace::alignment);
///   void* memory = bytes.data();
///   std::size_t room = bytes.size();
///   std::align(tanda::Workspace::alignment, need->workspace, memory, room);
///   tanda::Workspace workspace(memory, room);
///   how.workspace = &workspace;
///   const auto model = tanda::fit(*table, "lda", {}, how);
/// \endcode
/// @param data the samples; their numbers are not looked at, only how many there are of each class
/// @param method its id
/// @param settings its parameters, where they are not to have their defaults
/// @param options those of the fit
template <class S>
TANDA_API Result<Plan> plan(const Dataset<S>& data, std::string_view method, Settings settings = {},
                            const FitOptions& options = {});
/// The same of samples that are not there yet: the most that so many of them can take.
/// @param rows samples
/// @param cols features
/// @param classes classes
/// @param method its id
/// @param settings its parameters, where they are not to have their defaults
/// @param options everything else
template <class S = float>
TANDA_API Result<Plan> plan(std::size_t rows, std::size_t cols, std::size_t classes, std::string_view method,
                            Settings settings = {}, const FitOptions& options = {});

/// What `tune` tries.
struct TuneOptions {
  bool proposed = true;  ///< the values that the method itself proposes
  /// Values to try instead or on top: "ridge=0.01,0.1".
  std::vector<std::string> select;
  int folds = 5;    ///< of the cross-validation
  int repeats = 1;  ///< of it
};

/// What `tune` found.
struct Tuned {
  std::vector<std::pair<std::string, std::string>> settings;  ///< the best, for `fit`
  int dims = 0;                                               ///< the best, for FitOptions::dims
  double error = 1;  ///< fraction of the held-out samples that were classified wrongly
  std::string json;  ///< everything that was tried
};

/// Parameters and dims of a method by cross-validation. Takes as many fits as folds × repeats × candidates,
/// which share what they can. \code
///   const auto best = tanda::tune(*table, "lfda");
///   if (!best) return fail(best.status().text());
///   how.dims = best->dims;
///   const auto model = tanda::fit(*table, "lfda", best->settings, how);
/// \endcode
/// @param data the samples, with labels
/// @param method its id
/// @param settings parameters that stay as they are
/// @param how what is tried
/// @param options of the fits; dims that are given stay
template <class S>
TANDA_API Result<Tuned> tune(const Dataset<S>& data, std::string_view method, Settings settings = {},
                             const TuneOptions& how = {}, const FitOptions& options = {});

/// How methods are compared.
struct EvaluateOptions {
  /// Below 1: the fraction of each class that is trained on; else so many samples of each class.
  double train = 0.25;
  double test = 0;                 ///< the same of what is tested; 0 = all that is not trained on
  int labelled = 0;                ///< so many of each class keep their label in the training part; 0 = all
  int splits = 10;                 ///< random splits, the same for all methods
  int folds = 5;                   ///< of cross-validations on training parts
  int dims = 0;                    ///< the most that are compared; 0 = a sensible number
  bool honest = false;             ///< dims are chosen without looking at the test part
  bool tune = false;               ///< so are parameters, among those that each method proposes
  bool baseline = true;            ///< compare with no reduction and with the most frequent class, too
  int neighbors = 0;               ///< that classify; 0 = each method's own classifier
  Scale scale = Scale::automatic;  ///< what is done to the features first
  Pca pca;                         ///< what comes first, after the scale
  std::uint64_t seed = 0;          ///< of the splits and every other random choice
  int threads = 1;                 ///< splits that run side by side; the numbers are the same
  std::uint64_t memory_limit = 0;  ///< of each fit, bytes; 0 = none
  Progress progress;               ///< tells how far it is, and may cancel
};

/// How one method did: means over the splits.
struct Standing {
  std::string name;           ///< as it was named
  int dims = 0;               ///< where its mean error is smallest; 0 = that differs from split to split
  double error = 1;           ///< fraction of the test samples that are classified wrongly
  double error_sd = 0;        ///< its standard deviation
  double balanced_error = 1;  ///< mean of the same fraction of each class
  double fit_seconds = 0;     ///< of one fit
  bool best = false;          ///< of all
  bool not_worse = false;     ///< than the best, by a paired t-test at 5 %
  std::string failure;        ///< why it has no numbers, or ""
};

/// A comparison.
struct Evaluation {
  std::vector<Standing> standings;  ///< in the order in which the methods were named
  std::string json;                 ///< everything, every split
};

/// Compares methods on the same random splits. \code
///   const auto contest = tanda::evaluate(*table, "pca,lda,lfda:neighbors=5");
///   if (!contest) return fail(contest.status().text());
///   for (const tanda::Standing& row : contest->standings)
///     std::printf("%-8s %.1f %%\n", row.name.c_str(), 100 * (1 - row.error));
/// \endcode
/// @param data the samples, with labels
/// @param methods ids with commas between them, each with its settings after colons; or "all"
/// @param options how they are compared
template <class S>
TANDA_API Result<Evaluation> evaluate(const Dataset<S>& data, std::string_view methods,
                                      const EvaluateOptions& options = {});

/// A parameter of a method.
struct ParameterDescription {
  std::string name;                  ///< as a setting names it
  std::string type;                  ///< "integer", "real", "flag" or "choice"
  std::string fallback;              ///< its value where it is not set
  double min = 0;                    ///< of a number: the least it can be
  double max = 0;                    ///< the most
  bool automatic = false;            ///< the word "auto" is a value, too: the method chooses
  std::vector<std::string> choices;  ///< of a choice: its words
  std::string doc;                   ///< what it means
};

/// A method, as it describes itself.
struct MethodDescription {
  std::string id;                                ///< its name in calls and files
  std::string title;                             ///< its name among people
  std::string family;                            ///< "global", "local", ...
  std::string summary;                           ///< what it does, in a sentence
  std::string paper;                             ///< where it is from
  bool supervised = false;                       ///< it needs labels
  bool unlabelled = false;                       ///< it makes use of samples without one
  bool projects = true;                          ///< it projects new samples, too
  std::vector<ParameterDescription> parameters;  ///< in the order of its struct of options
};

/// All methods. \code
///   const auto all = tanda::methods();
///   for (std::size_t i = 0; all && i < all->size(); ++i) std::puts((*all)[i].id.c_str());
/// \endcode
TANDA_API Result<std::vector<MethodDescription>> methods();

}  // namespace tanda
