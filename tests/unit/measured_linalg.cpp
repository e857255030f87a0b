// Dense algebra and pencils in exactly the memory that was counted.
#include <cmath>

#include "base/monitor.hpp"
#include "linalg/dense.hpp"
#include "linalg/orthogonal_columns.hpp"
#include "linalg/symmetric.hpp"
#include "linalg/tridiagonal.hpp"
#include "measured.hpp"
#include "spectral/inverse_iteration.hpp"
#include "spectral/pencil.hpp"
#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace measured_linalg_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

MatrixD random_matrix(Workspace* w, Index rows, Index cols, std::uint64_t seed) {
  MatrixD result(w, rows, cols);
  if (measuring(w)) return result;
  Random random(seed);
  for (Index j = 0; j < cols; ++j) {
    for (Index i = 0; i < rows; ++i) result(i, j) = random.uniform() - 0.5;
  }
  return result;
}

/// A positive semidefinite matrix of this rank.
MatrixD random_square(Workspace* w, Index n, Index rank, std::uint64_t seed) {
  MatrixD result(w, n, n);
  const MatrixD half = random_matrix(w, n, rank, seed);
  set_product(result, half, half.transpose());
  return result;
}

bool same(const MatrixD& a, const MatrixD& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && (a.array() == b.array()).all();
}
bool same(const VectorD& a, const VectorD& b) {
  return a.size() == b.size() && (a.array() == b.array()).all();
}
bool same(const Eigenpairs& a, const Eigenpairs& b) {
  return same(a.vectors, b.vectors) && same(a.values, b.values);
}

/// Runs `make` in a counting workspace, in a stack of the counted size, and on the heap. Results must be
/// equal, and all memory must come from the workspace.
template <class Make>
Measured check(const std::string& what, const Make& make) {
  const auto expected = make(nullptr);
  return expect_measured(what, [&](Workspace& w) {
    const auto result = make(&w);
    if (!measuring(&w)) expect(same(result, expected)) << what << "differs from what it is on the heap";
  });
}

