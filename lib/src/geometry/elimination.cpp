#include "tanda/geometry/elimination.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>
#include <tuple>

namespace tanda {
namespace {

// A sparse factorisation does its flops about this much slower than a dense one.
constexpr double sparse_slowness = 20;
// Dense factors larger than this many unknowns (8 bytes each squared) are not made.
constexpr Index dense_limit = 8000;

/// Edges of column j as differences (p×deg) and their weights.
template <class S>
void star_of(const Samples<S>& samples, const Graph& graph, Index j, MatrixD& differences, VectorD& weights) {
  const Index first = graph.begin[std::size_t(j)], degree = graph.begin[std::size_t(j) + 1] - first;
  differences.resize(samples.dims(), degree);
  weights.resize(degree);
  const auto centre = samples.x.col(j).template cast<double>();
  for (Index e = 0; e < degree; ++e) {
    const Index i = graph.to[std::size_t(first + e)];
    differences.col(e) = samples.x.col(i).template cast<double>() - centre;
    weights[e] = graph.weight[std::size_t(first + e)];
  }
}

using Sparse = Eigen::SparseMatrix<double>;

/// Eigen's sparse Cholesky with a look at the fill its ordering predicts.
class SparseFactor : public Eigen::SimplicialLLT<Sparse, Eigen::Lower, Eigen::AMDOrdering<int>> {
 public:
  double predicted_flops() const { return m_nonZerosPerCol.cast<double>().squaredNorm(); }
};

bool forward_dense(MatrixD& s, double ridge, MatrixD& rhs) {
  s.diagonal().array() += ridge;
  const Eigen::LLT<Eigen::Ref<MatrixD>> factor(s);
  if (factor.info() != Eigen::Success) return false;
  factor.matrixL().solveInPlace(rhs);
  return true;
}

bool forward_sparse(SparseFactor& factor, const Sparse& s, MatrixD& rhs) {
  factor.factorize(s);
  if (factor.info() != Eigen::Success) return false;
  rhs = factor.permutationP() * rhs;
  factor.matrixL().solveInPlace(rhs);
  return true;
}

MatrixD dense_system(const TangentSystem& system, double pair_weight) {
  MatrixD s = MatrixD::Zero(system.bases.total(), system.bases.total());
  const auto see = [&](Index row, Index column, const MatrixD& block) {
    s.block(row, column, block.rows(), block.cols()) += block;
  };
  system.for_each_point_block(see);
  system.for_each_pair_block(pair_weight, see);
  return s;
}

double ridge_of(TangentRidge ridge, double trace, Index size) {
  return ridge.absolute + ridge.relative * trace / double(std::max<Index>(1, size));
}

/// Z = R'⁻¹ pull', so that pull S_vv⁻¹ pull' = Z'Z: only the forward solve is needed. A system that is
/// singular all the same gets the smallest ridge that helps.
MatrixD forward_solve(const TangentSystem& system, TangentRidge ridge, double pair_weight,
                      const MatrixD& pull) {
  const Index size = system.bases.total();
  bool dense = size <= 1000;
  Sparse sparse;
  SparseFactor factor;
  if (!dense) {
    sparse = sparse_blocks(system, true, pair_weight);
    factor.analyzePattern(sparse);
    const double flops = double(size) * double(size) * double(size) / 3;
    dense = size <= dense_limit && factor.predicted_flops() * sparse_slowness > flops;
    if (dense) sparse.resize(0, 0);
  }
  MatrixD rhs;
  for (double extra = 0; extra < 1; extra = std::max(1e-12, extra * 100)) {
    const TangentRidge more{ridge.absolute, ridge.relative + extra};
    rhs = pull.transpose();
    bool done = false;
    if (dense) {
      MatrixD s = dense_system(system, pair_weight);
      const double shift = ridge_of(more, s.trace(), size);
      done = forward_dense(s, shift, rhs);
    } else {
      Sparse shifted = sparse;
      const double shift = ridge_of(more, sparse.diagonal().sum(), size);
      for (Index i = 0; i < size; ++i) shifted.coeffRef(i, i) += shift;
      done = forward_sparse(factor, shifted, rhs);
    }
    if (done && rhs.allFinite()) return rhs;
  }
  return MatrixD::Zero(size, pull.rows());
}

}  // namespace

Owners point_owners(const NeighborLists& lists) {
  Owners owners;
  const Index n = lists.count();
  owners.of.resize(std::size_t(n));
  owners.begin.push_back(0);
  owners.members.reserve(std::size_t(n * (lists.width + 1)));
  for (Index i = 0; i < n; ++i) {
    owners.of[std::size_t(i)] = int(i);
    owners.members.push_back(int(i));
    for (const int* j = lists.begin(i); j != lists.end(i); ++j) {
      if (*j >= 0) owners.members.push_back(*j);
    }
    owners.begin.push_back(Index(owners.members.size()));
  }
  return owners;
}

Owners patch_owners(const std::vector<int>& patch) {
  Owners owners;
  owners.of = patch;
  Index count = 0;
  for (int p : patch) count = std::max<Index>(count, p + 1);
  owners.begin.assign(std::size_t(count) + 1, 0);
  for (int p : patch) ++owners.begin[std::size_t(p) + 1];
  for (std::size_t o = 1; o < owners.begin.size(); ++o) owners.begin[o] += owners.begin[o - 1];
  owners.members.resize(patch.size());
  std::vector<Index> next = owners.begin;
  for (std::size_t i = 0; i < patch.size(); ++i) {
    owners.members[std::size_t(next[std::size_t(patch[i])]++)] = int(i);
  }
  return owners;
}

void TangentSystem::for_each_point_block(const SeeBlock& see) const {
  for (Index o = 0; o < bases.owners(); ++o) {
    const Index at = bases.begin[std::size_t(o)];
    if (bases.dims(o) > 0) see(at, at, curvature[std::size_t(o)]);
  }
}

void TangentSystem::for_each_pair_block(double pair_weight, const SeeBlock& see) const {
  std::vector<MatrixD> diagonal;
  for (Index o = 0; o < bases.owners(); ++o) diagonal.push_back(MatrixD::Zero(bases.dims(o), bases.dims(o)));
  for (const Edge& edge : edges) {
    // Both directions of the edge: g W (‖v_p − A v_q‖² + ‖v_q − A'v_p‖²), A = T_p'T_q.
    const double g = pair_weight * edge.weight;
    const MatrixD a = bases.basis(edge.from).transpose() * bases.basis(edge.to);
    MatrixD& from = diagonal[std::size_t(edge.from)];
    MatrixD& to = diagonal[std::size_t(edge.to)];
    from.noalias() += g * (a * a.transpose());
    from.diagonal().array() += g;
    to.noalias() += g * (a.transpose() * a);
    to.diagonal().array() += g;
    if (a.size() > 0) see(bases.begin[std::size_t(edge.from)], bases.begin[std::size_t(edge.to)], -2 * g * a);
  }
  for (Index o = 0; o < bases.owners(); ++o) {
    const Index at = bases.begin[std::size_t(o)];
    if (bases.dims(o) > 0) see(at, at, diagonal[std::size_t(o)]);
  }
}

Eigen::SparseMatrix<double> sparse_blocks(const TangentSystem& system, bool with_points, double pair_weight) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto see = [&](Index row, Index column, const MatrixD& block) {
    for (Index j = 0; j < block.cols(); ++j) {
      for (Index i = row == column ? j : 0; i < block.rows(); ++i) {
        entries.emplace_back(int(row + i), int(column + j), block(i, j));
      }
    }
  };
  if (with_points) system.for_each_point_block(see);
  system.for_each_pair_block(pair_weight, see);
  Sparse s(system.bases.total(), system.bases.total());
  s.setFromTriplets(entries.begin(), entries.end());
  return s;
}

