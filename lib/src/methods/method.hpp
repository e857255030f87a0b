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

/// Labels are not used, needed for every sample that counts, or needed for some while the others help all the
/// same.
enum class Supervision : unsigned char { none, labels, semi };

/// How many dimensions a method can give at most.
enum class Limit : unsigned char { rank, classes_minus_one, per_class, samples };

/// What comes out: a linear map, an expansion in a kernel, or the embedded training samples and nothing for
/// new ones.
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
  /// With fewer samples than features the method is degenerate: a PCA that keeps this part of the variance
  /// comes first, and the result says so. 0 = no need.
  double pca_when_wide = 0;
  /// With no ridge, the map of the samples does not depend on the scales of the features, nor on any other
  /// invertible linear change of them; where there are more samples than features.
  bool affine = false;
  Output output = Output::projection;
  /// The first dimensions of a fit are what a fit in fewer dimensions gives.
  bool nested = true;
  /// Its place among the methods that are compared when none is named, the simplest first; 0 = none of them.
  int simplicity = 0;
  /// With more samples than this it is not compared.
  Index compared_samples = std::numeric_limits<Index>::max();
};

/// Compares the method when none is named.
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

/// The last pencil that was made, before its ridge, for fits that only differ in what comes after it.
struct PencilCache {
  const MethodInfo* method = nullptr;
  std::vector<double> values;  ///< of all parameters that have a part in it
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

/// What a method gets: centred, scaled samples sorted by class.
template <class S>
struct Problem {
  /// What scatter matrices are made of: in the span of the data when there are more features than samples.
  const Samples<S>& samples;
  /// What neighbours are searched in: the same points, never in the span, so that ties stay ties.
  Points<S> points;
  Index dims;          ///< wanted (per class for Limit::per_class)
  Index ambient;       ///< dimension of the space the span lies in: what "d" means in tr(B)/d
  std::uint64_t seed;  ///< of every random choice
  Monitor& monitor;
  PencilCache* pencils = nullptr;  ///< null: nobody will ask again
  double unit = 1;  ///< what samples are multiplied by: parameters in units of the data have to be, too
  Units units = Units::own;      ///< of the coordinates of `samples`
  const int* patches = nullptr;  ///< of each column, a partition of the caller's own; null = none
  /// If only sizes are known: how many patches that has, and the most samples of one, 0 = any number.
  Index given_patches = 0, largest_patch = 0;

  const Classes& classes() const { return points.classes; }
  Workspace* home() const { return samples.home(); }
};

/// What a method gets that asks for no more than statistics of classes: the same, without samples.
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

/// What a method gives, columns in the order of their eigenvalues: directions, y = directions' · x; or, as
/// its descriptor says, one of the other two.
struct Solution {
  MatrixD directions;                ///< Output::projection: p×r
  VectorD values;                    ///< r eigenvalues
  Index block = 0;                   ///< Limit::per_class: columns per class, 0 = all columns belong together
  KernelSolution kernel = {};        ///< Output::kernel
  MatrixD embedding = {};            ///< Output::embedding: n×r, in the order of the samples
  std::vector<Setting> chosen = {};  ///< numbers the method was left to choose, for the record

  Index dims() const { return values.size(); }
};

/// A registry entry: what `method_of` makes of functions that take a struct of options.
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

/// What a problem without values has: the members of `Problem` and the sizes of what it refers to.
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

/// Runs a method on samples that are not there, in a counting workspace: what it takes there at most, and a
/// solution that has only its sizes.
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

/// Of a method that leaves nothing open.
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

/// Such a method does with the statistics of its samples.
template <class S, class Options, FitFunction<ClassProblem, Options> of_statistics>
Result<Solution> fit_samples(const Problem<S>& p, const Options& options) {
  SampleStatistics<S> data(p.samples, p.classes(), p.monitor);
  return of_statistics({data, p.dims, p.ambient, p.monitor, p.pencils, p.units}, options);
}

/// A registry entry of a method that asks for no more than statistics.
template <const MethodInfo& info, class Options, FitFunction<ClassProblem, Options> of_statistics>
Method method_of_statistics() {
  return method_of<info, Options, fit_samples<float, Options, of_statistics>,
                   fit_samples<double, Options, of_statistics>, of_statistics>();
}

}  // namespace tanda::internal
