// Counts, means and scatter of classes: all that PCA, LDA and similar methods need of the samples. Collected
// from a stream in one pass, merged with others, saved as bytes. No heap at fixed size; firmware includes
// this file.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "tanda/code.hpp"
#include "tanda/detail/small/pencil.hpp"

namespace tanda {

/// One scatter matrix within all classes together, or one for each class.
enum class Scatter : unsigned char { pooled, per_class };

namespace detail {

constexpr std::uint64_t statistics_size(std::uint64_t d, std::uint64_t c, Scatter kept) {
  return c + d + d * c + d * (d + 1) / 2 * (kept == Scatter::pooled ? 1 : c);
}

/// Counts, origin, means and scatter, stored one after the other. Initially zero: a static object costs no
/// flash.
template <class S, int D, int C, Scatter kept, bool fixed = D != Eigen::Dynamic&& C != Eigen::Dynamic>
struct StatisticsNumbers {
  std::array<S, std::size_t(statistics_size(D, C, kept))> all = {};
  static constexpr int dims = D, classes = C;
};
/// An array of zeros on the heap that reports lack of memory without an exception.
template <class S>
class HeapNumbers {
 public:
  HeapNumbers() = default;
  HeapNumbers(HeapNumbers&& other) noexcept { *this = std::move(other); }
  HeapNumbers& operator=(HeapNumbers&& other) noexcept {
    values_ = std::move(other.values_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~HeapNumbers() = default;
  /// Allocates `size` numbers and room for `behind` more after them; false = out of memory.
  bool take(std::uint64_t size, std::uint64_t behind) {
    if (size + behind > std::numeric_limits<std::size_t>::max() / sizeof(S)) return false;
    values_.reset(static_cast<S*>(std::calloc(std::size_t(size + behind), sizeof(S))));
    size_ = values_ ? std::size_t(size) : 0;
    return size_ > 0;
  }
  std::size_t size() const { return size_; }
  const S* data() const { return values_.get(); }
  S* data() { return values_.get(); }
  const S* begin() const { return data(); }
  S* begin() { return data(); }
  const S* end() const { return data() + size_; }
  S* end() { return data() + size_; }

 private:
  struct Free {
    void operator()(S* values) const { std::free(values); }
  };
  std::unique_ptr<S[], Free> values_;
  std::size_t size_ = 0;
};

template <class S, int D, int C, Scatter kept>
struct StatisticsNumbers<S, D, C, kept, false> {
  StatisticsNumbers() = default;
  StatisticsNumbers(StatisticsNumbers&& other) noexcept { *this = std::move(other); }
  StatisticsNumbers& operator=(StatisticsNumbers&& other) noexcept {
    all = std::move(other.all);
    dims = std::exchange(other.dims, 0);
    classes = std::exchange(other.classes, 0);
    return *this;
  }
  ~StatisticsNumbers() = default;
  HeapNumbers<S> all;  ///< followed by room for a sample where the number of features is not fixed
  int dims = 0, classes = 0;
};

}  // namespace detail

/// Weights, means and scatter within classes by Welford's updates, relative to the first sample as origin, so
/// that data far from zero keep their precision. With fixed D (features) and C (classes) it is trivially
/// copyable and uses no heap; with Eigen::Dynamic it can be moved, is copied by `copy`, and holds nothing
/// before `reset`. \code
///   tanda::Statistics<float, 16, 4> seen;
///   const tanda::Code code = seen.push(x, label);  // not ok: not finite, too large, no such class
///   if (code != tanda::Code::ok) return;           // and nothing has changed
///   tanda::Statistics<double> many;
///   if (many.reset(64, 10) != tanda::Code::ok) return;  // memory ran out
/// \endcode
template <class S, int D = Eigen::Dynamic, int C = Eigen::Dynamic, Scatter kept = Scatter::pooled>
class Statistics {
  static_assert((D > 0 && D < 65536) || D == Eigen::Dynamic, "1 to 65535 features");
  static_assert((C > 0 && C < 65536) || C == Eigen::Dynamic, "1 to 65535 classes");
  static_assert(std::is_same_v<S, float> || std::is_same_v<S, double>, "statistics are float or double");
  static constexpr bool fixed = D != Eigen::Dynamic && C != Eigen::Dynamic;

 public:
  /// float or double.
  using Scalar = S;
  /// A view of consecutive numbers, as a vector.
  using Column = Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, 1>>;
  /// The largest accepted magnitude: squares of larger values may overflow.
  static constexpr S largest_value = S(sizeof(S) == 4 ? 1e15 : 1e75);
  /// The largest count: a larger one could not be increased by 1 in this precision.
  static constexpr S largest_count = 2 / std::numeric_limits<S>::epsilon();

