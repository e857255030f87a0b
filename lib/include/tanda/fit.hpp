// From samples to models and evaluations: fit, plan, tune, evaluate, and the list of methods.
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

/// A parameter of a method and its value, as text: {"neighbors", "5"}.
struct Setting {
  std::string_view name;   ///< of the parameter
  std::string_view value;  ///< "5", "0.1", "true", or one of the parameter's words
};

/// Parameters of a method, as the argument of a call: braces, or a vector of pairs. It does not copy its
/// elements, so write it in the call, as below; stored in a variable, it dangles as soon as the braces or the
/// vector are destroyed. \code
///   const auto model = tanda::fit(*table, "lfda", {{"neighbors", "5"}, {"ridge", "0.1"}});
/// \endcode
class Settings {
 public:
  /// None: every parameter has its method's default.
  Settings() = default;
  /// `{{"neighbors", "5"}, {"ridge", "0.1"}}`
  /// @param list names and values; must outlive this object
  Settings(std::initializer_list<Setting> list) : braces_(list), size_(list.size()) {}
  /// From a vector of pairs, such as Tuned::settings.
  /// @param list names and values; must outlive this object
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

/// A principal component analysis before the fit: to `dims` dimensions, or to as many as hold the fraction
/// `energy` of the variance; both 0 = none.
struct Pca {
  int dims = 0;       ///< dimensions to keep
  double energy = 0;  ///< fraction of the variance to keep, such as 0.95
};

/// Called repeatedly, on the thread that fits, with the name of the stage and the fraction of it that is done
/// (0..1). When it returns false the fit is cancelled: it ends within half a second with Code::cancelled.
using Progress = std::function<bool(const char* stage, double fraction)>;

/// What a fit reports in addition to its model.
struct FitReport {
  std::uint64_t planned_bytes = 0;  ///< upper bound of its memory, counted before it began
  std::uint64_t peak_bytes = 0;     ///< the most memory it used at a time
  std::vector<std::string> notes;   ///< automatic choices, and remarks about the result
  std::vector<std::pair<std::string, double>> seconds;  ///< of each stage
};

/// How to fit. Members left at their defaults are chosen automatically, as the model's record notes.
struct FitOptions {
  int dims = 0;                    ///< how many; 0 = chosen by cross-validation
  Scale scale = Scale::automatic;  ///< how features are scaled first
  Pca pca;                         ///< a PCA before the method, after scaling
  std::string classifier;          ///< such as "knn:5", as in the program; "" = the method's default
  std::uint64_t seed = 0;          ///< of every random choice: the same seed gives the same model
  int threads = 1;                 ///< number of threads; the model is the same, bit by bit
  std::uint64_t memory_limit = 0;  ///< bytes; a fit that would need more is refused. 0 = none
  bool tune = false;               ///< choose parameters and dims by cross-validation first, as `tune` does
  Progress progress;               ///< called repeatedly; can cancel
  FitReport* report = nullptr;     ///< filled in, also where the fit fails
  Workspace* workspace = nullptr;  ///< memory to fit in, at least Plan::workspace bytes: see `plan`
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
/// gives the number of bytes. On failure there is no model and nothing has changed. \code
///   const auto table = tanda::read_csv("wine.csv");
///   if (!table) return fail(table.status().text());
///   tanda::FitOptions how;
///   how.dims = 2;
///   const auto model = tanda::fit(*table, "lfda", {{"neighbors", "5"}}, how);
///   if (!model) return fail(model.status().text());
/// \endcode
/// @param data the samples; a Table is one, and `view` makes one of any array
/// @param method its id, one of `methods()`
/// @param settings values of its parameters that differ from the defaults
/// @param options everything else
template <class S>
TANDA_API Result<Model> fit(const Dataset<S>& data, std::string_view method, Settings settings = {},
                            const FitOptions& options = {});

/// Fits a method given by its own struct of options (tanda/methods.hpp), so that a misspelt parameter does
/// not compile. A member that has its default counts as not set: it is chosen automatically wherever a
/// parameter that is not set would be. \code
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

/// Fits the best of several methods: they are compared by cross-validation, and the simplest within one
/// standard error of the best is taken. \code
///   const auto model = tanda::fit(*table);
/// \endcode
/// @param data the samples; without labels, a method that needs none is taken
/// @param options everything but the method
template <class S>
TANDA_API Result<Model> fit(const Dataset<S>& data, const FitOptions& options = {});

/// Bytes that a fit needs.
struct Plan {
  std::uint64_t bytes = 0;  ///< upper bound of the total: workspace, model, notes, buffers of matrix products
  /// Size of the Workspace that the fit needs, in memory aligned to Workspace::alignment. (A few tangent
  /// methods factor a sparse matrix: the factor uses the memory beyond that.)
  std::uint64_t workspace = 0;
};

/// An upper bound of the bytes that a fit of these samples needs. Runs the fit without its arithmetic, on a
/// workspace that only counts: takes a small fraction of the fit's time and a few kilobytes. \code
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
/// @param data the samples; only the number of each class matters, values are not read
/// @param method its id
/// @param settings values of its parameters that differ from the defaults
/// @param options those of the fit
template <class S>
TANDA_API Result<Plan> plan(const Dataset<S>& data, std::string_view method, Settings settings = {},
                            const FitOptions& options = {});
/// An upper bound for any samples of these sizes.
/// @param rows samples
/// @param cols features
/// @param classes number of classes
/// @param method its id
/// @param settings values of its parameters that differ from the defaults
/// @param options everything else
template <class S = float>
TANDA_API Result<Plan> plan(std::size_t rows, std::size_t cols, std::size_t classes, std::string_view method,
                            Settings settings = {}, const FitOptions& options = {});

/// The values that `tune` tries.
struct TuneOptions {
  bool proposed = true;  ///< the values that the method itself proposes
  /// Values to try instead of the proposed ones, or for other parameters: "ridge=0.01,0.1".
  std::vector<std::string> select;
  int folds = 5;    ///< of the cross-validation
  int repeats = 1;  ///< of the cross-validation, each with other folds
};

/// What `tune` found.
struct Tuned {
  std::vector<std::pair<std::string, std::string>> settings;  ///< the best parameters, for `fit`
  int dims = 0;                                               ///< the best dimensions, for FitOptions::dims
  double error = 1;  ///< fraction of the held-out samples that were classified wrongly
  std::string json;  ///< everything that was tried
};

/// Chooses parameters and dims of a method by cross-validation. Costs folds × repeats × candidates fits,
/// which share common computations. \code
///   const auto best = tanda::tune(*table, "lfda");
///   if (!best) return fail(best.status().text());
///   how.dims = best->dims;
///   const auto model = tanda::fit(*table, "lfda", best->settings, how);
/// \endcode
/// @param data the samples, with labels
/// @param method its id
/// @param settings parameters that are fixed
/// @param how the values to try
/// @param options of the fits; dims that are given are fixed
template <class S>
TANDA_API Result<Tuned> tune(const Dataset<S>& data, std::string_view method, Settings settings = {},
                             const TuneOptions& how = {}, const FitOptions& options = {});

/// How methods are compared.
struct EvaluateOptions {
  /// Training set: below 1 the fraction of each class, else the number of samples of each class.
  double train = 0.25;
  double test = 0;       ///< test set, likewise; 0 = all samples outside the training set
  int labelled = 0;      ///< samples of each class that keep their label in the training set; 0 = all
  int splits = 10;       ///< random splits, the same for all methods
  int folds = 5;         ///< of cross-validations on training sets
  int dims = 0;          ///< the largest number of dimensions compared; 0 = chosen by the library
  bool honest = false;   ///< choose dims without using the test set
  bool tune = false;     ///< likewise choose parameters, among the values that each method proposes
  bool baseline = true;  ///< also evaluate no reduction and the most frequent class
  int neighbors = 0;     ///< k of the classifier; 0 = each method's own classifier
  Scale scale = Scale::automatic;  ///< how features are scaled first
  Pca pca;                         ///< a PCA before the method, after scaling
  std::uint64_t seed = 0;          ///< of the splits and every other random choice
  int threads = 1;                 ///< splits that run at the same time; results are the same
  std::uint64_t memory_limit = 0;  ///< of each fit, bytes; 0 = none
  Progress progress;               ///< called repeatedly; can cancel
};

/// The result of one method: means over the splits.
struct Standing {
  std::string name;           ///< the method, as written in the request
  int dims = 0;               ///< with the smallest mean error; 0 = chosen separately in each split
  double error = 1;           ///< fraction of the test samples that are classified wrongly
  double error_sd = 0;        ///< its standard deviation
  double balanced_error = 1;  ///< mean over the classes of each class's error
  double fit_seconds = 0;     ///< of one fit
  bool best = false;          ///< whether its error is the smallest
  bool not_worse = false;     ///< not significantly worse than the best, by a paired t-test at 5 %
  std::string failure;        ///< why there are no results, or ""
};

/// A comparison.
struct Evaluation {
  std::vector<Standing> standings;  ///< in the order in which the methods were named
  std::string json;                 ///< all results, with those of each split
};

/// Compares methods on the same random splits. \code
///   const auto contest = tanda::evaluate(*table, "pca,lda,lfda:neighbors=5");
///   if (!contest) return fail(contest.status().text());
///   for (const tanda::Standing& row : contest->standings)
///     std::printf("%-8s %.1f %%\n", row.name.c_str(), 100 * (1 - row.error));
/// \endcode
/// @param data the samples, with labels
/// @param methods ids separated by commas, each with its settings after colons; or "all"
/// @param options how they are compared
template <class S>
TANDA_API Result<Evaluation> evaluate(const Dataset<S>& data, std::string_view methods,
                                      const EvaluateOptions& options = {});

/// A parameter of a method.
struct ParameterDescription {
  std::string name;                  ///< as in a setting
  std::string type;                  ///< "integer", "real", "flag" or "choice"
  std::string fallback;              ///< its value where it is not set
  double min = 0;                    ///< of a number: the smallest allowed value
  double max = 0;                    ///< of a number: the largest allowed value
  bool automatic = false;            ///< "auto" is allowed: the method chooses the value
  std::vector<std::string> choices;  ///< of a choice: the allowed words
  std::string doc;                   ///< what it means
};

/// A method, as it describes itself.
struct MethodDescription {
  std::string id;                                ///< its name in calls and files
  std::string title;                             ///< its full name
  std::string family;                            ///< "global", "local", ...
  std::string summary;                           ///< what it does, in a sentence
  std::string paper;                             ///< reference to the publication
  bool supervised = false;                       ///< it needs labels
  bool unlabelled = false;                       ///< it makes use of samples without a label
  bool projects = true;                          ///< it can project new samples
  std::vector<ParameterDescription> parameters;  ///< in the order of its struct of options
};

/// All methods. \code
///   const auto all = tanda::methods();
///   for (std::size_t i = 0; all && i < all->size(); ++i) std::puts((*all)[i].id.c_str());
/// \endcode
TANDA_API Result<std::vector<MethodDescription>> methods();

}  // namespace tanda
