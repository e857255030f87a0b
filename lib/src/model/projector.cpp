#include "model/projector.hpp"

#include <algorithm>
#include <cstring>

#include "tanda/detail/plain_projection.hpp"

namespace tanda::internal {
namespace {

#if defined(__AVX512F__)
constexpr std::size_t register_bytes = 64;
#elif defined(__AVX__)
constexpr std::size_t register_bytes = 32;
#else
constexpr std::size_t register_bytes = 16;
#endif

constexpr Index together = 8;  // samples at a time, so that a factor is loaded once for all of them

/// A vector of as many outputs as a register holds.
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

/// Writes the first `count` values of `rows`, count < 2·`half`, in pieces of half, half/2, ... values: memcpy
/// is fastest with a constant size.
template <Index half, class S>
void write_some(const S* rows, Index count, S* y) {
  if constexpr (half > 0) {
    const Index written = count & half;
    if (written) std::memcpy(y, rows, half * sizeof(S));
    write_some<half / 2>(rows + written, count, y + written);
  }
}

/// Writes a whole register if there is room before `end`, else only the first `count` values.
template <class S>
void write_rows(const Rows<S>& rows, Index count, S* y, const S* end) {
  if (end - y >= wide<S>) {
    std::memcpy(y, &rows, sizeof rows);
  } else {
    S values[wide<S>];
    std::memcpy(values, &rows, sizeof rows);
    write_some<wide<S> / 2>(values, count, y);
  }
}

}  // namespace

template <class S>
Projector<S>::Projector(const LinearMap& map, bool unit_length, Workspace* home)
    : factors_(home, (map.projection.rows() + wide<S> - 1) / wide<S> * wide<S>, map.projection.cols()),
      offset_(home, factors_.rows()),
      outputs_(map.projection.rows()),
      unit_length_(unit_length) {
  if (measuring(home)) return;
  factors_.bottomRows(factors_.rows() - outputs_).setZero();
  offset_.tail(factors_.rows() - outputs_).setZero();
  factors_.topRows(outputs_) = map.projection.cast<S>();
  offset_.head(outputs_) = map.offset.cast<S>();
}

template <class S>
void Projector<S>::project(const S* x, S* y) const {
  if (!unit_length_) return project_alone([x](Index j) { return x[j]; }, y);
  const LengthScale<S> scale = unit_length_scale(x, std::size_t(inputs()));
  project_alone([x, scale](Index j) { return scale(x[j]); }, y);
}

template <class S>
template <class Value>
void Projector<S>::project_alone(Value value, S* y) const {
  Index row = 0;
  for (; row + wide<S> < factors_.rows(); row += 2 * wide<S>) project_rows<2>(row, value, y);
  if (row < factors_.rows()) project_rows<1>(row, value, y);
}

/// Computes one register of outputs, or two. Adds to both halves of the features alternately, because an
/// addition must wait for the previous one to the same sum.
template <class S>
template <int registers, class Value>
void Projector<S>::project_rows(Index row, Value value, S* y) const {
  const Index rows = factors_.rows(), d = inputs(), half = d / 2;
  Rows<S> low0{}, low1{}, high0{}, high1{};
  const S* factors = factors_.data() + row;
  const auto add = [&](Index j, const S* at, Rows<S>& first, Rows<S>& second) {
    first += rows_at(at) * value(j);
    if (registers == 2) second += rows_at(at + wide<S>) * value(j);
  };
#pragma GCC unroll 4  // without unrolling, a quarter of the time goes to counting
  for (Index j = 0; j < half; ++j, factors += rows) {
    add(j, factors, low0, low1);
    add(half + j, factors + half * rows, high0, high1);
  }
  if (2 * half < d) add(d - 1, factors + half * rows, high0, high1);
  const auto write = [&](const Rows<S>& sums, Index at) {
    write_rows<S>(sums + rows_at(offset_.data() + at), outputs_ - at, y + at, y + outputs_);
  };
  write(low0 + high0, row);
  if (registers == 2) write(low1 + high1, row + wide<S>);
}

template <class S>
void Projector<S>::project(ConstMatrixView<S> samples, S* out, Workspace* scratch) const {
  const Index d = samples.rows(), whole = samples.cols() / together * together;
  Matrix<S> copied(scratch, unit_length_ ? d : 0, whole > 0 ? together : 0);
  if (measuring(scratch)) return;
  const S* const end = out + samples.cols() * outputs_;
  for (Index first = 0; first < whole; first += together) {
    const S* x = samples.col(first).data();
    if (unit_length_) {
      for (Index k = 0; k < together; ++k, x += d)
        std::transform(x, x + d, copied.col(k).data(), unit_length_scale(x, std::size_t(d)));
      x = copied.data();
    }
    // In descending order of outputs: values that a register writes beyond a sample's last output are
    // overwritten by the next sample's first outputs.
    S* const y = out + first * outputs_;
    for (Index row = factors_.rows() - wide<S>; row >= 0; row -= wide<S>) project_together(row, x, y, end);
  }
  for (Index i = whole; i < samples.cols(); ++i) project(samples.col(i).data(), out + i * outputs_);
}

/// Computes outputs row, row + 1, ... of eight samples.
template <class S>
void Projector<S>::project_together(Index row, const S* x, S* y, const S* end) const {
  const Index half = inputs() / 2;
  Rows<S> low[together], high[together];
  add_together(row, 0, half, x, low);
  add_together(row, half, inputs(), x, high);
  const Rows<S> offset = rows_at(offset_.data() + row);
  for (Index k = 0; k < together; ++k, y += outputs_) {
    write_rows<S>(low[k] + high[k] + offset, outputs_ - row, y + row, end);
  }
}

/// Sums over features from `begin` to `end`. In a function of its own, because inside a larger one compilers
/// run out of registers for the sums.
template <class S>
template <class Sum>
[[gnu::noinline]] void Projector<S>::add_together(Index row, Index begin, Index end, const S* x,
                                                  Sum* sums) const {
  const Index d = factors_.cols();
  const S *const x1 = x + d, *const x2 = x1 + d, *const x3 = x2 + d, *const x4 = x3 + d, *const x5 = x4 + d,
                 *const x6 = x5 + d, *const x7 = x6 + d;
  // Eight variables instead of an array, because compilers do not reliably keep an array in registers.
  Sum y0{}, y1{}, y2{}, y3{}, y4{}, y5{}, y6{}, y7{};
  const S* factors = factors_.col(begin).data() + row;
  for (Index j = begin; j < end; ++j, factors += factors_.rows()) {
    const Sum p = rows_at(factors);
    y0 += p * x[j];
    y1 += p * x1[j];
    y2 += p * x2[j];
    y3 += p * x3[j];
    y4 += p * x4[j];
    y5 += p * x5[j];
    y6 += p * x6[j];
    y7 += p * x7[j];
  }
  sums[0] = y0, sums[1] = y1, sums[2] = y2, sums[3] = y3;
  sums[4] = y4, sums[5] = y5, sums[6] = y6, sums[7] = y7;
}

template class Projector<float>;
template class Projector<double>;

}  // namespace tanda::internal
