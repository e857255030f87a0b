// The candidates of a search and the best of them.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "tanda/graph/neighbors.hpp"

namespace tanda {

/// Candidates are columns first..last without skip_first..skip_last.
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

/// The k smallest candidates offered so far.
class Best {
 public:
  void reset(Index k) {
    k_ = std::size_t(k);
    heap_.clear();
    heap_.reserve(k_);
  }
  /// Nothing above this can enter.
  double limit() const {
    return heap_.size() < k_ ? std::numeric_limits<double>::infinity() : heap_.front().key;
  }
  void offer(const Candidate& candidate) {
    if (heap_.size() < k_) {
      heap_.push_back(candidate);
      std::push_heap(heap_.begin(), heap_.end());
    } else if (candidate < heap_.front()) {
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.back() = candidate;
      std::push_heap(heap_.begin(), heap_.end());
    }
  }
  void write(int* out) {
    std::sort_heap(heap_.begin(), heap_.end());
    for (const Candidate& c : heap_) *out++ = c.column;
  }
  std::vector<Candidate>& items() { return heap_; }

 private:
  std::size_t k_ = 0;
  std::vector<Candidate> heap_;
};

/// Who is told of the candidates of a query.
class Sink {
 public:
  /// Nothing above this matters to the query.
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

}  // namespace tanda
