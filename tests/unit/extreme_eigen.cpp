// A few eigenpairs of a symmetric matrix compared with all of them, also where they are nearly equal.
#include <cmath>

#include "linalg/symmetric.hpp"
#include "sorted.hpp"
#include "spans.hpp"
#include "ut.hpp"

namespace extreme_eigen_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

/// Q·diag(values)·Q' for a random Q.
MatrixD with_values(const VectorD& values, std::uint64_t seed) {
  const MatrixD m = random_matrix(values.size(), values.size(), seed);
  const MatrixD q = symmetric_eigen(m + m.transpose()).vectors;
  return q * values.asDiagonal() * q.transpose();
}

void check(const char* name, const MatrixD& a, Index count) {
  const VectorD all = symmetric_eigen(MatrixD(a)).values;
  const double size = all.cwiseAbs().maxCoeff() + 1e-300;
  for (const End end : {End::largest, End::smallest}) {
    MatrixD lower = a;
    lower.triangularView<Eigen::StrictlyUpper>().setConstant(1e6);  // must not be read
    const Eigenpairs pairs = extreme_eigen(std::move(lower), count, end);
    expect(pairs.values.size() == count && pairs.vectors.cols() == count && pairs.vectors.rows() == a.rows());
    for (Index i = 0; i < count; ++i) {
      const double value = all[end == End::smallest ? i : all.size() - 1 - i];
      expect(std::abs(pairs.values[i] - value) <= 1e-13 * size) << name << "value" << double(i);
    }
    const MatrixD off = a * pairs.vectors - pairs.vectors * pairs.values.asDiagonal();
    expect(off.norm() <= 1e-12 * size * std::sqrt(double(count))) << name << "residual" << off.norm() / size;
    const MatrixD gram = pairs.vectors.transpose() * pairs.vectors;
    expect((gram - MatrixD::Identity(count, count)).norm() <= 1e-12) << name << "orthonormal";
  }
}

const suite extreme_eigen_suite = [] {
  "random matrices of many sizes"_test = [] {
    for (const Index d : {1, 2, 31, 73, 96, 97, 128, 200}) {
      const MatrixD m = random_matrix(d, d, std::uint64_t(d));
      for (const Index count : {Index(1), std::min<Index>(d, 9), std::min<Index>(d, 24)}) {
        check("random", m + m.transpose(), count);
      }
    }
  };

  "eigenvalues that are equal, or nearly"_test = [] {
    const Index d = 100;
    check("zero", MatrixD::Zero(d, d), 5);
    check("identity", MatrixD::Identity(d, d), 12);
    check("one large", with_values(VectorD::Unit(d, 3), 1), 6);
    VectorD values = VectorD::Ones(d);
    values.head(20).setConstant(3);
    values.tail(20).setConstant(-2);
    check("three clusters", with_values(values, 2), 15);
    for (Index i = 0; i < d; ++i) values[i] = 1 + 1e-14 * double(i);
    check("all within rounding", with_values(values, 3), 10);
    for (Index i = 0; i < d; ++i) values[i] = std::pow(10, -double(i) / 5);
    check("twenty decades", with_values(values, 4), 30);
    // Wilkinson's: pairs that agree to many digits, and an even coupling.
    MatrixD wilkinson = MatrixD::Zero(101, 101);
    for (Index i = 0; i < 101; ++i) {
      wilkinson(i, i) = std::abs(double(i) - 50);
      if (i > 0) wilkinson(i, i - 1) = wilkinson(i - 1, i) = 1;
    }
    check("pairs", wilkinson, 20);
  };

  "independent equal blocks"_test = [] {
    MatrixD a = MatrixD::Zero(120, 120);
    const MatrixD m = random_matrix(40, 40, 5);
    for (Index b = 0; b < 3; ++b) a.block(40 * b, 40 * b, 40, 40) = m + m.transpose();
    check("three equal blocks", a, 9);
  };

  "all eigenpairs of large matrices"_test = [] {
    const auto check_all = [](const char* name, const MatrixD& a) {
      const Index n = a.rows();
      MatrixD lower = a;
      lower.triangularView<Eigen::StrictlyUpper>().setConstant(1e6);  // must not be read
      const Eigenpairs all = symmetric_eigen(std::move(lower));
      const double size = all.values.cwiseAbs().maxCoeff() + 1e-300;
      const MatrixD off = a * all.vectors - all.vectors * all.values.asDiagonal();
      expect(off.norm() <= 1e-12 * size * std::sqrt(double(n))) << name << double(n) << off.norm() / size;
      const MatrixD gram = all.vectors.transpose() * all.vectors;
      expect((gram - MatrixD::Identity(n, n)).norm() <= 1e-11) << name << double(n) << "orthonormal";
      for (Index i = 1; i < n; ++i) expect(all.values[i - 1] <= all.values[i]) << name << "ascending";
    };
    for (const Index n : {255, 256, 257, 289, 321, 400}) {
      const MatrixD m = random_matrix(n, n, std::uint64_t(n));
      check_all("random", m + m.transpose());
      check_all("tiny", 1e-200 * (m + m.transpose()));
      check_all("semidefinite", m.leftCols(20) * m.leftCols(20).transpose());
    }
    check_all("identity", MatrixD::Identity(300, 300));
    check_all("zero", MatrixD::Zero(300, 300));
    MatrixD a = MatrixD::Identity(300, 300);
    a(50, 3) = std::nan("");
    expect(!symmetric_eigen(std::move(a)).values.allFinite());
  };

  "what is no number gives no endless loop"_test = [] {
    MatrixD a = MatrixD::Identity(90, 90);
    a(50, 3) = std::nan("");
    const Eigenpairs pairs = extreme_eigen(std::move(a), 4, End::largest);
    expect(pairs.values.size() == 4 && !(pairs.values.allFinite() && pairs.vectors.allFinite()));
  };
};

}  // namespace extreme_eigen_test
