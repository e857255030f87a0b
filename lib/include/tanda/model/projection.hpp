// y = P·x + c through Eigen, one row at a time: several features share an instruction where the machine can
// do that.
#pragma once

#include <Eigen/Core>
#include <type_traits>

#include "tanda/model/plain_projection.hpp"

namespace tanda {

/// One sample, sizes known at run time: `matrix` is r×d, row after row. O(r d)
template <class S>
void project(const S* matrix, const S* offset, std::size_t inputs, std::size_t outputs, bool unit_length,
             const S* x, S* y) {
  if (unit_length) return plain_project_unit_length(matrix, offset, inputs, outputs, x, y);
  using Row = Eigen::Map<const Eigen::Matrix<S, 1, Eigen::Dynamic>>;
  const Eigen::Index d = Eigen::Index(inputs);
  const Row sample(x, d);
  for (std::size_t i = 0; i < outputs; ++i, matrix += inputs) y[i] = Row(matrix, d).dot(sample) + offset[i];
}

/// Sizes fixed at compile time: a constant that lives in flash, or what a fit on the device fills. P is R×D,
/// row after row. O(r d) a sample, and no heap. \code
///   constexpr tanda::Projection<float, 3, 2> map{{1, 2, 3, 4, 5, 6}, {10, 20}};
///   map(x, y);  // float x[3], y[2]
/// \endcode
template <class S, std::size_t D, std::size_t R>
struct Projection {
  static constexpr std::size_t inputs = D, outputs = R;
  using Row = Eigen::Matrix<S, 1, int(D)>;
  static constexpr std::size_t together = Eigen::internal::packet_traits<S>::size;  ///< numbers in a register
  static constexpr std::size_t most_copied = 1024;  ///< larger samples do not belong on the stack
  alignas(together * sizeof(S)) S matrix[R * D];
  S offset[R];
  bool unit_length = false;

  Eigen::Map<const Row> row(std::size_t i) const { return Eigen::Map<const Row>(matrix + i * D); }

  /// y does not overlap x.
  void operator()(const S (&x)[D], S (&y)[R]) const { project(&x[0], &y[0]); }
  void project(const S* x, S* y) const {
    if (unit_length) return plain_project_unit_length(matrix, offset, D, R, x, y);
    // Where registers hold several numbers, a copy of the sample stays in them.
    const std::conditional_t<(together > 1 && D <= most_copied), const Row, Eigen::Map<const Row>> sample =
        Eigen::Map<const Row>(x);
    for (std::size_t i = 0; i < R; ++i) y[i] = row(i).dot(sample) + offset[i];
  }
};

}  // namespace tanda