  /// Empty statistics. Where a size is Eigen::Dynamic, call `reset` before adding samples.
  Statistics() = default;
  /// Sets the numbers of features and classes, each from 1 to 65535, and empties the statistics.
  /// Code::wrong_shape for other sizes and Code::out_of_memory change nothing. O(d² C) bytes, O(d² + d C)
  /// where scatter is pooled
  /// @param dims features of a sample, from 1 to 65535
  /// @param classes from 1 to 65535
  template <bool any_size = !fixed, std::enable_if_t<any_size, int> = 0>
  [[nodiscard]] Code reset(int dims, int classes) {
    if (dims < 1 || dims > 65535 || classes < 1 || classes > 65535) return Code::wrong_shape;
    if ((D != Eigen::Dynamic && dims != D) || (C != Eigen::Dynamic && classes != C)) return Code::wrong_shape;
    detail::StatisticsNumbers<S, D, C, kept> numbers;
    const std::uint64_t d = std::uint64_t(dims), c = std::uint64_t(classes);
    if (!numbers.all.take(detail::statistics_size(d, c, kept), D == Eigen::Dynamic ? d : 0))
      return Code::out_of_memory;
    numbers.dims = dims;
    numbers.classes = classes;
    numbers_ = std::move(numbers);
    return Code::ok;
  }
  /// Becomes a copy of `other`; Code::out_of_memory changes nothing.
  /// @param other the statistics to copy
  template <bool any_size = !fixed, std::enable_if_t<any_size, int> = 0>
  [[nodiscard]] Code copy(const Statistics& other) {
    if (this == &other) return Code::ok;
    if (other.dims() == 0) {
      *this = Statistics();
    } else {
      if (const Code code = reset(other.dims(), other.classes()); code != Code::ok) return code;
      take_numbers(other);
    }
    return Code::ok;
  }

  int dims() const { return numbers_.dims; }        ///< features of a sample
  int classes() const { return numbers_.classes; }  ///< number of classes
  /// Whether scatter is kept of all classes together or of each.
  static constexpr Scatter scatter_kept() { return kept; }
  /// The number of scatter matrices.
  int matrices() const { return kept == Scatter::pooled ? 1 : classes(); }

  /// Adds a sample. A sample that is not finite or too large to square, or a label out of range, gives an
  /// error and changes nothing. O(d²)
  /// @param x dims() numbers
  /// @param label its class, from 0 to classes() - 1
  template <class X>
  [[nodiscard]] Code push(const X* x, int label);
  /// Adds samples, up to the first that gives an error. O(n d²)
  /// @param rows count × dims() numbers, row after row
  /// @param labels the class of each
  /// @param count how many samples
  template <class X>
  [[nodiscard]] Code push(const X* rows, const int* labels, std::size_t count);
  /// Adds all the samples that `other` has seen. O(d² C)
  /// @param other statistics of the same shape; else Code::wrong_shape
  [[nodiscard]] Code merge(const Statistics& other);
  /// Removes all samples of a class. Needs Scatter::per_class, because their share of a pooled scatter is
  /// unknown; else Code::bad_argument. O(d²)
  /// @param label the class
  [[nodiscard]] Code remove(int label);
  /// Gives the same statistics with classes renumbered, to merge data that list their classes in another
  /// order. `out` may be this object. Code::out_of_memory changes nothing. O(d² + d C)
  /// @param to the new number of each class, all different, from 0 to classes - 1
  /// @param classes number of classes of the result; those that no class is mapped to are empty
  /// @param out receives the result
  template <int columns = C, std::enable_if_t<columns == Eigen::Dynamic, int> = 0>
  [[nodiscard]] Code renumber(const int* to, int classes, Statistics& out) const {
    Statistics result;
    if (const Code code = result.reset(dims(), classes); code != Code::ok) return code;
    Values(result.at(result.classes()), dims()) = origin();
    for (int c = 0; c < this->classes(); ++c) {
      *result.at(to[c]) = count(c);
      Values(result.at(result.mean_at(to[c])), dims()) = mean(c);
      if (kept == Scatter::per_class) Values(result.at(result.scatter_at(to[c])), packed()) = scatter(c);
    }
    if (kept == Scatter::pooled) Values(result.at(result.scatter_at(0)), packed()) = scatter(0);
    out = std::move(result);
    return Code::ok;
  }
  /// Reduces the weight of all samples seen so far; called before each new sample, old ones fade
  /// exponentially: with 0.99, about the last hundred count. A class whose weight underflows becomes empty.
  /// O(d² + d C)
  /// @param part the factor of the weights, from 0 to 1
  [[nodiscard]] Code forget(S part);

