#include "linalg/orthogonal_columns.hpp"

#include <cmath>

#include "linalg/dense.hpp"
#include "linalg/symmetric.hpp"

namespace tanda::internal {

void turn_orthogonal(MatrixD& w) {
  constexpr double orthogonal = 1e-15;  // cosine up to which two columns count as orthogonal
  constexpr int most_jacobi_sweeps = 12;
  {
    Eigenpairs pairs = symmetric_eigen(square_lower(w.transpose(), w.home()));
    keep_end(pairs, w.cols(), End::largest);
    const MatrixD turned = product(w, pairs.vectors, w.home());
    w = turned;
  }
  if (measuring(w.home())) return;
  bool turned = true;
  for (int sweep = 0; turned && sweep < most_jacobi_sweeps; ++sweep) {
    turned = false;
    for (Index i = 0; i < w.cols(); ++i) {
      for (Index j = i + 1; j < w.cols(); ++j) {
        double *const x = w.col(i).data(), *const y = w.col(j).data();
        double a = 0, b = 0, c = 0;
        for (Index k = 0; k < w.rows(); ++k) {
          a += x[k] * x[k];
          b += y[k] * y[k];
          c += x[k] * y[k];
        }
        if (!(std::abs(c) > orthogonal * std::sqrt(a) * std::sqrt(b))) continue;
        const double zeta = (b - a) / (2 * c);
        const double tangent = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::hypot(1, zeta));
        const double cosine = 1 / std::hypot(1, tangent), sine = cosine * tangent;
        for (Index k = 0; k < w.rows(); ++k) {
          const double old = x[k];
          x[k] = cosine * old - sine * y[k];
          y[k] = sine * old + cosine * y[k];
        }
        turned = true;
      }
    }
  }
}

}  // namespace tanda::internal
