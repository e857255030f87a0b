// The literal eigenproblem of each method, by its id.
#pragma once

#include "literal.hpp"
#include "named.hpp"

namespace literal {

inline MatrixD ridged(const MatrixD& b, const Named& p) {
  return b + p.get("ridge") * b.trace() / double(b.rows()) * MatrixD::Identity(b.rows(), b.rows());
}

/// The largest eigenvalues of X(L(Fb) − L(Fw))X', with orthonormal vectors.
inline std::vector<Problem> push_and_pull(const Data& data, const MatrixD& between, const MatrixD& within,
                                          const Named& p) {
  const MatrixD a = pair_scatter(data, between) - pair_scatter(data, within);
  return {{a, MatrixD::Identity(data.d(), data.d()), true, false, p.flag("positive")}};
}

inline std::vector<Problem> global_problem(const std::string& id, const Data& data, const Named& p) {
  const double n = double(data.n());
  const auto zero = [](Index, Index) { return 0.0; };
  const auto mean = [&](Index, Index) { return 1 / n; };
  const MatrixD total = pair_scatter(data, class_matrix(data, mean, mean));
  if (id == "pca") return {{total / n, MatrixD::Identity(data.d(), data.d()), true}};
  const MatrixD within =
      pair_scatter(data, class_matrix(
                             data, [&](Index i, Index) { return 1 / data.size(i); }, zero));
  const MatrixD between =
      pair_scatter(data, class_matrix(
                             data, [&](Index i, Index) { return 1 / n - 1 / data.size(i); }, mean));
  if (id == "lda") return {{between, ridged(within, p), true}};
  if (id == "ulda") return {{between, total, true}};
  return {};
}

inline std::vector<Problem> local_problem(const std::string& id, const Data& data, const Named& p) {
  const MatrixD& x = data.x;
  if (id == "lpp") {
    MatrixD s = or_matrix(lists(data, Candidates::all, p.count("neighbors")));
    s = heated(data, s, p.get("heat") > 0 ? p.get("heat") : mean_squared_edge(data, {&s}));
    return {{x * laplacian(s) * x.transpose(), ridged(x * degrees(s) * x.transpose(), p), false}};
  }
  if (id == "npe") {
    const MatrixD rest = MatrixD::Identity(data.n(), data.n()) - lle_matrix(data, p.count("neighbors"));
    return {{x * rest.transpose() * rest * x.transpose(), ridged(x * x.transpose(), p), false}};
  }
  if (id == "lltsa") {
    const MatrixD b = alignment_matrix(data, p.count("neighbors"), p.count("tangent_dims"), p.get("energy"));
    return {{x * b * x.transpose(), ridged(x * x.transpose(), p), false}};
  }
  return {};
}

inline std::vector<Problem> pencil_problem(const std::string& id, const Data& data, const Named& p) {
  const MatrixD& x = data.x;
  const double n = double(data.n());
  if (id == "mfa") {
    MatrixD within = or_matrix(lists(data, Candidates::same, p.count("neighbors")));
    MatrixD margin = marginal_matrix(data, p.choice("pairs"), p.count("between"));
    if (p.get("heat") > 0) {
      within = heated(data, within, p.get("heat"));
      margin = heated(data, margin, p.get("heat"));
    }
    return {{pair_scatter(data, margin), ridged(pair_scatter(data, within), p), true}};
  }
  if (id == "lsda") {
    const int k = p.count("neighbors");
    const double alpha = p.get("alpha");
    const MatrixD all = or_matrix(lists(data, Candidates::all, k));
    const MatrixD within =
        p.flag("split") ? cut(data, all, true) : or_matrix(lists(data, Candidates::same, k));
    const MatrixD between =
        p.flag("split") ? cut(data, all, false) : or_matrix(lists(data, Candidates::other, k));
    return {{x * (alpha * laplacian(between) + (1 - alpha) * within) * x.transpose(),
             ridged(x * degrees(within) * x.transpose(), p), true}};
  }
  if (id == "lfda") {
    const MatrixD a =
        local_affinities(data, p.count("neighbors"), p.choice("graph") == "all", p.flag("sparse"));
    const MatrixD within = class_matrix(
        data, [&](Index i, Index j) { return a(i, j) / data.size(i); }, [](Index, Index) { return 0.0; });
    const MatrixD between = class_matrix(
        data, [&](Index i, Index j) { return a(i, j) * (1 / n - 1 / data.size(i)); },
        [&](Index, Index) { return 1 / n; });
    return {{pair_scatter(data, between), ridged(pair_scatter(data, within), p), true}};
  }
  return {};
}

inline std::vector<Problem> orthonormal_problem(const std::string& id, const Data& data, const Named& p) {
  if (id == "dla") {
    const MatrixD l =
        star_alignment(data, p.count("neighbors"), p.count("between"), p.get("beta"), p.get("heat"));
    return {{data.x * l * data.x.transpose(), MatrixD::Identity(data.d(), data.d()), false}};
  }
  const bool mixed = (id == "dne" || id == "ldne") && p.choice("graph") == "mixed";
  if (id != "dne" && id != "ldne" && id != "dag_dne" && id != "apps_dag_dne") return {};
  const int k = p.count("neighbors");
  const MatrixD all = or_matrix(lists(data, Candidates::all, k));
  MatrixD within =
      mixed ? cut(data, all, true) : or_matrix(lists(data, Candidates::same, k, id == "apps_dag_dne"));
  MatrixD between = mixed ? cut(data, all, false) : or_matrix(lists(data, Candidates::other, k));
  if (id == "ldne") {
    const double width = p.get("heat") > 0 ? p.get("heat") : mean_squared_edge(data, {&within, &between});
    within = heated(data, within, width);
    between = heated(data, between, width);
  }
  return push_and_pull(data, between, within, p);
}

inline std::vector<Problem> signed_problem(const std::string& id, const Data& data, const Named& p) {
  if (id != "sle") return {};
  std::vector<Problem> result;
  const std::string weights = p.choice("weights");
  for (int c = 0; c < (data.classes == 2 ? 1 : data.classes); ++c) {
    result.push_back({data.x * signed_laplacian(data, c, weights) * data.x.transpose(),
                      data.x * data.x.transpose(), false, weights == "plain"});
  }
  return result;
}

/// Empty for methods without a literal form here.
inline std::vector<Problem> problems(const std::string& id, const Data& data, const Named& p) {
  for (auto make : {global_problem, local_problem, pencil_problem, orthonormal_problem, signed_problem}) {
    std::vector<Problem> found = make(id, data, p);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace literal
