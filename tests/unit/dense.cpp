// The interface of dense algebra compared with Eigen's own expressions, whichever back end computes it: sizes
// around every block size, transposed factors, parts of larger matrices.
#include "linalg/dense.hpp"

#include "sorted.hpp"
#include "ut.hpp"

namespace dense_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

constexpr Index heights[] = {1, 5, 64, 65, 130}, depths[] = {1, 7, 40, 100}, widths[] = {1, 3, 64, 150};

template <class T>
void check_products(Index m, Index k, Index n) {
  const std::string size = std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n);
  const double most = 64 * double(std::numeric_limits<T>::epsilon()) * double(k);
  const Matrix<T> a = random_matrix(m, k, 1).cast<T>(), b = random_matrix(k, n, 2).cast<T>(),
                  c = random_matrix(m + 3, n, 3).cast<T>();
  const Matrix<T> a_turned = a.transpose(), b_turned = b.transpose();
  const auto check = [&](const char* form, Operand<T> left, Operand<T> right) {
    Matrix<T> sum = c;
    add_product(sum.middleRows(2, m), left, right, T(2));  // a part of a larger matrix
    Matrix<T> wanted = c;
    wanted.middleRows(2, m) += T(2) * a * b;
    expect(double((sum - wanted).cwiseAbs().maxCoeff()) <= most) << form << size;
    Matrix<T> fresh = Matrix<T>::Constant(m, n, T(1e30));
    set_product(fresh, left, right);
    expect(double((fresh - a * b).cwiseAbs().maxCoeff()) <= most) << form << size;
  };
  check("a·b", a, b);
  check("a''·b", a_turned.transpose(), b);
  check("a·b''", a, b_turned.transpose());
}

template <class T>
void check_lower_products(Index m, Index k) {
  const double most = 64 * double(std::numeric_limits<T>::epsilon()) * double(k);
  const Matrix<T> a = random_matrix(m, k, 4).cast<T>(), b = random_matrix(m, k, 5).cast<T>(),
                  before = random_matrix(m, m, 6).cast<T>();
  const Matrix<T> a_turned = a.transpose(), b_turned = b.transpose();
  const auto check = [&](const char* form, const Matrix<T>& product, Operand<T> left, Operand<T> right) {
    Matrix<T> sum = before, wanted = before;
    wanted.template triangularView<Eigen::Lower>() += T(0.5) * product;
    add_product_lower(sum, left, right, T(0.5));
    expect(double((sum - wanted).cwiseAbs().maxCoeff()) <= most) << form << m << "x" << k;
  };
  check("a·b'", a * b.transpose(), a, b.transpose());
  check("transposed", a * b.transpose(), a_turned.transpose(), b_turned);
  check("a·a'", a * a.transpose(), a, a.transpose());
}

const suite dense_suite = [] {
  "products, whichever factor is transposed"_test = [] {
    for (const Index m : heights) {
      for (const Index k : depths) {
        for (const Index n : widths) {
          check_products<double>(m, k, n);
          check_products<float>(m, k, n);
        }
      }
    }
  };

  "only the lower triangle of a symmetric product is touched"_test = [] {
    for (const Index m : heights) {
      for (const Index k : depths) {
        check_lower_products<double>(m, k);
        check_lower_products<float>(m, k);
      }
    }
    check_lower_products<double>(300, 300);
    check_lower_products<float>(300, 300);
  };

  "a symmetric matrix times a vector reads the lower triangle"_test = [] {
    for (const Index m : heights) {
      const MatrixD r = random_matrix(m, m, 7), full = r + r.transpose();
      MatrixD lower = full;
      lower.triangularView<Eigen::StrictlyUpper>().setConstant(1e9);
      const MatrixD x = random_matrix(m, 1, 8);
      MatrixD y = MatrixD::Constant(m, 1, 1e9);
      set_symmetric_product(y, lower, x);
      expect((y - full * x).cwiseAbs().maxCoeff() <= 1e-12) << m;
    }
  };

  "factors and triangles"_test = [] {
    for (const Index m : heights) {
      const MatrixD r = random_matrix(m, m + 4, 9), a = r * r.transpose() + MatrixD::Identity(m, m);
      MatrixD l = a;
      expect(cholesky(l)) << m;
      l.triangularView<Eigen::StrictlyUpper>().setZero();
      expect((l * l.transpose() - a).norm() <= 1e-12 * a.norm()) << m;
      const MatrixD x = random_matrix(m, 6, 10);
      MatrixD y = x;
      solve_triangle(l, y);
      expect((l * y - x).norm() <= 1e-10) << m;
      y = x;
      solve_triangle(l.transpose(), y);
      expect((l.transpose() * y - x).norm() <= 1e-10) << m;
      MatrixD z = x.transpose();
      solve_triangle_right(l.transpose(), z);
      expect((z * l.transpose() - x.transpose()).norm() <= 1e-10) << m;
      z = x.transpose();
      solve_triangle_right(l, z);
      expect((z * l - x.transpose()).norm() <= 1e-10) << m;
      MatrixD indefinite = a;
      indefinite(m - 1, m - 1) = -1;
      expect(!cholesky(indefinite)) << m;
    }
  };
};

}  // namespace dense_test
