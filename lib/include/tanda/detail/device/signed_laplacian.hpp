// Signed Laplacian embedding fitted to statistics, each class against all others, in the caller's memory.
#pragma once

#include <initializer_list>

#include "tanda/detail/device/global.hpp"

namespace tanda::device {

namespace detail {

/// Sets the columns of A: `first` as a unit vector, then the leading axes made orthogonal to the columns
/// before. Only the first direction is determined; all other eigenvalues are equal.
template <class M, class V>
int complete(M& a, const V& first, small::ScalarOf<M> length, int wanted) {
  using T = small::ScalarOf<M>;
  const int rank = int(first.size());
  const auto column = [&](int j) { return small::Numbers<T>(&a(0, j), rank); };
  for (int i = 0; i < rank; ++i) a(i, 0) = length > 0 ? first[i] / length : T(i == 0);
  constexpr T nothing = 64 * std::numeric_limits<T>::epsilon();
  int filled = 1;
  for (int axis = 0; axis < rank && filled < wanted; ++axis) {
    auto v = column(filled);
    for (int i = 0; i < rank; ++i) v[i] = T(i == axis);
    for (int k = 0; k < 2 * filled; ++k)
      small::add(v, -small::dot(column(k % filled), v), column(k % filled));
    const T norm = small::length(v);
    if (!(norm > (nothing > T(1e-8) ? nothing : T(1e-8)))) continue;
    small::scale(v, 1 / norm);
    ++filled;
  }
  return filled;
}

}  // namespace detail

/// A fit whose directions are computed block by block: B whitens, A has one block at a time.
template <class Data, class T, int N, class S>
class BlocksInPlace : public InPlace<Data, T, N, S> {
  using Base = InPlace<Data, T, N, S>;
  using Base::data_, Base::found_, Base::out_, Base::s;

 public:
  using Base::Base;

  T size(int c) const { return T(data_.count(c)); }

  /// Begins a result of that number of blocks of rows. False if they do not fit into the target.
  bool begin_blocks(int blocks) {
    blocks_ = blocks;
    if (out_.outputs < blocks) found_.code = Code::bad_argument;
    return bool(*this);
  }
  /// B becomes W (d×rank) with W'MW = I, its leading principal axes first if a graph leaves directions open.
  template <class GraphOf>
  void whiten(small::Part part, GraphOf graph_of) {
    this->fill(s.b, part);
    bool open = false;
    for (int c = 0; c < data_.classes(); ++c) open |= size(c) > 0 && graph_of(c).leaves_open();
    const T scale = small::normalise(s.b, s.dims());
    if (!(scale > 0)) return;
    small::fill_upper(s.b, s.dims());
    rank_ = open && out_.outputs / blocks_ > 1 ? small::whiten_by_axes(s.b, s.values, s.work, Base::floor())
                                               : small::whiten(s.b, s.values, s.work, Base::floor());
    for (int j = 0; j < rank_; ++j) small::scale(s.b.col(j), 1 / root(scale));
    wanted_ = detail::least(out_.outputs / blocks_, rank_);
  }
  /// A's memory holds one block at a time, so all blocks are checked before the first one is written.
  template <class Use>
  void for_each_block(Use use) {
    if (rank_ <= 0) found_.code = Code::no_variation;
    for (const bool write : {false, true}) {
      for (int c = 0, block = 0; block < blocks_ && *this; ++c) {
        if (data_.count(c) == 0) continue;
        use(c);
        small::leave_white(s.a, s.b, rank_, s.work, count_, T(1));
        const small::Numbers<T> mean(s.work.data(), s.dims());
        for (int j = 0; j < s.dims(); ++j) s.work[j] = s.mean[j] + T(data_.origin()[j]);
        found_.code = count_ < 0 ? Code::no_variation : detail::representable<S>(s, mean, count_);
        if (write && *this) detail::write_rows(s, mean, count_, out_, block * wanted_);
        ++block;
      }
    }
    if (*this) detail::clear_rows(out_, s.dims(), blocks_ * wanted_);
  }
  /// u = n_c·W'(m_c − m), in the second half of the work space. Returns its length.
  T pull(int c) {
    const auto difference = small::deviation(data_, s, c);
    small::Numbers<T> pulled = this->pulled();
    for (int j = 0; j < rank_; ++j) pulled[j] = size(c) * small::dot(s.b.col(j), difference);
    return small::length(pulled);
  }
  /// Sets the directions: u and, orthogonal to it, the leading axes; with their eigenvalues.
  void complete(T first, T others) {
    count_ = detail::complete(s.a, pulled(), small::length(pulled()), wanted_);
    for (int j = 0; j < count_; ++j) s.values[j] = j == 0 ? first : others;
  }
  /// A = W'X_cX_c'W
  void project(int c) {
    small::clear(s.a);
    data_.add_scatter(c, s.a);
    const auto difference = small::deviation(data_, s, c);
    small::add_outer(s.a, size(c), difference, difference);
    small::fill_upper(s.a, s.dims());
    small::congruence(s.a, s.b, rank_, s.work);
    pull(c);  // again, because its memory was overwritten
  }
  /// A = of_a·A + of_identity·I + of_pull·uu'
  void combine(T of_a, T of_identity, T of_pull) {
    for (int j = 0; j < rank_; ++j) {
      small::scale(s.a.col(j), of_a);
      s.a(j, j) += of_identity;
    }
    small::add_outer(s.a, of_pull, pulled(), pulled());
  }
  void solve_white(End end) {
    count_ = small::eigenpairs(s.a, rank_, s.values, s.work, end, wanted_) ? wanted_ : -1;
  }

  Fitted result() const { return {found_.code, *this ? blocks_ * wanted_ : 0}; }

 private:
  small::Numbers<T> pulled() { return {s.work.data() + s.dims(), rank_}; }

  int blocks_ = 1, rank_ = 0;
  int wanted_ = 0, count_ = 0;  ///< directions of a block
};

/// Smallest of (X L~ X', XX'), in coordinates that whiten XX'. One block of rows for two classes, else one
/// for each class that has samples, with outputs / blocks rows each; the eigenvalues are those of the last
/// block.
template <class Data, class T, int N, class S>
Fitted fit_sle(const Data& data, Scratch<T, N> s, const Target<S>& out, SleOptions options = {}) {
  if (options.weights != SignedWeights::plain && Data::scatter_kept() == Scatter::pooled)
    return {Code::bad_parameter, 0};
  BlocksInPlace<Data, T, N, S> fit(data, s, out, true);
  if (fit) small::solve_sle(fit, options);
  return fit.result();
}

template <class S, int D, int C, Scatter kept, std::size_t N, class T, std::size_t R>
Fitted fit_sle(const Statistics<S, D, C, kept>& data, FitMemory<N, T>& memory, Projection<S, N, R>& out,
               SleOptions options = {}) {
  return fit_into(out, [&](const Target<S>& to) { return fit_sle(data, memory.scratch(), to, options); });
}

}  // namespace tanda::device
