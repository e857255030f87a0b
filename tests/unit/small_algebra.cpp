// The heap-free eigensolver and whitening checked by their definitions.
#include <Eigen/QR>
#include <cmath>
#include <limits>

#include "base/types.hpp"
#include "tanda/detail/random.hpp"
#include "tanda/detail/small/pencil.hpp"
#include "ut.hpp"

namespace small_algebra_test {
using namespace ut;
using tanda::internal::Index;
using tanda::internal::Matrix;
using tanda::internal::MatrixD;
using tanda::internal::Vector;
using tanda::internal::VectorD;

MatrixD random_matrix(Index rows, Index columns, std::uint64_t seed) {
  tanda::Random random(seed);
  return MatrixD::NullaryExpr(rows, columns, [&] { return random.uniform() - 0.5; });
}

struct Pairs {
  bool done;
  MatrixD vectors;
  VectorD values;
};

template <class T>
Pairs eigen(const MatrixD& matrix) {
  Matrix<T> a = matrix.cast<T>();
  Vector<T> values(a.rows()), work(2 * a.rows());
  const int n = int(a.rows());
  const bool done = tanda::small::eigenpairs(a, n, values, work, tanda::End::smallest, n);
  return {done, a.template cast<double>(), values.template cast<double>()};
}

/// AV = VΛ, V'V = I, ascending; to a few dozen roundings of the largest entry.
template <class T>
void check(const MatrixD& matrix, const char* what) {
  const MatrixD a = matrix.cast<T>().template cast<double>();
  MatrixD lower = a;
  lower.triangularView<Eigen::StrictlyUpper>().setConstant(1e9);  // must not be read
  const Pairs pairs = eigen<T>(lower);
  const Index n = a.rows();
  const double scale = a.cwiseAbs().maxCoeff(),
               tolerance = 40 * double(n) * double(std::numeric_limits<T>::epsilon());
  expect(pairs.done) << what << double(n);
  if (!pairs.done || !(scale > 0)) return;
  const MatrixD unit = a / scale;
  const double residual =
      (unit * pairs.vectors - pairs.vectors * (pairs.values / scale).asDiagonal()).cwiseAbs().maxCoeff();
  expect(residual < tolerance) << what << double(n) << "residual" << residual;
  const double skew =
      (pairs.vectors.transpose() * pairs.vectors - MatrixD::Identity(n, n)).cwiseAbs().maxCoeff();
  expect(skew < tolerance) << what << double(n) << "not orthonormal by" << skew;
  for (Index i = 1; i < n; ++i) expect(pairs.values[i] >= pairs.values[i - 1]) << what;
}

void check_both(const MatrixD& a, const char* what) {
  check<double>(a, what);
  check<float>(a, what);
}

void check_kinds(Index n) {
  const MatrixD r = random_matrix(n, n, std::uint64_t(n)), full = r + r.transpose();
  check_both(full, "random");
  check<float>(full * 1e-30, "tiny");
  check<double>(full * 1e-280, "tiny");
  check<float>(full * 1e30, "huge");
  check<double>(full * 1e280, "huge");
  check_both(MatrixD::Identity(n, n), "identity");
  check_both(MatrixD::Zero(n, n), "zero");
  check_both(MatrixD::Ones(n, n), "rank one");
  const MatrixD thin = random_matrix(n, (n + 1) / 2, 9);
  check_both(thin * thin.transpose(), "rank-deficient");
  const MatrixD q = Eigen::HouseholderQR<Eigen::MatrixXd>(r).householderQ();
  VectorD values(n), graded(n);
  for (Index i = 0; i < n; ++i) {
    values[i] = double(i % 2);
    graded[i] = std::pow(10.0, -double(i) / 2);
  }
  check_both(q * values.asDiagonal() * q.transpose(), "two eigenvalues");
  check_both(q * graded.asDiagonal() * q.transpose(), "graded");
  check_both(graded.asDiagonal() * full * graded.asDiagonal(), "scaled");
}

const suite small_algebra_suite = [] {
  "eigenpairs of symmetric matrices of all kinds"_test = [] {
    for (const Index n : {1, 2, 3, 4, 7, 16, 33, 64}) check_kinds(n);
  };

  "no eigenpairs of what is not finite"_test = [] {
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
      MatrixD a = MatrixD::Identity(4, 4);
      a(2, 1) = bad;
      expect(!eigen<double>(a).done && !eigen<float>(a).done);
    }
  };

  "whitening: W'BW = I on the range"_test = [] {
    for (const Index rank : {0, 1, 3, 8}) {
      MatrixD factor = random_matrix(8, rank, 3);
      if (rank == 8) factor.row(5).setZero();  // a constant feature
      const MatrixD b = factor * factor.transpose();
      for (const bool by_axes : {false, true}) {
        MatrixD w = b;
        VectorD values(8), work(16);
        const int found = by_axes ? tanda::small::whiten_by_axes(w, values, work, 1e-10)
                                  : tanda::small::whiten(w, values, work, 1e-10);
        expect(found == (rank == 8 ? 7 : int(rank))) << found;
        const MatrixD white = w.leftCols(found);
        expect((white.transpose() * b * white - MatrixD::Identity(found, found)).norm() < 1e-8);
        // The result has no part outside of the range.
        if (found > 0) {
          const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(b);
          const MatrixD q = MatrixD(qr.householderQ()).leftCols(found);
          expect((white - q * (q.transpose() * white)).norm() < 1e-8 * white.norm());
        }
      }
    }
  };
};

}  // namespace small_algebra_test