template <class S>
TangentSystem tangent_system(const Samples<S>& samples, const Graph& graph, const Owners& owners, Index first,
                             Index last, TangentChoice choice) {
  TangentSystem system;
  const auto range = std::minmax_element(owners.of.begin() + first, owners.of.begin() + last);
  const Index first_owner = *range.first, count = *range.second + 1 - first_owner;

  std::vector<MatrixD> axes;
  system.bases.begin.push_back(0);
  for (Index o = 0; o < count; ++o) {
    axes.push_back(tangent_basis(samples, owners.group(first_owner + o), choice));
    system.bases.begin.push_back(system.bases.begin.back() + axes.back().cols());
  }
  system.bases.axes.resize(samples.dims(), system.bases.total());
  for (Index o = 0; o < count; ++o) {
    system.bases.axes.middleCols(system.bases.begin[std::size_t(o)], system.bases.dims(o)) =
        axes[std::size_t(o)];
    axes[std::size_t(o)].resize(0, 0);
    system.curvature.push_back(MatrixD::Zero(system.bases.dims(o), system.bases.dims(o)));
  }

  system.pull = MatrixD::Zero(samples.dims(), system.bases.total());
  MatrixD differences;
  VectorD weights;
  for (Index j = first; j < last; ++j) {
    const Index q = owners.of[std::size_t(j)] - first_owner, m = system.bases.dims(q);
    for (Index e = graph.begin[std::size_t(j)]; e < graph.begin[std::size_t(j) + 1]; ++e) {
      const Index p = owners.of[std::size_t(graph.to[std::size_t(e)])] - first_owner;
      if (p > q) system.edges.push_back({int(p), int(q), graph.weight[std::size_t(e)]});
    }
    if (m == 0) continue;
    star_of(samples, graph, j, differences, weights);
    const MatrixD inside = system.bases.basis(q).transpose() * differences;  // E'
    const MatrixD weighted = weights.asDiagonal() * inside.transpose();      // WE
    system.pull.middleCols(system.bases.begin[std::size_t(q)], m).noalias() += differences * weighted;
    system.curvature[std::size_t(q)].noalias() += inside * weighted;
  }
  const auto key = [](const auto& edge) { return std::tie(edge.from, edge.to); };
  std::sort(system.edges.begin(), system.edges.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  std::size_t out = 0;
  for (std::size_t e = 0; e < system.edges.size(); ++e) {
    if (out > 0 && key(system.edges[out - 1]) == key(system.edges[e])) {
      system.edges[out - 1].weight += system.edges[e].weight;
    } else {
      system.edges[out++] = system.edges[e];
    }
  }
  system.edges.resize(out);
  return system;
}

template <class S>
double eliminate_points(MatrixD& b, const Samples<S>& samples, const Graph& graph, const Owners& owners,
                        const std::vector<char>& chosen, double scale, TangentChoice choice, double ridge,
                        Monitor& monitor) {
  const Index n = samples.count();
  Index filled = 0, count = 0;
  double sum = 0, squares = 0;
  MatrixD panel(samples.dims(), panel_samples), differences;
  VectorD weights;
  const auto flush = [&] {
    // Eigen divides by the number of columns.
    if (filled > 0) b.selfadjointView<Eigen::Lower>().rankUpdate(panel.leftCols(filled), -scale);
    filled = 0;
  };
  for (Index j = 0; j < n && (j % 256 != 0 || monitor.advance(double(j) / double(n))); ++j) {
    if (!chosen[std::size_t(j)]) continue;
    star_of(samples, graph, j, differences, weights);
    double left = (differences.colwise().squaredNorm() * weights)(0);
    ++count;
    const MatrixD basis =
        weights.size() > 0 ? tangent_basis(samples, owners.group(j), choice) : MatrixD(samples.dims(), 0);
    const Index m = basis.cols();
    if (m > 0) {
      const MatrixD inside = basis.transpose() * differences;  // E'
      const MatrixD weighted = weights.asDiagonal() * inside.transpose();
      MatrixD curvature = inside * weighted;
      curvature.diagonal().array() += ridge > 0 ? ridge : 1e-12 * curvature.trace() / double(m);
      const Eigen::LLT<MatrixD> factor(curvature);
      if (factor.info() == Eigen::Success) {  // otherwise nothing varies along the tangent
        // F = ΔWE·R⁻¹; the correction is the sum of FF'.
        if (filled + m > panel.cols()) flush();
        if (m > panel.cols()) panel.resize(Eigen::NoChange, m);
        auto f = panel.middleCols(filled, m);
        f.noalias() = differences * weighted;
        factor.matrixU().template solveInPlace<Eigen::OnTheRight>(f);
        left -= f.squaredNorm();
        filled += m;
      }
    }
    sum += left;
    squares += left * left;
  }
  flush();
  if (scale <= 1 || count < 2 || !(sum > 0)) return 0;
  const double mean = sum / double(count), variance = std::max(0.0, squares / double(count) - mean * mean);
  return std::sqrt(variance / double(count) * (1 - 1 / scale)) / mean;
}

template <class S>
void eliminate_coupled(MatrixD& b, const Samples<S>& samples, const Graph& graph, const Classes& classes,
                       const Owners& owners, TangentChoice choice, TangentRidge ridge, double pair_weight,
                       Monitor& monitor) {
  for (Index c = 0; c < classes.count(); ++c) {
    if (!monitor.advance(double(c) / double(classes.count()))) return;
    const TangentSystem system =
        tangent_system(samples, graph, owners, classes.first(c), classes.last(c), choice);
    if (system.bases.total() == 0) continue;
    const MatrixD z = forward_solve(system, ridge, pair_weight, system.pull);
    b.selfadjointView<Eigen::Lower>().rankUpdate(z.transpose(), -1.0);
  }
}

template <class S>
MatrixD eliminated_free_form(const Samples<S>& samples, const Graph& graph, const Owners& owners,
                             TangentChoice choice, TangentRidge ridge, double pair_weight) {
  const Index n = samples.count();
  MatrixD form = MatrixD::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    form(i, i) = 2 * graph.degree(i);
    for (Index e = graph.begin[std::size_t(i)]; e < graph.begin[std::size_t(i) + 1]; ++e) {
      form(i, graph.to[std::size_t(e)]) -= 2 * graph.weight[std::size_t(e)];
    }
  }
  const TangentSystem system = tangent_system(samples, graph, owners, 0, n, choice);
  if (system.bases.total() == 0) return form;
  // −S_fv: Σ over edges of W (e_i − e_j) (T_q'Δ)'
  MatrixD pull = MatrixD::Zero(n, system.bases.total()), differences;
  VectorD weights;
  for (Index j = 0; j < n; ++j) {
    const Index q = owners.of[std::size_t(j)];
    if (system.bases.dims(q) == 0) continue;
    star_of(samples, graph, j, differences, weights);
    const MatrixD inside = system.bases.basis(q).transpose() * differences;
    auto block = pull.middleCols(system.bases.begin[std::size_t(q)], system.bases.dims(q));
    for (Index e = 0; e < weights.size(); ++e) {
      const Index i = graph.to[std::size_t(graph.begin[std::size_t(j)] + e)];
      block.row(i) += weights[e] * inside.col(e).transpose();
      block.row(j) -= weights[e] * inside.col(e).transpose();
    }
  }
  const MatrixD z = forward_solve(system, ridge, pair_weight, pull);
  form.selfadjointView<Eigen::Lower>().rankUpdate(z.transpose(), -1.0);
  return form;
}

#define TANDA_INSTANTIATE(S)                                                                                \
  template TangentSystem tangent_system(const Samples<S>&, const Graph&, const Owners&, Index, Index,       \
                                        TangentChoice);                                                     \
  template double eliminate_points(MatrixD&, const Samples<S>&, const Graph&, const Owners&,                \
                                   const std::vector<char>&, double, TangentChoice, double, Monitor&);      \
  template MatrixD eliminated_free_form(const Samples<S>&, const Graph&, const Owners&, TangentChoice,      \
                                        TangentRidge, double);                                              \
  template void eliminate_coupled(MatrixD&, const Samples<S>&, const Graph&, const Classes&, const Owners&, \
                                  TangentChoice, TangentRidge, double, Monitor&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
