// The published problems of tangent-space methods, built literally from every sample, edge and tangent
// vector.
#pragma once

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <numeric>

#include "geometry/partition.hpp"
#include "literal.hpp"
#include "model/fit.hpp"
#include "models.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace tangent_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

using Lists = std::vector<std::vector<int>>;

/// Samples as columns, with all that the literal definitions need.
struct Literal {
  MatrixD x;
  std::vector<int> labels;
  Index n() const { return x.cols(); }

  Lists nearest(Index k, bool same) const {
    Lists lists(static_cast<std::size_t>(n()));
    for (Index i = 0; i < n(); ++i) {
      std::vector<std::pair<double, int>> order;
      for (Index j = 0; j < n(); ++j) {
        if (j == i || (labels[std::size_t(i)] == labels[std::size_t(j)]) != same) continue;
        order.emplace_back((x.col(i) - x.col(j)).squaredNorm(), int(j));
      }
      std::sort(order.begin(), order.end());
      for (Index e = 0; e < std::min<Index>(k, Index(order.size())); ++e) {
        lists[std::size_t(i)].push_back(order[std::size_t(e)].second);
      }
    }
    return lists;
  }
  MatrixD or_graph(const Lists& lists) const {
    MatrixD w = MatrixD::Zero(n(), n());
    for (Index i = 0; i < n(); ++i) {
      for (int j : lists[std::size_t(i)]) w(i, j) = w(j, i) = 1;
    }
    return w;
  }
  MatrixD tangent(std::vector<int> members, Index dims) const {
    MatrixD patch(x.rows(), Index(members.size()));
    for (std::size_t j = 0; j < members.size(); ++j) patch.col(Index(j)) = x.col(members[j]);
    patch.colwise() -= VectorD(patch.rowwise().mean());
    Eigen::JacobiSVD<Eigen::MatrixXd> svd(patch, Eigen::ComputeThinU);
    svd.setThreshold(1e-9);
    return svd.matrixU().leftCols(std::min<Index>(dims, svd.rank()));
  }
};

inline MatrixD laplacian(const MatrixD& w) {
  return MatrixD(w.rowwise().sum().asDiagonal()) - w;
}

/// LFDA's between-class weights, with affinities from `k` neighbours.
inline MatrixD lfda_between(const Literal& data, int k, bool all = false, bool sparse = true) {
  const literal::Data same{data.x, data.labels, 0};
  const double n = double(data.n());
  const MatrixD affinities = literal::local_affinities(same, k, all, sparse);
  return literal::class_matrix(
      same, [&](Index i, Index j) { return affinities(i, j) * (1 / n - 1 / same.size(i)); },
      [&](Index, Index) { return 1 / n; });
}

/// The largest eigenvalues of the published (d+M)×(d+M) problem: owner[i] is the owner of point i, bases[o]
/// its tangent basis.
inline VectorD full_problem(const Literal& data, const MatrixD& within, const MatrixD& between,
                            const std::vector<int>& owner, const std::vector<MatrixD>& bases, double ridge,
                            double pair_weight, Index wanted) {
  const Index d = data.x.rows();
  std::vector<Index> at{d};
  for (const MatrixD& basis : bases) at.push_back(at.back() + basis.cols());
  const Index size = at.back();
  MatrixD s = ridge * MatrixD::Identity(size, size), a = MatrixD::Zero(size, size);
  for (Index i = 0; i < data.n(); ++i) {
    for (Index j = 0; j < data.n(); ++j) {
      if (within(i, j) == 0) continue;
      const VectorD delta = data.x.col(i) - data.x.col(j);
      const std::size_t p = std::size_t(owner[std::size_t(i)]), q = std::size_t(owner[std::size_t(j)]);
      VectorD row = VectorD::Zero(size);
      row.head(d) = delta;
      row.segment(at[q], bases[q].cols()) = -bases[q].transpose() * delta;
      s += within(i, j) * row * row.transpose();
      if (p == q) continue;
      MatrixD difference = MatrixD::Zero(bases[p].cols(), size);
      difference.middleCols(at[p], bases[p].cols()).setIdentity();
      difference.middleCols(at[q], bases[q].cols()) = -bases[p].transpose() * bases[q];
      s += pair_weight * within(i, j) * difference.transpose() * difference;
    }
  }
  a.topLeftCorner(d, d) = 2 * data.x * laplacian(between) * data.x.transpose();
  // The largest λ of (A, S), S positive definite: solved for −A, so that they come first.
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(-a, s, Eigen::EigenvaluesOnly);
  return -solver.eigenvalues().head(wanted);
}

