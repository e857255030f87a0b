// Least-squares dimension reduction: the subspace with the largest mutual information between samples and
// classes.
#include <cmath>
#include <numeric>

#include "base/order.hpp"
#include "common.hpp"
#include "mutual_information.hpp"
#include "tanda/detail/random.hpp"

namespace tanda::internal {
namespace {

struct LsdrOptions {
  int centers = 100, restarts = 3, iterations = 40, samples = 2000;
};

constexpr auto lsdr_parameters =
    fields(field<LsdrOptions, &LsdrOptions::centers>(
               "centers", {2, 2000}, Stage::scatter,
               "kernels that model the density ratio, at samples chosen at random", "50,100,200"),
           field<LsdrOptions, &LsdrOptions::restarts>(
               "restarts", {1, 100}, Stage::solve,
               "starting points: discriminant directions, principal axes, then random"),
           field<LsdrOptions, &LsdrOptions::iterations>("iterations", {0, 10000}, Stage::solve,
                                                        "gradient steps from each starting point, at most"),
           field<LsdrOptions, &LsdrOptions::samples>(
               "samples", {10, 1000000}, Stage::scatter,
               "samples the information is estimated from, chosen at random when there are more"));

constexpr MethodInfo lsdr_info = not_nested(
    {"lsdr", "Least-squares dimension reduction", Family::global,
     "Keeps what the features say about the class, linear or not, by maximising an estimate of their mutual "
     "information.",
     "Suzuki and Sugiyama, Neural Computation 25(3), 2013", lsdr_parameters, Supervision::labels});

constexpr double ridge_of_start = 0.1;   // of the discriminant directions that the search starts from
constexpr double least_gain = 1e-5;      // of a step, relative to the information: less ends the search
constexpr double largest_angle = 0.785;  // of a step: an eighth of a turn
constexpr int halvings = 6;              // of a step that gains nothing
constexpr Index steps_per_width = 10;    // steps after which widths are chosen anew

/// A random subset of each class, in random order: the samples of the estimate. `begin` has the position
/// where each class begins; it depends on class sizes only and is not in the workspace. Samples are dealt by
/// their distance from the mean and every class from the same seed, so that the result does not depend on the
/// order of samples or classes, nor on a rotation.
template <class S>
MatrixD draw_samples(const Problem<S>& p, double wanted, Array<Index>& begin) {
  const Classes& classes = p.classes();
  const double part = std::min(1.0, wanted / double(classes.labelled()));
  begin = Array<Index>(classes.begin.size(), 0);
  for (std::size_t c = 0; c + 1 < begin.size(); ++c)
    begin[c + 1] = begin[c] + Index(std::ceil(part * double(classes.size(Index(c)))));
  MatrixD result(p.home(), p.samples.dims(), begin.back());
  VectorD x(p.home(), p.samples.dims());
  Array<double> distances(p.home(), std::size_t(classes.largest()));
  if (measuring(p.home())) {
    order_of(distances);
    return result;
  }
  for (Index c = 0; c < classes.count(); ++c) {
    distances.clear();
    for (Index i = classes.first(c); i < classes.last(c); ++i) {
      p.samples.centred(i, x.data());
      distances.push_back(squared_length(x));
    }
    Array<int> order = order_of(distances);
    Random(p.seed).shuffle(order);
    Index at = begin[std::size_t(c)];
    for (const int* i = order.begin(); at < begin[std::size_t(c) + 1]; ++i, ++at)
      p.samples.centred(classes.first(c) + *i, result.col(at).data());
  }
  return result;
}

/// Columns that are centres of kernels: of each class a proportional number, the first ones, since the order
/// is random. `center_begin` receives the position where those of each class begin.
Array<Index> draw_centers(const Array<Index>& begin, Index wanted, Array<Index>& center_begin,
                          Workspace* home) {
  const double part = std::min(1.0, double(wanted) / double(begin.back()));
  center_begin = Array<Index>(begin.size(), 0);
  for (std::size_t c = 0; c + 1 < begin.size(); ++c) {
    const Index size = begin[c + 1] - begin[c];
    center_begin[c + 1] = center_begin[c] + std::min(size, Index(std::ceil(part * double(size))));
  }
  Array<Index> centers(home, std::size_t(center_begin.back()));
  for (std::size_t c = 0; !measuring(home) && c + 1 < begin.size(); ++c) {
    for (Index i = center_begin[c]; i < center_begin[c + 1]; ++i)
      centers[std::size_t(i)] = begin[c] + i - center_begin[c];
  }
  return centers;
}

/// What the starting points are computed from; it rotates with the data.
struct Frame {
  MatrixD total;  ///< scatter, lower triangle
  VectorD mean;
  MatrixD axes;  ///< principal axes, largest first, with the sign of positive skewness
};

VectorD mean_of(Operand<double> x, Workspace* home) {
  VectorD result(home, x.rows);
  const VectorD parts(home, VectorD::Constant(x.cols, 1 / double(x.cols)));
  const MatrixD mean = product(x, parts, home);
  result = mean;
  return result;
}

Frame frame_of(const MatrixD& x, Index dims, Monitor& monitor) {
  Workspace* const home = x.home();
  Frame frame{square_lower(x, home), mean_of(x, home), {}};
  add_square_lower(frame.total, frame.mean, -double(x.cols()));
  Eigenpairs pairs = symmetric_eigen(MatrixD(frame.total), &monitor);
  if (monitor.cancelled()) return {};
  keep_end(pairs, std::max(rank_of(pairs.values), dims), End::largest);
  frame.axes = std::move(pairs.vectors);
  VectorD signs(home, VectorD::Ones(frame.axes.cols()));
  if (measuring(home)) {
    product(x.transpose(), frame.axes.col(0), home);
    return frame;
  }
  for (Index j = 0; j < frame.axes.cols(); ++j) {
    const MatrixD along = product(x.transpose(), frame.axes.col(j), home);
    const double middle = along.mean();
    double skewness = 0;
    for (Index i = 0; i < along.size(); ++i) {
      const double away = along(i, 0) - middle;
      skewness += away * away * away;
    }
    if (skewness < 0) signs[j] = -1;
  }
  scale_columns(frame.axes, signs);
  return frame;
}

/// Discriminant directions, and principal axes when there are not enough of them.
MatrixD discriminant_start(const MutualInformation& information, const Frame& frame, Index dims,
                           Monitor& monitor) {
  Workspace* const home = frame.total.home();
  const Index p = frame.total.rows();
  MatrixD both(home, p, dims);
  MatrixD between(home, MatrixD::Zero(p, p)), total = frame.total;
  const Array<Index>& begin = information.begin();
  for (std::size_t c = 0; c + 1 < begin.size(); ++c) {
    const auto own = information.samples().middleCols(begin[c], begin[c + 1] - begin[c]);
    VectorD step = mean_of(own, home);
    if (measuring(home)) continue;
    step -= frame.mean;
    add_square_lower(between, step, double(own.cols()));
  }
  add_ridge(total, ridge_of_start, p);
  const Index most = std::min(dims, Index(begin.size()) - 2);
  Pencil pencil{std::move(between), std::move(total), End::largest};
  const MatrixD directions = solve(std::move(pencil), most, Columns::unit, &monitor).vectors;
  if (monitor.cancelled()) return {};
  if (!measuring(home)) both << directions, frame.axes.leftCols(dims - directions.cols());
  return orthonormal_columns(std::move(both));
}

/// A starting point: discriminant directions, then principal axes, then random ones.
MatrixD starting_point(const MutualInformation& information, const Frame& frame, Index start, Index dims,
                       Random& random, Monitor& monitor) {
  if (start == 0) return discriminant_start(information, frame, dims, monitor);
  Workspace* const home = frame.axes.home();
  if (start == 1) return orthonormal_columns(MatrixD(home, frame.axes.leftCols(dims)));
  MatrixD any(home, frame.axes.cols(), dims);
  for (Index i = 0; !measuring(home) && i < any.size(); ++i) any.data()[i] = 2 * random.uniform() - 1;
  return orthonormal_columns(product(frame.axes, any, home));
}

struct Turn {
  double cosine = 0, sine = 0;
};

/// By a power series, which is short for angles up to `largest_angle`: the C library's functions accept any
/// angle and link a 3000-byte table of 2/π for that.
Turn turn_by(double angle) {
  Turn result;
  double term = 1;
  for (int k = 1; k < 30; k += 2) {
    result.cosine += term;
    term *= angle / k;
    result.sine += term;
    term *= -angle / (k + 1);
  }
  return result;
}

/// The geodesic from W along a tangent: W V cos(St) V' + tangent V (sin(St)/S) V', S² and V of
/// tangent'tangent.
class Geodesic {
 public:
  Geodesic(const MatrixD& from, const MatrixD& tangent) : from_(from), tangent_(tangent) {
    Eigenpairs pairs = symmetric_eigen(square_lower(tangent.transpose(), tangent.home()));
    turns_ = std::move(pairs.vectors);
    speeds_ = std::move(pairs.values);
    speeds_ = speeds_.cwiseMax(0).cwiseSqrt();
  }
  double fastest() const { return speeds_.size() > 0 ? speeds_.maxCoeff() : 0; }
  double slope() const { return speeds_.squaredNorm(); }
  MatrixD at(double t) const {
    Workspace* const home = turns_.home();
    MatrixD still = turns_, moving = turns_;
    for (Index i = 0; !measuring(home) && i < speeds_.size(); ++i) {
      const Turn turn = turn_by(t * speeds_[i]);
      still.col(i) *= turn.cosine;
      moving.col(i) *= speeds_[i] > 0 ? turn.sine / speeds_[i] : t;
    }
    MatrixD turned = product(from_, still, home);
    add_product(turned, tangent_, moving);
    return orthonormal_columns(product(turned, turns_.transpose(), home));
  }