const suite measured_linalg_suite = [] {
  "products and columns"_test = [] {
    for (const Index n : {1, 5, 40, 150}) {
      const Measured product_both = check("product", [n](Workspace* w) {
        const MatrixD a = random_matrix(w, n, n + 3, 1), b = random_matrix(w, n + 3, 7, 2);
        return product(a, b, w);
      });
      expect(product_both.counted == product_both.taken);
      check("long product", [n](Workspace* w) {
        const MatrixD a = random_matrix(w, n, n + 3, 1), b = random_matrix(w, n + 3, 7, 2);
        return long_product(a, b, nullptr, w);
      });
      check("square", [n](Workspace* w) { return square_lower(random_matrix(w, n, 9, 3), w); });
      check("lengths", [n](Workspace* w) { return squared_lengths(random_matrix(w, n, 9, 3), w); });
      for (const Index rank : {n, (n + 1) / 2}) {
        check("orthonormal columns", [n, rank](Workspace* w) {
          MatrixD columns(w, n, n + 2);
          const MatrixD a = random_matrix(w, n, rank, 4), b = random_matrix(w, rank, n + 2, 5);
          set_product(columns, a, b);
          return orthonormal_columns(std::move(columns));
        });
        check("pivoted factor", [n, rank](Workspace* w) {
          MatrixD a = random_square(w, n, rank, 6);
          Array<int> order(w);
          a.conservativeResize(n, pivoted_cholesky(a, 1e-10, order));
          return a;
        });
      }
      check("turned columns", [n](Workspace* w) {
        MatrixD a = random_matrix(w, n + 5, std::min<Index>(n, 20), 7);
        turn_orthogonal(a);
        return a;
      });
    }
  };

  "what has no entries is passed over"_test = [] {
    Workspace w = Workspace::counting();
    MatrixD a(&w, 30, 30), b(&w, 30, 30);
    const MatrixD real = MatrixD::Ones(30, 30);
    set_product(a.rightCols(3), b, real.leftCols(3));
    add_product(a.bottomRightCorner(7, 7), b.bottomRows(7), real.rightCols(7));
    add_product_lower(a, real, b.transpose());
    set_symmetric_product(a.col(3), b, real.col(3));
    solve_triangle(b.bottomRightCorner(7, 7), a.bottomRows(7));
    solve_triangle_right(Operand<double>(b).transpose(), a);
    fill_upper(a.bottomRightCorner(7, 7));
    centre_columns(a);
    scale_columns(a, b.col(7));
    scale_rows(a, b.col(7));
    expect(cholesky(a.bottomRightCorner(7, 7)) && long_cholesky(a, nullptr));
    expect(squared_length(a.col(2)) == 0 && largest_magnitude(a.rightCols(2)) == 0 && all_finite(a));
  };

  "memory for packing products is counted"_test = [] {
    Workspace w = Workspace::counting();
    const MatrixD a(&w, 700, 700);
    const MatrixD c = product(a, a, &w);
    expect(double(w.library_peak()) >= 0.9 * product_bytes(700, 700, 700, 8));
  };

  "symmetric matrices"_test = [] {
    for (const Index n : {1, 2, 16, 17, 90, 130, 260, 300}) {
      const Measured all =
          check("all eigenpairs", [n](Workspace* w) { return symmetric_eigen(random_square(w, n, n, 8)); });
      expect(all.counted == all.taken) << double(n);
      for (const Index count : {1, 3, 70}) {
        for (const End end : {End::smallest, End::largest}) {
          const Measured some = check("some eigenpairs", [&](Workspace* w) {
            return extreme_eigen(random_square(w, n, std::max<Index>(1, n / 2), 9), count, end);
          });
          expect(double(some.counted) <= 2 * double(some.taken) + 2000) << double(n) << double(count);
        }
      }
    }
  };

  "three diagonals"_test = [] {
    for (const Index n : {2, 60, 200}) {
      for (const Index count : {Index(1), std::min<Index>(n, 100)}) {
        check("through three diagonals", [&](Workspace* w) {
          MatrixD a = random_square(w, n, n, 10);
          VectorD factors;
          const Tridiagonal t = reduce_to_tridiagonal(a, factors);
          expect(count_below(t, -1) == (measuring(w) ? n : 0));
          MatrixD vectors = tridiagonal_vectors(t, tridiagonal_values(t, n - count, count));
          apply_reflections(a, factors, vectors);
          return vectors;
        });
      }
      check("their vectors", [&](Workspace* w) {
        MatrixD a = random_square(w, n, n, 10);
        VectorD factors;
        Tridiagonal t = reduce_to_tridiagonal(a, factors);
        form_reflections(a, factors);
        expect(diagonalise(t, a));
        return a;
      });
    }
  };

  "whitening"_test = [] {
    for (const Index n : {1, 7, 60, 150}) {
      for (const Index rank : {n, (n + 1) / 2}) {
        for (const Units units : {Units::own, Units::same}) {
          const Measured both = check("whitening of a range", [&](Workspace* w) {
            return whitening_of_range(random_square(w, n, rank, 11), nullptr, units);
          });
          expect(double(both.counted) <= 1.5 * double(both.taken) + 2000) << double(n);
        }
        check("largest pairs", [&](Workspace* w) {
          const Eigenpairs all = symmetric_eigen(random_square(w, n, n, 11));
          MatrixD white = whitening(all, rank);
          return largest_pairs(all, rank);
        });
      }
    }
  };

  "pencils"_test = [] {
    for (const Index n : {1, 9, 60, 200}) {
      for (const Index rank : {Index(0), (n + 1) / 2, 3 * n}) {
        for (const Columns columns : {Columns::b_normal, Columns::unit, Columns::orthonormal}) {
          for (const bool b_first : {false, true}) {
            const Measured both = check("pencil", [&](Workspace* w) {
              Pencil pencil{MatrixD::in(w), MatrixD::in(w)};
              if (b_first && rank > 0) pencil.b = random_square(w, n, rank, 12);
              pencil.a = random_square(w, n, std::min<Index>(n, 8), 13);
              if (!b_first && rank > 0) pencil.b = random_square(w, n, rank, 12);
              Eigenpairs result = solve(std::move(pencil), std::min<Index>(n, 4), columns);
              const MatrixD above = random_matrix(w, n, n, 14);  // uses the room that was counted for it
              return result;
            });
            expect(double(both.counted) <= 1.8 * double(both.taken) + 5000)
                << double(n) << double(rank) << double(both.counted) << double(both.taken);
          }
        }
      }
    }
  };

  "iterations"_test = [] {
    for (const Index n : {30, 400}) {
      const auto multiply_with = [](const MatrixD& m) {
        return [&m](MatrixD& v) {
          const MatrixD product_with_m = product(v, m, v.home());
          v = product_with_m;
        };
      };
      const Measured both = check("largest eigenpairs", [&](Workspace* w) {
        const MatrixD m = random_square(w, n, n, 15);
        return largest_eigenpairs(n, 3, multiply_with(m), nullptr, w);
      });
      expect(both.counted == both.taken) << double(both.counted) << double(both.taken);
      check("smallest eigenpairs", [&](Workspace* w) {
        Monitor monitor;
        const MatrixD m = random_square(w, n, n, 15);
        return smallest_eigenpairs(n, 3, 1, multiply_with(m), monitor, 1e9, w);
      });
    }
  };

  "a large pencil of which few are wanted"_test = [] {
    const Index n = 1500;
    const Measured both = check("large pencil", [&](Workspace* w) {
      Pencil pencil{MatrixD(w, n, n), MatrixD::in(w)};
      if (!measuring(w)) {
        pencil.a.setZero();
        for (Index i = 0; i < n; ++i) pencil.a(i, i) = 1 / double(1 + i);
      }
      return solve(std::move(pencil), 2);
    });
    expect(double(both.counted) <= 1.1 * double(both.taken));
  };
};

}  // namespace measured_linalg_test
