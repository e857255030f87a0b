// The C++ front door gives the same results as the C ABI.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "front.hpp"
#include "methods/registry.hpp"
#include "tanda/tanda.h"

namespace front_test {
using namespace front_support;
using tanda::Code;

/// The model file of a fit of the same table through the C ABI.
std::vector<std::uint8_t> bytes_in_c(std::vector<std::pair<const char*, const char*>> words) {
  const std::string_view csv = embedded("wine.csv");
  tanda_options* options = tanda_options_new();
  for (const auto& [name, value] : words)
    expect(tanda_options_set(options, name, value, nullptr) == 0) << name;
  tanda_table* table = nullptr;
  tanda_model* model = nullptr;
  tanda_bytes* file = nullptr;
  tanda_data data;
  expect(tanda_read_csv(csv.data(), csv.size(), nullptr, nullptr, &table, nullptr) == 0);
  tanda_table_data(table, &data);
  expect(tanda_fit(options, &data, &model, nullptr) == 0);
  expect(tanda_save(model, &file, nullptr) == 0);
  const auto* first = static_cast<const std::uint8_t*>(tanda_bytes_data(file));
  std::vector<std::uint8_t> bytes(first, first + tanda_bytes_size(file));
  tanda_bytes_free(file);
  tanda_model_free(model);
  tanda_table_free(table);
  tanda_options_free(options);
  return bytes;
}

bool same(const tanda::Result<tanda::Model>& a, const tanda::Result<tanda::Model>& b) {
  return a && b && *a->bytes() == *b->bytes();
}

/// A method's struct and its descriptor have the same parameters and defaults.
template <class Options>
void check_method() {
  const auto method = tanda::internal::registry().find(Options::id);
  expect(bool(method)) << Options::id;
  const tanda::internal::ParameterList parameters = method->info->parameters;
  const auto values = Options().values();
  expect(values.size() == std::size_t(parameters.count)) << Options::id;
  for (std::size_t i = 0; i < values.size(); ++i)
    expect(values[i] == parameters.first[i].fallback) << Options::id << parameters.first[i].name;
}
template <class... Options>
void check_methods(const std::tuple<Options...>*) {
  (check_method<Options>(), ...);
  expect(sizeof...(Options) == tanda::internal::registry().methods().size());
}

const suite front_suite = [] {
  "a fit is the C ABI's, byte for byte"_test = [] {
    const auto table = wine<float>();
    tanda::FitOptions how = two_dims();
    expect(*tanda::fit(table, "lfda", {{"neighbors", "5"}}, how)->bytes() ==
           bytes_in_c({{"method", "lfda"}, {"set", "neighbors=5"}, {"dims", "2"}}));
    expect(*tanda::fit(table, "lda")->bytes() == bytes_in_c({{"method", "lda"}})) << "dims are chosen";
    how.scale = tanda::Scale::minmax;
    how.pca.energy = 0.95;
    how.classifier = "knn:3";
    how.seed = 7;
    how.threads = 2;
    expect(*tanda::fit(table, "mfa", {}, how)->bytes() == bytes_in_c({{"method", "mfa"},
                                                                      {"dims", "2"},
                                                                      {"scale", "minmax"},
                                                                      {"pca", "0.95"},
                                                                      {"classifier", "knn:3"},
                                                                      {"seed", "7"},
                                                                      {"threads", "2"}}));
    how = {};
    how.tune = true;
    expect(*tanda::fit(table, "lda", {}, how)->bytes() == bytes_in_c({{"method", "lda"}, {"tune", "true"}}));
  };

  tag("slow") / "a method that is not named is chosen, as in the C ABI"_test = [] {
    expect(*tanda::fit(wine<float>())->bytes() == bytes_in_c({}));
  };

  "a struct of options equals the same options as text"_test = [] {
    const auto table = wine<float>();
    const tanda::FitOptions how = two_dims();
    expect(same(tanda::fit(table, tanda::LfdaOptions{5}, how),
                tanda::fit(table, "lfda", {{"neighbors", "5"}}, how)));
    expect(same(tanda::fit(table, tanda::LdaOptions{}, how), tanda::fit(table, "lda", {}, how)));
    tanda::MfaOptions mfa;
    mfa.pairs = tanda::Pairs::class_;
    mfa.ridge = 1.0 / 3;
    mfa.columns = tanda::Columns::unit;
    expect(same(tanda::fit(table, mfa, how),
                tanda::fit(table, "mfa",
                           {{"pairs", "class"}, {"ridge", "0.3333333333333333"}, {"columns", "unit"}}, how)));
    tanda::LapldaOptions laplda;
    laplda.lambda = tanda::automatic;
    expect(same(tanda::fit(table, laplda, how), tanda::fit(table, "laplda", {{"lambda", "auto"}}, how)));
    expect(same(tanda::fit(table, tanda::PcaOptions{}, how), tanda::fit(table, "pca", {}, how)));
  };

  "every struct of options has the defaults of its method"_test = [] {
    check_methods(static_cast<const tanda::detail::EveryMethod*>(nullptr));
  };

  "floats and doubles, tables, arrays and matrices"_test = [] {
    const auto floats = wine<float>();
    const auto doubles = wine<double>();
    const auto single = tanda::fit(floats, "lda", {}, two_dims());
    const auto both = tanda::fit(doubles, "lda", {}, two_dims());
    expect(single && both);
    const auto y = both->transform(doubles.x());
    expect(y->rows() == 178 && y->cols() == 2);
    expect(single->transform(floats.x())->cast<double>().isApprox(*y, 1e-4));
    // The map computed by hand from the components.
    const Eigen::MatrixXd by_hand =
        (doubles.x() * both->components().transpose()).rowwise() + both->offset().transpose();
    expect(by_hand.isApprox(*y, 1e-9) && (both->components() * both->mean() + both->offset()).norm() < 1e-6);
    expect(both->eigenvalues().size() == 2 && both->eigenvalues()[0] > both->eigenvalues()[1]);
    // The same from the caller's own matrix, and from plain arrays.
    const tanda::Rows<double> x = doubles.x();
    auto data = tanda::view(x, doubles.labels);
    data.classes = doubles.classes;
    data.features = doubles.features;
    expect(same(tanda::fit(data, "lda", {}, two_dims()), both));
    expect(*both->transform(x) == *y && *both->predict(x) == *both->predict(doubles.x()));
    tanda::Rows<double> room(178, 2);
    std::vector<int> labels(178);
    expect(bool(both->transform(x.data(), 178, 13, room.data())) && room == *y);
    expect(bool(both->predict(x.data(), 178, 13, labels.data())) && labels == *both->predict(x));
    const auto unnamed = tanda::fit(tanda::view(x, doubles.labels), "lda", {}, two_dims());
    expect(unnamed->classes() == std::vector<std::string>{"0", "1", "2"} && unnamed->features().empty());
    const auto none = both->predict(tanda::Rows<double>(0, 13));
    expect(none && none->empty()) << "no rows, no labels";
  };

  "what a model reports about itself"_test = [] {
    const auto table = wine<float>();
    const auto model = tanda::fit(table, "lda", {}, two_dims());
    expect(model->inputs() == 13 && model->outputs() == 2 && model->references() == 178);
    expect(model->map() == tanda::Map::linear && model->rule() == tanda::Rule::neighbors);
    expect(model->neighbors() == 1 && model->method() == "lda" && model->features() == table.features);
    expect(model->record().find("\"method\":\"lda\"") != std::string::npos);
    tanda::FitOptions by_means = two_dims();
    by_means.classifier = "mean";
    const auto means = tanda::fit(table, "lda", {}, by_means);
    expect(means->rule() == tanda::Rule::mean && means->neighbors() == 0 && means->references() == 3);
    const tanda::Model copy = *model;
    expect(copy.components().data() == model->components().data()) << "copies share";
    const auto bytes = copy.bytes();
    const auto opened = tanda::Model::open(bytes->data(), bytes->size());
    expect(opened && *opened->bytes() == *bytes && opened->eigenvalues() == model->eigenvalues());
    const auto kernel = tanda::fit(table, "kernel_tsd", {}, two_dims());
    expect(kernel->map() == tanda::Map::kernel && kernel->components().size() == 0);
    expect(kernel->transform(table.x())->rows() == 178);
    const auto embedding = tanda::fit(table, "tsimr", {}, two_dims());
    expect(embedding->map() == tanda::Map::embedding);
    refuses(embedding->transform(table.x()).status(), Code::no_projection, "");
    refuses(embedding->predict(table.x()).status(), Code::no_projection, "");
  };

  "scores say how sure a prediction is"_test = [] {
    const auto table = wine<float>();
    for (const char* classifier : {"knn:5", "mean"}) {
      tanda::FitOptions how = two_dims();
      how.classifier = classifier;
      const auto model = tanda::fit(table, "lda", {}, how);
      const auto sure = model->predict_scores(table.x());
      expect(sure && sure->labels == *model->predict(table.x())) << classifier;
      expect(sure->scores.rows() == 178 && sure->scores.cols() == 3 && sure->scores.minCoeff() >= 0);
      for (Eigen::Index i = 0; i < 178; ++i) {
        const auto row = sure->scores.row(i);
        expect(std::abs(row.sum() - 1) < 1e-5f && row(sure->labels[std::size_t(i)]) == row.maxCoeff());
      }
      const tanda::Rows<double> doubles = table.x().cast<double>();
      expect(model->predict_scores(doubles)->scores.isApprox(sure->scores, 1e-3f)) << classifier;
      tanda::Rows<float> room(178, 3);
      expect(bool(model->predict_scores(table.values, 178, 13, nullptr, room.data())));
      expect(room == sure->scores);
    }
  };

  "a model goes to other programs"_test = [] {
    const auto model = tanda::fit(wine<float>(), "lda", {}, two_dims());
    tanda::ExportOptions how;
    how.name = "vine";
    how.prototypes = 10;
    expect(model->export_as("c", how)->find("vine") != std::string::npos);
    expect(model->export_as("json")->find("tanda-model") != std::string::npos);
    refuses(model->export_as("pdf").status(), Code::bad_argument, "pdf");
    how.prototypes = -1;
    refuses(model->export_as("c", how).status(), Code::bad_argument, "prototypes");
  };

  "a plan is kept to, and its memory is enough"_test = [] {
    const auto table = wine<float>();
    tanda::FitReport report;
    tanda::FitOptions how = two_dims();
    const auto need = tanda::plan(table, "lda", {}, how);
    expect(need && need->workspace > 0 && need->bytes >= need->workspace);
    std::vector<unsigned char> bytes(need->workspace + tanda::Workspace::alignment);
    void* memory = bytes.data();
    std::size_t room = bytes.size();
    std::align(tanda::Workspace::alignment, std::size_t(need->workspace), memory, room);
    tanda::Workspace workspace(memory, need->workspace);
    const auto elsewhere = tanda::fit(table, "lda", {}, how);
    how.workspace = &workspace;
    how.report = &report;
    const auto there = tanda::fit(table, "lda", {}, how);
    expect(there && *there->transform(table.x()) == *elsewhere->transform(table.x()));
    expect(report.peak_bytes > 0 && report.peak_bytes <= report.planned_bytes);
    expect(!report.seconds.empty() && !report.notes.empty());
    tanda::Workspace small(memory, need->workspace / 2 / 64 * 64);
    how.workspace = &small;
    refuses(tanda::fit(table, "lda", {}, how).status(), Code::memory_limit, "bytes");
    refuses(tanda::fit(table, how).status(), Code::bad_argument, "named");
    how.tune = true;
    refuses(tanda::fit(table, "lda", {}, how).status(), Code::bad_argument, "tune");
    how = {};
    how.memory_limit = 1000;
    refuses(tanda::fit(table, "lda", {}, how).status(), Code::memory_limit, "1000");
    const auto larger = tanda::plan(100000, 64, 10, "lda");
    expect(larger && larger->bytes > need->bytes);
    expect(tanda::plan<double>(100000, 64, 10, "lda")->bytes > larger->bytes);
    refuses(tanda::plan(0, 64, 10, "lda").status(), Code::empty_data, "");
    refuses(tanda::plan(std::numeric_limits<std::size_t>::max(), 2, 2, "lda").status(), Code::wrong_shape,
            "");
    refuses(tanda::plan(10, 2, 2, "auto").status(), Code::bad_argument, "method");
  };

  "a table that was moved from is empty, and memory has to be aligned"_test = [] {
    auto read = tanda::read_csv_text("a,b,label\n1,2,x\n2,1,y\n1,3,x\n3,1,y\n");
    expect(bool(read)) << read.status().text();
    const tanda::Table<float> moved = std::move(*read);
    expect(moved.rows == 4 && moved.x()(1, 0) == 2);
    expect(read->values == nullptr && read->rows == 0 && read->labels == nullptr && read->x().size() == 0);
    std::vector<unsigned char> memory(1 << 20);
    void* start = memory.data();
    std::size_t room = memory.size();
    std::align(tanda::Workspace::alignment, 1, start, room);
    tanda::Workspace crooked(static_cast<unsigned char*>(start) + 1, 1 << 19);
    tanda::FitOptions how;
    how.dims = 1;
    how.scale = tanda::Scale::none;
    how.workspace = &crooked;
    const auto refused = tanda::fit(moved, "lda", {}, how);
    expect(!refused && refused.status().code() == tanda::Code::bad_argument &&
           refused.status().message().find("multiple of 64") != std::string::npos)
        << refused.status().text();
  };

  "progress is reported, and returning false cancels"_test = [] {
    const auto table = wine<float>();
    tanda::FitOptions how = two_dims();
    int calls = 0;
    how.progress = [&](const char* stage, double fraction) {
      expect(*stage != '\0' && fraction >= 0 && fraction <= 1);
      return ++calls > 0;
    };
    expect(bool(tanda::fit(table, "lda", {}, how)) && calls > 1);
    how.progress = [](const char*, double) { return false; };
    refuses(tanda::fit(table, "lda", {}, how).status(), Code::cancelled, "");
    refuses(tanda::tune(table, "lda", {}, {}, how).status(), Code::cancelled, "");
    tanda::EvaluateOptions evaluation;
    evaluation.progress = how.progress;
    refuses(tanda::evaluate(table, "lda", evaluation).status(), Code::cancelled, "");
  };

  "tuned settings fit"_test = [] {
    const auto table = wine<float>();
    tanda::TuneOptions how;
    how.proposed = false;
    how.select = {"ridge=0.01,1"};
    how.folds = 3;
    const auto best = tanda::tune(table, "lda", {{"columns", "unit"}}, how);
    expect(best && best->settings.size() == 2 && best->dims >= 1 && best->error < 0.2);
    expect(best->json.find("\"points\"") != std::string::npos);
    tanda::FitOptions options;
    options.dims = best->dims;
    expect(tanda::fit(table, "lda", best->settings, options)->outputs() == std::size_t(best->dims));
    how.folds = 1;
    refuses(tanda::tune(table, "lda", {}, how).status(), Code::bad_argument, "folds");
    how.folds = 3;
    how.select = {"width=1"};
    refuses(tanda::tune(table, "lda", {}, how).status(), Code::unknown_parameter, "width");
    refuses(tanda::tune(table, "auto").status(), Code::bad_argument, "method");
  };

  "methods are compared"_test = [] {
    const auto table = wine<float>();
    tanda::EvaluateOptions how;
    how.splits = 3;
    how.train = 0.5;
    how.dims = 4;
    const auto contest = tanda::evaluate(table, "pca,lda:ridge=0", how);
    expect(contest && contest->standings.size() == 4);
    const tanda::Standing& lda = contest->standings[3];
    expect(lda.name == "lda:ridge=0" && lda.error < 0.1 && lda.dims >= 1 && lda.dims <= 4);
    expect(std::count_if(contest->standings.begin(), contest->standings.end(),
                         [](const tanda::Standing& row) { return row.best; }) == 1);
    how.baseline = false;
    expect(tanda::evaluate(table, "lda", how)->standings.size() == 1);
    for (const double train : {0.0, -1.0, 1.5, std::nan("")}) {
      how.train = train;
      refuses(tanda::evaluate(table, "lda", how).status(), Code::bad_argument, "train");
    }
    how.train = 20;
    expect(bool(tanda::evaluate(table, "lda", how)));
    how.splits = 0;
    refuses(tanda::evaluate(table, "lda", how).status(), Code::bad_argument, "splits");
    refuses(tanda::evaluate(table, "").status(), Code::bad_argument, "method");
    refuses(tanda::evaluate(table, "lad").status(), Code::unknown_method, "lda");
  };

  "the methods describe themselves"_test = [] {
    const auto all = tanda::methods();
    expect(all && all->size() == tanda::internal::registry().methods().size());
    const auto mfa = std::find_if(all->begin(), all->end(), [](const auto& m) { return m.id == "mfa"; });
    expect(mfa != all->end() && mfa->supervised && mfa->projects && mfa->parameters.size() == 6);
    expect(mfa->parameters[2].choices == std::vector<std::string>{"point", "class", "global"});
    expect(mfa->parameters[2].fallback == "point" && mfa->parameters[0].min == 1);
  };
};

}  // namespace front_test
