#include "tanda/model/projection.hpp"

#include <cmath>

#include "tanda/base/random.hpp"
#include "tanda/model/model.hpp"
#include "tanda/model/projector.hpp"
#include "ut.hpp"

namespace projection_test {
using namespace ut;
using tanda::Index;

tanda::Model random_model(Index r, Index d, bool unit_length) {
  tanda::Random random(7);
  tanda::Model model;
  model.projection = tanda::MatrixD::NullaryExpr(r, d, [&] { return random.uniform() - 0.5; });
  model.mean = tanda::VectorD::NullaryExpr(d, [&] { return random.uniform(); });
  model.offset = -model.projection * model.mean;
  model.unit_length = unit_length;
  return model;
}

template <class S>
tanda::Matrix<S> random_samples(Index d, Index n) {
  tanda::Random random(8);
  return tanda::Matrix<S>::NullaryExpr(d, n, [&] { return static_cast<S>(random.uniform() * 4 - 1); });
}

template <class S>
tanda::ConstMatrixView<S> view(const tanda::Matrix<S>& x) {
  return {x.data(), x.rows(), x.cols()};
}

const suite projection_suite{[] {
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
        const tanda::Model model = random_model(outputs, 23, unit_length);
        const tanda::Matrix<float> x = random_samples<float>(23, 21);
        const tanda::Projector<float> projector(model);
        expect(projector.inputs() == 23 && projector.outputs() == outputs);
        tanda::Matrix<float> all(outputs, 21), one(outputs, 1);
        projector.project(view(x), all);
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
        tanda::MatrixD x = random_samples<double>(5, n);
        if (n > 1) x.col(1).setZero();
        const auto y = tanda::transform<double>(model, view(x));
        tanda::MatrixD wanted(3, n);
        for (Index i = 0; i < n; ++i) {
          const double length = unit_length && x.col(i).norm() > 0 ? x.col(i).norm() : 1;
          wanted.col(i) = model.projection * (x.col(i) / length) + model.offset;
        }
        expect(y && y->rows() == 3 && y->cols() == n &&
               (n == 0 || (*y - wanted).cwiseAbs().maxCoeff() < 1e-14));
        const tanda::Matrix<float> xf = x.cast<float>();
        const auto yf = tanda::transform<float>(model, view(xf));
        expect(yf && (n == 0 || (yf->cast<double>() - wanted).cwiseAbs().maxCoeff() < 1e-5));
      }
    }
  };

  "a sample gives the same numbers alone and in a batch"_test = [] {
    for (bool unit_length : {false, true}) {
      const auto model = random_model(4, 33, unit_length);
      const auto x = random_samples<float>(33, 50);
      const auto all = tanda::transform<float>(model, view(x));
      for (Index i = 0; i < x.cols(); ++i) {
        const auto one = tanda::transform<float>(model, {x.col(i).data(), 33, 1});
        expect(one && (one->col(0).array() == all->col(i).array()).all());
      }
    }
  };

  "a wrong number of features is named"_test = [] {
    const auto model = random_model(2, 4, false);
    const auto x = random_samples<float>(5, 3);
    const auto y = tanda::transform<float>(model, view(x));
    expect(!y && y.status().code() == tanda::Code::wrong_shape);
    expect(y.status().message() == "the samples have 5 features, the model wants 4") << y.status().message();
  };
}};
}  // namespace projection_test
