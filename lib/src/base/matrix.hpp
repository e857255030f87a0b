// Matrices in a workspace's memory or on the heap.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <type_traits>

#include "base/memory_block.hpp"

namespace tanda::internal {

using Index = Eigen::Index;

/// A column-major Eigen matrix, or a column vector (C = 1), with the workspace its memory comes from (null:
/// the heap). In a counting workspace it has a size but no entries. A copy is made in the same workspace.
/// Assigning keeps the block if the size is the same.
template <class S, int C>
class Stored : public Eigen::Map<Eigen::Matrix<S, Eigen::Dynamic, C>, Eigen::AlignedMax> {
 public:
  using Plain = Eigen::Matrix<S, Eigen::Dynamic, C>;
  using Base = Eigen::Map<Plain, Eigen::AlignedMax>;

  Stored() : Base(nullptr, 0, empty_cols) {}
  explicit Stored(Index size) : Stored(nullptr, size, 1) {}
  /// (A template, so that a literal 0 is taken for a size and not for a null workspace.)
  template <class I, class J, class = std::enable_if_t<std::is_integral_v<I> && std::is_integral_v<J>>>
  Stored(I rows, J cols) : Stored(nullptr, Index(rows), Index(cols)) {}
  Stored(Workspace* home, Index size) : Stored(home, size, 1) {}
  Stored(Workspace* home, Index rows, Index cols)
      : Stored(MemoryBlock(home, bytes_of(rows, cols)), rows, cols) {}
  /// An empty matrix of that workspace.
  static Stored in(Workspace* home) { return Stored(home, 0, empty_cols); }

  template <class D>
  Stored(const Eigen::EigenBase<D>& from) : Stored(nullptr, from) {}
  template <class D>
  Stored(Workspace* home, const Eigen::EigenBase<D>& from) : Stored(home, rows_for(from), cols_for(from)) {
    set(from);
  }
  Stored(const Stored& other) : Stored(other.home(), other.rows(), other.cols()) { set(other); }
  Stored(Stored&& other) noexcept : Stored() { take(other); }
  ~Stored() = default;

  Stored& operator=(const Stored& other) {
    if (this == &other) return *this;
    resize(other.rows(), other.cols());
    set(other);
    return *this;
  }
  Stored& operator=(Stored&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  template <class D>
  Stored& operator=(const Eigen::EigenBase<D>& from) {
    assign(from);
    return *this;
  }

  Workspace* home() const { return block_.home(); }
  /// Changes the size; the entries are lost unless the size stays the same.
  void resize(Index rows, Index cols) {
    if (rows == this->rows() && cols == this->cols()) return;
    Workspace* const home = block_.home();
    *this = in(home);
    *this = Stored(home, rows, cols);
  }
  void resize(Index size) { resize(size, 1); }
  /// Changes the size, within the present block if that is large enough; the entries are lost.
  void reuse(Index rows, Index cols) {
    if (bytes_of(rows, cols) > block_.bytes()) return resize(rows, cols);
    seat(rows, cols);
  }
  /// Keeps the entries that both sizes have. When neither dimension grows, it stays in its block.
  void conservativeResize(Index rows, Index cols) {
    if (rows <= this->rows() && cols <= this->cols()) {
      if (S* const to = this->data(); to && rows < this->rows()) {
        for (Index j = 1; j < cols; ++j) std::copy_n(to + j * this->rows(), rows, to + j * rows);
      }
      return seat(rows, cols);
    }
    Stored other(home(), rows, cols);
    const Index r = std::min(rows, this->rows()), c = std::min(cols, this->cols());
    if (other.data()) other.topLeftCorner(r, c) = this->topLeftCorner(r, c);
    take(other);
  }
  void conservativeResize(Eigen::NoChange_t, Index cols) { conservativeResize(this->rows(), cols); }
  void conservativeResize(Index rows, Eigen::NoChange_t) { conservativeResize(rows, this->cols()); }
  void conservativeResize(Index size) { conservativeResize(size, 1); }
  using Base::swap;
  void swap(Stored& other) noexcept {
    Stored mine(std::move(*this));
    take(other);
    other.take(mine);
  }

 private:
  static constexpr Index empty_cols = C == 1 ? 1 : 0;

  Stored(MemoryBlock block, Index rows, Index cols)
      : Base(static_cast<S*>(block.data()), rows, cols), block_(std::move(block)) {}

  static std::uint64_t bytes_of(Index rows, Index cols) {
    const std::uint64_t r = std::uint64_t(rows), c = std::uint64_t(cols), most = ~std::uint64_t{0};
    return c > 0 && r > most / sizeof(S) / c ? most : r * c * sizeof(S);
  }
  // A row is assigned as a column.
  template <class D>
  static Index rows_for(const Eigen::EigenBase<D>& from) {
    return C == 1 ? from.size() : from.rows();
  }
  template <class D>
  static Index cols_for(const Eigen::EigenBase<D>& from) {
    return C == 1 ? 1 : from.cols();
  }
  template <class D>
  void set(const Eigen::EigenBase<D>& from) {
    if (this->data()) Base::operator=(from.derived());
  }
  template <class D>
  void assign(const Eigen::EigenBase<D>& from) {
    if (rows_for(from) == this->rows() && cols_for(from) == this->cols()) return set(from);
    Stored fresh(home(), from);  // `from` may be a part of this matrix
    take(fresh);
  }
  void seat(Index rows, Index cols) {
    new (static_cast<Base*>(this)) Base(static_cast<S*>(block_.data()), rows, cols);
  }
  void take(Stored& other) noexcept {
    const Index rows = other.rows(), cols = other.cols();
    block_ = std::move(other.block_);
    seat(rows, cols);
    other.seat(0, empty_cols);
  }

  MemoryBlock block_;
};

}  // namespace tanda::internal
