// Locality sensitive discriminant analysis: local margins between classes.
#include "common.hpp"

namespace tanda::internal {
namespace {

struct LsdaOptions {
  int neighbors = 5;
  bool split = false;
  double alpha = 0.1, ridge = 1;
  Columns columns = Columns::b_normal;

  ListsOf lists() const { return split ? ListsOf::mixed : ListsOf::separate; }
};

constexpr auto lsda_parameters =
    fields(neighbors_parameter<LsdaOptions>("neighbours of each sample, in its class and in the others"),
           field<LsdaOptions, &LsdaOptions::alpha>("alpha", {0, 1, 0.05}, Stage::scatter,
                                                   "weight of pushing apart against holding together"),
           field<LsdaOptions, &LsdaOptions::split>(
               "split", {}, Stage::neighbors,
               "one list of neighbours cut by label (the original) instead of two lists"),
           ridge_parameter<LsdaOptions>(), columns_parameter<LsdaOptions>());

constexpr MethodInfo lsda_info{"lsda",
                               "Locality sensitive discriminant analysis",
                               Family::graph,
                               "Maximises the margin between classes in each neighbourhood.",
                               "Cai, He, Zhou, Han and Bao, IJCAI, 2007",
                               lsda_parameters,
                               Supervision::labels};

// Largest of (X(αL_b + (1−α)W_w)X', X D_w X').
template <class S>
Pencil lsda_pencil(const Problem<S>& p, const LsdaOptions& o) {
  p.monitor.stage("neighbors");
  SplitLists lists = own_and_other_lists(p, o.neighbors, o.lists());
  const Graph within = or_graph(lists.within);
  const Graph between = or_graph(lists.between);
  lists = {};
  p.monitor.stage("scatter");
  const double alpha = o.alpha;
  MatrixD a = scatter(p.samples, p.monitor, [&](Index i, ColumnSum<S>& sum) {
    add_laplacian(sum, between, i, alpha);
    // W = D − L
    add_laplacian(sum, within, i, alpha - 1);
    sum.add((1 - alpha) * within.degree(i), i);
  });
  MatrixD b = squared_scatter(p.samples, p.monitor,
                              [&](Index i, ColumnSum<S>& sum) { sum.add(std::sqrt(within.degree(i)), i); });
  return Pencil{std::move(a), std::move(b), End::largest};
}

template <class S>
Result<Solution> lsda(const Problem<S>& p, const LsdaOptions& o) {
  return solve_with_ridge(p, o.ridge, o.columns, [&] { return lsda_pencil(p, o); });
}

}  // namespace

Method lsda_method() {
  return method_of<lsda_info, LsdaOptions, lsda<float>, lsda<double>>();
}

}  // namespace tanda::internal
