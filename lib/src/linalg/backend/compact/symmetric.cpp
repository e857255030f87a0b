// Eigenpairs of a symmetric matrix in its own memory: Householder's reduction to three diagonals, then
// implicit QR steps.
#include "linalg/symmetric.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/monitor.hpp"
#include "linalg/tridiagonal.hpp"
#include "vectors.hpp"

namespace tanda::internal {
namespace {

constexpr Index most_sweeps = 30;  // of QR, for each eigenvalue

/// Q in the place of the reflections.
void multiply_reflections(MatrixD& a, const VectorD& factors) {
  const Index n = a.rows();
  for (Index i = n - 1; i >= 0; --i) {
    // Column i becomes an axis, and the reflection that stands left of it is applied to it and to all that
    // follow.
    for (Index j = i + 1; j < n; ++j) a(i, j) = 0;
    for (Index k = i; k < n; ++k) a(k, i) = k == i;
    if (i == 0 || factors[i - 1] == 0) continue;
    const Index size = n - i;
    const double* const v = &a(i, i - 1);
    for (Index j = i; j < n; ++j) {
      double* const column = &a(i, j);
      compact::add(size, -factors[i - 1] * compact::dot(size, v, column), v, column);
    }
  }
}

struct Rotation {
  double cosine, sine;
};

/// Turns columns first, first + 1, ... of q by each rotation in turn, some of them at a time: a column is
/// read and written once for the two rotations it takes part in, and few columns at a time do not push each
/// other out of the cache.
void turn_columns(MatrixD& q, Index first, Index count, const Rotation* rotations) {
  using Pair = compact::Packet<double>;
  constexpr Index group = 8;
  const Index n = q.rows();
  for (Index done = 0; done < count; done += group) {
    const Index size = std::min(group, count - done);
    const Rotation* const turns = rotations + done;
    Index i = 0;
    for (; i + 4 <= n; i += 4) {
      double* at = &q(i, first + done);
      Pair upper = compact::load(at), lower = compact::load(at + 2);
      for (Index k = 0; k < size; ++k, at += n) {
        const Pair c = compact::same(turns[k].cosine), s = compact::same(turns[k].sine);
        const Pair next_upper = compact::load(at + n), next_lower = compact::load(at + n + 2);
        compact::store(at, c * upper - s * next_upper);
        compact::store(at + 2, c * lower - s * next_lower);
        upper = s * upper + c * next_upper;
        lower = s * lower + c * next_lower;
      }
      compact::store(at, upper);
      compact::store(at + 2, lower);
    }
    for (; i < n; ++i) {
      double* at = &q(i, first + done);
      double x = *at;
      for (Index k = 0; k < size; ++k, at += n) {
        at[0] = turns[k].cosine * x - turns[k].sine * at[n];
        x = turns[k].sine * x + turns[k].cosine * at[n];
      }
      *at = x;
    }
  }
}

/// One implicit QR step with Wilkinson's shift on rows first..last of the three diagonals.
void sweep(VectorD& diagonal, VectorD& beside, Index first, Index last, Rotation* rotations) {
  const double half = 0.5 * (diagonal[last - 1] - diagonal[last]), corner = beside[last - 1];
  const double away = half + std::copysign(std::hypot(half, corner), half);
  double x = diagonal[first] - (diagonal[last] - corner * (corner / away)), z = beside[first];
  for (Index k = first; k < last; ++k) {
    const double length = std::sqrt(x * x + z * z);  // all entries are at most one, and none is negligible
    const double c = length > 0 ? x / length : 1, s = length > 0 ? -z / length : 0;
    rotations[k - first] = {c, s};
    const double a = diagonal[k], b = beside[k], d = diagonal[k + 1];
    if (k > first) beside[k - 1] = length;
    diagonal[k] = c * c * a - 2 * c * s * b + s * s * d;
    diagonal[k + 1] = s * s * a + 2 * c * s * b + c * c * d;
    beside[k] = c * s * (a - d) + (c * c - s * s) * b;
    x = beside[k];
    if (k + 1 < last) {
      z = -s * beside[k + 1];
      beside[k + 1] *= c;
    }
  }
}

/// False when cancelled.
bool all_steps(VectorD& diagonal, VectorD& beside, MatrixD& q, Monitor* monitor) {
  const Index n = diagonal.size();
  Array<Rotation> rotations(q.home(), std::size_t(n));
  if (measuring(q.home())) return true;
  Index last = n - 1;
  for (Index sweeps = 0; last > 0 && sweeps < most_sweeps * n; ++sweeps) {
    const auto negligible = [&](Index i) {
      const double scaled = beside[i] / std::numeric_limits<double>::epsilon();
      return std::abs(beside[i]) < 1e-150 ||
             scaled * scaled <= std::abs(diagonal[i]) + std::abs(diagonal[i + 1]);
    };
    while (last > 0 && negligible(last - 1)) --last;
    if (last == 0) break;
    Index first = last - 1;
    while (first > 0 && !negligible(first - 1)) --first;
    if (!goes_on(monitor, 8 * double(n) * double(last - first))) return false;
    sweep(diagonal, beside, first, last, rotations.data());
    turn_columns(q, first, last - first, rotations.data());
  }
  return true;
}

void sort_ascending(VectorD& values, MatrixD& vectors) {
  for (Index i = 0; i + 1 < values.size(); ++i) {
    Index least = i;
    for (Index j = i + 1; j < values.size(); ++j) {
      if (values[j] < values[least]) least = j;
    }
    if (least == i) continue;
    std::swap(values[i], values[least]);
    std::swap_ranges(&vectors(0, i), &vectors(0, i) + vectors.rows(), &vectors(0, least));
  }
}

}  // namespace

bool diagonalise(Tridiagonal& t, MatrixD& q, Monitor* monitor) {
  if (!all_steps(t.diagonal, t.beside, q, monitor)) return false;
  if (!measuring(q.home())) sort_ascending(t.diagonal, q);
  return true;
}

Eigenpairs symmetric_eigen(MatrixD&& a, Monitor* monitor) {
  const Index n = a.rows();
  if (n == 0) return {};
  const bool hollow = measuring(a.home());
  double scale = 0;
  for (Index j = 0; j < n && !hollow; ++j) {
    for (Index i = j; i < n; ++i) scale = std::max(scale, std::abs(a(i, j)));
  }
  if (!(scale > 0)) scale = 1;
  for (Index j = 0; j < n && !hollow; ++j) {
    for (Index i = j; i < n; ++i) a(i, j) /= scale;
  }
  VectorD factors;
  Tridiagonal t = reduce_to_tridiagonal(a, factors, monitor);
  if (t.rows() == 0) return {};
  if (!hollow) multiply_reflections(a, factors);
  if (!diagonalise(t, a, monitor)) return {};
  if (!hollow) compact::scale(n, scale, t.diagonal.data());
  return {std::move(a), std::move(t.diagonal)};
}

}  // namespace tanda::internal
