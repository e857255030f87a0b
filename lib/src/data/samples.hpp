// Samples: the working data of a fit, and the basic products of them.
#pragma once

#include <functional>

#include "base/monitor.hpp"
#include "linalg/dense.hpp"

namespace tanda::internal {

/// p×n samples whose centred values are x − shift. The shift is not subtracted, and it is chosen so that x is
/// exact for integer and binary data: differences of columns are then equal where those of the data are, so
/// ties between neighbours are decided correctly.
template <class S>
struct Samples {
  Matrix<S> x;
  VectorD shift;  ///< p

  Index dims() const { return x.rows(); }
  Index count() const { return x.cols(); }
  /// The workspace of the samples and of all matrices computed from them.
  Workspace* home() const { return x.home(); }

  /// Centred columns first..first+size in double; in the memory of `out` if that is large enough.
  void panel(Index first, Index size, MatrixD& out) const;
  /// Column i in double, uncentred; centred; and x_i − x_j.
  void column(Index i, double* out) const;
  void centred(Index i, double* out) const;
  void difference(Index i, Index j, double* out) const;

  /// ‖x_i − x_j‖², from differences and in double: exact if the data are. It uses eight running sums, because
  /// neither Eigen nor the compiler may reorder a single sum.
  double squared_distance(Index i, Index j) const;
};

/// Builds one column Σ_j w_j (x_j − shift) of a product X·M.
template <class S>
class ColumnSum {
 public:
  ColumnSum(const Samples<S>& samples, Target<double> out);
  void add(double weight, Index j);
  /// Adds a vector that is already centred.
  void add(double weight, Operand<double> centred);
  void finish();

 private:
  const Samples<S>& samples_;
  double* out_;
  double total_ = 0;
};

/// X·X' of columns first..first+size (lower triangle), computed from `panel` columns at a time. Stops early
/// when cancelled, as do the two functions below. O(n d²)
template <class S>
MatrixD outer_product(const Samples<S>& samples, Index first, Index size, Monitor* monitor = nullptr,
                      Index panel = panel_samples);

/// X·X' of all columns by products in the samples' own precision, of which only a few are added up in it. For
/// float samples it is twice as fast, with errors of about 1e-6 of the large entries; exact where products of
/// samples are.
template <class S>
MatrixD quick_outer_product(const Samples<S>& samples, Monitor* monitor = nullptr);
/// With panels of this size, `outer_product` takes hardly more memory than `quick_outer_product`.
inline constexpr Index small_panel = 64;

/// X'·X (lower triangle), for fewer samples than features. O(n² d)
template <class S>
MatrixD inner_product(const Samples<S>& samples, Monitor* monitor = nullptr);

/// X·M (p×r) for M n×r. O(n p r)
template <class S>
MatrixD times(const Samples<S>& samples, const MatrixD& m);
/// The same into an existing matrix.
template <class S>
void set_times(MatrixD& to, const Samples<S>& samples, const MatrixD& m);

/// Adds the terms of column i of a product X·M. (A member of a struct, so that S is deduced from the
/// samples.)
template <class S>
struct FillColumnOf {
  using type = std::function<void(Index i, ColumnSum<S>& sum)>;
};
template <class S>
using FillColumn = typename FillColumnOf<S>::type;

/// Lower triangle of X·M·X' for a symmetric n×n M given by its columns. Computed in panels, so that M is
/// never dense: O(nnz d + n d²). Stops early when cancelled.
template <class S>
MatrixD scatter(const Samples<S>& samples, Monitor& monitor, const FillColumn<S>& column);
/// The same, added to `to`.
template <class S>
void add_scatter(MatrixD& to, const Samples<S>& samples, Monitor& monitor, const FillColumn<S>& column);

/// Lower triangle of Y·Y' for Y = X·M given by its columns. O(nnz d + n d²)
template <class S>
MatrixD squared_scatter(const Samples<S>& samples, Monitor& monitor, const FillColumn<S>& column);

}  // namespace tanda::internal
