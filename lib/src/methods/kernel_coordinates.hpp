// Coordinates that reproduce the feature space of a kernel on its samples or landmarks: a linear method in
// them is the kernel form of it.
#pragma once

#include <vector>

#include "tanda/core/symmetric.hpp"
#include "tanda/methods/method.hpp"

namespace tanda {

constexpr Parameter kernel_parameter() {
  return choice("kernel", 0, "rbf|poly|linear",
                "exp(-distance²/width), (product/width + 1)^degree, or the product");
}
constexpr Parameter kernel_width_parameter() {
  return real("kernel_width", 0, 0, 1e30, 0.1, "width of the kernel; 0 = twice the total variance");
}
constexpr Parameter kernel_degree_parameter() {
  return integer("degree", 2, 1, 10, "degree of the polynomial kernel");
}
constexpr Parameter landmarks_parameter() {
  return integer("landmarks", 0, 0, 100000, "samples that carry the expansion (Nyström); 0 = all");
}

/// The kernel that the parameters ask for, around samples of this mean squared length.
Kernel kernel_of(const Parameters& parameters, double mean_square);
/// Which samples carry the expansion, spread at random over all.
std::vector<int> landmarks_of(Index samples, Index wanted, std::uint64_t seed);
/// M (m×rank) such that the coordinates of x are M'k(carriers, x): Q Λ^-½ on the range of the kernel matrix,
/// which goes. Empty when there is none.
MatrixD kernel_whitening(MatrixD&& matrix);

/// Solves `method` in the coordinates Λ^-½Q'k(x); coefficients are QΛ^-½ times its directions.
template <class S, class Linear>
Result<Solution> in_kernel_coordinates(const Problem<S>& p, Linear method) {
  p.monitor.stage("kernel");
  const Index n = p.points.count();
  MatrixD all;
  p.points.samples.panel(0, n, all);
  const Kernel kernel = kernel_of(p.parameters, squared_length(all) / double(n));
  const std::vector<int> landmarks = landmarks_of(n, p.parameters.count("landmarks"), p.seed);
  MatrixD carriers(all.rows(), Index(landmarks.size()));
  for (std::size_t i = 0; i < landmarks.size(); ++i) carriers.col(Index(i)) = all.col(landmarks[i]);

  const MatrixD white = kernel_whitening(kernel_matrix(kernel, carriers, carriers));
  if (white.cols() == 0)
    return Status(Code::no_variation, "the kernel matrix is zero or not finite",
                  "choose another kernel_width");
  if (!p.monitor.advance(0.5)) return Solution{};
  const Index rank = white.cols();
  const Samples<S> coordinates{
      product(white.transpose(), kernel_matrix(kernel, carriers, all)).template cast<S>(),
      VectorD::Zero(rank)};
  all.resize(0, 0);
  const Problem<S> inner{coordinates,  {coordinates, p.classes(), p.points.original, p.monitor},
                         p.parameters, std::min(p.dims, rank),
                         rank,         p.seed,
                         p.monitor};
  Solution solution = method(inner);
  if (solution.directions.cols() == 0) return solution;
  solution.kernel = {kernel, std::move(carriers), product(white, solution.directions)};
  solution.directions.resize(0, 0);
  return solution;
}

/// Adds what making the coordinates uses and what stays of it; gives the shape of the inner problem.
Shape plan_kernel_coordinates(MemoryPlan& plan, const Shape& shape, const Parameters& parameters);

}  // namespace tanda
