#include "linalg/symmetric.hpp"

#include <Eigen/Eigenvalues>
#include <limits>

#include "base/monitor.hpp"
#include "linalg/dense.hpp"
#include "linalg/tridiagonal.hpp"

namespace tanda::internal {
namespace {

/// Eigen's solver on the matrix's own memory: as such it would copy the matrix in and the eigenvectors out.
Eigenpairs eigen_in_place(MatrixD&& a) {
  constexpr Index most_steps = 30;  // for each eigenvalue
  const Index n = a.rows();
  VectorD values(a.home(), n), beside(a.home(), n - 1), factors(a.home(), n - 1), room(a.home(), n);
  if (measuring(a.home())) return {std::move(a), std::move(values)};
  MatrixD::Base& m = a;
  m.triangularView<Eigen::StrictlyUpper>().setZero();
  double scale = m.cwiseAbs().maxCoeff();
  if (scale == 0) scale = 1;
  m.triangularView<Eigen::Lower>() /= scale;
  VectorD::Base &diagonal = values, &subdiagonal = beside, &h = factors, &workspace = room;
  Eigen::internal::tridiagonalization_inplace(m, h);
  diagonal = m.diagonal();
  subdiagonal = m.diagonal<-1>();
  Eigen::HouseholderSequence<MatrixD::Base, VectorD::Base>(m, h).setLength(n - 1).setShift(1).evalTo(
      m, workspace);
  Eigen::internal::computeFromTridiagonal_impl(diagonal, subdiagonal, most_steps, true, m);
  values *= scale;
  return {std::move(a), std::move(values)};
}

constexpr int small = 16;

/// The same on the stack.
Eigenpairs small_eigen(MatrixD&& a) {
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, small, small>;
  VectorD values(a.home(), a.rows());
  if (!measuring(a.home())) {
    const Eigen::SelfAdjointEigenSolver<Small> solver{Small(a)};
    a = solver.eigenvectors();
    values = solver.eigenvalues();
  }
  return {std::move(a), std::move(values)};
}

// From here on the reduction is faster panel by panel, and all of it can be cancelled.
constexpr Index large = 256;

/// Eigen's QR steps, with somebody to ask between two of them. False when cancelled, or when they come to no
/// end.
bool all_steps(Tridiagonal& t, MatrixD& q, Monitor* monitor) {
  constexpr Index most_steps = 30;  // for each eigenvalue
  const Index n = t.rows();
  double* const diagonal = t.diagonal.data();
  double* const beside = t.beside.data();
  Index last = n - 1;
  for (Index step = 0; step < most_steps * n; ++step) {
    const auto negligible = [&](Index i) {
      const double scaled = beside[i] / std::numeric_limits<double>::epsilon();
      return std::abs(beside[i]) < std::numeric_limits<double>::min() ||
             scaled * scaled <= std::abs(diagonal[i]) + std::abs(diagonal[i + 1]);
    };
    for (Index i = 0; i < last; ++i) {
      if (negligible(i)) beside[i] = 0;
    }
    while (last > 0 && beside[last - 1] == 0) --last;
    if (last == 0) return true;
    Index first = last - 1;
    while (first > 0 && beside[first - 1] != 0) --first;
    if (!goes_on(monitor, 8 * double(n) * double(last - first))) return false;
    Eigen::internal::tridiagonal_qr_step<Eigen::ColMajor>(diagonal, beside, first, last, q.data(), n);
  }
  return false;
}

/// At unit scale, so that squares of small entries are no zeros.
Eigenpairs large_eigen(MatrixD&& a, Monitor* monitor) {
  const Index n = a.rows();
  const bool hollow = measuring(a.home());
  double scale = 0;
  for (Index j = 0; j < n && !hollow; ++j)
    scale = std::max(scale, a.col(j).tail(n - j).cwiseAbs().maxCoeff());
  if (!(scale > 0)) scale = 1;
  for (Index j = 0; j < n && !hollow; ++j) a.col(j).tail(n - j) /= scale;
  VectorD factors;
  Tridiagonal t = reduce_to_tridiagonal(a, factors, monitor);
  if (t.rows() == 0) return {};
  if (all_finite(t.diagonal) && all_finite(t.beside)) {  // or steps would come to no end
    form_reflections(a, factors, monitor);
    if (!diagonalise(t, a, monitor)) return {};
    if (!hollow) t.diagonal *= scale;
  } else {
    t.diagonal.setConstant(std::numeric_limits<double>::quiet_NaN());
  }
  return {std::move(a), std::move(t.diagonal)};
}

}  // namespace

bool diagonalise(Tridiagonal& t, MatrixD& q, Monitor* monitor) {
  const Index n = t.rows();
  if (measuring(q.home())) return true;
  if (!all_steps(t, q, monitor)) {
    t.diagonal.setConstant(std::numeric_limits<double>::quiet_NaN());
    return !stopped(monitor);
  }
  for (Index i = 0; i + 1 < n; ++i) {
    Index least = 0;
    t.diagonal.tail(n - i).minCoeff(&least);
    if (least == 0) continue;
    std::swap(t.diagonal[i], t.diagonal[i + least]);
    q.col(i).swap(q.col(i + least));
  }
  return true;
}

Eigenpairs symmetric_eigen(MatrixD&& a, Monitor* monitor) {
  if (a.rows() == 0) return {};
  if (a.rows() <= small) return small_eigen(std::move(a));
  if (a.rows() >= large) return large_eigen(std::move(a), monitor);
  return eigen_in_place(std::move(a));
}

}  // namespace tanda::internal
