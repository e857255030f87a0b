// Tangent-space methods: elimination compared with the full problems built literally.
#include "data/csv.hpp"
#include "embedded.hpp"
#include "spans.hpp"
#include "tangent_literal.hpp"

namespace tangent_test {

synthetic::Set<double> swiss_roll(int rows) {
  synthetic::Set<double> set = synthetic::empty_set(rows, 3, 2);
  synthetic::Generator random(7);
  for (int i = 0; i < rows; ++i) {
    const double angle = 1.5 * synthetic::Generator::pi * (1 + 2 * random.uniform());
    double* x = &set.values[std::size_t(i * 3)];
    x[0] = angle * std::cos(angle);
    x[1] = 21 * random.uniform();
    x[2] = angle * std::sin(angle);
    set.labels[std::size_t(i)] = angle > 9.4;
  }
  return set;
}

/// A real set, its features brought to unit variance.
synthetic::Set<double> wine() {
  CsvReader<double> reader({});
  expect(bool(reader.feed(embedded("wine.csv"))));
  Result<Table<double>> table = reader.finish();
  expect(bool(table)) << table.status().text();
  synthetic::Set<double> set{table->rows, table->columns, table->values, table->labels.numbers,
                             table->labels.classes};
  Eigen::Map<Eigen::MatrixXd> x(set.values.data(), set.columns, set.rows);
  x.colwise() -= VectorD(x.rowwise().mean());
  x.array().colwise() /= x.rowwise().norm().array() / std::sqrt(double(set.rows));
  return set;
}

void check_full_problems(const synthetic::Set<double>& set) {
  const Literal data = literal_of(set);
  const Lists lists = data.nearest(4, true);
  const MatrixD within = data.or_graph(lists);
  const std::vector<MatrixD> bases = point_bases(data, lists, 2);
  const Model tsd = fit_model(
      set, "tsd",
      {{"absolute", "true"}, {"gamma", "0.7"}, {"neighbors", "4"}, {"between", "3"}, {"tangent_dims", "2"}},
      5);
  expect_same("tsd", eigenvalues(tsd),
              full_problem(data, within, data.or_graph(data.nearest(3, false)), every_point(data.n()), bases,
                           0.7, 0, 5));
  // With all axes no basis is computed, and the result is the same.
  const Model all = fit_model(
      set, "tsd", {{"absolute", "true"}, {"gamma", "0.7"}, {"neighbors", "4"}, {"between", "3"}}, 5);
  expect_same("tsd, all axes", eigenvalues(all),
              full_problem(data, within, data.or_graph(data.nearest(3, false)), every_point(data.n()),
                           point_bases(data, lists, 4), 0.7, 0, 5));
  const std::vector<Setting> two_axes = with(pmpda_like, "tangent_dims", "2");
  const Patches patches = patches_of(set, data, 6, 2);
  for (const bool all : {false, true}) {
    for (const bool sparse : {true, false}) {
      const MatrixD between = lfda_between(data, 4, all, sparse);
      const std::vector<Setting> affinities =
          with(with(two_axes, "graph", all ? "all" : "class"), "sparse", sparse ? "true" : "false");
      expect_same("pmpda", eigenvalues(fit_model(set, "pmpda", affinities, 5)),
                  full_problem(data, within, between, every_point(data.n()), bases, 0.7, 1.3, 5));
      expect_same("mpda", eigenvalues(fit_model(set, "mpda", with(affinities, "patch_size", "6"), 5)),
                  full_problem(data, within, between, patches.owner, patches.bases, 0.7, 1.3, 5));
    }
  }
}

const suite tangent_suite = [] {
  const synthetic::Set<double> arcs = synthetic::arcs3(45, 5);
  const Literal data = literal_of(arcs);

  tag("slow") / "elimination equals the full problem"_test = [&] {
    check_full_problems(arcs);
    check_full_problems(wine());
  };

  "without tangents the pencil is left"_test = [&] {
    const Lists lists = data.nearest(4, true);
    const MatrixD within = data.or_graph(lists), none = lfda_between(data, 4);
    const std::vector<MatrixD> empty(static_cast<std::size_t>(data.n()), MatrixD(data.x.rows(), 0));
    expect_same(
        "tsd",
        eigenvalues(fit_model(
            arcs, "tsd",
            {{"absolute", "true"}, {"gamma", "0.7"}, {"neighbors", "4"}, {"between", "3"}, {"energy", "0"}},
            5)),
        full_problem(data, within, data.or_graph(data.nearest(3, false)), every_point(data.n()), empty, 0.7,
                     0, 5));
    const VectorD bare = full_problem(data, within, none, every_point(data.n()), empty, 0.7, 0, 5);
    expect_same("pmpda", eigenvalues(fit_model(arcs, "pmpda", with(pmpda_like, "energy", "0"), 5)), bare);
    expect_same("mpda", eigenvalues(fit_model(arcs, "mpda", with(pmpda_like, "patch_size", "1"), 5)), bare);
  };

  "kernel_tsd with the linear kernel is tsd"_test = [&] {
    const std::vector<Setting> same{{"absolute", "true"}, {"gamma", "0.7"}, {"tangent_dims", "2"}};
    const Model linear = fit_model(arcs, "tsd", same, 4),
                kernel = fit_model(arcs, "kernel_tsd", with(same, "kernel", "linear"), 4);
    expect_same("kernel_tsd", eigenvalues(kernel), eigenvalues(linear));
    const MatrixD a = distances(project(linear, arcs)), b = distances(project(kernel, arcs));
    expect((a - b).norm() <= 1e-7 * a.norm()) << "embeddings differ by" << (a - b).norm() / a.norm();
  };

  "landmarks bound a kernel model"_test = [&] {
    const Model model = fit_model(arcs, "kernel_tsd", {{"landmarks", "20"}}, 3);
    expect(model.kernel().points.cols() == 20) << double(model.kernel().points.cols());
    expect(project(model, arcs).allFinite());
  };

  "patches agree with points on a Swiss roll, and embeddings have no projection"_test = [&] {
    const synthetic::Set<double> roll = swiss_roll(2000);
    const std::vector<Setting> points{{"neighbors", "31"}, {"tangent_dims", "2"}, {"gamma", "100"}};
    const Model pointwise = fit_model(roll, "ltsimr", points, 1);
    const Model patchwise = fit_model(
        roll, "mp_ltsimr",
        with(with(with(points, "patch_neighbors", "31"), "patch_size", "48"), "geodesic", "false"), 1);
    const double angle =
        largest_angle(pointwise.projection().transpose(), patchwise.projection().transpose());
    expect(angle <= 1e-2) << "angle" << angle;
    const synthetic::Set<double> small = swiss_roll(300);
    const Model embedded = fit_model(small, "tsimr", points, 2);
    expect(embedded.references().cols() == 300 && embedded.references().rows() == 2)
        << "embedding of the samples";
    const Status refused = transform(embedded, small.view().x).status();
    expect(refused.code() == Code::no_projection) << refused.text();
  };

  "unlabelled samples join the tangent term"_test = [&] {
    synthetic::Set<double> half = synthetic::arcs3(150, 5);
    const VectorD all = eigenvalues(fit_model(half, "tsd", {}, 3));
    for (std::size_t i = 0; i < half.labels.size(); ++i) {
      if (i % 5 >= 3) half.labels[i] = -1;
    }
    Monitor monitor;
    const Model model = fit_model(half, "tsd", {}, 3, &monitor);
    expect(model.record().number_or("rows", 0) == 150) << "all samples are used";
    expect(model.references().cols() == 90) << "labelled ones classify";
    expect((eigenvalues(model) - all).norm() > 0);
  };

  "single precision factors serve float data"_test = [] {
    const synthetic::Set<double> many = synthetic::arcs3(600, 5);
    const synthetic::Set<float> single = many.cast<float>();
    for (const char* method : {"pmpda", "mpda"}) {
      FitOptions options;
      options.scale = Scale::none;
      options.method = method;
      options.dims = 2;
      Monitor monitor;
      const Result<Model> exact = fit(registry(), many.view(), options, monitor),
                          rounded = fit(registry(), single.view(), options, monitor);
      expect(exact && rounded) << method;
      if (!exact || !rounded) continue;
      const double angle = largest_angle(exact->projection().transpose(), rounded->projection().transpose());
      expect(angle < 1e-5) << method << "angle" << angle;
    }
  };

  "odd parameters give a status or a finite model"_test = [] {
    const synthetic::Set<double> plain = synthetic::arcs3(60, 5);
    synthetic::Set<double> twice = plain;  // each sample four times: neighbours are duplicates, no tangents
    for (std::size_t i = 0; i < twice.labels.size(); ++i) {
      const std::size_t from = i - i % 12 + i % 3;
      twice.labels[i] = twice.labels[from];
      std::copy_n(plain.values.begin() + Index(from) * plain.columns, plain.columns,
                  twice.values.begin() + Index(i) * plain.columns);
    }
    const std::vector<std::vector<Setting>> odd = {
        {{"patch_size", "1"}},
        {{"neighbors", "10000"}},
        {{"tangent_dims", "1000"}},
        {{"gamma", "0"}},
        {{"alpha", "0"}},
        {{"alpha", "0"}, {"gamma", "0"}},
        {{"gamma", "1e12"}},
        {{"kernel_width", "1e-30"}},
        {{"kernel_width", "1e30"}},
        {{"landmarks", "1"}},
        {{"kernel", "poly"}, {"kernel_width", "1e-30"}, {"degree", "10"}},
        {{"subsample", "0.001"}},
        {{"partition_samples", "1"}},
        {{"anchors", "true"}},
        {{"anchors", "true"}, {"two_stage", "true"}},
        {{"two_stage", "true"}, {"alpha", "0"}},
        {{"patch_neighbors", "10000"}},
        {{"energy", "0"}},
        {{"absolute", "true"}, {"gamma", "0"}}};
    for (const Method& method : registry().methods()) {
      if (method.info->family != Family::tangent) continue;
      for (const auto& settings : odd) {
        for (const synthetic::Set<double>* set : {&plain, &std::as_const(twice)}) {
          FitOptions options;
          options.scale = Scale::none;
          options.method = method.info->id;
          options.settings = settings;
          options.dims = 1000;
          Monitor monitor;
          const Result<Model> model = fit(registry(), set->view(), options, monitor);
          if (!model) {
            expect(model.status().code() == Code::unknown_parameter ||
                   model.status().code() == Code::no_variation ||
                   model.status().code() == Code::not_representable)
                << method.info->id << settings[0].first << model.status().text();
            continue;
          }
          const bool finite = model->references().allFinite() &&
                              (model->map() == Map::embedding || project(*model, *set).allFinite());
          expect(finite) << method.info->id << settings[0].first << settings[0].second;
        }
      }
    }
  };

  "a part of the tangent terms stands for all"_test = [&] {
    const synthetic::Set<double> many = synthetic::arcs3(900, 5);
    const Model exact = fit_model(many, "tsd", {}, 2);
    Monitor monitor;
    const Model half = fit_model(many, "tsd", {{"subsample", "0.5"}}, 2, &monitor);
    const double angle = largest_angle(exact.projection().transpose(), half.projection().transpose());
    expect(angle < 0.1) << "angle" << angle;
    expect(!monitor.notes().empty() && monitor.notes()[0].find("±") != std::string::npos)
        << "the error is stated";
  };
};

}  // namespace tangent_test
