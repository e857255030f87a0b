// Pencils compared with Eigen's generalised solver, and where B is singular.
#include "spectral/pencil.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include "sorted.hpp"
#include "spans.hpp"
#include "ut.hpp"

namespace pencil_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

MatrixD symmetric(Index d, std::uint64_t seed) {
  const MatrixD m = random_matrix(d, d, seed);
  return m + m.transpose();
}

/// F·F' of rank `rank`.
MatrixD semidefinite(Index d, Index rank, std::uint64_t seed) {
  const MatrixD f = random_matrix(d, rank, seed);
  return f * f.transpose();
}

/// Fills the upper triangle, which must not be read, with nonsense.
MatrixD lower_only(MatrixD m) {
  m.triangularView<Eigen::StrictlyUpper>().setConstant(1e6);
  return m;
}

/// The part of A t − λ B t within the range of B, relative; it has to vanish.
double residual(const MatrixD& a, const MatrixD& b, const Eigenpairs& pairs) {
  const MatrixD r = a * pairs.vectors - b * pairs.vectors * pairs.values.asDiagonal();
  return (b * r).norm() / ((b * a * pairs.vectors).norm() + 1e-300);
}

void check_regular(Index d, End end) {
  const MatrixD a = symmetric(d, 1), b = semidefinite(d, d + 5, 2) + 0.1 * MatrixD::Identity(d, d);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> reference(a, b);
  for (const Index r : {Index(1), (d + 1) / 2, d, d + 3}) {
    const Eigenpairs pairs = solve(Pencil{lower_only(a), lower_only(b), end}, r);
    const Index given = std::min(r, d);
    expect(pairs.values.size() == given && pairs.vectors.cols() == given && pairs.vectors.rows() == d);
    for (Index i = 0; i < given; ++i) {
      const Index at = end == End::smallest ? i : d - 1 - i;
      expect(std::abs(pairs.values[i] - reference.eigenvalues()[at]) <
             1e-10 * reference.eigenvalues().norm());
      expect(largest_angle(pairs.vectors.col(i), reference.eigenvectors().col(at)) < 1e-8)
          << "column" << double(i);
    }
    const MatrixD gram = pairs.vectors.transpose() * b * pairs.vectors;
    expect((gram - MatrixD::Identity(given, given)).norm() < 1e-10) << "T'BT = I";
  }
}

const suite pencil_suite = [] {
  "a regular pencil has Eigen's eigenpairs, best first, B-normal"_test = [] {
    for (const Index d : {1, 2, 7, 40}) {
      check_regular(d, End::largest);
      check_regular(d, End::smallest);
    }
  };

  "without B the columns are orthonormal"_test = [] {
    const MatrixD a = symmetric(12, 3);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> reference(a);
    const Eigenpairs largest = solve(Pencil{lower_only(a), {}, End::largest}, 5);
    const Eigenpairs smallest = solve(Pencil{lower_only(a), {}, End::smallest}, 5);
    expect((largest.values - reference.eigenvalues().tail(5).reverse()).norm() < 1e-12);
    expect((smallest.values - reference.eigenvalues().head(5)).norm() < 1e-12);
    expect((largest.vectors.transpose() * largest.vectors - MatrixD::Identity(5, 5)).norm() < 1e-12);
    expect(largest_angle(smallest.vectors, reference.eigenvectors().leftCols(5)) < 1e-8);
  };

  "columns are scaled as asked and span the same"_test = [] {
    const MatrixD a = symmetric(9, 4), b = semidefinite(9, 20, 5);
    const MatrixD normal = solve(Pencil{a, b, End::largest}, 4).vectors;
    const MatrixD unit = solve(Pencil{a, b, End::largest}, 4, Columns::unit).vectors;
    const MatrixD orthonormal = solve(Pencil{a, b, End::largest}, 4, Columns::orthonormal).vectors;
    expect((orthonormal.transpose() * orthonormal - MatrixD::Identity(4, 4)).norm() < 1e-12);
    for (Index q = 1; q <= 4; ++q) {
      expect(std::abs(unit.col(q - 1).norm() - 1) < 1e-12);
      expect(largest_angle(unit.col(q - 1), normal.col(q - 1)) < 1e-7);
      expect(largest_angle(orthonormal.leftCols(q), normal.leftCols(q)) < 1e-7) << "leading spans stay";
    }
  };

  "a singular B is solved on its range"_test = [] {
    for (const End end : {End::largest, End::smallest}) {
      for (const Index rank : {1, 3, 9}) {
        const MatrixD a = symmetric(10, 6), b = semidefinite(10, rank, 7);
        const Eigenpairs pairs = solve(Pencil{lower_only(a), lower_only(b), end}, 10);
        expect(pairs.values.size() == rank)
            << "rank" << double(rank) << "gave" << double(pairs.values.size());
        const MatrixD gram = pairs.vectors.transpose() * b * pairs.vectors;
        expect((gram - MatrixD::Identity(gram.rows(), gram.rows())).norm() < 1e-9);
        const MatrixD range = b.householderQr().householderQ() * MatrixD::Identity(10, rank);
        expect((pairs.vectors - range * (range.transpose() * pairs.vectors)).norm() <
               1e-8 * pairs.vectors.norm())
            << "directions lie in the range of B";
        expect(residual(a, b, pairs) < 1e-8);
        for (Index i = 1; i < rank; ++i) {
          expect((pairs.values[i - 1] >= pairs.values[i]) == (end == End::largest)) << "order";
        }
      }
    }
  };

  "zero matrices, any scale and no rows give finite answers"_test = [] {
    for (const double scale : {0.0, 1e-300, 1e-150, 1.0, 1e100}) {
      for (const double b_scale : {0.0, 1e-300, 1e-150, 1.0, 1e100}) {
        for (const Columns columns : {Columns::b_normal, Columns::unit, Columns::orthonormal}) {
          const Eigenpairs pairs = solve(
              Pencil{scale * symmetric(6, 8), b_scale * semidefinite(6, 8, 9), End::largest}, 3, columns);
          const bool representable =
              b_scale == 0 || std::abs(std::log10(scale + 1e-300) - std::log10(b_scale)) < 280;
          expect(pairs.vectors.allFinite() && (pairs.values.allFinite() || !representable))
              << "scales" << scale << b_scale;
          expect(b_scale > 0 || pairs.values.size() == 0) << "B = 0 has no range";
        }
      }
    }
    expect(solve(Pencil{MatrixD(0, 0), {}, End::largest}, 3).values.size() == 0);
    expect(solve(Pencil{MatrixD::Zero(4, 4), {}, End::smallest}, 2).vectors.allFinite());
  };

  "the ridge is relative to the trace"_test = [] {
    MatrixD b = semidefinite(5, 9, 10);
    const MatrixD before = b;
    add_ridge(b, 0.5, 20);
    expect((b - before - 0.5 * before.trace() / 20 * MatrixD::Identity(5, 5)).norm() < 1e-12);
  };

  "coordinates of one unit: what is small is small, and no direction"_test = [] {
    MatrixD b = MatrixD::Zero(3, 3), a = MatrixD::Identity(3, 3);
    b.diagonal() << 1, 2, 1e-14;
    expect(solve(Pencil{a, b, End::largest, Units::same}, 3).values.size() == 2);
    expect(solve(Pencil{a, b, End::largest, Units::own}, 3).values.size() == 3);
  };
};

}  // namespace pencil_test
