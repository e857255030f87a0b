#include "mutual_information.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tanda/data/kernel.hpp"
#include "tanda/linalg/dense.hpp"
#include "tanda/linalg/memory.hpp"
#include "tanda/linalg/symmetric.hpp"

namespace tanda {
namespace {

constexpr double width_factors[] = {0.3, 0.5, 0.75, 1, 1.5};  // of the median distance between centres
constexpr double ridges[] = {1e-4, 1e-3, 1e-2, 1e-1};
constexpr Index folds = 3;

double median_distance(const MatrixD& points) {
  Array<double> squares;
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
  return kernel_matrix({KernelKind::rbf, 2 * width * width, 1, 0}, z, centers);
}

/// What the loss needs of one class in one part of the samples: sums, not means.
struct Sums {
  MatrixD products;  ///< K'K over all samples of the part, for the centres of the class
  VectorD own;       ///< K'1 over its samples of the class
  double size = 0;   ///< of its samples of the class
};

/// (H + λI)⁻¹h from sums over m samples; `ridge` = 0 gives no solution but H and h.
VectorD solve_sums(const Sums& sums, double m, double ridge) {
  MatrixD h = sums.size / (m * m) * sums.products;
  for (Index i = 0; i < h.rows(); ++i) h(i, i) += ridge;
  VectorD result = sums.own / m;
  if (!cholesky(h)) return VectorD::Constant(result.size(), std::numeric_limits<double>::quiet_NaN());
  solve_triangle(h, result);
  solve_triangle(h.transpose(), result);
  return result;
}

/// Of the centres of a class, whose kernels are `own`; its samples are rows first..first+size.
Sums sums_of(Operand<double> own, Index first, Index size) {
  Sums sums{product(own.transpose(), own), VectorD::Zero(own.cols), double(size)};
  for (Index l = 0; l < own.cols; ++l) {
    for (Index i = first; i < first + size; ++i) sums.own[l] += own.data[i + l * own.stride];
  }
  return sums;
}

/// ½α'Hα − h'α.
double loss_of(const Sums& sums, double m, const VectorD& alpha) {
  return 0.5 * sums.size / (m * m) * alpha.dot(VectorD(product(sums.products, alpha))) -
         sums.own.dot(alpha) / m;
}

}  // namespace

MutualInformation::MutualInformation(MatrixD x, Array<Index> begin, const Array<Index>& centers)
    : x_(std::move(x)), begin_(std::move(begin)), centers_(centers) {
  for (const Index first : begin_)
    center_begin_.push_back(std::lower_bound(centers_.begin(), centers_.end(), first) - centers_.begin());
}

MatrixD MutualInformation::centers_at(const MatrixD& z) const {
  MatrixD result(z.rows(), Index(centers_.size()));
  for (std::size_t l = 0; l < centers_.size(); ++l) result.col(Index(l)) = z.col(centers_[l]);
  return result;
}

double MutualInformation::choose_widths(const MatrixD& directions) {
  const MatrixD z = product(directions.transpose(), x_), centers = centers_at(z);
  const Index m = z.cols(), b = centers.cols();
  const double median = median_distance(centers);
  double least = std::numeric_limits<double>::infinity();
  std::vector<Sums> parts(std::size_t(folds * classes()));
  Array<Index> sizes(begin_.size());
  double totals[folds] = {};
  MatrixD rows(m / folds + classes() + 1, b);  // of one fold
  for (const double factor : width_factors) {
    const MatrixD kernel = gaussian(z, centers, factor * median);
    // Samples of a class come in random order, so every third of them is a random third.
    for (Index fold = 0; fold < folds; ++fold) {
      Index count = 0;
      for (Index c = 0; c < classes(); ++c) {
        Index& size = sizes[std::size_t(c)] = 0;
        for (Index i = begin_[std::size_t(c)] + fold; i < begin_[std::size_t(c) + 1]; i += folds, ++size)
          for (Index l = 0; l < b; ++l) rows(count + size, l) = kernel(i, l);
        count += size;
      }
      totals[fold] = double(count);
      Index first = 0;
      for (Index c = 0; c < classes(); ++c) {
        const Index from = center_begin_[std::size_t(c)], of_class = center_begin_[std::size_t(c) + 1] - from;
        const Index size = sizes[std::size_t(c)];
        parts[std::size_t(fold * classes() + c)] =
            sums_of(rows.topRows(count).middleCols(from, of_class), first, size);
        first += size;
      }
    }
    double losses[std::size(ridges)] = {};
    for (Index c = 0; c < classes(); ++c) {
      const auto part = [&](Index fold) -> const Sums& { return parts[std::size_t(fold * classes() + c)]; };
      if (part(0).own.size() == 0) continue;
      for (Index fold = 0; fold < folds; ++fold) {
        Sums rest{MatrixD::Zero(part(0).own.size(), part(0).own.size()), VectorD::Zero(part(0).own.size()),
                  0};
        for (Index other = 0; other < folds; ++other) {
          if (other == fold) continue;
          rest.products += part(other).products;
          rest.own += part(other).own;
          rest.size += part(other).size;
        }
        const double test = totals[fold];
        if (!(test > 0 && test < double(m))) continue;
        for (std::size_t l = 0; l < std::size(ridges); ++l)
          losses[l] += loss_of(part(fold), test, solve_sums(rest, double(m) - test, ridges[l]));
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
  Fit fit;
  fit.z = product(directions.transpose(), x_);
  fit.centers = centers_at(fit.z);
  fit.kernel = gaussian(fit.z, fit.centers, width_);
  fit.alpha = VectorD::Zero(fit.centers.cols());
  const double m = double(fit.z.cols());
  for (Index c = 0; c < classes(); ++c) {
    const Index from = center_begin_[std::size_t(c)], count = center_begin_[std::size_t(c) + 1] - from;
    if (count == 0) continue;
    const Index first = begin_[std::size_t(c)], size = begin_[std::size_t(c) + 1] - first;
    const Sums sums = sums_of(fit.kernel.middleCols(from, count), first, size);
    fit.alpha.segment(from, count) = solve_sums(sums, m, ridge_);
    fit.value += 0.5 * sums.own.dot(fit.alpha.segment(from, count)) / m;
  }
  return fit;
}

double MutualInformation::value(const MatrixD& directions, MatrixD* gradient) const {
  Fit at = fit(directions);
  if (!gradient) return at.value;
  // d(½h'α) = α'dh − ½α'dHα: the weight of each dK_il, times K_il and −1/σ², in the kernel's memory.
  const double m = double(at.z.cols());
  MatrixD& weights = at.kernel;
  for (Index c = 0; c < classes(); ++c) {
    const Index from = center_begin_[std::size_t(c)], count = center_begin_[std::size_t(c) + 1] - from;
    const Index first = begin_[std::size_t(c)], size = begin_[std::size_t(c) + 1] - first;
    MatrixD outside = product(weights.middleCols(from, count), at.alpha.segment(from, count));
    outside *= -double(size) / (m * m);
    for (Index i = first; i < first + size; ++i) outside(i, 0) += 1 / m;
    scale_rows(weights.middleCols(from, count), outside);
  }
  scale_columns(weights, VectorD(at.alpha / (-width_ * width_)));
  // Σ_il weight_il (x_i − x_l)(z_i − z_l)'
  MatrixD of_samples = at.z, of_centers = at.centers;
  scale_columns(of_samples, product(weights, VectorD(VectorD::Ones(weights.cols()))));
  add_product(of_samples, at.centers, weights.transpose(), -1);
  scale_columns(of_centers, product(weights.transpose(), VectorD(VectorD::Ones(weights.rows()))));
  add_product(of_centers, at.z, weights, -1);
  for (std::size_t l = 0; l < centers_.size(); ++l) of_samples.col(centers_[l]) += of_centers.col(Index(l));
  *gradient = product(x_, of_samples.transpose());
  return at.value;
}

VectorD MutualInformation::order(MatrixD& directions) const {
  const Fit at = fit(directions);
  const Index r = directions.cols();
  const double m = double(at.z.cols());
  // Mean outer product of the ratio's slope Σ_l α_l K_il (z_l − z_i)/σ² over samples and classes.
  MatrixD slopes = MatrixD::Zero(r, r);
  for (Index c = 0; c < classes(); ++c) {
    const Index from = center_begin_[std::size_t(c)], count = center_begin_[std::size_t(c) + 1] - from;
    const double size = double(begin_[std::size_t(c) + 1] - begin_[std::size_t(c)]);
    MatrixD weights = at.kernel.middleCols(from, count);
    scale_columns(weights, VectorD(at.alpha.segment(from, count) / (width_ * width_)));
    MatrixD slope = at.z;
    scale_columns(slope, product(weights, VectorD(VectorD::Constant(count, -1))));
    add_product(slope, at.centers.middleCols(from, count), weights.transpose());
    add_square_lower(slopes, slope, size / (m * m));
  }
  Eigenpairs pairs = largest_pairs(symmetric_eigen(std::move(slopes)), r);
  directions = product(directions, pairs.vectors);
  return std::move(pairs.values);
}

double MutualInformation::bytes(double dims, double wanted, double samples, double centers, double classes) {
  const double kernel = samples * centers, part = (samples / double(folds) + classes + 1) * centers;
  const double sums = double(folds + 2) * centers * (std::ceil(centers / classes) + 1);
  const double projected = wanted * (samples + centers);
  const double packed =
      std::max({packed_bytes(wanted, samples, dims), packed_bytes(samples, centers, wanted),
                packed_bytes(wanted, samples, centers), packed_bytes(wanted, centers, samples),
                packed_bytes(dims, wanted, samples)}) /
      8;
  // Choosing widths; the gradient; the distances between centres, in a vector that doubles.
  const double most = std::max({kernel + part + sums, kernel + projected + packed, 1.5 * centers * centers});
  return 8 * (projected + most + 3 * dims * wanted + 3 * samples);
}

}  // namespace tanda
