// Coordinates that reproduce the feature space of a kernel on its samples or landmarks: a linear method in
// these coordinates is the kernel form of that method.
#pragma once

#include <vector>

#include "common.hpp"

namespace tanda::internal {

/// A kernel by its place in `kernels()`.
enum class KernelChoice : unsigned char { first };

struct KernelOptions {
  KernelChoice kernel = KernelChoice::first;
  double kernel_width = 0;
  int degree = 2, landmarks = 0;
};

template <class O>
constexpr auto kernel_parameters() {
  return fields(field<O, &O::kernel>("kernel", kernel_choices, Stage::kernel, ""),
                field<O, &O::kernel_width>(
                    "kernel_width", {0, 1e30, 0.1}, Stage::kernel,
                    "width of the kernel; 0 = twice the total variance; of sums of |differences|, twice the "
                    "total mean deviation"),
                field<O, &O::degree>("degree", {1, 10}, Stage::kernel, "degree of the polynomial kernel"),
                field<O, &O::landmarks>("landmarks", {0, 100000}, Stage::kernel,
                                        "samples that carry the expansion (Nyström); 0 = all"));
}

/// The kernel that the options select, for these centred samples, which were multiplied by `unit`.
Kernel kernel_of(const KernelOptions& o, const MatrixD& samples, double unit = 1);
/// The samples that carry the expansion, chosen at random from all.
Array<int> landmarks_of(Index samples, Index wanted, std::uint64_t seed, Workspace* w = nullptr);

/// Coordinates z with z(x)'z(y) = k(x, y) for carriers x, y.
class KernelCoordinates {
 public:
  /// Coordinates for a kernel on these samples (d×n), of which `carriers` span the feature space. Empty when
  /// the kernel matrix is zero or not finite, and when cancelled. O(m r² + n r²) for m carriers and rank r
  KernelCoordinates(const Kernel& kernel, const MatrixD& samples, const Array<int>& carriers,
                    Monitor* monitor = nullptr);

  Index rank() const { return factor_.cols(); }
  Index dims() const { return dims_; }
  /// z of all samples (dims×n); may be called only once.
  template <class S>
  Matrix<S> take_values() {
    MatrixD values = std::move(values_);
    values.conservativeResize(dims(), Eigen::NoChange);
    if constexpr (sizeof(S) == sizeof(double)) {
      return values;
    } else {
      return Matrix<S>(values.home(), values.template cast<S>());
    }
  }
  /// The carriers that are needed (d×rank) and the coefficients of t'z(x) as a sum of their kernels.
  KernelSolution expansion(const MatrixD& directions);

 private:
  void drop_constant();

  Kernel kernel_;
  MatrixD carriers_;  ///< d×rank
  MatrixD factor_;    ///< L of their kernel matrix LL' (lower triangle): z(x) = L⁻¹k(carriers, x)
  MatrixD values_;
  /// If the feature space contains the constant function, v'z = 1 for all samples: a reflection that maps v
  /// to the last axis, which is then removed, since centred scatter matrices would be singular along it.
  VectorD constant_;
  Index dims_ = 0;
};

/// Solves `method` in kernel coordinates: the fit depends on inner products only, so any coordinates that
/// reproduce those of the kernel give the same fit.
template <class S, class Linear>
Result<Solution> in_kernel_coordinates(const Problem<S>& p, const KernelOptions& o, Linear method) {
  p.monitor.stage("kernel");
  Workspace* const home = p.home();
  const Index n = p.points.count();
  MatrixD all(home, p.points.samples.dims(), n);
  p.points.samples.panel(0, n, all);
  const Kernel wanted = kernel_of(o, all, p.unit);
  KernelCoordinates kernel(wanted, all, landmarks_of(n, o.landmarks, p.seed, home), &p.monitor);
  if (p.monitor.cancelled()) return Solution{};
  if (kernel.rank() == 0)
    return Status(Code::no_variation, "the kernel matrix is zero or not finite",
                  "choose another kernel_width");
  if (!p.monitor.advance(0.5)) return Solution{};
  all.resize(0, 0);
  const Samples<S> coordinates{kernel.template take_values<S>(),
                               VectorD(home, zeros(home, kernel.dims(), 1))};
  // If neighbours in the data are also neighbours in the feature space, they are searched in the data, where
  // ties are exact.
  const Points<S> points =
      wanted.info->keeps_order ? p.points : Points<S>{coordinates, p.classes(), p.points.original, p.monitor};
  const Problem<S> inner{coordinates, points,  std::min(p.dims, kernel.dims()),      kernel.rank(), p.seed,
                         p.monitor,   nullptr, wanted.info->keeps_unit ? p.unit : 1, Units::same};
  Solution solution = method(inner);
  if (solution.directions.cols() == 0) return solution;
  solution.kernel = kernel.expansion(solution.directions);
  solution.directions.resize(0, 0);
  return solution;
}

}  // namespace tanda::internal
