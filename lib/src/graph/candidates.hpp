// The candidates of a neighbour search, and keeping the best of them.
#pragma once

#include <algorithm>
#include <limits>

#include "graph/neighbors.hpp"

namespace tanda::internal {

/// The candidates first..last, without those in skip_first..skip_last.
struct CandidateRange {
  Index first, last, skip_first, skip_last;
  Index size() const { return last - first - (skip_last - skip_first); }
  bool holds(Index j) const { return j < skip_first || j >= skip_last; }
};

/// Key = ±squared distance (minus for the farthest), then the original index: a total order, so ties are
/// exact.
struct Candidate {
  double key;
  int original;
  int column;
  bool operator<(const Candidate& other) const {
    return key != other.key ? key < other.key : original < other.original;
  }
};

/// The k smallest of the items offered so far, in an array of k that the caller provides.
template <class T>
class BestOf {
 public:
  BestOf() = default;
  BestOf(T* room, Index k) : heap_(room), k_(k) {}

  /// No larger key can enter.
  double limit() const { return count_ < k_ ? std::numeric_limits<double>::infinity() : heap_[0].key; }
  void offer(const T& item) {
    if (count_ < k_) {
      heap_[count_++] = item;
      std::push_heap(heap_, heap_ + count_);
    } else if (item < heap_[0]) {
      std::pop_heap(heap_, heap_ + count_);
      heap_[count_ - 1] = item;
      std::push_heap(heap_, heap_ + count_);
    }
  }
  /// Unordered until `sort` is called.
  const T* begin() const { return heap_; }
  const T* end() const { return heap_ + count_; }
  /// Sorts the items; no more can be offered afterwards.
  void sort() { std::sort_heap(heap_, heap_ + count_); }
  void clear() { count_ = 0; }

 private:
  T* heap_ = nullptr;
  Index k_ = 0, count_ = 0;
};

using Best = BestOf<Candidate>;
inline void write(Best& best, int* out) {
  best.sort();
  for (const Candidate& c : best) *out++ = c.column;
}

/// The best candidates of some queries, with their memory, which is taken before work is shared among
/// threads.
class BestLists {
 public:
  BestLists(Workspace* home, Index queries, Index k)
      : k_(k), room_(home, std::size_t(queries * k)), lists_(home, std::size_t(queries)) {
    if (!measuring(home)) reset(0, queries);
  }
  /// Empties the lists of queries first..last.
  void reset(Index first, Index last) {
    for (Index q = first; q < last; ++q) lists_[std::size_t(q)] = Best(room_.data() + q * k_, k_);
  }
  Best& operator[](Index query) { return lists_[std::size_t(query)]; }
  const Best& operator[](Index query) const { return lists_[std::size_t(query)]; }

 private:
  Index k_;
  Array<Candidate> room_;
  Array<Best> lists_;
};

/// Receives the candidates of queries.
class Sink {
 public:
  /// Candidates with a larger key than this do not matter to the query.
  virtual double limit(Index query) const = 0;
  virtual void offer(Index query, Index column, double key) = 0;

 protected:
  ~Sink() = default;
};

inline CandidateRange inside(const Classes& classes, Index c) {
  return {classes.first(c), classes.last(c), classes.last(c), classes.last(c)};
}
inline CandidateRange outside(const Classes& classes, Index c) {
  return {0, classes.labelled(), classes.first(c), classes.last(c)};
}

}  // namespace tanda::internal
