// Statistics of a stream of samples in a fixed number of bytes: what PCA, LDA and their like need, and no
// sample is kept. Freestanding: firmware includes this file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tanda/base/code.hpp"
#include "tanda/device/block.hpp"

namespace tanda::device {

/// One scatter matrix within all classes together, or one for each class.
enum class Scatter : unsigned char { pooled, per_class };

/// What is known of the samples: sizes only at run time, so that firmware holds one fit, not one per shape.
template <class S>
struct Summary {
  int dims, classes;
  Scatter kept;
  const std::uint32_t* counts;
  const S* origin;   ///< d
  const S* means;    ///< of class after class, d each, from the origin
  const S* scatter;  ///< packed columns of lower triangles, d(d+1)/2 each
};

/// Means and scatter within classes by Welford's updates, all from the first sample as origin: data far from
/// zero keep their digits. Trivially copyable: its bytes can be sent, stored and loaded again.
template <class S, std::size_t D, std::size_t C, Scatter kept = Scatter::pooled>
class Accumulator {
  static_assert(D > 0 && D < 65536 && C > 0 && C < 65536, "1 to 65535 features and classes");
  static_assert(std::is_same_v<S, float> || std::is_same_v<S, double>, "samples are float or double");

 public:
  /// Beyond this, squares leave the scalar's range.
  static constexpr S largest_value = S(sizeof(S) == 4 ? 1e15 : 1e75);

  /// Adds a sample of D features. One that is not finite, or too large to square, or of a class that is not
  /// there, changes nothing. O(d²)
  template <class X>
  [[nodiscard]] Code push(const X* x, int label);

  /// Adds what another one has seen, as if this one had seen it too. O(d² C)
  [[nodiscard]] Code merge(const Accumulator& other);

  std::uint32_t count(std::size_t label) const { return counts_[label]; }
  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (std::uint32_t c : counts_) sum += c;
    return sum;
  }

  /// What `save` writes and `load` takes: what the numbers are, and the numbers.
  static constexpr std::size_t saved_bytes() { return sizeof(Shape) + sizeof(Accumulator); }
  void save(void* out) const;
  /// Takes saved bytes, on a machine of the same byte order; others change nothing. Checked in a copy on the
  /// stack.
  [[nodiscard]] Code load(const void* from, std::size_t size);

  Summary<S> summary() const { return {int(D), int(C), kept, counts_, origin_, means_[0], scatter_[0]}; }

 private:
  static constexpr std::size_t packed = D * (D + 1) / 2, matrices = kept == Scatter::pooled ? 1 : C;
  static constexpr std::uint32_t most = 0xffffffff;
  struct Shape {
    std::uint32_t magic = 0x31434154;  // "TAC1"
    std::uint16_t dims = D, classes = C;
    std::uint8_t scalar = sizeof(S), scatter = std::uint8_t(kept);
    std::uint16_t zero = 0;
  };

  S* scatter_of(std::size_t label) { return scatter_[kept == Scatter::pooled ? 0 : label]; }
  bool sane() const;

  /// scatter += weight · vv'
  static void add_square(S* scatter, S weight, const S* v) {
    for (std::size_t j = 0; j < D; ++j) {
      const S f = weight * v[j];
      for (std::size_t i = j; i < D; ++i) *scatter++ += f * v[i];
    }
  }

  // All zero at first: a static one costs no flash.
  std::uint32_t counts_[C] = {};
  S origin_[D] = {};
  S means_[C][D] = {};
  S scatter_[matrices][packed] = {};
};

