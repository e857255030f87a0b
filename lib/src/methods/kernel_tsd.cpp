// Kernel TSD: tangent space discriminant analysis in the feature space of a kernel.
#include <numeric>

#include "discriminant.hpp"
#include "tanda/core/kernel.hpp"
#include "tanda/core/random.hpp"

namespace tanda {
namespace {

constexpr Parameter kernel_tsd_parameters[] = {
    choice("kernel", 0, "rbf|poly|linear",
           "exp(-distance²/width), (product/width + 1)^degree, or the product"),
    real("kernel_width", 0, 0, 1e30, 0.1, "width of the kernel; 0 = twice the total variance"),
    integer("degree", 2, 1, 10, "degree of the polynomial kernel"),
    integer("landmarks", 0, 0, 100000, "samples that carry the expansion (Nyström); 0 = all"),
    neighbors_parameter(5, "same-class neighbours of each sample, in feature space"),
    between_parameter(5),
    pairs_parameter(),
    choice("graph", 0, "knn|lfda",
           "weights within a class: one per neighbour, or affinities with local scaling"),
    real("gamma", 0.1, 0, 1e12, 0.01, "ridge on the direction and the tangent vectors", "0.01,0.1,1"),
    tangent_dims_parameter(0),
    energy_parameter(1),
    subsample_parameter(),
    absolute_parameter("gamma as printed in the paper; otherwise in units of tr(S)/d"),
    columns_parameter()};

constexpr MethodInfo kernel_tsd_info{
    "kernel_tsd",
    "Kernel local tangent space discriminant analysis",
    Family::tangent,
    "TSD in the feature space of a kernel; the model keeps its samples or landmarks.",
    "Zhou and Sun, Neural Processing Letters 43(3), 2016",
    kernel_tsd_parameters,
    Supervision::semi,
    Limit::rank,
    0,
    false,
    Output::kernel};

// Eigenvalues of the kernel matrix below this part of the largest carry no coordinate.
constexpr double kernel_tolerance = 1e-12;

template <class S>
Kernel kernel_of(const Problem<S>& p) {
  const std::string_view word = p.parameters.choice("kernel");
  Kernel kernel{word == "rbf"    ? KernelKind::rbf
                : word == "poly" ? KernelKind::poly
                                 : KernelKind::linear,
                p.parameters.get("kernel_width"), p.parameters.count("degree"), 1};
  if (kernel.width == 0) {
    double total = 0;
    for (Index i = 0; i < p.samples.count(); ++i) {
      total += (p.samples.x.col(i).template cast<double>() - p.samples.shift).squaredNorm();
    }
    kernel.width = total > 0 ? 2 * total / double(p.samples.count()) : 1;
  }
  return kernel;
}

/// Which samples carry the expansion, spread at random over all.
std::vector<int> landmarks_of(Index samples, Index wanted, std::uint64_t seed) {
  std::vector<int> order(static_cast<std::size_t>(samples));
  std::iota(order.begin(), order.end(), 0);
  if (wanted == 0 || wanted >= samples) return order;
  Random(seed).shuffle(order);
  order.resize(std::size_t(wanted));
  std::sort(order.begin(), order.end());
  return order;
}

// Uncentred kernel PCA coordinates Λ^-½ Q' k(x) reproduce the feature space on the landmarks exactly, so
// linear TSD in them is kernel TSD, with no separate kernel code; coefficients are Q Λ^-½ t.
template <class S>
Result<Solution> kernel_tsd(const Problem<S>& p) {
  p.monitor.stage("kernel");
  const Kernel kernel = kernel_of(p);
  const Index n = p.points.count();
  const std::vector<int> landmarks = landmarks_of(n, p.parameters.count("landmarks"), p.seed);
  MatrixD all;
  p.points.samples.panel(0, n, all);
  MatrixD carriers(all.rows(), Index(landmarks.size()));
  for (std::size_t i = 0; i < landmarks.size(); ++i) carriers.col(Index(i)) = all.col(landmarks[i]);

  const Eigenpairs pairs = symmetric_eigen(kernel_matrix(kernel, carriers, carriers));
  const Index size = pairs.values.size();
  Index rank = 0;
  while (rank < size && pairs.values[size - 1 - rank] > kernel_tolerance * pairs.values[size - 1]) ++rank;
  if (rank == 0 || !pairs.values.allFinite())
    return Status(Code::no_variation, "the kernel matrix is zero or not finite",
                  "choose another kernel_width");
  const MatrixD white =
      pairs.vectors.rightCols(rank) * pairs.values.tail(rank).cwiseSqrt().cwiseInverse().asDiagonal();

  const Samples<double> coordinates{white.transpose() * kernel_matrix(kernel, carriers, all),
                                    VectorD::Zero(rank)};
  const Problem<double> inner{coordinates,  {coordinates, p.classes(), p.points.original, p.monitor},
                              p.parameters, std::min(p.dims, rank),
                              rank,         p.seed,
                              p.monitor};
  Solution solution = tangent_discriminant(inner);
  if (solution.directions.cols() == 0) return solution;
  solution.kernel = {kernel, std::move(carriers), white * solution.directions};
  solution.directions.resize(0, 0);
  return solution;
}

void plan_kernel_tsd(MemoryPlan& plan, const Shape& shape, const Parameters& parameters) {
  const double n = shape.samples, wanted = parameters.get("landmarks");
  const double m = wanted > 0 ? std::min(wanted, n) : n;
  plan.hold(8 * shape.points * (n + m));
  plan.use(4 * 8 * m * m);
  plan.hold(2 * 8 * m * m + 8 * m * n);
  plan.use(8 * m * n);
  Shape inner = shape;
  inner.dims = inner.points = m;
  inner.scalar_bytes = 8;
  plan_discriminant(plan, inner, parameters);
}

}  // namespace

Method kernel_tsd_method() {
  return {&kernel_tsd_info, kernel_tsd<float>, kernel_tsd<double>, plan_kernel_tsd};
}

}  // namespace tanda
