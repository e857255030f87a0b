#include "mutual_information.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/kernel.hpp"
#include "linalg/dense.hpp"
#include "linalg/symmetric.hpp"

namespace tanda::internal {
namespace {

constexpr double width_factors[] = {0.3, 0.5, 0.75, 1, 1.5};  // of the median distance between centres
constexpr double ridges[] = {1e-4, 1e-3, 1e-2, 1e-1};
constexpr Index folds = 3;

double median_distance(const MatrixD& points) {
  Workspace* const home = points.home();
  Array<double> squares(home);
  squares.reserve(std::size_t(points.cols() * (points.cols() - 1) / 2));
  if (measuring(home)) return 1;
  for (Index i = 0; i < points.cols(); ++i) {
    for (Index j = 0; j < i; ++j) {
      double square = 0;
      for (Index k = 0; k < points.rows(); ++k) square += std::pow(points(k, i) - points(k, j), 2);
      squares.push_back(square);
    }
  }
  if (squares.empty()) return 1;
  const auto middle = squares.begin() + std::ptrdiff_t(squares.size() / 2);
  std::nth_element(squares.begin(), middle, squares.end());
  return *middle > 0 ? std::sqrt(*middle) : 1;
}

MatrixD gaussian(const MatrixD& z, const MatrixD& centers, double width) {
  return kernel_matrix({&rbf_kernel(), 2 * width * width, 1, 0}, z, centers);
}

/// The sums over a subset of the samples that the loss needs for one class.
struct Sums {
  Eigen::Map<PlainMatrix<double>>
      products;                         ///< K'K over all samples of the subset, for the centres of the class
  Eigen::Map<PlainVector<double>> own;  ///< K'1 over its samples of the class
  double size = 0;                      ///< of its samples of the class
};

/// How many numbers the sums for this number of centres have.
Index numbers_of_sums(Index centers) {
  return centers * (centers + 1);
}
Sums sums_at(double* at, Index centers, double size) {
  return {{at, centers, centers}, {at + centers * centers, centers}, size};
}

/// (H + λI)⁻¹h from sums over m samples; with `ridge` = 0, H and h only.
VectorD solve_sums(const Sums& sums, double m, double ridge, Workspace* home) {
  VectorD result(home, sums.own / m);
  MatrixD h(home, sums.size / (m * m) * sums.products);
  for (Index i = 0; i < h.rows(); ++i) h(i, i) += ridge;
  if (!cholesky(h)) {
    result.setConstant(std::numeric_limits<double>::quiet_NaN());
    return result;
  }
  solve_triangle(h, result);
  solve_triangle(h.transpose(), result);
  return result;
}

/// Sets the sums for the centres of a class, whose kernels are `own`; its samples are rows first..first+size.
void set_sums(Sums& sums, Operand<double> own, Index first, Index size, Workspace* home) {
  sums.products = product(own.transpose(), own, home);
  sums.own.setZero();
  sums.size = double(size);
  for (Index l = 0; l < own.cols; ++l) {
    for (Index i = first; i < first + size; ++i) sums.own[l] += own.data[i + l * own.stride];
  }
}

/// ½α'Hα − h'α.
double loss_of(const Sums& sums, double m, const VectorD& alpha) {
  const VectorD along(alpha.home(), product(sums.products, alpha, alpha.home()));
  return 0.5 * sums.size / (m * m) * alpha.dot(along) - sums.own.dot(alpha) / m;
}

/// Counts the memory of the sums for this number of centres, and of products of this number of rows.
void take_for_sums(Workspace* w, Index centers, Index rows) {
  {
    const MatrixD products(w, centers, centers);
    library_product(w, centers, centers, rows, sizeof(double));
  }
  const VectorD solution(w, centers);
  {
    const MatrixD h(w, centers, centers);
    library_product(w, centers, centers, cholesky_depth, sizeof(double));
    library_product(w, centers, 1, centers, sizeof(double));
  }
  const VectorD along(w, centers), product(w, centers);
}

}  // namespace

MutualInformation::MutualInformation(MatrixD x, Array<Index> begin, Array<Index> centers,
                                     Array<Index> center_begin)
    : x_(std::move(x)),
      begin_(std::move(begin)),
      centers_(std::move(centers)),
      center_begin_(std::move(center_begin)) {}

MatrixD MutualInformation::centers_at(const MatrixD& z) const {
  MatrixD result(z.home(), z.rows(), Index(centers_.size()));
  for (std::size_t l = 0; result.data() && l < centers_.size(); ++l)
    result.col(Index(l)) = z.col(centers_[l]);
  return result;
}

double MutualInformation::choose_widths(const MatrixD& directions) {
  Workspace* const home = x_.home();
  const MatrixD z = product(directions.transpose(), x_, home), centers = centers_at(z);
  const Index m = z.cols(), b = centers.cols();
  const double median = median_distance(centers);
  double least = std::numeric_limits<double>::infinity();
  Index numbers = 0;
  for (Index c = 0; c < classes(); ++c) numbers += numbers_of_sums(centers_of(c));
  VectorD sums(home, folds * numbers);               // of all classes in the first fold, the second, ...
  MatrixD rows(home, m / folds + classes() + 1, b);  // of one fold
  VectorD of_rest(home, numbers_of_sums(most_centers()));
  if (measuring(home)) {
    const MatrixD kernel = gaussian(z, centers, median);
    take_for_sums(home, most_centers(), rows.rows());
    return 0;
  }
  // Samples of a class come in random order, so every third of them is a random third.
  const auto size_of_part = [&](Index c, Index fold) { return (size(c) - fold + folds - 1) / folds; };
  const auto part = [&](Index c, Index fold, Index at) {
    return sums_at(sums.data() + fold * numbers + at, centers_of(c), double(size_of_part(c, fold)));
  };
  double totals[folds] = {};
  for (const double factor : width_factors) {
    const MatrixD kernel = gaussian(z, centers, factor * median);
    for (Index fold = 0; fold < folds; ++fold) {
      Index count = 0;
      for (Index c = 0; c < classes(); ++c) {
        for (Index i = begin_[std::size_t(c)] + fold; i < begin_[std::size_t(c) + 1]; i += folds, ++count)
          for (Index l = 0; l < b; ++l) rows(count, l) = kernel(i, l);
      }
      totals[fold] = double(count);
      for (Index c = 0, first = 0, at = 0; c < classes(); ++c) {
        Sums own = part(c, fold, at);
        set_sums(own, rows.topRows(count).middleCols(center_begin_[std::size_t(c)], centers_of(c)), first,
                 size_of_part(c, fold), home);
        first += size_of_part(c, fold);
        at += numbers_of_sums(centers_of(c));
      }
    }
    double losses[std::size(ridges)] = {};
    for (Index c = 0, at = 0; c < classes(); at += numbers_of_sums(centers_of(c++))) {
      if (centers_of(c) == 0) continue;
      for (Index fold = 0; fold < folds; ++fold) {
        Sums rest = sums_at(of_rest.data(), centers_of(c), 0);
        rest.products.setZero();
        rest.own.setZero();
        for (Index other = 0; other < folds; ++other) {
          if (other == fold) continue;
          const Sums part_of_rest = part(c, other, at);
          rest.products += part_of_rest.products;
          rest.own += part_of_rest.own;
          rest.size += part_of_rest.size;
        }
        const double test = totals[fold];
        if (!(test > 0 && test < double(m))) continue;
        for (std::size_t l = 0; l < std::size(ridges); ++l)
          losses[l] += loss_of(part(c, fold, at), test, solve_sums(rest, double(m) - test, ridges[l], home));
      }
    }
    for (std::size_t l = 0; l < std::size(ridges); ++l) {
      if (!(losses[l] < least)) continue;
      least = losses[l];
      width_ = factor * median;
      ridge_ = ridges[l];
    }
  }
  return least;
}

MutualInformation::Fit MutualInformation::fit(const MatrixD& directions) const {
  Workspace* const home = x_.home();
  Fit fit;
  fit.z = product(directions.transpose(), x_, home);
  fit.centers = centers_at(fit.z);
  fit.kernel = gaussian(fit.z, fit.centers, width_);
  fit.alpha = VectorD(home, VectorD::Zero(fit.centers.cols()));
  VectorD numbers(home, numbers_of_sums(most_centers()));
  if (measuring(home)) {
    take_for_sums(home, most_centers(), fit.z.cols());
    return fit;
  }
  const double m = double(fit.z.cols());
  for (Index c = 0; c < classes(); ++c) {
    const Index from = center_begin_[std::size_t(c)], count = centers_of(c);
    if (count == 0) continue;
    Sums sums = sums_at(numbers.data(), count, 0);
    set_sums(sums, fit.kernel.middleCols(from, count), begin_[std::size_t(c)], size(c), home);
    fit.alpha.segment(from, count) = solve_sums(sums, m, ridge_, home);
    fit.value += 0.5 * sums.own.dot(fit.alpha.segment(from, count)) / m;
  }
  return fit;
}

double MutualInformation::value(const MatrixD& directions, MatrixD* gradient) const {
  Fit at = fit(directions);
  if (!gradient) return at.value;
  // d(½h'α) = α'dh − ½α'dHα: the weight of each dK_il, times K_il and −1/σ², in the kernel's memory.
  const double m = double(at.z.cols());
  Workspace* const home = x_.home();
  MatrixD& weights = at.kernel;
  for (Index c = 0; c < classes(); ++c) {
    const Index from = center_begin_[std::size_t(c)], count = centers_of(c), first = begin_[std::size_t(c)];
    MatrixD outside = product(weights.middleCols(from, count), at.alpha.segment(from, count), home);
    if (measuring(home)) continue;
    outside *= -double(size(c)) / (m * m);
    for (Index i = first; i < first + size(c); ++i) outside(i, 0) += 1 / m;
    scale_rows(weights.middleCols(from, count), outside);
  }
  scale_columns(weights, VectorD(home, at.alpha / (-width_ * width_)));
  // Σ_il weight_il (x_i − x_l)(z_i − z_l)'
  MatrixD of_samples = at.z, of_centers = at.centers;
  const Index r = at.z.rows(), b = weights.cols(), samples = weights.rows();
  library_product(home, r, samples, b, sizeof(double));
  library_product(home, r, b, samples, sizeof(double));
  {
    const VectorD ones(home, VectorD::Ones(b));
    scale_columns(of_samples, product(weights, ones, home));
  }
  add_product(of_samples, at.centers, weights.transpose(), -1);
  {
    const VectorD ones(home, VectorD::Ones(samples));
    scale_columns(of_centers, product(weights.transpose(), ones, home));
  }
  add_product(of_centers, at.z, weights, -1);
  for (std::size_t l = 0; !measuring(home) && l < centers_.size(); ++l)
    of_samples.col(centers_[l]) += of_centers.col(Index(l));
  const MatrixD slope = product(x_, of_samples.transpose(), home);
  *gradient = slope;
  return at.value;
}

VectorD MutualInformation::order(MatrixD& directions) const {
  Workspace* const home = x_.home();
  const Index r = directions.cols();
  VectorD values(home, r);
  const Fit at = fit(directions);
  const double m = double(at.z.cols());
  // Mean outer product of the ratio's slope Σ_l α_l K_il (z_l − z_i)/σ² over samples and classes.
  MatrixD slopes(home, MatrixD::Zero(r, r));
  for (Index c = 0; c < classes(); ++c) {
    const Index from = center_begin_[std::size_t(c)], count = centers_of(c);
    MatrixD weights(home, at.kernel.middleCols(from, count));
    scale_columns(weights, VectorD(home, at.alpha.segment(from, count) / (width_ * width_)));
    MatrixD slope = at.z;
    {
      const VectorD ones(home, VectorD::Constant(count, -1));
      scale_columns(slope, product(weights, ones, home));
    }
    library_product(home, r, slope.cols(), count, sizeof(double));
    library_product(home, r, r, slope.cols(), sizeof(double));
    add_product(slope, at.centers.middleCols(from, count), weights.transpose());
    add_square_lower(slopes, slope, double(size(c)) / (m * m));
  }
  Eigenpairs pairs = symmetric_eigen(std::move(slopes));
  keep_end(pairs, r, End::largest);
  const MatrixD turned = product(directions, pairs.vectors, home);
  directions = turned;
  values = pairs.values;
  return values;
}

}  // namespace tanda::internal
