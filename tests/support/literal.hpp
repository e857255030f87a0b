// Every method as its paper defines it, with dense n×n matrices over pairs of samples: slow, simple, and
// without any of the library's numerics. Samples are columns, centred; labels are 0..C-1.
#pragma once

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/parameters.hpp"
#include "base/types.hpp"

namespace literal {

using tanda::internal::Index;
using tanda::internal::MatrixD;
using tanda::internal::VectorD;
using Labels = std::vector<int>;
using Lists = std::vector<std::vector<int>>;

struct Data {
  MatrixD x;
  Labels labels;
  int classes;

  Index n() const { return x.cols(); }
  Index d() const { return x.rows(); }
  bool same(Index i, Index j) const { return labels[std::size_t(i)] == labels[std::size_t(j)]; }
  double size(Index i) const {
    return double(std::count(labels.begin(), labels.end(), labels[std::size_t(i)]));
  }
  double squared(Index i, Index j) const { return (x.col(i) - x.col(j)).squaredNorm(); }
};

/// The eigenproblem of a method: A t = λ B t, best eigenvalue first. One per class for methods with a block
/// of columns for each class.
struct Problem {
  MatrixD a, b;
  bool largest;
  bool first_only = false;  ///< all further eigenvalues are equal: their directions are a convention
  bool positive_only = false;
};

// ---- neighbours and graphs

enum class Candidates { all, same, other };

inline Lists lists(const Data& data, Candidates among, int k, bool farthest = false) {
  Lists result(std::size_t(data.n()));
  for (Index i = 0; i < data.n(); ++i) {
    std::vector<std::pair<double, int>> candidates;
    for (Index j = 0; j < data.n(); ++j) {
      if (j == i || (among == Candidates::same && !data.same(i, j)) ||
          (among == Candidates::other && data.same(i, j)))
        continue;
      candidates.emplace_back((farthest ? -1 : 1) * data.squared(i, j), int(j));
    }
    std::sort(candidates.begin(), candidates.end());
    for (std::size_t c = 0; c < candidates.size() && int(c) < k; ++c)
      result[std::size_t(i)].push_back(candidates[c].second);
  }
  return result;
}

inline MatrixD or_matrix(const Lists& lists) {
  const Index n = Index(lists.size());
  MatrixD w = MatrixD::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    for (const int j : lists[std::size_t(i)]) w(i, j) = w(j, i) = 1;
  }
  return w;
}

/// The entries of w between samples of the same class, or of different ones.
inline MatrixD cut(const Data& data, MatrixD w, bool same) {
  for (Index i = 0; i < data.n(); ++i) {
    for (Index j = 0; j < data.n(); ++j) {
      if (data.same(i, j) != same) w(i, j) = 0;
    }
  }
  return w;
}

/// `pairs`: neighbours of each point, or the k shortest pairs of each class (from inside to outside), or of
/// all classes.
inline MatrixD marginal_matrix(const Data& data, const std::string& pairs, int k) {
  if (pairs == "point") return or_matrix(lists(data, Candidates::other, k));
  MatrixD w = MatrixD::Zero(data.n(), data.n());
  for (int c = 0; c < (pairs == "class" ? data.classes : 1); ++c) {
    std::vector<std::tuple<double, int, int>> all;
    for (Index i = 0; i < data.n(); ++i) {
      for (Index j = 0; j < data.n(); ++j) {
        const bool starts = pairs == "class" ? data.labels[std::size_t(i)] == c : i < j;
        if (starts && !data.same(i, j)) all.emplace_back(data.squared(i, j), int(i), int(j));
      }
    }
    std::sort(all.begin(), all.end());
    for (std::size_t p = 0; p < all.size() && int(p) < k; ++p) {
      w(std::get<1>(all[p]), std::get<2>(all[p])) = w(std::get<2>(all[p]), std::get<1>(all[p])) = 1;
    }
  }
  return w;
}

inline double mean_squared_edge(const Data& data, std::initializer_list<const MatrixD*> graphs) {
  double total = 0, edges = 0;
  for (const MatrixD* w : graphs) {
    for (Index i = 0; i < data.n(); ++i) {
      for (Index j = 0; j < data.n(); ++j) {
        if ((*w)(i, j) == 0) continue;
        total += data.squared(i, j);
        edges += 1;
      }
    }
  }
  return total / edges;
}

inline MatrixD heated(const Data& data, MatrixD w, double width) {
  for (Index i = 0; i < data.n(); ++i) {
    for (Index j = 0; j < data.n(); ++j) w(i, j) *= std::exp(-data.squared(i, j) / width);
  }
  return w;
}

inline MatrixD degrees(const MatrixD& w) {
  return w.rowwise().sum().asDiagonal();
}
inline MatrixD laplacian(const MatrixD& w) {
  return degrees(w) - w;
}

/// Σ_ij ½ w_ij (x_i − x_j)(x_i − x_j)' = X L(W) X', edge by edge.
inline MatrixD pair_scatter(const Data& data, const MatrixD& w) {
  MatrixD result = MatrixD::Zero(data.d(), data.d());
  for (Index i = 0; i < data.n(); ++i) {
    for (Index j = 0; j < data.n(); ++j) {
      const VectorD edge = data.x.col(i) - data.x.col(j);
      result += 0.5 * w(i, j) * edge * edge.transpose();
    }
  }
  return result;
}