inline Literal literal_of(const synthetic::Set<double>& set) {
  Literal data{MatrixD(set.columns, set.rows), set.labels};
  for (Index i = 0; i < set.rows; ++i) {
    for (Index j = 0; j < set.columns; ++j) data.x(j, i) = set.values[std::size_t(i * set.columns + j)];
  }
  return data;
}

inline Model fit_model(const synthetic::Set<double>& set, const char* method, std::vector<Setting> settings,
                       Index dims, Monitor* shared = nullptr) {
  FitOptions options;
  options.scale = Scale::none;
  options.method = method;
  options.settings = std::move(settings);
  options.dims = dims;
  Monitor own;
  Result<Model> model = fit(registry(), set.view(), options, shared ? *shared : own);
  expect(bool(model)) << method << model.status().text();
  return model ? *model : Model(models::make(Rule::none));
}

inline VectorD eigenvalues(const Model& model) {
  const Json* values = model.record().find("eigenvalues");
  VectorD result(values ? Index(values->items().size()) : 0);
  for (Index i = 0; i < result.size(); ++i) result[i] = values->items()[std::size_t(i)].number_or(0);
  return result;
}

inline void expect_same(const char* what, const VectorD& found, const VectorD& wanted) {
  expect(found.size() == wanted.size()) << what << double(found.size()) << "values";
  if (found.size() != wanted.size()) return;
  const double off = (found - wanted).cwiseAbs().maxCoeff() / wanted.cwiseAbs().maxCoeff();
  expect(off <= 1e-9) << what << "eigenvalues differ by" << off;
}

inline std::vector<int> every_point(Index n) {
  std::vector<int> owner(static_cast<std::size_t>(n));
  std::iota(owner.begin(), owner.end(), 0);
  return owner;
}

inline std::vector<MatrixD> point_bases(const Literal& data, const Lists& lists, Index dims) {
  std::vector<MatrixD> bases;
  for (Index i = 0; i < data.n(); ++i) {
    std::vector<int> members = lists[std::size_t(i)];
    members.insert(members.begin(), int(i));
    bases.push_back(data.tangent(members, dims));
  }
  return bases;
}

inline const std::vector<Setting> pmpda_like{
    {"absolute", "true"}, {"alpha", "0.7"}, {"gamma", "1.3"}, {"neighbors", "4"}};

inline std::vector<Setting> with(std::vector<Setting> settings, const char* name, const char* value) {
  settings.emplace_back(name, value);
  return settings;
}

/// Distances between all pairs of projected samples.
inline MatrixD distances(const MatrixD& y) {
  MatrixD result(y.cols(), y.cols());
  for (Index i = 0; i < y.cols(); ++i) result.col(i) = (y.colwise() - y.col(i)).colwise().norm().transpose();
  return result;
}

inline MatrixD project(const Model& model, const synthetic::Set<double>& set) {
  Matrix<double> y;
  const Status status = transform(model, set.view().x).get(y);
  expect(bool(status)) << status.text();
  return y;
}

/// The patch of each sample, partitioned as in a fit, and the tangent basis of each patch.
struct Patches {
  std::vector<int> owner;
  std::vector<MatrixD> bases;
};
inline Patches patches_of(const synthetic::Set<double>& set, const Literal& data, int size, Index dims) {
  Monitor monitor;
  PartitionOptions options;
  options.size = size;
  const Result<Partition> patches = partition(set.view(), Scale::none, PcaChoice{}, options, monitor);
  expect(bool(patches)) << patches.status().text();
  Patches result{{patches->patch.begin(), patches->patch.end()}, {}};
  std::vector<std::vector<int>> members(static_cast<std::size_t>(patches->count));
  for (std::size_t i = 0; i < result.owner.size(); ++i)
    members[std::size_t(result.owner[i])].push_back(int(i));
  for (const auto& patch : members) result.bases.push_back(data.tangent(patch, dims));
  return result;
}

}  // namespace tangent_test
