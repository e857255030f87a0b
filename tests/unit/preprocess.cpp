// Preprocessing step by step, and the single map that it is combined into.
#include "data/preprocess.hpp"

#include <Eigen/SVD>
#include <numeric>

#include "sorted.hpp"
#include "spans.hpp"
#include "ut.hpp"

namespace preprocess_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

template <class S>
struct Made {
  Matrix<S> x;
  Prepared<S> prepared;
};

template <class S>
Made<S> make(const MatrixD& x, Scale scale, PcaChoice pca = {}) {
  Made<S> made{x.cast<S>(), {}};
  Dataset<S> data;
  new (&data.x) ConstMatrixView<S>(made.x.data(), made.x.rows(), made.x.cols());
  Array<int> order(static_cast<std::size_t>(x.cols()));
  std::iota(order.begin(), order.end(), 0);
  Monitor monitor;
  const Status status = prepare(data, order, scale, pca, monitor).get(made.prepared);
  expect(bool(status)) << status.text();
  return made;
}

template <class S>
MatrixD values(const Samples<S>& samples) {
  MatrixD x;
  samples.panel(0, samples.count(), x);
  return x;
}

MatrixD distances(const MatrixD& x) {
  MatrixD result(x.cols(), x.cols());
  for (Index i = 0; i < x.cols(); ++i) result.col(i) = (x.colwise() - x.col(i)).colwise().norm().transpose();
  return result;
}

/// Unequal means and spreads, one constant column.
MatrixD table(Index d, Index n) {
  MatrixD x = random_matrix(d, n, 1);
  for (Index j = 0; j < d; ++j)
    x.row(j) = x.row(j) * double(j + 1) + MatrixD::Constant(1, n, 3.0 * double(j));
  x.row(d / 2).setConstant(0.1);
  return x;
}

template <class S>
void check_scales() {
  const MatrixD x = table(6, 50).cast<S>().template cast<double>();
  const VectorD mean = x.rowwise().mean();
  const MatrixD centred = x.colwise() - mean;
  const double tolerance = sizeof(S) == 8 ? 1e-13 : 1e-5;

  expect((values(make<S>(x, Scale::none).prepared.points) - centred).norm() < tolerance * centred.norm());

  const MatrixD z = values(make<S>(x, Scale::zscore).prepared.points);
  const MatrixD m = values(make<S>(x, Scale::minmax).prepared.points);
  for (Index j = 0; j < 6; ++j) {
    const bool constant = j == 3;
    expect(std::abs(z.row(j).mean()) < tolerance) << "zscore: mean 0";
    expect(std::abs(z.row(j).squaredNorm() / 50 - (constant ? 0 : 1)) < 10 * tolerance)
        << "zscore: variance 1";
    expect(std::abs(m.row(j).maxCoeff() - m.row(j).minCoeff() - (constant ? 0 : 1)) < 10 * tolerance)
        << "minmax: range 1";
    expect(std::abs(m.row(j).mean()) < tolerance) << "minmax: centred";
  }
  expect(z.row(3).isZero(0) && m.row(3).isZero(0)) << "a constant column is zero to the last bit";

  const MatrixD unit = x.array().rowwise() / x.colwise().norm().array();
  const MatrixD unit_centred = unit.colwise() - VectorD(unit.rowwise().mean());
  expect((values(make<S>(x, Scale::unit).prepared.points) - unit_centred).norm() < tolerance * 10)
      << "unit length";
}

/// The combined map applied to raw samples gives the same as the directions applied to preprocessed samples.
template <class S>
void check_folding(const MatrixD& x, Scale scale, PcaChoice pca) {
  const Made<S> made = make<S>(x, scale, pca);
  const Prepared<S>& p = made.prepared;
  const MatrixD directions = random_matrix(p.samples().dims(), 2, 3);
  const MatrixD projection = p.unfold(directions);
  MatrixD raw = made.x.template cast<double>();
  if (scale == Scale::unit) raw.colwise().normalize();
  const MatrixD folded = projection * (raw.colwise() - p.mean);
  const MatrixD step_by_step = directions.transpose() * values(p.samples());
  expect(projection.rows() == 2 && projection.cols() == x.rows());
  expect((folded - step_by_step).norm() < (sizeof(S) == 8 ? 1e-10 : 1e-4) * step_by_step.norm())
      << "scale" << int(scale) << "pca" << double(pca.dims) << pca.energy << "off"
      << (folded - step_by_step).norm();
}

