// What a method is: a descriptor, and one function from a problem to a solution.
#pragma once

#include <limits>

#include "base/monitor.hpp"
#include "base/parameters.hpp"
#include "data/class_statistics.hpp"
#include "data/kernel.hpp"
#include "data/points.hpp"
#include "spectral/pencil.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

enum class Family : unsigned char { global, local, graph, signed_graph, tangent };
const char* family_name(Family family);

/// Labels are not used; needed for each sample, unlabelled ones being ignored; or needed for some, unlabelled
/// ones being used, too.
enum class Supervision : unsigned char { none, labels, semi };

/// How many dimensions a method can give at most.
enum class Limit : unsigned char { rank, classes_minus_one, per_class, samples };

/// The kind of result: a linear map, an expansion in a kernel, or the embedded training samples only.
enum class Output : unsigned char { projection, kernel, embedding };

struct MethodInfo {
  const char* id;
  const char* title;
  Family family;
  const char* summary;
  const char* paper;
  ParameterList parameters;
  Supervision supervision;
  Limit limit = Limit::rank;
  /// With fewer samples than features the method is degenerate: a PCA that keeps this fraction of the
  /// variance is done first, and noted in the result. 0 = not needed.
  double pca_when_wide = 0;
  /// Without a ridge and with more samples than features, the projected samples do not change if the features
  /// are scaled or otherwise transformed by an invertible linear map.
  bool affine = false;
  Output output = Output::projection;
  /// The first dimensions of a fit are what a fit in fewer dimensions gives.
  bool nested = true;
  /// Its rank among the methods that are compared when none is named, the simplest first; 0 = not compared.
  int simplicity = 0;
  /// With more samples than this it is not compared.
  Index compared_samples = std::numeric_limits<Index>::max();
};

/// Makes the method one of those compared when none is named.
constexpr MethodInfo compared(MethodInfo info, int simplicity,
                              Index most_samples = std::numeric_limits<Index>::max()) {
  info.simplicity = simplicity;
  info.compared_samples = most_samples;
  return info;
}

/// Each number of dimensions is a problem of its own.
constexpr MethodInfo not_nested(MethodInfo info) {
  info.nested = false;
  return info;
}

/// The last pencil that was computed, without its ridge, for fits that differ only in later stages.
struct PencilCache {
  const MethodInfo* method = nullptr;
  std::vector<double> values;  ///< of all parameters that it depends on
  bool made = false;
  Pencil pencil = {};

  /// Keeps the pencil only if it is the one of this method and these parameters.
  void begin(const MethodInfo& info, const Parameters& parameters) {
    std::vector<double> before = parameters.before(Stage::solve);
    if (method == &info && values == before) return;
    *this = {&info, std::move(before)};
  }
  void keep(const Pencil& latest) {
    pencil = Pencil(latest);
    made = true;
  }
};

/// The input of a method: centred, scaled samples sorted by class.
template <class S>
struct Problem {
  /// The samples for scatter matrices: in coordinates of the span of the data if there are more features than
  /// samples.
  const Samples<S>& samples;
  /// The points for neighbour searches: the same samples, never in coordinates of the span, so that ties are
  /// exact.
  Points<S> points;
  Index dims;          ///< wanted (per class for Limit::per_class)
  Index ambient;       ///< dimension of the original space: "d" in tr(B)/d
  std::uint64_t seed;  ///< of every random choice
  Monitor& monitor;
  PencilCache* pencils = nullptr;  ///< null: the pencil is not used again
  double unit = 1;  ///< factor of the samples; parameters in units of the data must be multiplied by it, too
  Units units = Units::own;      ///< of the coordinates of `samples`
  const int* patches = nullptr;  ///< the caller's own partition, for each column; null = none
  /// If only sizes are known: the number of patches, and the samples of the largest, 0 = unknown.
  Index given_patches = 0, largest_patch = 0;

  const Classes& classes() const { return points.classes; }
  Workspace* home() const { return samples.home(); }
};

/// The input of a method that needs only statistics of classes: the same, without samples.
struct ClassProblem {
  ClassStatistics& data;
  Index dims, ambient;  ///< as in Problem
  Monitor& monitor;
  PencilCache* pencils = nullptr;
  Units units = Units::own;

  Workspace* home() const { return data.home(); }
};

/// y = coefficients' · k(points, x), points in the coordinates of Problem::points.
struct KernelSolution {
  Kernel kernel;
  MatrixD points;        ///< d×m
  MatrixD coefficients;  ///< m×r
};

