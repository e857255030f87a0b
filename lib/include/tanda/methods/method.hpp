// What a method is: a descriptor, one function from a problem to a solution, and its memory plan.
#pragma once

#include <vector>

#include "tanda/core/memory.hpp"
#include "tanda/core/monitor.hpp"
#include "tanda/core/parameters.hpp"
#include "tanda/core/status.hpp"
#include "tanda/core/types.hpp"

namespace tanda {

enum class Family : unsigned char { global, local, graph, signed_graph };
const char* family_name(Family family);

enum class Supervision : unsigned char { none, labels };

/// How many dimensions a method can give at most.
enum class Limit : unsigned char { rank, classes_minus_one, per_class };

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
};

/// The samples of each class as a range of columns: samples are sorted by class, unlabelled ones last.
struct Classes {
  std::vector<Index> begin;  ///< classes + 1 entries
  Index count() const { return static_cast<Index>(begin.size()) - 1; }
  Index first(Index c) const { return begin[c]; }
  Index size(Index c) const { return begin[c + 1] - begin[c]; }
  Index labelled() const { return begin.back(); }
};

/// What a method gets: centred, scaled samples sorted by class, in the span of the data when there are more features
/// than samples.
template <class S>
struct Problem {
  const Matrix<S>& x;               ///< p×n
  const Classes& classes;           ///< one class of everything for unsupervised methods
  const std::vector<int>& original; ///< original[i] = the caller's index of column i: ties go to the lower one
  const Parameters& parameters;
  Index dims;     ///< wanted (per class for Limit::per_class)
  Index ambient;  ///< dimension of the space the span lies in: what "d" means in tr(B)/d
  Monitor& monitor;
};

/// What a method gives: y = directions' · x, columns in the order of their eigenvalues.
struct Solution {
  MatrixD directions;  ///< p×r
  VectorD values;      ///< r eigenvalues
  Index block = 0;     ///< Limit::per_class: columns per class, 0 = all columns belong together
};

/// The sizes a memory plan is made of.
struct Shape {
  double samples, dims, ambient, classes, wanted, scalar_bytes;
};

/// A registry entry. The functions are instantiations of one template.
struct Method {
  const MethodInfo* info;
  Result<Solution> (*fit_float)(const Problem<float>&);
  Result<Solution> (*fit_double)(const Problem<double>&);
  void (*plan)(MemoryPlan&, const Shape&, const Parameters&);

  Result<Solution> fit(const Problem<float>& problem) const { return fit_float(problem); }
  Result<Solution> fit(const Problem<double>& problem) const { return fit_double(problem); }
};

}  // namespace tanda
