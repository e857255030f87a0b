// Angles between spans.
#pragma once

#include <Eigen/QR>
#include <Eigen/SVD>

#include "tanda/core/types.hpp"

/// An orthonormal basis of the columns, each scaled first: directions of very different lengths count alike.
inline tanda::MatrixD orthonormal(tanda::MatrixD columns) {
  columns.colwise().normalize();
  const Eigen::HouseholderQR<tanda::MatrixD> qr(columns);
  return qr.householderQ() * tanda::MatrixD::Identity(columns.rows(), columns.cols());
}

/// Largest principal angle between the spans of two sets of columns, exact for small angles. π/2 for unequal
/// counts.
inline double largest_angle(const tanda::MatrixD& a, const tanda::MatrixD& b) {
  if (a.cols() != b.cols()) return 1.5707963267948966;
  const tanda::MatrixD qa = orthonormal(a), qb = orthonormal(b);
  const tanda::MatrixD beyond = qb - qa * (qa.transpose() * qb);
  return std::asin(std::min(1.0, beyond.jacobiSvd().singularValues()[0]));
}