/// The result of a method, columns in the order of their eigenvalues: directions, y = directions' · x, or a
/// kernel expansion or an embedding, as its descriptor says.
struct Solution {
  MatrixD directions;                ///< Output::projection: p×r
  VectorD values;                    ///< r eigenvalues
  Index block = 0;                   ///< Limit::per_class: columns per class, 0 = all columns belong together
  KernelSolution kernel = {};        ///< Output::kernel
  MatrixD embedding = {};            ///< Output::embedding: n×r, in the order of the samples
  std::vector<Setting> chosen = {};  ///< parameters that the method chose, for the record

  Index dims() const { return values.size(); }
};

/// A registry entry, made by `method_of` from functions that take a struct of options.
struct Method {
  template <class P>
  using Fit = Result<Solution> (*)(const P&, const Parameters&);

  const MethodInfo* info;
  Fit<Problem<float>> fit_float;
  Fit<Problem<double>> fit_double;             ///< null without `double_samples`
  Fit<ClassProblem> fit_statistics = nullptr;  ///< null: it needs the samples themselves

  Result<Solution> fit(const Problem<float>& problem, const Parameters& parameters) const {
    return fit_float(problem, parameters);
  }
  Result<Solution> fit(const Problem<double>& problem, const Parameters& parameters) const {
    if (!fit_double) return Status(Code::bad_argument, "this tanda fits in single precision only");
    return fit_double(problem, parameters);
  }
};

/// A problem without values: the members of `Problem`, and the sizes of the data it refers to.
struct ProblemSizes {
  Index samples, dims;  ///< of the working samples
  Index points;         ///< dimension of the space neighbours are searched in
  Index wanted;         ///< dimensions asked for
  Index ambient;
  const Classes& classes;
  std::uint64_t seed = 0;
  double unit = 1;
  Units units = Units::own;
  Index given_patches = 0, largest_patch = 0;
};

/// Runs a method on sizes only, in a counting workspace: counts the most memory it can need, and gives a
/// solution that has only sizes.
template <class S>
Result<Solution> measure(const Method& method, const Parameters& parameters, const ProblemSizes& sizes,
                         Monitor& monitor, Workspace& counting) {
  const auto hollow = [&](Index dims, Index count) {
    return Samples<S>{Matrix<S>(&counting, dims, count), VectorD(&counting, dims)};
  };
  const bool in_span = sizes.points != sizes.dims;
  const Samples<S> samples = hollow(sizes.dims, sizes.samples);
  const Samples<S> points = in_span ? hollow(sizes.points, sizes.samples) : Samples<S>{};
  const Array<int> original(&counting, std::size_t(sizes.samples));
  const Problem<S> problem{samples,
                           {in_span ? points : samples, sizes.classes, original, monitor},
                           sizes.wanted,
                           sizes.ambient,
                           sizes.seed,
                           monitor,
                           nullptr,
                           sizes.unit,
                           sizes.units,
                           nullptr,
                           sizes.given_patches,
                           sizes.largest_patch};
  return method.fit(problem, parameters);
}

/// The options of a method without parameters.
struct NoOptions {};

template <class P, class Options>
using FitFunction = Result<Solution> (*)(const P&, const Options&);

template <const MethodInfo& info, class Options, FitFunction<Problem<float>, Options> in_float,
          FitFunction<Problem<double>, Options> in_double,
          FitFunction<ClassProblem, Options> of_statistics = nullptr>
Method method_of() {
  static_assert(info.parameters.count == 0 || info.parameters.mark == &options_mark<Options>,
                "a method's parameters are the fields of its options");
  Method method{&info,
                [](const Problem<float>& problem, const Parameters& parameters) {
                  return in_float(problem, parameters.as<Options>());
                },
                nullptr, nullptr};
  if constexpr (of_statistics != nullptr) {
    method.fit_statistics = [](const ClassProblem& problem, const Parameters& parameters) {
      return of_statistics(problem, parameters.as<Options>());
    };
  }
  if constexpr (double_samples) {
    method.fit_double = [](const Problem<double>& problem, const Parameters& parameters) {
      return in_double(problem, parameters.as<Options>());
    };
  }
  return method;
}

/// Fits a method that needs only statistics to samples: computes their statistics.
template <class S, class Options, FitFunction<ClassProblem, Options> of_statistics>
Result<Solution> fit_samples(const Problem<S>& p, const Options& options) {
  SampleStatistics<S> data(p.samples, p.classes(), p.monitor);
  return of_statistics({data, p.dims, p.ambient, p.monitor, p.pencils, p.units}, options);
}

/// A registry entry of a method that needs only statistics.
template <const MethodInfo& info, class Options, FitFunction<ClassProblem, Options> of_statistics>
Method method_of_statistics() {
  return method_of<info, Options, fit_samples<float, Options, of_statistics>,
                   fit_samples<double, Options, of_statistics>, of_statistics>();
}

}  // namespace tanda::internal
