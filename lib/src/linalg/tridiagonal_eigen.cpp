// Eigenvalues of a symmetric tridiagonal matrix by bisection, eigenvectors by inverse iteration.
#include "linalg/tridiagonal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/monitor.hpp"
#include "linalg/dense.hpp"
#include "tanda/detail/random.hpp"

namespace tanda::internal {
namespace {

constexpr double rounding_unit = std::numeric_limits<double>::epsilon();

/// T − shift·I = PLU by elimination with row exchanges, and solving with it. U has three diagonals, L one
/// below its unit diagonal.
class ShiftedFactor {
 public:
  ShiftedFactor(const Tridiagonal& t, double shift, double smallest_pivot)
      : pivot_(t.diagonal),
        above_(t.diagonal.home(), t.rows()),
        second_(t.diagonal.home(), t.rows()),
        below_(t.diagonal.home(), t.rows()),
        swapped_(t.diagonal.home(), std::size_t(t.rows()), 0) {
    const Index n = t.rows();
    if (measuring(t.diagonal.home())) return;
    second_.setZero();
    pivot_.array() -= shift;
    for (Index i = 0; i + 1 < n; ++i) above_[i] = t.subdiagonal[i];
    for (Index i = 0; i + 1 < n; ++i) {
      const double under = t.subdiagonal[i];
      if (std::abs(pivot_[i]) >= std::abs(under)) {
        pivot_[i] = away_from_zero(pivot_[i], smallest_pivot);
        below_[i] = under / pivot_[i];
        pivot_[i + 1] -= below_[i] * above_[i];
      } else {
        swapped_[std::size_t(i)] = 1;
        below_[i] = pivot_[i] / under;
        const double above = above_[i];
        pivot_[i] = under;
        above_[i] = pivot_[i + 1];
        pivot_[i + 1] = above - below_[i] * above_[i];
        if (i + 2 < n) {
          second_[i] = above_[i + 1];
          above_[i + 1] *= -below_[i];
        }
      }
    }
    pivot_[n - 1] = away_from_zero(pivot_[n - 1], smallest_pivot);
  }

  void solve(double* x) const {
    const Index n = pivot_.size();
    for (Index i = 0; i + 1 < n; ++i) {
      if (swapped_[std::size_t(i)]) std::swap(x[i], x[i + 1]);
      x[i + 1] -= below_[i] * x[i];
    }
    for (Index i = n; i-- > 0;) {
      if (i + 1 < n) x[i] -= above_[i] * x[i + 1];
      if (i + 2 < n) x[i] -= second_[i] * x[i + 2];
      x[i] /= pivot_[i];
    }
  }

 private:
  static double away_from_zero(double pivot, double least) {
    return std::abs(pivot) >= least ? pivot : std::copysign(least, pivot);
  }

  VectorD pivot_, above_, second_, below_;
  Array<char> swapped_;
};

constexpr Index points_at_once = 8;  // evaluated together, as for one alone each division waits for the last

/// How many eigenvalues are below each x, by Sturm sequences.
void count_below(const Tridiagonal& t, const VectorD& squares, double least,
                 const double (&x)[points_at_once], Index (&counts)[points_at_once]) {
  double pivots[points_at_once], below[points_at_once] = {};
  std::fill_n(pivots, points_at_once, 1.0);
  for (Index i = 0; i < t.rows(); ++i) {
    const double centre = t.diagonal[i], square = i > 0 ? squares[i - 1] : 0;
    for (Index l = 0; l < points_at_once; ++l) {
      const double pivot = centre - x[l] - square / pivots[l];
      pivots[l] = std::abs(pivot) < least ? -least : pivot;
      below[l] += pivots[l] < 0 ? 1 : 0;
    }
  }
  for (Index l = 0; l < points_at_once; ++l) counts[l] = Index(below[l]);
}

/// ‖Tv − value·v‖
double residual(const Tridiagonal& t, const double* v, double value) {
  const Index n = t.rows();
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    double off = (t.diagonal[i] - value) * v[i];
    if (i > 0) off += t.subdiagonal[i - 1] * v[i - 1];
    if (i + 1 < n) off += t.subdiagonal[i] * v[i + 1];
    sum += off * off;
  }
  return std::sqrt(sum);
}

}  // namespace

double Tridiagonal::norm() const {
  double largest = 0;
  for (Index i = 0; i < rows(); ++i) {
    largest = std::max(largest, std::abs(diagonal[i]) + (i > 0 ? std::abs(subdiagonal[i - 1]) : 0) +
                                    (i + 1 < rows() ? std::abs(subdiagonal[i]) : 0));
  }
  return largest;
}

namespace {

/// Smaller pivots of a Sturm sequence are replaced by this, with a minus sign.
double least_pivot(double norm) {
  return std::max(rounding_unit * rounding_unit * norm * norm, 1e-300);
}

}  // namespace

Index count_below(const Tridiagonal& t, double x) {
  double places[points_at_once];
  Index counts[points_at_once];
  std::fill_n(places, points_at_once, x);
  const VectorD squares(t.diagonal.home(), t.subdiagonal.cwiseAbs2());
  if (measuring(t.diagonal.home())) return t.rows();
  count_below(t, squares, least_pivot(t.norm()), places, counts);
  return counts[0];
}

