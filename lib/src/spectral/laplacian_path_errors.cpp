#include "spectral/laplacian_path_errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/order.hpp"
#include "linalg/dense.hpp"
#include "spectral/laplacian_path_modes.hpp"

namespace tanda::internal {
namespace {

constexpr Index wide_block = 128;   // λ decided together for most test columns ...
constexpr Index block_size = 32;    // ... and for the remaining ones
constexpr Index kept_curves = 256;  // columns whose embeddings at every λ of a block are cached
constexpr Index moves = 3;          // directions that the movement within a block is decomposed into
constexpr Index test_chunk = 128;   // test columns whose distances are computed at a time
constexpr double slack = 1e-5;      // error of squared distances in float, relative to the squared lengths
constexpr double tie = 1e-9;        // distances this near are equal: the lower original index wins

/// Neighbouring λ that are decided together, from the embedding at the middle one and bounds of how far the
/// embeddings at the others are from it.
struct Block {
  Index first, size;    ///< among the λ of the path
  Index row;            ///< of the middle embeddings, followed by the movements, in PathScore::moved_
  double reach[moves];  ///< the longest movement along each direction
  double rest;          ///< the longest movement outside of these directions
};

using Parts = Eigen::Array<double, 1 + moves, 1>;

/// The farthest that an embedding moves from the middle one, when its movements have these lengths (entry 0
/// belongs to the middle embedding).
double radius(const Block& block, const Parts& lengths, double length_of_modes) {
  double result = block.rest * length_of_modes;
  for (Index l = 0; l < moves; ++l) result += block.reach[l] * lengths[1 + l];
  return result;
}

/// Finds the main directions of the movement in a block: towards both ends, and from the line between them to
/// a λ at a quarter of the block. `all` gets the weights of the middle and of these directions.
Block block_of(Operand<double> weights, Index first, Index row, MatrixD& all) {
  const Index size = weights.cols, modes = weights.rows;
  Block block{first, size, row, {}, 0};
  Workspace* const home = all.home();
  MatrixD steps(home, modes, size), axes(home, modes, moves);
  if (measuring(home)) {
    const MatrixD parts = product(axes.transpose(), steps, home);
    squared_lengths(steps, home);
    return block;
  }
  const double* const middle = weights.data + size / 2 * weights.stride;
  for (Index s = 0; s < size; ++s) {
    for (Index k = 0; k < modes; ++k) steps(k, s) = weights.data[k + s * weights.stride] - middle[k];
  }
  axes.setZero();
  const Index ends[moves] = {0, size - 1, size / 4};
  for (Index l = 0; l < moves; ++l) {
    auto axis = axes.col(l);
    axis = steps.col(ends[l]);
    const double length = std::sqrt(squared_length(axis));
    orthogonalise(axis, axes, l);
    orthogonalise(axis, axes, l);
    const double left = std::sqrt(squared_length(axis));
    axis *= left > 1e-12 * length ? 1 / left : 0;
  }
  const MatrixD parts = product(axes.transpose(), steps, home);
  for (Index l = 0; l < moves; ++l) {
    for (Index s = 0; s < size; ++s) block.reach[l] = std::max(block.reach[l], std::abs(parts(l, s)));
  }
  add_product(steps, axes, parts, -1);
  block.rest = std::sqrt(squared_lengths(steps, home).maxCoeff());
  for (Index k = 0; k < modes; ++k) {
    all(row, k) = middle[k];
    for (Index l = 0; l < moves; ++l) all(row + 1 + l, k) = axes(k, l);
  }
  return block;
}

class PathScore {
 public:
  PathScore(const LaplacianPath& path, const PathSamples& samples, const VectorD& lambdas,
            Array<Index>& errors, Monitor& monitor)
      : samples_(samples),
        lambdas_(lambdas),
        errors_(errors),
        monitor_(monitor),
        home_(path.axes().home()),
        r_(path.columns()),
        training_(samples.training()),
        n_(training_ + samples.tests()),
        modes_(path, samples.coordinates),
        moved_(home_, rows_for(std::min(wide_block, lambdas.size())), r_ * n_),
        trained_(home_, r_ + 1, training_),
        tested_(home_, r_ + 1, samples.tests()),
        products_(home_, training_, std::min(test_chunk, samples.tests())),
        squares_(home_, n_),
        radii_(home_, n_),
        reach_(home_, training_),
        pad_(home_, training_),
        near_(home_),
        low_(home_, training_),
        weights_(home_, block_size, modes_.most()),
        curves_(home_, block_size * r_, std::min(kept_curves, training_)),
        curve_of_(home_, std::size_t(curves_.cols())),
        curve_(home_, block_size * r_) {
    near_.reserve(std::size_t(training_));
  }

