#include "tanda/model/projector.hpp"

#include <algorithm>
#include <cstring>

#include "tanda/model/projection.hpp"

namespace tanda {
namespace {

#ifdef __AVX__
constexpr std::size_t register_bytes = 32;
#else
constexpr std::size_t register_bytes = 16;
#endif

constexpr Index together = 8;  // samples, so that a factor is loaded once for all of them

/// As many outputs as a register holds.
template <class S>
struct Register {
  typedef S type __attribute__((vector_size(register_bytes)));
};
template <class S>
using Rows = typename Register<S>::type;
template <class S>
constexpr Index wide = Index(register_bytes / sizeof(S));

template <class S>
Rows<S> rows_at(const S* from) {
  Rows<S> rows;
  std::memcpy(&rows, from, sizeof rows);
  return rows;
}

template <class S>
void write_rows(const Rows<S>& rows, Index count, S* y) {
  if (count >= wide<S>) {
    std::memcpy(y, &rows, sizeof rows);
  } else {
    for (Index i = 0; i < count; ++i) y[i] = rows[i];
  }
}

}  // namespace

template <class S>
Projector<S>::Projector(const Model& model)
    : factors_(Matrix<S>::Zero((model.outputs() + wide<S> - 1) / wide<S> * wide<S>, model.inputs())),
      offset_(Vector<S>::Zero(factors_.rows())),
      outputs_(model.outputs()),
      unit_length_(model.unit_length) {
  factors_.topRows(outputs_) = model.projection.cast<S>();
  offset_.head(outputs_) = model.offset.cast<S>();
}

template <class S>
void Projector<S>::project(const S* x, S* y) const {
  if (!unit_length_) return project_alone([x](Index j) { return x[j]; }, y);
  const LengthScale<S> scale = unit_length_scale(x, std::size_t(inputs()));
  project_alone([x, scale](Index j) { return scale(x[j]); }, y);
}

/// Two registers of outputs at a time: one alone would wait for its own sum.
template <class S>
template <class Value>
void Projector<S>::project_alone(Value value, S* y) const {
  for (Index row = 0; row < outputs_; row += 2 * wide<S>) {
    const bool both = row + wide<S> < factors_.rows();
    const Index second = both ? wide<S> : 0;
    Rows<S> y0{}, y1{};
    const S* factors = factors_.data() + row;
    for (Index j = 0; j < inputs(); ++j, factors += factors_.rows()) {
      y0 += rows_at(factors) * value(j);
      y1 += rows_at(factors + second) * value(j);
    }
    write_rows<S>(y0 + rows_at(offset_.data() + row), outputs_ - row, y + row);
    if (both) {
      write_rows<S>(y1 + rows_at(offset_.data() + row + second), outputs_ - row - second, y + row + second);
    }
  }
}

template <class S>
void Projector<S>::project(ConstMatrixView<S> samples, Matrix<S>& out) const {
  if (samples.cols() == 1) return project(samples.data(), out.data());
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
    for (Index row = 0; row < outputs_; row += wide<S>) {
      project_together(row, x, count, out.col(first).data());
    }
  }
}

/// Outputs row, row + 1, ... of eight samples, as many as there are. A function of its own: among others a
/// compiler does not find a register for each of them.
template <class S>
[[gnu::noinline]] void Projector<S>::project_together(Index row, const S* x, Index count, S* y) const {
  const Index d = factors_.cols();
  const S *const x1 = x + d, *const x2 = x1 + d, *const x3 = x2 + d, *const x4 = x3 + d, *const x5 = x4 + d,
                 *const x6 = x5 + d, *const x7 = x6 + d;
  // Written out, because whether the compiler keeps an array in registers is a matter of luck.
  Rows<S> y0{}, y1{}, y2{}, y3{}, y4{}, y5{}, y6{}, y7{};
  const S* factors = factors_.data() + row;
  for (Index j = 0; j < d; ++j, factors += factors_.rows()) {
    const Rows<S> p = rows_at(factors);
    y0 += p * x[j];
    y1 += p * x1[j];
    y2 += p * x2[j];
    y3 += p * x3[j];
    y4 += p * x4[j];
    y5 += p * x5[j];
    y6 += p * x6[j];
    y7 += p * x7[j];
  }
  const Rows<S> offset = rows_at(offset_.data() + row), sums[together] = {y0, y1, y2, y3, y4, y5, y6, y7};
  for (Index k = 0; k < count; ++k, y += outputs_) {
    write_rows<S>(sums[k] + offset, outputs_ - row, y + row);
  }
}

template class Projector<float>;
template class Projector<double>;

}  // namespace tanda
