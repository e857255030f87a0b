// Methods on patches: centres that stand for several samples, two stages, fields on patches, a partition
// given by the caller.
#include "spans.hpp"
#include "tangent_literal.hpp"

namespace tangent_test {
namespace {

/// The centres of the patches as samples, and how many samples each stands for.
struct CentresOf {
  Literal data;
  VectorD stand;
};
CentresOf centres_of(const Literal& data, const std::vector<int>& owner, Index patches) {
  CentresOf result{{MatrixD::Zero(data.x.rows(), patches), std::vector<int>(std::size_t(patches))},
                   VectorD::Zero(patches)};
  for (Index i = 0; i < data.n(); ++i) {
    const Index p = owner[std::size_t(i)];
    result.data.x.col(p) += data.x.col(i);
    result.data.labels[std::size_t(p)] = data.labels[std::size_t(i)];
    result.stand[p] += 1;
  }
  for (Index p = 0; p < patches; ++p) result.data.x.col(p) /= result.stand[p];
  return result;
}

/// LFDA's between-class weights of pairs of points, each replaced by its centre.
MatrixD standing_between(const CentresOf& centres, int k, bool all, bool sparse) {
  const literal::Data same{centres.data.x, centres.data.labels, 0};
  const MatrixD affinities = literal::local_affinities(same, k, all, sparse);
  const double n = centres.stand.sum();
  const auto size = [&](Index i) {
    double sum = 0;
    for (Index j = 0; j < same.n(); ++j) sum += same.same(i, j) ? centres.stand[j] : 0;
    return sum;
  };
  MatrixD w = literal::class_matrix(
      same, [&](Index i, Index j) { return affinities(i, j) * (1 / n - 1 / size(i)); },
      [&](Index, Index) { return 1 / n; });
  return w.cwiseProduct(centres.stand * centres.stand.transpose());
}

/// The parallel fields of the literal form Σ W ‖v_p − T_p'T_q v_q‖² over all owners, as directions.
MatrixD literal_fields(const Literal& data, const MatrixD& within, const std::vector<int>& owner,
                       const std::vector<MatrixD>& bases, Index wanted, VectorD& values) {
  const Index d = data.x.rows();
  std::vector<Index> at{0};
  for (const MatrixD& basis : bases) at.push_back(at.back() + basis.cols());
  MatrixD form = MatrixD::Zero(at.back(), at.back()), edges = MatrixD::Zero(d, d),
          pull = MatrixD::Zero(d, at.back());
  for (Index i = 0; i < data.n(); ++i) {
    for (Index j = 0; j < data.n(); ++j) {
      if (within(i, j) == 0) continue;
      const VectorD delta = data.x.col(i) - data.x.col(j);
      const std::size_t p = std::size_t(owner[std::size_t(i)]), q = std::size_t(owner[std::size_t(j)]);
      edges += within(i, j) * delta * delta.transpose();
      pull.middleCols(at[q], bases[q].cols()) +=
          within(i, j) * delta * (bases[q].transpose() * delta).transpose();
      if (p == q) continue;
      MatrixD difference = MatrixD::Zero(bases[p].cols(), at.back());
      difference.middleCols(at[p], bases[p].cols()).setIdentity();
      difference.middleCols(at[q], bases[q].cols()) = -bases[p].transpose() * bases[q];
      form += within(i, j) * difference.transpose() * difference;
    }
  }
  edges += 1e-6 * edges.trace() / double(d) * MatrixD::Identity(d, d);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(form);
  values = solver.eigenvalues().head(wanted + 1);
  return edges.ldlt().solve(pull * solver.eigenvectors().leftCols(wanted));
}

MatrixD directions(const Model& model) {
  return model.projection().transpose();
}

/// Fits the same samples with a partition given by the caller.
Result<Model> fit_given(const synthetic::Set<double>& set, const char* method,
                        const std::vector<int>& patches, std::vector<Setting> settings, Monitor& monitor) {
  Dataset<double> data = set.view();
  data.patches = patches.data();
  FitOptions options;
  options.scale = Scale::none;
  options.method = method;
  options.settings = std::move(settings);
  options.dims = 2;
  return fit(registry(), data, options, monitor);
}

const suite partition_methods_suite = [] {
  const synthetic::Set<double> arcs = synthetic::arcs3(60, 5);
  const Literal data = literal_of(arcs);

  tag("slow") / "anchors are the full problem of the centres, each for all its samples"_test = [&] {
    const Patches patches = patches_of(arcs, data, 5, 2);
    const CentresOf centres = centres_of(data, patches.owner, Index(patches.bases.size()));
    const MatrixD within = centres.data.or_graph(centres.data.nearest(4, true))
                               .cwiseProduct(centres.stand * centres.stand.transpose());
    for (const bool all : {false, true}) {
      for (const bool sparse : {true, false}) {
        const std::vector<Setting> settings =
            with(with(with(with(with(pmpda_like, "tangent_dims", "2"), "patch_size", "5"), "anchors", "true"),
                      "graph", all ? "all" : "class"),
                 "sparse", sparse ? "true" : "false");
        expect_same("anchors", eigenvalues(fit_model(arcs, "mpda", settings, 4)),
                    full_problem(centres.data, within, standing_between(centres, 4, all, sparse),
                                 every_point(centres.data.n()), patches.bases, 0.7, 1.3, 4));
      }
    }
  };

  "anchors of one sample each change nothing"_test = [&] {
    const std::vector<Setting> settings = with(pmpda_like, "patch_size", "1");
    expect_same("anchors", eigenvalues(fit_model(arcs, "mpda", with(settings, "anchors", "true"), 4)),
                eigenvalues(fit_model(arcs, "mpda", settings, 4)));
  };

  "two stages are one where the between scatter has full rank"_test = [&] {
    const Model one = fit_model(arcs, "mpda", pmpda_like, 4),
                two = fit_model(arcs, "mpda", with(pmpda_like, "two_stage", "true"), 4);
    expect_same("two stages", eigenvalues(two), eigenvalues(one));
    for (Index q = 1; q <= 4; ++q) {
      const double angle = largest_angle(directions(one).leftCols(q), directions(two).leftCols(q));
      expect(angle < 1e-7) << "first" << double(q) << "angle" << angle;
    }
  };

  "two stages look in the range of the between scatter, where that has little rank"_test = [] {
    // Nine centres in 20 dimensions: a range of at most 8.
    const synthetic::Set<double> wide = synthetic::gaussian(45, 20, 3, 11);
    const Literal samples = literal_of(wide);
    std::vector<int> own;
    for (Index i = 0; i < samples.n(); ++i) own.push_back(int(i % 9) / 3);
    Monitor monitor;
    const std::vector<Setting> settings =
        with(with(with(pmpda_like, "anchors", "true"), "two_stage", "true"), "energy", "0");
    const Result<Model> model = fit_given(wide, "mpda", own, settings, monitor);
    expect(bool(model)) << model.status().text();
    if (!model) return;
    std::vector<int> owner(std::size_t(samples.n()));
    for (std::size_t i = 0; i < owner.size(); ++i) owner[i] = samples.labels[i] * 3 + own[i];
    const CentresOf centres = centres_of(samples, owner, 9);
    const MatrixD between = 2 * centres.data.x * laplacian(standing_between(centres, 4, false, true)) *
                            centres.data.x.transpose();
    const MatrixD within = centres.data.or_graph(centres.data.nearest(4, true))
                               .cwiseProduct(centres.stand * centres.stand.transpose());
    const MatrixD b =
        2 * centres.data.x * laplacian(within) * centres.data.x.transpose() + 0.7 * MatrixD::Identity(20, 20);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> range(between);
    const double most = range.eigenvalues().cwiseAbs().maxCoeff();
    MatrixD basis(20, 0);
    for (Index i = 0; i < 20; ++i) {
      if (std::abs(range.eigenvalues()[i]) < 1e-9 * most) continue;
      basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
      basis.rightCols(1) = range.eigenvectors().col(i);
    }
    expect(basis.cols() == 8) << double(basis.cols());
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> inside(
        -basis.transpose() * between * basis, basis.transpose() * b * basis);
    expect_same("in the range", eigenvalues(*model), -inside.eigenvalues().head(2));
    const MatrixD found = directions(*model);
    expect((found - basis * (basis.transpose() * found)).norm() < 1e-9 * found.norm()) << "in the range";
  };

  "fields on patches are those of the literal form"_test = [&] {
    const Lists lists = data.nearest(5, true);
    const MatrixD within = data.or_graph(lists);
    const Patches patches = patches_of(arcs, data, 6, 2);
    const std::vector<Setting> two{{"neighbors", "5"}, {"tangent_dims", "2"}};
    struct Case {
      const char* method;
      std::vector<Setting> settings;
      std::vector<int> owner;
      std::vector<MatrixD> bases;
    };
    for (const Case& c : {Case{"lpfe", two, every_point(data.n()), point_bases(data, lists, 2)},
                          Case{"mp_lpfe", with(two, "patch_size", "6"), patches.owner, patches.bases}}) {
      VectorD values;
      const MatrixD expected = literal_fields(data, within, c.owner, c.bases, 3, values);
      const Model model = fit_model(arcs, c.method, c.settings, 3);
      int compared = 0;
      for (Index q = 1; q <= 3; ++q) {
        const bool apart = values[q] - values[q - 1] > 1e-6 * values.maxCoeff();
        if (!apart) continue;
        ++compared;
        const double angle = largest_angle(directions(model).leftCols(q), expected.leftCols(q));
        expect(angle < 1e-6) << c.method << "first" << double(q) << "angle" << angle;
      }
      expect(compared > 0) << c.method;
    }
  };

  "giving the method's own partition gives the same model"_test = [&] {
    const Patches patches = patches_of(arcs, data, 6, 2);
    for (const char* method : {"mpda", "mp_lpfe"}) {
      Monitor monitor;
      const Result<Model> own = fit_given(arcs, method, patches.owner, {}, monitor);
      expect(bool(own)) << method << own.status().text();
      if (!own) continue;
      const Model made = fit_model(arcs, method, {{"patch_size", "6"}}, 2);
      expect(own->projection() == made.projection()) << method;
      const Json* given = own->record().find("patches");
      expect(given && given->text_or("") == "given" && !made.record().find("patches")) << method;
    }
  };

  "numbers of patches count within a class, in any order and with gaps"_test = [&] {
    const Patches patches = patches_of(arcs, data, 6, 2);
    std::vector<int> within_class(patches.owner), sparse(patches.owner);
    std::vector<int> first(3, 1000);
    for (std::size_t i = 0; i < sparse.size(); ++i) {
      int& lowest = first[std::size_t(data.labels[i])];
      lowest = std::min(lowest, patches.owner[i]);
    }
    for (std::size_t i = 0; i < sparse.size(); ++i) {
      within_class[i] -= first[std::size_t(data.labels[i])];
      sparse[i] = 1000000 - 7 * sparse[i];
    }
    Monitor monitor;
    const Result<Model> plain = fit_given(arcs, "mpda", patches.owner, {}, monitor);
    for (const std::vector<int>* other : {&within_class, &sparse}) {
      const Result<Model> same = fit_given(arcs, "mpda", *other, {}, monitor);
      expect(plain && same && plain->projection() == same->projection());
    }
  };

  "every method takes or passes over a partition, and refuses rows without a patch"_test = [&] {
    std::vector<int> own(std::size_t(arcs.rows), 0);
    for (const Method& method : registry().methods()) {
      Monitor monitor;
      const Result<Model> model = fit_given(arcs, method.info->id, own, {}, monitor);
      expect(bool(model)) << method.info->id << model.status().text();
      const bool used = model && model->record().find("patches");
      bool noted = false;
      for (const std::string& note : monitor.notes()) noted |= note.find("partition") != std::string::npos;
      expect(used != noted) << method.info->id << "says whether it uses the partition";
    }
    own[7] = -1;
    Monitor monitor;
    const Status status = fit_given(arcs, "mpda", own, {}, monitor).status();
    expect(status.code() == Code::wrong_shape) << status.text();
    expect(status.text().find("row 8") != std::string::npos) << status.text();
  };
};

}  // namespace
}  // namespace tangent_test