  void run() {
    if (measuring(home_)) return score(0, lambdas_.size());
    if (r_ > 0) return score(0, lambdas_.size());
    // Without directions all distances are equal, whatever λ is: the lowest original index wins.
    const auto first = std::min_element(samples_.original.begin(), samples_.original.begin() + training_);
    const Index nearest = class_of(first - samples_.original.begin());
    for (Index test = 0; test < samples_.tests(); ++test)
      add_errors({0, lambdas_.size(), 0, {}, 0}, nearest, test);
  }

 private:
  /// How many blocks a wide block of `size` λ consists of.
  static Index parts_of(Index size) { return (size + block_size - 1) / block_size; }
  /// Rows for the middles and movements of a wide block and of the blocks it consists of.
  static Index rows_for(Index size) { return (1 + moves) * (1 + parts_of(size)); }
  Index class_of(Index training) const {
    const auto& begin = samples_.begin;
    return std::upper_bound(begin.begin(), begin.end(), training) - begin.begin() - 1;
  }
  void score(Index first, Index size);
  void score_wide_block(Index first, Index size);
  void set_balls(const Block& block, const Array<Index>& tests);
  void set_ball(const Block& block, Index column, float sign, Eigen::Ref<PlainVector<float>> middle);
  void decide_all(const Block& block, bool finally, Array<Index>& tests);
  bool decide(const Block& block, Index test, const float* products);
  bool refine(const Block& block, Index test);
  void compare(const Block& block, Index test);
  void set_curve(const Block& block, Index column, double* out) const;
  const double* training_curve(const Block& block, Index column);
  void add_errors(const Block& block, Index nearest_class, Index test);