 private:
  const MatrixD &from_, &tangent_;
  MatrixD turns_;
  VectorD speeds_;
};

/// Steps along the natural gradient G − WW'G, each as long as a line search allows. Finally chooses the
/// widths for the resulting directions; returns their loss.
double climb(MutualInformation& information, MatrixD& directions, Index iterations, Monitor& monitor,
             double from, double share) {
  Workspace* const home = directions.home();
  const Index p = directions.rows(), r = directions.cols();
  MatrixD gradient(home, p, r), tangent(home, p, r);
  double loss = information.choose_widths(directions), step = 0;
  for (Index i = 0; i < iterations; ++i) {
    if (!monitor.advance(from + share * double(i) / double(iterations))) return loss;
    if (i > 0 && i % steps_per_width == 0) loss = information.choose_widths(directions);
    const double value = information.value(directions, &gradient);
    tangent = gradient;
    add_product(tangent, directions, product(directions.transpose(), gradient, home), -1);
    const Geodesic geodesic(directions, tangent);
    if (measuring(home)) {
      const MatrixD next = geodesic.at(1);
      return information.value(next);
    }
    if (!(geodesic.fastest() > 0)) break;
    const double longest = largest_angle / geodesic.fastest();
    step = step > 0 ? std::min(2 * step, longest) : longest;
    double gain = 0;
    for (int halved = 0; halved < halvings && !(gain > 0); ++halved) {
      const MatrixD next = geodesic.at(step);
      if (!monitor.advance(from + share * double(i) / double(iterations))) return loss;
      gain = information.value(next) - value - 1e-4 * step * geodesic.slope();
      if (gain > 0) {
        directions = next;
      } else {
        step /= 4;
      }
    }
    if (!(gain > least_gain * std::abs(value))) break;
  }
  return information.choose_widths(directions);
}

// Maximises the squared-loss mutual information over orthonormal directions, from several starting points;
// the one whose model of the density ratio does best in cross-validation wins.
template <class S>
Result<Solution> lsdr(const Problem<S>& p, const LsdrOptions& o) {
  p.monitor.stage("start");
  const bool counting = measuring(p.home());
  const Index starts = o.restarts, dims = std::min(p.dims, p.samples.dims());
  MatrixD best(p.home(), p.samples.dims(), dims);
  Array<Index> begin, center_begin;
  MatrixD x = draw_samples(p, o.samples, begin);
  Array<Index> centers = draw_centers(begin, o.centers, center_begin, p.home());
  MutualInformation information(std::move(x), std::move(begin), std::move(centers), std::move(center_begin));
  if (p.monitor.cancelled()) return Solution{};

  p.monitor.stage("search");
  if (dims == 0) return Solution{};
  const Frame frame = frame_of(information.samples(), dims, p.monitor);
  Random random(p.seed);
  bool any = false;
  double least = 0;
  const Index kinds = 3;  // of starting points
  for (Index start = 0; start < (counting ? std::min(starts, kinds) : starts) && !p.monitor.cancelled();
       ++start) {
    MatrixD directions = starting_point(information, frame, start, dims, random, p.monitor);
    if (directions.cols() == 0) continue;
    const double loss = climb(information, directions, o.iterations, p.monitor,
                              double(start) / double(starts), 1 / double(starts));
    if (any && !(loss < least)) continue;
    any = true;
    least = loss;
    best = directions;
  }
  if (p.monitor.cancelled() || !any) return Solution{};
  information.choose_widths(best);
  VectorD values = information.order(best);
  return Solution{std::move(best), std::move(values), 0};
}

}  // namespace

Method lsdr_method() {
  return method_of<lsdr_info, LsdrOptions, lsdr<float>, lsdr<double>>();
}

}  // namespace tanda::internal