  /// Samples of a class, or their total weight after `forget`.
  /// @param label the class
  S count(int label) const { return counts()[label]; }
  S count() const { return counts().sum(); }  ///< of all classes
  /// Of each class.
  Column counts() const { return {at(0), classes()}; }
  /// The point that means are relative to, so that data far from zero keep their precision: initially the
  /// first sample; `merge` and `forget` move it.
  Column origin() const { return {at(classes()), dims()}; }
  /// The mean of a class minus the origin.
  /// @param label the class
  Column mean(int label) const { return {at(mean_at(label)), dims()}; }
  /// The lower triangle of a scatter matrix, column after column.
  /// @param k 0, or with Scatter::per_class the class
  Column scatter(int k) const { return {at(scatter_at(k)), packed()}; }
  /// Adds a scatter matrix to the lower triangle of m. O(d²)
  /// @param k 0, or with Scatter::per_class the class
  /// @param m d×d
  template <class M>
  void add_scatter(int k, M& m) const;

  /// The number of bytes that `save` writes and `load` reads: a header of sixteen bytes, then the numbers,
  /// little-endian.
  std::size_t saved_bytes() const {
    return std::size_t(bytes_of(std::uint64_t(dims()), std::uint64_t(classes())));
  }
  /// The same as a constant, for fixed sizes.
  static constexpr std::size_t fixed_saved_bytes() { return std::size_t(bytes_of(D, C)); }
  /// Writes the statistics in a format that is the same on every machine. O(d² + d C)
  /// @param out room for saved_bytes() bytes
  void save(void* out) const;
  /// Replaces the statistics by those that `save` wrote. The bytes may come from an untrusted source: bytes
  /// that statistics of this shape (of any shape, where sizes are Eigen::Dynamic) cannot have written give an
  /// error and change nothing. Code::wrong_shape: another shape or truncated; Code::model_version: another
  /// version; Code::bad_model: not statistics; Code::out_of_memory. With fixed sizes it needs a second copy
  /// on the stack.
  /// @param from the bytes
  /// @param size number of bytes
  [[nodiscard]] Code load(const void* from, std::size_t size);

 private:
  static constexpr std::size_t header_bytes = 16;
  using Byte = unsigned char;
  using Bits = std::conditional_t<sizeof(S) == 4, std::uint32_t, std::uint64_t>;
  using Values = Eigen::Map<Eigen::Matrix<S, Eigen::Dynamic, 1>>;

  static constexpr std::uint64_t bytes_of(std::uint64_t d, std::uint64_t c) {
    return header_bytes + detail::statistics_size(d, c, kept) * sizeof(S);
  }
  /// Room for a sample: on the stack where its size is fixed, else after the numbers. A dynamic size for
  /// Eigen, which would otherwise unroll every loop.
  auto room_for_sample() {
    if constexpr (D == Eigen::Dynamic) {
      return Values(numbers_.all.end(), dims());
    } else {
      return Eigen::Matrix<S, Eigen::Dynamic, 1, 0, D, 1>(D);
    }
  }
  /// Copies the numbers of statistics of the same sizes.
  void take_numbers(const Statistics& other) {
    std::memcpy(at(0), other.at(0), numbers_.all.size() * sizeof(S));
  }
  using Offset = std::ptrdiff_t;
  const S* at(Offset i) const { return numbers_.all.data() + i; }
  S* at(Offset i) { return numbers_.all.data() + i; }
  Offset packed() const { return Offset(dims()) * (dims() + 1) / 2; }
  Offset mean_at(int label) const { return classes() + Offset(label + 1) * dims(); }
  Offset scatter_at(int k) const { return mean_at(classes()) + k * packed(); }
  /// Scatter of the class += weight · vv'
  template <class V>
  void add_square(int label, S weight, const V& v);
  bool sane() const;
  /// Moves component j of the origin, and the means accordingly.
  void move_origin(int j, S to);

