// The heap-free eigensolver and whitening against what defines them.
#include <Eigen/QR>
#include <cmath>
#include <limits>

#include "tanda/core/random.hpp"
#include "tanda/core/types.hpp"
#include "tanda/device/pencil.hpp"
#include "ut.hpp"

namespace device_eigen_test {
using namespace ut;
using tanda::Index;
using tanda::Matrix;
using tanda::Vector;
using tanda::device::square;

template <class T>
Matrix<T> random_matrix(Index rows, Index columns, std::uint64_t seed) {
  tanda::Random random(seed);
  return Matrix<T>::NullaryExpr(rows, columns, [&] { return T(random.uniform() - 0.5); });
}

template <class T>
struct Pairs {
  bool done;
  Matrix<T> vectors;
  Vector<T> values;
};

template <class T>
Pairs<T> eigen(Matrix<T> a) {
  Vector<T> values(a.rows()), work(2 * a.rows());
  const int n = int(a.rows());
  const bool done = tanda::device::symmetric_eigen(square(a.data(), n), values.data(), work.data());
  return {done, a, values};
}

/// AV = VΛ, V'V = I, ascending; to a few dozen roundings of the largest entry.
template <class T>
void check(const Matrix<T>& a, const char* what) {
  Matrix<T> lower = a;
  lower.template triangularView<Eigen::StrictlyUpper>().setConstant(T(1e9));  // nobody may read this
  const Pairs<T> pairs = eigen<T>(lower);
  const Index n = a.rows();
  const T scale = a.cwiseAbs().maxCoeff(), tolerance = 40 * T(n) * std::numeric_limits<T>::epsilon();
  expect(pairs.done) << what << double(n);
  if (!pairs.done || !(scale > 0)) return;
  const Matrix<T> unit = a / scale;
  const T residual =
      (unit * pairs.vectors - pairs.vectors * (pairs.values / scale).asDiagonal()).cwiseAbs().maxCoeff();
  expect(residual < tolerance) << what << double(n) << "residual" << double(residual);
  const T skew =
      (pairs.vectors.transpose() * pairs.vectors - Matrix<T>::Identity(n, n)).cwiseAbs().maxCoeff();
  expect(skew < tolerance) << what << double(n) << "not orthonormal by" << double(skew);
  for (Index i = 1; i < n; ++i) expect(pairs.values[i] >= pairs.values[i - 1]) << what;
}

template <class T>
void check_kinds() {
  for (const Index n : {1, 2, 3, 4, 7, 16, 33, 64}) {
    const Matrix<T> r = random_matrix<T>(n, n, std::uint64_t(n)), full = r + r.transpose();
    check<T>(full, "random");
    check<T>(full * T(sizeof(T) == 4 ? 1e-30 : 1e-280), "tiny");
    check<T>(full * T(sizeof(T) == 4 ? 1e30 : 1e280), "huge");
    check<T>(Matrix<T>::Identity(n, n), "identity");
    check<T>(Matrix<T>::Zero(n, n), "zero");
    check<T>(Matrix<T>::Ones(n, n), "rank one");
    const Matrix<T> thin = random_matrix<T>(n, (n + 1) / 2, 9);
    check<T>(thin * thin.transpose(), "rank-deficient");
    const Matrix<T> q = Eigen::HouseholderQR<Matrix<T>>(r).householderQ();
    Vector<T> values(n), graded(n);
    for (Index i = 0; i < n; ++i) {
      values[i] = T(i % 2);
      graded[i] = std::pow(T(10), -T(i) / 2);
    }
    check<T>(q * values.asDiagonal() * q.transpose(), "two eigenvalues");
    check<T>(q * graded.asDiagonal() * q.transpose(), "graded");
    check<T>(Matrix<T>(graded.asDiagonal()) * full * graded.asDiagonal(), "scaled");
  }
}

const suite device_eigen_suite = [] {
  "eigenpairs of symmetric matrices of all kinds"_test = [] {
    check_kinds<double>();
    check_kinds<float>();
  };

  "no eigenpairs of what is not finite"_test = [] {
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
      Matrix<double> a = Matrix<double>::Identity(4, 4);
      a(2, 1) = bad;
      expect(!eigen(a).done);
    }
  };

  "whitening: W'BW = I on the range"_test = [] {
    using Map = Matrix<double>;
    for (const Index rank : {0, 1, 3, 8}) {
      Map factor = random_matrix<double>(8, rank, 3);
      if (rank == 8) factor.row(5).setZero();  // a feature that does not vary
      const Map b = factor * factor.transpose();
      for (const bool by_axes : {false, true}) {
        Map w = b;
        Vector<double> values(8), work(16);
        const auto block = square(w.data(), 8);
        const int found = by_axes ? tanda::device::whiten_by_axes(block, values.data(), work.data(), 1e-10)
                                  : tanda::device::whiten(block, values.data(), work.data(), 1e-10);
        expect(found == (rank == 8 ? 7 : int(rank))) << found;
        const Map white = w.leftCols(found);
        expect((white.transpose() * b * white - Map::Identity(found, found)).norm() < 1e-8);
        // Nothing of it lies beyond the range.
        if (found > 0) {
          const Eigen::ColPivHouseholderQR<Map> qr(b);
          const Map q = Map(qr.householderQ()).leftCols(found);
          expect((white - q * (q.transpose() * white)).norm() < 1e-8 * white.norm());
        }
      }
    }
  };
};

}  // namespace device_eigen_test
