#include "spans.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

using tanda::internal::MatrixD;

MatrixD orthonormal(MatrixD columns) {
  columns.colwise().normalize();
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(columns);
  return qr.householderQ() * MatrixD::Identity(columns.rows(), columns.cols());
}

double largest_angle(const MatrixD& a, const MatrixD& b) {
  if (a.cols() != b.cols()) return 1.5707963267948966;
  const MatrixD qa = orthonormal(a), qb = orthonormal(b);
  const MatrixD beyond = qb - qa * (qa.transpose() * qb);
  return std::asin(std::min(1.0, beyond.jacobiSvd().singularValues()[0]));
}