void check_pca(const MatrixD& x) {
  const MatrixD centred = x.colwise() - VectorD(x.rowwise().mean());
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(centred, Eigen::ComputeThinU);
  const VectorD variance = svd.singularValues().cwiseAbs2();
  for (const Index dims : {1, 3}) {
    const Prepared<double> p = make<double>(x, Scale::none, {dims, 0}).prepared;
    expect(p.ambient() == dims && p.samples().dims() == dims);
    expect(largest_angle(p.basis, svd.matrixU().leftCols(dims)) < 1e-9);
    expect((p.basis.transpose() * p.basis - MatrixD::Identity(dims, dims)).norm() < 1e-10);
  }
  for (const double energy : {0.3, 0.8, 0.95, 1.0}) {
    const Index kept = make<double>(x, Scale::none, {0, energy}).prepared.ambient();
    expect(variance.head(kept).sum() >= (energy - 1e-9) * variance.sum()) << "energy" << energy;
    expect(kept == 1 || variance.head(kept - 1).sum() < energy * variance.sum())
        << "no more than needed for" << energy;
  }
  const Index rank = make<double>(x, Scale::none, {1000, 0}).prepared.ambient();
  expect(rank <= std::min(x.rows(), x.cols() - 1)) << "never more axes than the rank";
}

const suite preprocess_suite = [] {
  "scales do what they say, in float and double"_test = [] {
    check_scales<double>();
    check_scales<float>();
  };

  "the folded map equals the steps"_test = [] {
    for (const Scale scale : {Scale::none, Scale::zscore, Scale::minmax, Scale::unit}) {
      for (const PcaChoice pca : {PcaChoice{}, PcaChoice{3, 0}, PcaChoice{0, 0.9}}) {
        check_folding<double>(table(6, 50), scale, pca);
        check_folding<float>(table(6, 50), scale, pca);
        check_folding<double>(table(40, 12), scale, pca);
        check_folding<float>(table(40, 12), scale, pca);
      }
    }
  };

  "PCA keeps the leading axes, by number and by energy"_test = [] {
    check_pca(table(8, 60));
    check_pca(table(50, 20));
  };

  "the span of wide data keeps every distance"_test = [] {
    const MatrixD x = table(80, 15);
    const Prepared<double> p = make<double>(x, Scale::none).prepared;
    expect(p.samples().dims() == 14) << "one less than the samples";
    expect(p.ambient() == 80) << "d stays d";
    expect((distances(values(p.span)) - distances(x)).norm() < 1e-10 * distances(x).norm());
    MatrixD repeated = x;
    repeated.col(7) = repeated.col(3);
    expect(make<double>(repeated, Scale::none).prepared.samples().dims() == 13)
        << "a repeated sample adds nothing";
  };

  "whole numbers stay whole: differences are exact, ties stay ties"_test = [] {
    const MatrixD x = random_grid(5, 40, 17, 4).array() + 1000;
    const auto exact = [&](const auto& samples) {
      for (Index i = 0; i < 40; ++i) {
        for (Index j = 0; j < 40; ++j) {
          expect(samples.squared_distance(i, j) == (x.col(i) - x.col(j)).squaredNorm());
        }
      }
    };
    exact(make<float>(x, Scale::none).prepared.points);
    exact(make<double>(x, Scale::none).prepared.points);
  };

  "only the samples asked for count, in the order asked for"_test = [] {
    const MatrixD x = table(4, 10);
    Dataset<double> data;
    new (&data.x) ConstMatrixView<double>(x.data(), 4, 10);
    Monitor monitor;
    const auto prepared = prepare(data, {7, 2, 5}, Scale::none, {}, monitor);
    expect(bool(prepared));
    const VectorD mean = (x.col(7) + x.col(2) + x.col(5)) / 3;
    expect((prepared->mean - mean).norm() < 1e-12);
    expect((values(prepared->points).col(1) - (x.col(2) - mean)).norm() < 1e-12);
  };
};

}  // namespace preprocess_test
