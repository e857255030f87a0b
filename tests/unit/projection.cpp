#include "tanda/projection.hpp"

#include <cmath>
#include <limits>

#include "model/model.hpp"
#include "model/projector.hpp"
#include "models.hpp"
#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace projection_test {
using namespace ut;
using tanda::internal::Index;

tanda::internal::Model random_model(Index r, Index d, bool unit_length) {
  tanda::Random random(7);
  models::Parts model;
  model.linear().projection =
      tanda::internal::MatrixD::NullaryExpr(r, d, [&] { return random.uniform() - 0.5; });
  model.mean = tanda::internal::VectorD::NullaryExpr(d, [&] { return random.uniform(); });
  model.linear().offset = -model.linear().projection * model.mean;
  model.unit_length = unit_length;
  return model;
}

template <class S>
tanda::internal::Matrix<S> random_samples(Index d, Index n) {
  tanda::Random random(8);
  return tanda::internal::Matrix<S>::NullaryExpr(d, n,
                                                 [&] { return static_cast<S>(random.uniform() * 4 - 1); });
}

template <class S>
tanda::internal::ConstMatrixView<S> view(const tanda::internal::Matrix<S>& x) {
  return {x.data(), x.rows(), x.cols()};
}

/// A fixed-size projection compared with plain sums.
template <class S, std::size_t D, std::size_t R>
void check_fixed() {
  static tanda::Projection<S, D, R> map{};
  tanda::Random random(D + 100 * R);
  S x[D], y[R];
  for (S& value : map.matrix) value = static_cast<S>(random.uniform() - 0.5);
  for (S& value : map.offset) value = static_cast<S>(random.uniform());
  for (S& value : x) value = static_cast<S>(random.uniform() - 0.5);
  map(x, y);
  for (std::size_t i = 0; i < R; ++i) {
    double sum = double(map.offset[i]), size = std::abs(sum);
    for (std::size_t j = 0; j < D; ++j) {
      sum += double(map.matrix[i * D + j]) * double(x[j]);
      size += std::abs(double(map.matrix[i * D + j]) * double(x[j]));
    }
    expect(std::abs(double(y[i]) - sum) <= 8 * double(std::numeric_limits<S>::epsilon()) * size)
        << double(D) << double(R) << double(i);
  }
}

const suite projection_suite{[] {
  "a fixed-size projection is right whatever its sizes"_test = [] {
    check_fixed<float, 64, 10>();
    check_fixed<float, 1, 1>();
    check_fixed<float, 3, 11>();
    check_fixed<float, 16, 2>();
    check_fixed<float, 17, 21>();
    check_fixed<float, 2000, 3>();
    check_fixed<float, 5, 70>();
    check_fixed<double, 64, 10>();
    check_fixed<double, 7, 1>();
    check_fixed<double, 33, 12>();
  };

  "a fixed-size projection is a plain constant"_test = [] {
    constexpr tanda::Projection<float, 3, 2> map{{1, 2, 3, 4, 5, 6}, {10, 20}};
    const float x[3] = {1, 0, -1};
    float y[2];
    map(x, y);
    expect(y[0] == 8 && y[1] == 18);
    constexpr tanda::Projection<float, 2, 1> unit{{1, 1}, {0}, true};
    const float long_one[2] = {30, 40}, zero[2] = {0, 0};
    float z[1];
    unit(long_one, z);
    expect(std::fabs(z[0] - 1.4f) < 1e-6f);
    unit(zero, z);
    expect(z[0] == 0);
  };

  "one row alone gives what it gives among others, for any number of outputs"_test = [] {
    for (const Index outputs : {1, 3, 4, 5, 8, 9, 16, 17, 33}) {
      for (const bool unit_length : {false, true}) {
        const tanda::internal::Model model = random_model(outputs, 23, unit_length);
        const tanda::internal::Matrix<float> x = random_samples<float>(23, 21);
        const tanda::internal::Projector<float> projector(*model.parts().linear_map(), unit_length);
        expect(projector.inputs() == 23 && projector.outputs() == outputs);
        tanda::internal::Matrix<float> all(outputs, 21), one(outputs, 1);
        projector.project(view(x), all.data());
        for (Index i = 0; i < x.cols(); ++i) {
          projector.project(x.col(i).data(), one.data());
          expect((one - all.col(i)).cwiseAbs().maxCoeff() == 0) << outputs << "outputs, sample" << i;
        }
      }
    }
  };

  "unit length holds over the whole range of the scalar"_test = [] {
    for (float size : {1e-45f, 1e-40f, 1e-30f, 1e-16f, 1.f, 1e16f, 1e30f, 3e38f}) {
      const float x[3] = {size, -size, 0};
      const auto scale = tanda::unit_length_scale(x, 3);
      expect(std::fabs(scale(x[0]) - std::sqrt(0.5f)) < 1e-6f && scale(x[2]) == 0) << size;
    }
    for (double size : {5e-324, 1e-300, 1.0, 1e300, 1.7e308}) {
      const double x[2] = {size, -size};
      expect(std::fabs(tanda::unit_length_scale(x, 2)(x[1]) + std::sqrt(0.5)) < 1e-14) << size;
    }
  };

  "transform is y = P·x + c"_test = [] {
    for (bool unit_length : {false, true}) {
      for (Index n : {0, 1, 15, 16, 17, 300}) {
        const auto model = random_model(3, 5, unit_length);
        tanda::internal::MatrixD x = random_samples<double>(5, n);
        if (n > 1) x.col(1).setZero();
        const auto y = tanda::internal::transform<double>(model, view(x));
        tanda::internal::MatrixD wanted(3, n);
        for (Index i = 0; i < n; ++i) {
          const double length = unit_length && x.col(i).norm() > 0 ? x.col(i).norm() : 1;
          wanted.col(i) = model.projection() * (x.col(i) / length) + model.offset();
        }
        expect(y && y->rows() == 3 && y->cols() == n &&
               (n == 0 || (*y - wanted).cwiseAbs().maxCoeff() < 1e-14));
        const tanda::internal::Matrix<float> xf = x.cast<float>();
        const auto yf = tanda::internal::transform<float>(model, view(xf));
        expect(yf && (n == 0 || (yf->cast<double>() - wanted).cwiseAbs().maxCoeff() < 1e-5));
      }
    }
  };

  "a sample gives the same numbers alone and in a batch"_test = [] {
    for (bool unit_length : {false, true}) {
      const auto model = random_model(4, 33, unit_length);
      const auto x = random_samples<float>(33, 50);
      const auto all = tanda::internal::transform<float>(model, view(x));
      for (Index i = 0; i < x.cols(); ++i) {
        const auto one = tanda::internal::transform<float>(model, {x.col(i).data(), 33, 1});
        expect(one && (one->col(0).array() == all->col(i).array()).all());
      }
    }
  };

  "a wrong number of features is named"_test = [] {
    const auto model = random_model(2, 4, false);
    const auto x = random_samples<float>(5, 3);
    const auto y = tanda::internal::transform<float>(model, view(x));
    expect(!y && y.status().code() == tanda::Code::wrong_shape);
    expect(y.status().message() == "the samples have 5 features, the model wants 4") << y.status().message();
  };
}};
}  // namespace projection_test