template <class S, std::size_t D, std::size_t C, Scatter kept>
template <class X>
Code Accumulator<S, D, C, kept>::push(const X* x, int label) {
  if (label < 0 || std::size_t(label) >= C) return Code::wrong_shape;
  using Wide = std::common_type_t<X, S>;
  for (std::size_t j = 0; j < D; ++j) {
    if (!finite(Wide(x[j]))) return Code::not_finite;
    if (magnitude(Wide(x[j])) > Wide(largest_value)) return Code::too_large;
  }
  if (counts_[label] == most) return Code::too_large;
  if (count() == 0) {
    for (std::size_t j = 0; j < D; ++j) origin_[j] = S(x[j]);
  }
  const S before = S(counts_[label]), after = before + 1;
  S* mean = means_[label];
  S difference[D];
  for (std::size_t j = 0; j < D; ++j) difference[j] = S(Wide(x[j]) - Wide(origin_[j])) - mean[j];
  add_square(scatter_of(std::size_t(label)), before / after, difference);
  for (std::size_t j = 0; j < D; ++j) mean[j] += difference[j] / after;
  ++counts_[label];
  return Code::ok;
}

template <class S, std::size_t D, std::size_t C, Scatter kept>
Code Accumulator<S, D, C, kept>::merge(const Accumulator& other) {
  for (std::size_t c = 0; c < C; ++c) {
    if (counts_[c] > most - other.counts_[c]) return Code::too_large;
  }
  if (other.count() == 0) return Code::ok;
  if (count() == 0) {
    *this = other;
    return Code::ok;
  }
  S difference[D];
  for (std::size_t c = 0; c < C; ++c) {
    if (other.counts_[c] == 0) continue;
    const S mine = S(counts_[c]), theirs = S(other.counts_[c]), part = theirs / (mine + theirs);
    for (std::size_t j = 0; j < D; ++j)
      difference[j] = other.means_[c][j] + (other.origin_[j] - origin_[j]) - means_[c][j];
    add_square(scatter_of(c), mine * part, difference);
    for (std::size_t j = 0; j < D; ++j) means_[c][j] += part * difference[j];
    counts_[c] += other.counts_[c];
  }
  for (std::size_t m = 0; m < matrices; ++m) {
    for (std::size_t k = 0; k < packed; ++k) scatter_[m][k] += other.scatter_[m][k];
  }
  return Code::ok;
}

template <class S, std::size_t D, std::size_t C, Scatter kept>
void Accumulator<S, D, C, kept>::save(void* out) const {
  static_assert(std::is_trivially_copyable_v<Accumulator>, "saved and loaded as plain bytes");
  const Shape shape;
  std::memcpy(out, &shape, sizeof shape);
  std::memcpy(static_cast<unsigned char*>(out) + sizeof shape, this, sizeof *this);
}

template <class S, std::size_t D, std::size_t C, Scatter kept>
Code Accumulator<S, D, C, kept>::load(const void* from, std::size_t size) {
  const Shape own;
  Shape shape;
  if (size < sizeof shape) return Code::wrong_shape;
  std::memcpy(&shape, from, sizeof shape);
  if (shape.magic != own.magic || shape.zero != 0) return Code::bad_model;
  if (size != saved_bytes() || shape.dims != D || shape.classes != C || shape.scalar != own.scalar ||
      shape.scatter != own.scatter)
    return Code::wrong_shape;
  Accumulator loaded;
  std::memcpy(static_cast<void*>(&loaded), static_cast<const unsigned char*>(from) + sizeof shape,
              sizeof loaded);
  if (!loaded.sane()) return Code::bad_model;
  *this = loaded;
  return Code::ok;
}

/// Could a stream of samples have led here?
template <class S, std::size_t D, std::size_t C, Scatter kept>
bool Accumulator<S, D, C, kept>::sane() const {
  for (std::size_t j = 0; j < D; ++j) {
    if (!(magnitude(origin_[j]) <= largest_value)) return false;
    for (std::size_t c = 0; c < C; ++c) {
      if (!(magnitude(means_[c][j]) <= 4 * largest_value)) return false;
      if (counts_[c] == 0 && means_[c][j] != 0) return false;
    }
  }
  for (const auto& matrix : scatter_) {
    const S* entry = matrix;
    for (std::size_t j = 0; j < D; ++j) {
      if (!(*entry >= 0)) return false;
      for (std::size_t i = j; i < D; ++i) {
        if (!finite(*entry++)) return false;
      }
    }
  }
  return true;
}

}  // namespace tanda::device
