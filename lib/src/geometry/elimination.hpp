// Eliminating tangent vectors: S_tv (S_vv + aI)⁻¹ S_vt, class by class, so that a problem of size d + mn
// becomes one of size d.
#pragma once

#include "geometry/tangent.hpp"
#include "graph/graph.hpp"
#include "linalg/block_cholesky.hpp"

namespace tanda::internal {

/// An owner is what has one tangent basis: a point with its neighbours, or a patch. Owners of a class have
/// consecutive numbers.
struct Owners {
  Array<int> of;       ///< the owner of each column
  Array<Index> begin;  ///< members of owner o: begin[o]..begin[o+1]
  Array<int> members;  ///< columns whose local PCA is the basis
  Index most = 0;      ///< the most members of one owner

  Index count() const { return static_cast<Index>(begin.size()) - 1; }
  Span<int> group(Index o) const {
    if (!members.data()) return {nullptr, most};
    return {members.data() + begin[std::size_t(o)], begin[std::size_t(o) + 1] - begin[std::size_t(o)]};
  }
};

/// Each point, with itself and its listed neighbours as members.
Owners point_owners(const NeighborLists& lists);
/// Each patch, with its points as members; `patch` has numbers that ascend class by class. For a counting
/// workspace, which has no numbers: at most `count` patches of at most `most` points; 0 = as many as there
/// are points.
Owners patch_owners(const Array<int>& patch, Index count = 0, Index most = 0);
/// Each patch, as the owner of a single column (its centre), in the same order and with the same members.
Owners centre_owners(Owners patches);

/// Ridge on the tangent vectors: absolute, or relative to the mean diagonal entry of S_vv.
struct TangentRidge {
  double absolute = 0;
  double relative = 0;
};

/// The part with tangent vectors of Σ_ij W_ij (t'Δ − v_q'T_q'Δ)² + g Σ_ij W_ij ‖v_p − T_p'T_q v_q‖², Δ = x_i
/// − x_j, where owner p has i and owner q has j, for the columns of one class.
struct TangentSystem {
  struct Edge {
    int from, to;  ///< owners, numbered within the class; from > to
    double weight;
  };
  TangentBases bases;
  MatrixD pull;         ///< −S_tv, p×M
  Array<Edge> edges;    ///< between different owners, each pair of owners once
  Index most_axes = 0;  ///< the most axes of one owner

  /// E'WE of each owner.
  BlockMatrix::Block curvature(Index o) {
    return {curvatures.data() + curvature_at[std::size_t(o)], bases.dims(o), bases.dims(o)};
  }
  BlockMatrix::ConstBlock curvature(Index o) const {
    return {curvatures.data() + curvature_at[std::size_t(o)], bases.dims(o), bases.dims(o)};
  }
  Array<Index> curvature_at;
  Array<double> curvatures;
};

/// Builds the system of columns first..last; all their edges in `graph` must be among themselves. `members`:
/// the samples that the members of owners are columns of; null = the same samples. `with_pull`: whether S_tv
/// is wanted. When cancelled the result is incomplete and must not be used; so is a FreeForm.
template <class S>
TangentSystem tangent_system(const Samples<S>& samples, const Graph& graph, const Owners& owners, Index first,
                             Index last, TangentChoice choice, Monitor* monitor = nullptr,
                             const Samples<S>* members = nullptr, bool with_pull = true);

/// S_vv: the pair term, plus the point term E'WE if asked for. One node for each owner that has a tangent.
BlockMatrix tangent_blocks(const TangentSystem& system, bool with_points, double pair_weight);

/// b −= scale·S_tv (S_vv + ridge)⁻¹ S_vt without a pair term: then S_vv is block diagonal, and nothing of it
/// is stored. Only the stars of the `chosen` points are summed. O(n k d m + n m d²), or O(n k² d + n d²) and
/// an n×n matrix where n is not much larger than d. Returns the relative standard error of the trace of
/// scale·(S_tt − correction) as an estimate for all points; 0 when all are chosen. `most_edges`: of one
/// point, for a counting workspace; 0 = edges to all others.
template <class S>
double eliminate_points(MatrixD& b, const Samples<S>& samples, const Graph& graph, const Owners& owners,
                        const Array<char>& chosen, double scale, TangentChoice choice, double ridge,
                        Monitor& monitor, Index most_edges = 0);

/// The same with the pair term. S_vv is block diagonal by class, and each class is factored separately.
template <class S>
void eliminate_coupled(MatrixD& b, const Samples<S>& samples, const Graph& graph, const Classes& classes,
                       const Owners& owners, TangentChoice choice, TangentRidge ridge, double pair_weight,
                       Monitor& monitor, const Samples<S>* members = nullptr);

/// Σ_ij W_ij (f_i − f_j − v_q'T_q'Δ)² with the pair term: like TangentSystem, with a free value f_i for each
/// sample instead of t'x_i. Nothing is eliminated: each owner is a node with the values of its samples and
/// its tangent vector.
struct FreeForm {
  BlockMatrix form;
  Array<Index> row;  ///< the row of each sample's value
};
template <class S>
FreeForm free_form(const Samples<S>& samples, const Graph& graph, const Owners& owners, TangentChoice choice,
                   TangentRidge ridge, double pair_weight, Monitor* monitor = nullptr);

}  // namespace tanda::internal