/// Weights that depend on whether two samples are of the same class.
template <class Same, class Other>
MatrixD class_matrix(const Data& data, Same same, Other other) {
  return MatrixD::NullaryExpr(data.n(), data.n(),
                              [&](Index i, Index j) { return data.same(i, j) ? same(i, j) : other(i, j); });
}

// ---- parts of single methods

/// LLE weights: minimise ‖x_i − Σ w_j x_j‖² with the local Gram matrix + 1e-3·trace·I, Σ w = 1.
inline MatrixD lle_matrix(const Data& data, int k) {
  MatrixD w = MatrixD::Zero(data.n(), data.n());
  const Lists near = lists(data, Candidates::all, k);
  for (Index i = 0; i < data.n(); ++i) {
    const auto& list = near[std::size_t(i)];
    const Index m = Index(list.size());
    MatrixD gram(m, m);
    for (Index p = 0; p < m; ++p) {
      for (Index q = 0; q < m; ++q) {
        gram(p, q) = (data.x.col(list[std::size_t(p)]) - data.x.col(i))
                         .dot(data.x.col(list[std::size_t(q)]) - data.x.col(i));
      }
    }
    gram += 1e-3 * gram.trace() * MatrixD::Identity(m, m);
    VectorD weights = gram.fullPivLu().solve(VectorD::Ones(m));
    weights /= weights.sum();
    for (Index p = 0; p < m; ++p) w(i, list[std::size_t(p)]) = weights[p];
  }
  return w;
}

/// Σ_i scatter-add W_i W_i', W_i = H(I − VV') of the patch of i.
inline MatrixD alignment_matrix(const Data& data, int k, int tangent_dims, double energy) {
  MatrixD b = MatrixD::Zero(data.n(), data.n());
  const Lists near = lists(data, Candidates::all, k);
  for (Index i = 0; i < data.n(); ++i) {
    std::vector<int> patch{int(i)};
    patch.insert(patch.end(), near[std::size_t(i)].begin(), near[std::size_t(i)].end());
    const Index m = Index(patch.size());
    MatrixD members(data.d(), m);
    for (Index p = 0; p < m; ++p) members.col(p) = data.x.col(patch[std::size_t(p)]);
    const MatrixD h = MatrixD::Identity(m, m) - MatrixD::Constant(m, m, 1.0 / double(m));
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(members * h, Eigen::ComputeThinV);
    const VectorD variance = svd.singularValues().cwiseAbs2();
    Index kept = std::min<Index>(tangent_dims, variance.size());
    while (tangent_dims == 0 && variance.head(kept).sum() < energy * variance.sum()) ++kept;
    const MatrixD v = svd.matrixV().leftCols(kept);
    const MatrixD w = h * (MatrixD::Identity(m, m) - v * v.transpose());
    const MatrixD ww = w * w.transpose();
    for (Index p = 0; p < m; ++p) {
      for (Index q = 0; q < m; ++q) b(patch[std::size_t(p)], patch[std::size_t(q)]) += ww(p, q);
    }
  }
  return b;
}

/// A_ij = exp(−‖x_i − x_j‖²/(σ_i σ_j)) between samples of one class.
inline MatrixD local_affinities(const Data& data, int k, bool all, bool sparse) {
  const Lists near = lists(data, all ? Candidates::all : Candidates::same, k);
  const auto sigma = [&](Index i) { return std::sqrt(data.squared(i, near[std::size_t(i)].back())); };
  const MatrixD edges = sparse ? or_matrix(near) : MatrixD(MatrixD::Ones(data.n(), data.n()));
  return class_matrix(
      data,
      [&](Index i, Index j) { return edges(i, j) * std::exp(-data.squared(i, j) / (sigma(i) * sigma(j))); },
      [](Index, Index) { return 0.0; });
}

/// L_i = [[Σw, −w'], [−w, diag w]] of every point, scatter-added; w = 1 for neighbours of the same class and
/// −beta for others, times the heat weight if there is one.
inline MatrixD star_alignment(const Data& data, int k1, int k2, double beta, double heat) {
  MatrixD l = MatrixD::Zero(data.n(), data.n());
  const Lists same_class = lists(data, Candidates::same, k1),
              other_class = lists(data, Candidates::other, k2);
  for (Index i = 0; i < data.n(); ++i) {
    const auto add = [&](int j, double w) {
      if (heat > 0) w *= std::exp(-data.squared(i, j) / heat);
      l(i, i) += w;
      l(i, j) -= w;
      l(j, i) -= w;
      l(j, j) += w;
    };
    for (const int j : same_class[std::size_t(i)]) add(j, 1);
    for (const int j : other_class[std::size_t(i)]) add(j, -beta);
  }
  return l;
}

/// The signed graph of class c against the others: D~ has the row sums of |W~|.
inline MatrixD signed_laplacian(const Data& data, int c, const std::string& weights) {
  const double n = double(data.n());
  const double inside = double(std::count(data.labels.begin(), data.labels.end(), c));
  const auto in = [&](Index i) { return data.labels[std::size_t(i)] == c; };
  const MatrixD w = MatrixD::NullaryExpr(data.n(), data.n(), [&](Index i, Index j) {
    const double side = 1 / (in(i) ? inside : n - inside);
    if (weights == "plain") return in(i) == in(j) ? 1.0 : -1.0;
    return in(i) == in(j) ? side : weights == "balanced" ? -1 / n : -1.0;
  });
  return degrees(w.cwiseAbs()) - w;
}

}  // namespace literal
