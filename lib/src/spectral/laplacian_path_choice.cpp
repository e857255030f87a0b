#include "spectral/laplacian_path_choice.hpp"

#include <algorithm>
#include <cmath>

#include "base/exponential.hpp"
#include "linalg/dense.hpp"

namespace tanda::internal {
namespace {

/// 10^exponent, exact for whole exponents.
double power_of_ten(double exponent) {
  const double whole = std::floor(exponent), log_10 = 2.30258509299404568402;
  double scale = 1;
  for (double i = std::abs(whole); i > 0; --i) scale *= 10;
  const double part = exponential((exponent - whole) * log_10);
  return whole < 0 ? part / scale : part * scale;
}

}  // namespace

VectorD lambda_candidates(Index count, Workspace* w) {
  VectorD result(w, count);
  if (measuring(w)) return result;
  for (Index i = 0; i < count; ++i)
    result[i] = count == 1 ? 1 : power_of_ten(-6 + 12 * double(i) / double(count - 1));
  return result;
}

Index best_candidate(const Array<Index>& errors) {
  const Index least = *std::min_element(errors.begin(), errors.end()), count = Index(errors.size());
  Index longest = 0, middle = 0;
  for (Index first = 0; first < count;) {
    Index last = first;
    while (last < count && errors[std::size_t(last)] == least) ++last;
    if (last - first > longest) {
      longest = last - first;
      middle = first + (longest - 1) / 2;
    }
    first = std::max(last, first + 1);
  }
  return middle;
}

template <class S>
PathSamples path_samples(const Samples<S>& samples, const Points<S>& points, const LaplacianPath& path,
                         const Mask& part, Index tests) {
  Workspace* const home = path.axes().home();
  const Classes& classes = points.classes;
  const Index labelled = classes.labelled(), width = std::min(panel_samples, labelled);
  PathSamples result{MatrixD(home, path.rank(), labelled), Array<Index>(home), Array<Index>(home),
                     Array<int>(home)};
  result.begin.reserve(classes.begin.size());
  result.test_classes.reserve(std::size_t(tests));
  result.original.reserve(std::size_t(labelled));
  Array<Index> order(home);
  order.reserve(std::size_t(labelled));
  MatrixD room(home, samples.dims(), width);
  library_product(home, path.rank(), width, samples.dims(), sizeof(double));
  if (measuring(home)) {
    result.begin.resize(classes.begin.size());
    result.test_classes.resize(std::size_t(tests));
    result.original.resize(std::size_t(labelled));
    return result;
  }
  result.begin.push_back(0);
  for (Index c = 0; c < classes.count(); ++c) {
    for (Index i = classes.first(c); i < classes.last(c); ++i) {
      if (part[std::size_t(i)]) order.push_back(i);
    }
    result.begin.push_back(Index(order.size()));
  }
  for (Index i = 0; i < classes.labelled(); ++i) {
    if (part[std::size_t(i)]) continue;
    order.push_back(i);
    result.test_classes.push_back(classes.of(i));
  }
  for (Index first = 0; first < classes.labelled(); first += panel_samples) {
    Eigen::Map<PlainMatrix<double>> panel(room.data(), samples.dims(),
                                          std::min(panel_samples, classes.labelled() - first));
    for (Index i = 0; i < panel.cols(); ++i) {
      const Index at = order[std::size_t(first + i)];
      samples.centred(at, panel.col(i).data());
      result.original.push_back(points.original[std::size_t(at)]);
    }
    set_product(result.coordinates.middleCols(first, panel.cols()), path.axes().transpose(), panel);
  }
  // Neighbours do not change when all coordinates are shifted, and centred ones move less along the path.
  centre_columns(result.coordinates);
  return result;
}

template PathSamples path_samples(const Samples<float>&, const Points<float>&, const LaplacianPath&,
                                  const Mask&, Index);
template PathSamples path_samples(const Samples<double>&, const Points<double>&, const LaplacianPath&,
                                  const Mask&, Index);

}  // namespace tanda::internal
