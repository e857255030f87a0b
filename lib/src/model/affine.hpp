// y = P·x + c for many samples. Sums run over features one after the other, as in the plain loops of
// ModelView, and only different outputs share an instruction: a sample gives the same numbers alone and in a
// batch of any size, which a general matrix product does not promise.
#pragma once

#include <algorithm>
#include <cstring>

#include "tanda/model/model.hpp"
#include "tanda/model/projection.hpp"

namespace tanda {

/// The model's map in the samples' precision: for float, the very numbers of the model file.
template <class S>
class AffineMap {
 public:
  explicit AffineMap(const Model& model)
      : factors_(Matrix<S>::Zero((model.outputs() + wide - 1) / wide * wide, model.inputs())),
        offset_(Vector<S>::Zero(factors_.rows())),
        outputs_(model.outputs()),
        unit_length_(model.unit_length) {
    factors_.topRows(outputs_) = model.projection.cast<S>();
    offset_.head(outputs_) = model.offset.cast<S>();
  }

  /// O(r d) a sample; eight samples at a time, so that a factor is loaded once for all of them.
  void apply(ConstMatrixView<S> samples, Matrix<S>& out) const {
    const Index d = samples.rows();
    Matrix<S> copied = Matrix<S>::Zero(d, together);
    for (Index first = 0; first < samples.cols(); first += together) {
      const Index count = std::min(together, samples.cols() - first);
      const S* x = samples.col(first).data();
      if (unit_length_ || count < together) {
        for (Index k = 0; k < count; ++k, x += d) {
          LengthScale<S> scale;
          if (unit_length_) scale = unit_length_scale(x, std::size_t(d));
          std::transform(x, x + d, copied.col(k).data(), scale);
        }
        x = copied.data();
      }
      for (Index row = 0; row < outputs_; row += wide) apply_rows(row, x, count, out.col(first).data());
    }
  }

 private:
  typedef S Rows __attribute__((vector_size(16)));
  static constexpr Index together = 8, wide = Index(sizeof(Rows) / sizeof(S));

  static Rows rows_at(const S* from) {
    Rows rows;
    std::memcpy(&rows, from, sizeof rows);
    return rows;
  }

  /// Outputs row, row + 1, ... of eight samples, as many as there are. A function of its own: among others an
  /// engine does not find a register for each of them.
  [[gnu::noinline]] void apply_rows(Index row, const S* x, Index count, S* y) const {
    const Index d = factors_.cols();
    const S *const x1 = x + d, *const x2 = x1 + d, *const x3 = x2 + d, *const x4 = x3 + d, *const x5 = x4 + d,
                   *const x6 = x5 + d, *const x7 = x6 + d;
    // Written out, because whether the compiler keeps an array in registers is a matter of luck.
    Rows y0{}, y1{}, y2{}, y3{}, y4{}, y5{}, y6{}, y7{};
    const S* factors = factors_.data() + row;
    for (Index j = 0; j < d; ++j, factors += factors_.rows()) {
      const Rows p = rows_at(factors);
      y0 += p * x[j];
      y1 += p * x1[j];
      y2 += p * x2[j];
      y3 += p * x3[j];
      y4 += p * x4[j];
      y5 += p * x5[j];
      y6 += p * x6[j];
      y7 += p * x7[j];
    }
    const Rows offset = rows_at(offset_.data() + row), sums[together] = {y0, y1, y2, y3, y4, y5, y6, y7};
    const Index rows = std::min(wide, outputs_ - row);
    y += row;
    for (Index k = 0; k < count; ++k, y += outputs_) {
      const Rows sum = sums[k] + offset;
      if (rows == wide) {
        std::memcpy(y, &sum, sizeof sum);
      } else {
        for (Index i = 0; i < rows; ++i) y[i] = sum[i];
      }
    }
  }

  Matrix<S> factors_;  // of all outputs for each feature, filled up with zeros
  Vector<S> offset_;
  Index outputs_;
  bool unit_length_;
};

}  // namespace tanda
