// Products of samples, and their precision in float.
#include "data/samples.hpp"

#include "fits.hpp"
#include "sorted.hpp"
#include "spans.hpp"
#include "ut.hpp"

namespace samples_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

/// Centred samples with the residual of their mean.
Samples<float> samples_of(const MatrixD& x) {
  return {x.cast<float>(), x.cast<float>().cast<double>().rowwise().mean()};
}

MatrixD lower(const MatrixD& m) {
  return m.triangularView<Eigen::Lower>();
}

/// Features with these deviations, rotated and far from the origin, all multiplied by `unit`.
synthetic::Set<float> set_of(const VectorD& deviations, int samples, double unit = 1) {
  const Index d = deviations.size();
  const MatrixD turn = orthonormal(random_matrix(d, d, 3));
  const MatrixD x = turn * deviations.asDiagonal() * random_matrix(d, samples, 4);
  synthetic::Set<double> set = synthetic::empty_set(samples, int(d), 2);
  for (std::size_t i = 0; i < set.values.size(); ++i) set.values[i] = unit * (10 + x.data()[i]);
  return set.cast<float>();
}

const suite samples_suite = [] {
  "products in double, whatever the panel"_test = [] {
    const MatrixD x = random_matrix(70, 300, 1).array() + 0.5;
    const Samples<float> samples = samples_of(x);
    MatrixD centred;
    samples.panel(0, 300, centred);
    const MatrixD wanted = lower(centred * centred.transpose());
    expect((lower(outer_product(samples, 0, 300)) - wanted).norm() <= 1e-13 * wanted.norm());
    expect((lower(outer_product(samples, 0, 300, nullptr, small_panel)) - wanted).norm() <=
           1e-13 * wanted.norm());
  };

  "products in single precision: nearly as good, over blocks of all sizes"_test = [] {
    for (const auto& [d, n] :
         {std::pair<Index, Index>{1, 2}, {7, 700}, {64, 1797}, {256, 520}, {300, 1030}}) {
      const Samples<float> samples = samples_of(random_matrix(d, n, 2).array() + 0.5);
      const MatrixD wanted = lower(outer_product(samples, 0, n)), made = lower(quick_outer_product(samples));
      expect((made - wanted).cwiseAbs().maxCoeff() <= 2e-6 * wanted.diagonal().maxCoeff()) << d << "x" << n;
    }
  };

  "and exact for whole numbers"_test = [] {
    const Samples<float> samples{random_grid(40, 2000, 17, 3).cast<float>(), VectorD::Zero(40)};
    expect(lower(quick_outer_product(samples)) == lower(outer_product(samples, 0, 2000)));
  };

  "PCA of floats finds small variances, too"_test = [] {
    for (const double least : {0.5, 1e-2, 1e-4}) {
      VectorD deviations(12);
      for (Index i = 0; i < 12; ++i) deviations[i] = std::pow(least, double(i) / 11);
      const synthetic::Set<float> set = set_of(deviations, 400);
      const MatrixD in_float = directions_of(fit_set(set, "pca", {}, 11)),
                    in_double = directions_of(fit_set(set.cast<double>(), "pca", {}, 11));
      expect(in_float.cols() == 11 && in_double.cols() == 11) << least;
      for (Index i = 0; i < in_float.cols(); ++i) {
        const double angle = largest_angle(in_float.col(i), in_double.col(i));
        expect(angle < 1e-4) << least << "direction" << double(i) << angle;
      }
    }
  };

  "and of samples whose squares are nothing in single precision"_test = [] {
    const VectorD deviations = VectorD::LinSpaced(5, 1, 2);
    const MatrixD tiny = directions_of(fit_set(set_of(deviations, 50, 1e-25), "pca", {}, 2)),
                  usual = directions_of(fit_set(set_of(deviations, 50), "pca", {}, 2));
    expect(largest_angle(tiny, usual) < 1e-4);
  };
};

}  // namespace samples_test