  template <class B>
  static void write(B bits, Byte*& out) {
    for (std::size_t k = 0; k < sizeof(B); ++k) *out++ = Byte(bits >> (8 * k));
  }
  template <class B>
  static B read(const Byte*& from) {
    B bits = 0;
    for (std::size_t k = 0; k < sizeof(B); ++k) bits |= B(B(*from++) << (8 * k));
    return bits;
  }
  static constexpr std::uint32_t magic = 0x53545354;  // "TSTS"
  static constexpr std::uint32_t kind =
      1 | sizeof(S) << 8 | std::uint32_t(kept) << 16;  // version, scalar, scatter

  detail::StatisticsNumbers<S, D, C, kept> numbers_;
};

template <class S, int D, int C, Scatter kept>
template <class X>
Code Statistics<S, D, C, kept>::push(const X* x, int label) {
  if (label < 0 || label >= classes()) return Code::wrong_shape;
  using Wide = std::common_type_t<X, S>;
  const int d = dims();
  for (int j = 0; j < d; ++j) {
    if (!small::finite(Wide(x[j]))) return Code::not_finite;
    if (small::magnitude(Wide(x[j])) > Wide(largest_value)) return Code::too_large;
  }
  const S before = count(label), after = before + 1;
  if (!(before < largest_count)) return Code::too_large;
  S* const origin = at(classes());
  if (!(count() > 0)) {
    for (int j = 0; j < d; ++j) origin[j] = S(x[j]);
  }
  Values mean(at(mean_at(label)), d);
  auto difference = room_for_sample();
  for (int j = 0; j < d; ++j) difference[j] = S(Wide(x[j]) - Wide(origin[j])) - mean[j];
  add_square(label, before / after, difference);
  small::add(mean, 1 / after, difference);
  *at(label) = after;
  return Code::ok;
}

template <class S, int D, int C, Scatter kept>
template <class X>
Code Statistics<S, D, C, kept>::push(const X* rows, const int* labels, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, rows += dims()) {
    if (const Code code = push(rows, labels[i]); code != Code::ok) return code;
  }
  return Code::ok;
}

template <class S, int D, int C, Scatter kept>
template <class V>
void Statistics<S, D, C, kept>::add_square(int label, S weight, const V& v) {
  const int d = dims();
  S* to = at(scatter_at(kept == Scatter::pooled ? 0 : label));
  for (int j = 0; j < d; to += d - j++)
    small::add(Values(to, d - j), weight * v[j], Column(v.data() + j, d - j));
}

template <class S, int D, int C, Scatter kept>
template <class M>
void Statistics<S, D, C, kept>::add_scatter(int k, M& m) const {
  const int d = dims();
  const S* from = at(scatter_at(k));
  for (int j = 0; j < d; from += d - j++)
    for (int i = j; i < d; ++i) m(i, j) += small::ScalarOf<M>(from[i - j]);
}

template <class S, int D, int C, Scatter kept>
Code Statistics<S, D, C, kept>::merge(const Statistics& other) {
  if (other.dims() != dims() || other.classes() != classes()) return Code::wrong_shape;
  for (int c = 0; c < classes(); ++c) {
    if (other.count(c) > largest_count - count(c)) return Code::too_large;
  }
  if (!(other.count() > 0)) return Code::ok;
  if (!(count() > 0)) {
    take_numbers(other);
    return Code::ok;
  }
  // The origin of the larger of the two: its means keep their precision.
  if (other.count() > count()) {
    for (int j = 0; j < dims(); ++j) move_origin(j, other.origin()[j]);
  }
  auto difference = room_for_sample();
  for (int c = 0; c < classes(); ++c) {
    const S mine = count(c), theirs = other.count(c);
    if (!(theirs > 0)) continue;
    const S part = theirs / (mine + theirs);
    Values mean(at(mean_at(c)), dims());
    for (int j = 0; j < dims(); ++j)
      difference[j] = other.mean(c)[j] + (other.origin()[j] - origin()[j]) - mean[j];
    add_square(c, mine * part, difference);
    small::add(mean, part, difference);
    *at(c) = mine + theirs;
  }
  for (int k = 0; k < matrices(); ++k)
    small::add(Values(at(scatter_at(k)), packed()), S(1), Column(other.at(scatter_at(k)), packed()));
  return Code::ok;
}

template <class S, int D, int C, Scatter kept>
void Statistics<S, D, C, kept>::move_origin(int j, S to) {
  S& origin = *at(classes() + j);
  for (int c = 0; c < classes(); ++c) {
    if (count(c) > 0) *at(mean_at(c) + j) += origin - to;
  }
  origin = to;
}

template <class S, int D, int C, Scatter kept>
Code Statistics<S, D, C, kept>::remove(int label) {
  if (label < 0 || label >= classes()) return Code::wrong_shape;
  if (kept == Scatter::pooled) return Code::bad_argument;
  *at(label) = 0;
  Values(at(mean_at(label)), dims()).setZero();
  Values(at(scatter_at(label)), packed()).setZero();
  return Code::ok;
}

template <class S, int D, int C, Scatter kept>
Code Statistics<S, D, C, kept>::forget(S part) {
  if (!(part >= 0 && part <= 1)) return Code::bad_argument;
  Values(at(0), classes()) *= part;
  Values(at(scatter_at(0)), packed() * matrices()) *= part;
  // A class without weight has no mean.
  for (int c = 0; c < classes(); ++c) {
    if (count(c) >= std::numeric_limits<S>::min()) continue;  // below it, numbers no longer fall
    *at(c) = 0;
    Values(at(mean_at(c)), dims()).setZero();
    if (kept == Scatter::per_class) Values(at(scatter_at(c)), packed()).setZero();
  }
  if (!(count() > 0)) Values(at(scatter_at(0)), packed() * matrices()).setZero();
  // The origin follows data that drift: an outlying first sample would otherwise cost precision for ever.
  const S all = count();
  for (int j = 0; all > 0 && j < dims(); ++j) {
    S middle = 0;
    for (int c = 0; c < classes(); ++c) middle += count(c) / all * mean(c)[j];
    move_origin(j, origin()[j] + middle);
  }
  return Code::ok;
}

template <class S, int D, int C, Scatter kept>
void Statistics<S, D, C, kept>::save(void* out) const {
  Byte* to = static_cast<Byte*>(out);
  for (const std::uint32_t word : {magic, kind, std::uint32_t(dims()), std::uint32_t(classes())})
    write(word, to);
  for (const S& number : numbers_.all) {
    Bits bits;
    std::memcpy(&bits, &number, sizeof bits);
    write(bits, to);
  }
}

template <class S, int D, int C, Scatter kept>
Code Statistics<S, D, C, kept>::load(const void* from, std::size_t size) {
  const Byte* next = static_cast<const Byte*>(from);
  if (size < header_bytes) return Code::wrong_shape;
  if (read<std::uint32_t>(next) != magic) return Code::bad_model;
  const std::uint32_t given = read<std::uint32_t>(next), d = read<std::uint32_t>(next),
                      c = read<std::uint32_t>(next);
  if ((given & 0xff) != (kind & 0xff)) return Code::model_version;
  // Sizes whose products cannot overflow.
  if (given != kind || d - 1 >= 65535 || c - 1 >= 65535) return Code::wrong_shape;
  if ((D != Eigen::Dynamic && int(d) != D) || (C != Eigen::Dynamic && int(c) != C)) return Code::wrong_shape;
  if (size != bytes_of(d, c)) return Code::wrong_shape;
  Statistics loaded;
  if constexpr (!fixed)
    if (const Code code = loaded.reset(int(d), int(c)); code != Code::ok) return code;
  for (S& number : loaded.numbers_.all) {
    const Bits bits = read<Bits>(next);
    std::memcpy(&number, &bits, sizeof bits);
  }
  if (!loaded.sane()) return Code::bad_model;
  *this = std::move(loaded);
  return Code::ok;
}

/// Whether a stream of samples can lead to these statistics.
template <class S, int D, int C, Scatter kept>
bool Statistics<S, D, C, kept>::sane() const {
  const int d = dims();
  for (const S& number : numbers_.all) {
    if (!small::finite(number)) return false;
  }
  for (int j = 0; j < d; ++j) {
    if (!(small::magnitude(origin()[j]) <= largest_value)) return false;
  }
  for (int c = 0; c < classes(); ++c) {
    if (!(count(c) >= 0 && count(c) <= largest_count)) return false;
    for (int j = 0; j < d; ++j) {
      if (!(small::magnitude(mean(c)[j]) <= 4 * largest_value)) return false;
      if (count(c) == 0 && mean(c)[j] != 0) return false;
    }
  }
  for (int k = 0; k < matrices(); ++k) {
    // No sample is farther than 2·largest_value from a mean; twice for rounding.
    const S most = 2 * (kept == Scatter::pooled ? count() : count(k));
    const S* column = at(scatter_at(k));
    for (int j = 0; j < d; column += d - j++) {
      if (!(*column >= 0)) return false;
      for (int i = j; i < d; ++i) {
        if (!(small::magnitude(column[i - j]) / (4 * largest_value * largest_value) <= most)) return false;
      }
    }
  }
  return true;
}

}  // namespace tanda
