// y = P·x + c through Eigen, one row at a time: several features are processed by one instruction where the
// machine has vector instructions.
#pragma once

#include <Eigen/Core>
#include <utility>

#include "tanda/detail/plain_projection.hpp"

namespace tanda {

/// Projects one sample, with sizes known at run time. O(r d)
/// @param matrix outputs × inputs numbers, row after row
/// @param offset outputs numbers
/// @param inputs features of a sample
/// @param outputs dimensions of a projected sample
/// @param unit_length scale the sample to unit length first
/// @param x the sample
/// @param y room for `outputs` numbers; does not overlap x
template <class S>
void project(const S* matrix, const S* offset, std::size_t inputs, std::size_t outputs, bool unit_length,
             const S* x, S* y) {
  if (unit_length) return plain_project_unit_length(matrix, offset, inputs, outputs, x, y);
  using Row = Eigen::Map<const Eigen::Matrix<S, 1, Eigen::Dynamic>>;
  const Eigen::Index d = Eigen::Index(inputs);
  const Row sample(x, d);
  for (std::size_t i = 0; i < outputs; ++i, matrix += inputs) y[i] = Row(matrix, d).dot(sample) + offset[i];
}

namespace detail {

/// All rows of I at the same time: each piece of the sample is read once for all of them, and their sums stay
/// in registers. Unrolled explicitly, because the compiler does not do it at -O2.
template <class S, std::size_t D, std::size_t... I>
void project_rows(const S* matrix, const S* offset, const S* x, S* y, std::index_sequence<I...>) {
  constexpr std::size_t together = Eigen::internal::packet_traits<S>::size, whole = D / together * together;
  constexpr int alignment = D % together == 0 ? int(together * sizeof(S)) : 0;
  using Part = Eigen::Array<S, int(together), 1>;
  using RowPart = Eigen::Map<const Part, alignment>;
  Part sums[sizeof...(I)];
  ((sums[I] = Part::Zero()), ...);
  for (std::size_t j = 0; j < whole; j += together) {
    const Part part = Eigen::Map<const Part>(x + j);
    ((sums[I] += RowPart(matrix + I * D + j) * part), ...);
  }
  ((y[I] = sums[I].sum() + offset[I]), ...);
  for (std::size_t j = whole; j < D; ++j) ((y[I] += matrix[I * D + j] * x[j]), ...);
}

/// All rows from `first` on, in groups of about equal size whose sums fit into the registers.
template <class S, std::size_t D, std::size_t R, std::size_t first = 0>
void project_in_groups(const S* matrix, const S* offset, const S* x, S* y) {
  constexpr std::size_t most = 10, left = R - first, groups = (left + most - 1) / most;
  constexpr std::size_t rows = (left + groups - 1) / groups;
  project_rows<S, D>(matrix + first * D, offset + first, x, y + first, std::make_index_sequence<rows>());
  if constexpr (left > rows) project_in_groups<S, D, R, first + rows>(matrix, offset, x, y);
}

}  // namespace detail

/// A projection with sizes fixed at compile time: a constant in flash, or filled by a fit on the device. P is
/// R×D, row after row. O(r d) per sample, no heap. \code
///   constexpr tanda::Projection<float, 3, 2> map{{1, 2, 3, 4, 5, 6}, {10, 20}};
///   const float x[] = {1, 0, 0};
///   float y[2];
///   map(x, y);  // 11, 24
/// \endcode
template <class S, std::size_t D, std::size_t R>
struct Projection {
  static constexpr std::size_t inputs = D;   ///< features of a sample
  static constexpr std::size_t outputs = R;  ///< dimensions of a projected sample
  /// A row of the matrix, or a sample.
  using Row = Eigen::Matrix<S, 1, int(D)>;
  static constexpr std::size_t together = Eigen::internal::packet_traits<S>::size;  ///< numbers in a register
  static constexpr std::size_t most_written_out =
      64;  ///< rows that are unrolled: with more, code grows without a gain
  alignas(together * sizeof(S)) S matrix[R * D];  ///< P, row after row
  S offset[R];                                    ///< c
  bool unit_length = false;                       ///< scale each sample to unit length first

  /// Row i of P.
  /// @param i from 0 to R - 1
  Eigen::Map<const Row> row(std::size_t i) const { return Eigen::Map<const Row>(matrix + i * D); }

  /// Projects a sample. O(r d)
  /// @param x the sample
  /// @param y receives the projected sample; does not overlap x
  void operator()(const S (&x)[D], S (&y)[R]) const { project(&x[0], &y[0]); }
  /// Projects a sample given by pointers.
  /// @param x D numbers
  /// @param y room for R
  void project(const S* x, S* y) const {
    if (unit_length) return plain_project_unit_length(matrix, offset, D, R, x, y);
    if constexpr (together > 1 && R <= most_written_out) {
      detail::project_in_groups<S, D, R>(matrix, offset, x, y);
    } else {
      const Eigen::Map<const Row> sample(x);
      for (std::size_t i = 0; i < R; ++i) y[i] = row(i).dot(sample) + offset[i];
    }
  }
};

}  // namespace tanda
