// What a user's first program does: fit a few points, project one, ask for its class.
#include <cmath>
#include <cstdio>
#include <vector>

#include "tanda/base/version.hpp"
#include "tanda/model/fit.hpp"

int main() {
  const std::vector<float> values = {0, 0, 1, 0.5f, 0, 1, 6, 5, 5, 6, 6, 6.5f};  // six points in the plane
  const std::vector<int> labels = {0, 0, 0, 1, 1, 1};
  const tanda::ConstMatrixView<float> x(values.data(), 2, 6);

  tanda::FitOptions options;
  options.method = "lda";
  options.dims = 1;
  tanda::Monitor monitor;
  const auto model =
      tanda::fit<float>(tanda::registry(), {x, labels.data(), {"near", "far"}, {}}, options, monitor);
  if (!model) return std::printf("fit: %s\n", model.status().message().c_str()), 1;

  const auto y = tanda::transform<float>(*model, x);
  const auto predicted = tanda::predict<float>(*model, x);
  if (!y || !predicted || y->rows() != 1 || y->cols() != 6) return std::printf("no projection\n"), 1;
  const float gap = std::abs((*y)(0, 0) - (*y)(0, 5));
  std::printf("tanda %s: the classes lie %g apart\n", tanda::version, double(gap));
  return gap > 0 && *predicted == labels ? 0 : 1;
}