  const PathSamples& samples_;
  const VectorD& lambdas_;
  Array<Index>& errors_;
  Monitor& monitor_;
  Workspace* const home_;
  const Index r_, training_, n_;
  PathModes modes_;
  MatrixD moved_;  ///< (1 + moves)·blocks × (r·columns): middle embeddings and movements of several blocks
  // For the current block: a training sample's column is −2y and |y|², that of a test sample x and 1.
  Matrix<float> trained_, tested_;  ///< (r+1)×training, (r+1)×tests; the tests still undecided come first
  Matrix<float> products_;          ///< training × a chunk of the tests
  VectorD squares_, radii_;         ///< |·|² of the middle embeddings, and how far they move at most
  Vector<float> reach_, pad_;  ///< for training columns: 2·radius; radius² plus a bound of the rounding error
  Array<int> near_;            ///< training columns that may be nearest to the current test column
  VectorD low_;                ///< a lower bound of the distance of each
  MatrixD weights_;            ///< size×K, for the largest possible block
  MatrixD curves_;             ///< (size·r)×slots: cached embeddings of columns at every λ ...
  Array<Index> curve_of_;      ///< ... and which column each slot holds (column modulo slots)
  VectorD curve_;              ///< of the current test column
};

/// Scores λ first..first+size: as one segment if few modes describe it, otherwise each half on its own.
void PathScore::score(Index first, Index size) {
  if (size == 0 || monitor_.cancelled()) return;
  if (!modes_.describe(lambdas_.segment(first, size))) {
    score(first, size / 2);
    return score(first + size / 2, size - size / 2);
  }
  for (Index at = first; at < first + size; at += wide_block) {
    if (monitor_.cancelled()) return;
    score_wide_block(at, std::min(wide_block, first + size - at));
  }
}

/// Scores a wide block; the blocks it consists of are used for test columns that it leaves undecided.
void PathScore::score_wide_block(Index first, Index size) {
  const Index parts = parts_of(size);
  const MatrixD weights = modes_.weights(lambdas_.segment(first, size));
  MatrixD rows(home_, rows_for(size), weights.rows());
  const Block wide = block_of(weights, first, 0, rows);
  Block blocks[wide_block / block_size];
  for (Index part = 0; part < parts; ++part) {
    const Index at = part * block_size;
    blocks[part] = block_of(weights.middleCols(at, std::min(block_size, size - at)), first + at,
                            (1 + moves) * (part + 1), rows);
  }
  library_product(home_, rows.rows(), modes_.modes().cols(), rows.cols(), sizeof(double));
  set_product(moved_.topRows(rows.rows()), rows, modes_.modes());
  Array<Index> tests(home_, std::size_t(samples_.tests())), open(home_, tests.size());
  library_product(home_, training_, products_.cols(), r_ + 1, sizeof(float));
  if (measuring(home_)) return;
  std::iota(tests.begin(), tests.end(), Index(0));
  if (parts > 1) decide_all(wide, false, tests);
  for (Index part = 0; part < parts; ++part) {
    const Block& block = blocks[part];
    open.assign(tests.begin(), tests.end());
    weights_.topLeftCorner(block.size, weights.rows()) =
        weights.middleCols(block.first - first, block.size).transpose();
    decide_all(block, true, open);
  }
}

void PathScore::set_ball(const Block& block, Index column, float sign,
                         Eigen::Ref<PlainVector<float>> middle) {
  Parts squares = Parts::Zero();
  for (Index c = 0; c < r_; ++c) {
    const Parts at = moved_.col(column * r_ + c).segment<1 + moves>(block.row);
    squares += at.square();
    middle[c] = sign * float(at[0]);
  }
  squares_[column] = squares[0];
  radii_[column] = radius(block, squares.sqrt(), modes_.lengths()[column]);
}

void PathScore::set_balls(const Block& block, const Array<Index>& tests) {
  for (Index i = 0; i < training_; ++i) set_ball(block, i, -2, trained_.col(i));
  trained_.row(r_) = squares_.head(training_).cast<float>();
  for (std::size_t i = 0; i < tests.size(); ++i)
    set_ball(block, training_ + tests[i], 1, tested_.col(Index(i)));
  tested_.row(r_).head(Index(tests.size())).setOnes();
  reach_ = 2 * radii_.head(training_).cast<float>();
  pad_ = (radii_.head(training_).cwiseAbs2() + slack * squares_.head(training_)).cast<float>();
}

/// Decides the block for these tests. Unless `finally`, only those where that is cheap; `tests` keeps the
/// others.
void PathScore::decide_all(const Block& block, bool finally, Array<Index>& tests) {
  set_balls(block, tests);
  if (finally) {
    curve_of_.assign(curve_of_.size(), -1);
  }
  std::size_t left = 0;
  for (std::size_t from = 0; from < tests.size(); from += test_chunk) {
    if (!monitor_.advance(double(block.first) / double(lambdas_.size()))) return;
    const std::size_t count = std::min(std::size_t(test_chunk), tests.size() - from);
    auto products = products_.leftCols(Index(count));
    set_product(products, trained_.transpose(), tested_.middleCols(Index(from), Index(count)));
    for (std::size_t i = 0; i < count; ++i) {
      const Index test = tests[from + i];
      if (decide(block, test, products.col(Index(i)).data())) continue;
      if (!finally) {
        tests[left++] = test;
      } else if (!refine(block, test)) {
        compare(block, test);
      }
    }
  }
  tests.resize(left);
}

/// `products` are the squared distances to the middle embeddings, less |x|². A training column that is
/// nearest at some λ of the block has d_j − radius_j ≤ d_i + radius_i + 2·radius for every i. True when all
/// such columns are of one class.
bool PathScore::decide(const Block& block, Index test, const float* products) {
  using Row = Eigen::Map<const PlainVector<float>>;
  const Index x = training_ + test;
  const float least = Row(products, training_).minCoeff();
  const Index nearest = std::find(products, products + training_ - 1, least) - products;
  const double rounding = slack * (squares_[x] + squares_[nearest]);
  const double reach =
      std::sqrt(std::max(0.0, double(least) + squares_[x] + rounding)) + radii_[nearest] + 2 * radii_[x];
  const float limit = float(reach * reach - squares_[x] + slack * (squares_[x] + reach * reach)),
              factor = float(reach);
  near_.clear();
  Index alive = 0, last = 0;
  for (Index c = 0; c + 1 < Index(samples_.begin.size()); ++c) {
    const Index first = samples_.begin[std::size_t(c)], count = samples_.begin[std::size_t(c) + 1] - first;
    if (count == 0) continue;
    const auto lower =
        Row(products + first, count) - pad_.segment(first, count) - factor * reach_.segment(first, count);
    if (lower.minCoeff() > limit) continue;
    ++alive;
    last = c;
    for (Index j = 0; j < count; ++j) {
      if (lower[j] <= limit) near_.push_back(int(first + j));
    }
  }
  if (alive > 1) return false;
  add_errors(block, last, test);
  return true;
}

/// The same with the movement of each remaining column relative to the test column, which is a smaller one.
/// True when one class is left.
bool PathScore::refine(const Block& block, Index test) {
  const Index x = training_ + test;
  double reach = std::numeric_limits<double>::infinity();
  for (std::size_t e = 0; e < near_.size(); ++e) {
    const Index j = near_[e];
    Parts squares = Parts::Zero();
    for (Index c = 0; c < r_; ++c)
      squares += (moved_.col(x * r_ + c).segment<1 + moves>(block.row) -
                  moved_.col(j * r_ + c).segment<1 + moves>(block.row))
                     .array()
                     .square();
    squares = squares.sqrt().eval();
    const double away = radius(block, squares, modes_.lengths()[x] + modes_.lengths()[j]) +
                        tie * std::sqrt(squares_[x] + squares_[j]);
    low_[Index(e)] = squares[0] - away;
    reach = std::min(reach, squares[0] + away);
  }
  std::size_t kept = 0;
  for (std::size_t e = 0; e < near_.size(); ++e) {
    if (low_[Index(e)] <= reach) near_[kept++] = near_[e];
  }
  near_.resize(kept);
  // The columns are sorted by class, so comparing the first and the last suffices.
  if (class_of(near_.front()) != class_of(near_.back())) return false;
  add_errors(block, class_of(near_.front()), test);
  return true;
}

void PathScore::add_errors(const Block& block, Index nearest_class, Index test) {
  if (nearest_class == samples_.test_classes[std::size_t(test)]) return;
  for (Index s = 0; s < block.size; ++s) ++errors_[std::size_t(block.first + s)];
}

/// The embeddings of a column at each λ of the block, size×r.
void PathScore::set_curve(const Block& block, Index column, double* out) const {
  Eigen::Map<PlainMatrix<double>> curve(out, block.size, r_);
  const auto modes = modes_.modes();
  set_product(curve, weights_.topLeftCorner(block.size, modes.rows()), modes.middleCols(column * r_, r_));
}

const double* PathScore::training_curve(const Block& block, Index column) {
  const Index slot = column % Index(curve_of_.size());
  double* const at = curves_.col(slot).data();
  if (curve_of_[std::size_t(slot)] != column) set_curve(block, column, at);
  curve_of_[std::size_t(slot)] = column;
  return at;
}

/// Compares the distances of `near_` at each λ of the block and counts the errors.
void PathScore::compare(const Block& block, Index test) {
  sort_by(near_.data(), near_.data() + near_.size(), samples_.original.data());
  const Index own = samples_.test_classes[std::size_t(test)], size = block.size;
  const Index own_first = samples_.begin[std::size_t(own)], own_last = samples_.begin[std::size_t(own) + 1];
  const double* const x = curve_.data();
  set_curve(block, training_ + test, curve_.data());
  double best[block_size], squares[block_size], equal[block_size], wrong[block_size];
  std::fill_n(best, size, std::numeric_limits<double>::infinity());
  std::fill_n(wrong, size, 1.0);
  std::fill_n(equal, size, 0.0);
  for (Index c = 0; c < r_; ++c) {
    for (Index s = 0; s < size; ++s) equal[s] += tie * tie * x[c * size + s] * x[c * size + s];
  }
  for (const int j : near_) {
    const double* const y = training_curve(block, j);
    std::fill_n(squares, size, 0.0);
    for (Index c = 0; c < r_; ++c) {
      for (Index s = 0; s < size; ++s) {
        const double difference = x[c * size + s] - y[c * size + s];
        squares[s] += difference * difference;
      }
    }
    const double other = j < own_first || j >= own_last;
    for (Index s = 0; s < size; ++s) {
      const bool nearer = squares[s] * (1 + tie) + equal[s] < best[s];
      best[s] = nearer ? squares[s] : best[s];
      wrong[s] = nearer ? other : wrong[s];
    }
  }
  for (Index s = 0; s < size; ++s) errors_[std::size_t(block.first + s)] += wrong[s] > 0;
}

}  // namespace

void add_path_errors(const LaplacianPath& path, const PathSamples& samples, const VectorD& lambdas,
                     Array<Index>& errors, Monitor& monitor) {
  PathScore(path, samples, lambdas, errors, monitor).run();
}

}  // namespace tanda::internal