VectorD tridiagonal_values(const Tridiagonal& t, Index first, Index count, Monitor* monitor) {
  VectorD values(t.diagonal.home(), count);
  const VectorD squares(t.diagonal.home(), t.subdiagonal.cwiseAbs2());
  if (measuring(t.diagonal.home())) return values;
  const double norm = t.norm(), least = least_pivot(norm);
  for (Index done = 0; done < count; done += points_at_once) {
    if (!goes_on(monitor, 500 * double(points_at_once) * double(t.rows()))) return {};
    const Index group = std::min(points_at_once, count - done);
    const Index inside = points_at_once / group;  // points tried between the bounds of each value
    double low[points_at_once], high[points_at_once], at[points_at_once];
    Index counts[points_at_once];
    std::fill_n(low, points_at_once, -norm * (1 + 4 * rounding_unit) - least);
    std::fill_n(high, points_at_once, norm * (1 + 4 * rounding_unit) + least);
    for (bool narrow = false; !narrow;) {
      for (Index l = 0; l < points_at_once; ++l) {
        const Index v = std::min(l / inside, group - 1);
        at[l] = low[v] + (high[v] - low[v]) * double(l % inside + 1) / double(inside + 1);
      }
      count_below(t, squares, least, at, counts);
      narrow = true;
      for (Index v = 0; v < group; ++v) {
        Index place = 0;
        while (place < inside && counts[v * inside + place] <= first + done + v) ++place;
        if (place < inside) high[v] = at[v * inside + place];
        if (place > 0) low[v] = at[v * inside + place - 1];
        narrow = narrow &&
                 high[v] - low[v] <= 2 * rounding_unit * (std::abs(low[v]) + rounding_unit * norm) + 1e-300;
      }
    }
    for (Index v = 0; v < group; ++v) {
      const double middle = 0.5 * (low[v] + high[v]);
      values[done + v] = std::abs(middle) > least ? middle : 0;
    }
  }
  return values;
}

namespace {

/// The shifts of inverse iteration, one for each eigenvalue, and the first eigenvalue of each one's cluster.
/// Inverse iteration does not separate the vectors of a cluster, so they are made orthogonal to each other.
/// Equal eigenvalues get different shifts, as equal shifts would give the same vector; a shift differs from
/// its eigenvalue by at most `most_off`.
struct Shifts {
  VectorD at;
  Array<Index> cluster;
};
Shifts shifts_of(const VectorD& values, double norm, double most_off) {
  const double apart = 1e-3 * norm, nudge = 10 * rounding_unit * norm;
  Shifts result{values, Array<Index>(values.home(), std::size_t(values.size()), 0)};
  if (measuring(values.home())) return result;
  Index cluster = 0;
  for (Index k = 1; k < values.size(); ++k) {
    if (std::abs(values[k] - values[k - 1]) > apart) cluster = k;
    if (k > cluster && values[k] - result.at[k - 1] < nudge)
      result.at[k] = std::min(result.at[k - 1] + nudge, values[k] + most_off);
    result.cluster[std::size_t(k)] = cluster;
  }
  return result;
}

/// Makes columns first..last orthogonal to columns from..first by matrix products: subtracts the projections,
/// twice against rounding errors.
void take_off_earlier(MatrixD& vectors, Index from, Index first, Index last) {
  if (from >= first) return;
  const auto before = vectors.middleCols(from, first - from);
  auto own = vectors.middleCols(first, last - first);
  library_product(vectors.home(), own.rows(), own.cols(), before.cols(), sizeof(double));
  for (int twice = 0; twice < 2; ++twice)
    add_product(own, before, product(before.transpose(), own, vectors.home()), -1);
}

}  // namespace

MatrixD tridiagonal_vectors(const Tridiagonal& t, const VectorD& values, Monitor* monitor) {
  constexpr int steps = 6;
  constexpr Index many = 64;
  constexpr Index together = 32;  // vectors per group if there are many, to use matrix products
  const Index n = t.rows(), count = values.size(), group = count > many ? together : 1;
  const double norm = measuring(t.diagonal.home()) ? 0 : t.norm(),
               enough = 16 * rounding_unit * norm * std::sqrt(double(n));
  const double smallest_pivot = std::max(rounding_unit * norm, std::numeric_limits<double>::min());
  MatrixD vectors(t.diagonal.home(), n, count);
  // In groups the shifts are the eigenvalues: in a large cluster they would be moved too far. The vectors
  // differ by their random start.
  const Shifts shifts = shifts_of(values, norm, group > 1 ? 0 : std::numeric_limits<double>::infinity());
  if (measuring(t.diagonal.home())) {
    ShiftedFactor(t, 0, 0);
    for (Index first = 0; first < count; first += group)  // upper bound: all in one cluster
      take_off_earlier(vectors, 0, first, std::min(first + group, count));
    return vectors;
  }
  Random random(1);
  for (Index first = 0; first < count; first += group) {
    const Index last = std::min(first + group, count), cluster = shifts.cluster[std::size_t(first)];
    for (Index k = first; k < last; ++k) {
      for (Index i = 0; i < n; ++i) vectors(i, k) = random.uniform() - 0.5;
    }
    bool good = false;
    for (int step = 0; step < steps && !good; ++step) {
      if (!goes_on(monitor, double(n * (last - first)) * double(50 + 8 * (last - cluster)))) return {};
      for (Index k = first; k < last; ++k) {
        auto v = vectors.col(k);
        v /= v.cwiseAbs().maxCoeff();
        ShiftedFactor(t, shifts.at[k], smallest_pivot).solve(v.data());
        v /= v.cwiseAbs().maxCoeff();
      }
      take_off_earlier(vectors, cluster, first, last);
      good = step > 0;
      for (Index k = first; k < last; ++k) {
        auto v = vectors.col(k);
        take_off_earlier(vectors, std::max(first, shifts.cluster[std::size_t(k)]), k, k + 1);
        const double length = std::sqrt(squared_length(v));
        if (!(length > 0)) return {};
        v /= length;
        good = good && residual(t, v.data(), values[k]) <= enough;
      }
    }
    if (!good) return {};
  }
  return vectors;
}

}  // namespace tanda::internal
