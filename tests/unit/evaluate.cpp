// Choosing and evaluating: grids, cross-validation, evaluations that can be stopped and resumed.
#include "select/evaluate.hpp"

#include <algorithm>
#include <set>

#include "synthetic.hpp"
#include "ut.hpp"

namespace evaluate_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

ParameterList parameters_of(const char* id) {
  return registry().find(id)->info->parameters;
}

FitOptions options_of(const char* id, Index dims) {
  FitOptions options;
  options.method = id;
  options.dims = dims;
  return options;
}

/// The error on a fold, by a separate fit and prediction.
double literal_error(const synthetic::Set<double>& set, const Split& split, const FitOptions& options) {
  const auto part = [&](const std::vector<Index>& samples) {
    synthetic::Set<double> result{Index(samples.size()), set.columns, {}, {}, set.classes};
    for (const Index i : samples) {
      const auto first = set.values.begin() + i * set.columns;
      result.values.insert(result.values.end(), first, first + set.columns);
      result.labels.push_back(set.labels[std::size_t(i)]);
    }
    return result;
  };
  const synthetic::Set<double> train = part(split.train), test = part(split.test);
  Monitor monitor;
  const Result<Model> model = fit(registry(), train.view(), options, monitor);
  expect(bool(model)) << model.status().text();
  const std::vector<std::uint8_t> bytes = *encode(*model);
  const Result<Model> opened = decode(bytes.data(), bytes.size());
  const Result<std::vector<int>> found = predict<double>(*opened, test.view().x);
  double wrong = 0;
  for (std::size_t i = 0; i < found->size(); ++i) wrong += (*found)[i] != test.labels[i];
  return wrong / double(found->size());
}

EvaluateOptions three_methods() {
  EvaluateOptions options;
  options.splits = 4;
  options.train = {0.5, 0};
  options.seed = 3;
  for (const char* id : {"", "pca", "lda", "lfda"}) {
    options.contestants.push_back({*id ? id : "none", options_of(id, 4), {}});
  }
  options.contestants[3].grid = {{"ridge", {"0.01", "1"}}};
  return options;
}

bool same_errors(const Evaluation& a, const Evaluation& b) {
  for (std::size_t c = 0; c < a.contests.size(); ++c) {
    for (std::size_t s = 0; s < a.contests[c].splits.size(); ++s) {
      const auto &one = a.contests[c].splits[s], &two = b.contests[c].splits[s];
      if (!one || !two || one->errors != two->errors || one->chosen != two->chosen) return false;
    }
  }
  return a.contests.size() == b.contests.size();
}

const suite evaluate_suite = [] {
  "what is scored is what a saved model predicts, for every method and classifier"_test = [] {
    const synthetic::Set<double> set = synthetic::gauss3(90, 3);
    const Result<Split> split = stratified_split(set.labels.data(), 90, {{0.5, 0}}, Unlabelled::leave_out, 1);
    for (const Method& method : registry().methods()) {
      if (method.info->output == Output::embedding) continue;
      FitOptions options = options_of(method.info->id, 2);
      for (const Index neighbors : {0, 1, 5}) {
        options.classify_by_neighbors(neighbors);
        Monitor monitor;
        Trial<double> trial(set.view(), *split, Sharing::yes);
        const Result<TrialScore> score = trial.run(method, options, monitor);
        expect(bool(score)) << method.info->id << score.status().text();
        expect(score->errors.back() == literal_error(set, *split, options))
            << method.info->id << neighbors << score->errors.back();
        FitOptions one = options;
        one.dims = 1;
        const bool same = score->errors[0] == literal_error(set, *split, one);
        expect(same || !method.info->nested) << method.info->id << neighbors << "in one dimension";
      }
    }
  };

  "a method classifies by what it was told to"_test = [] {
    const synthetic::Set<double> set = synthetic::gauss3(60, 3);
    const auto rule_of = [&](const char* id, std::optional<Rule> rule) {
      FitOptions options = options_of(id, 2);
      if (rule) options.classifier = &classifier_of_rule(*rule);
      Monitor monitor;
      return fit(registry(), set.view(), options, monitor);
    };
    expect(rule_of("sle", {})->rule() == Rule::membership);
    expect(rule_of("sle", Rule::neighbors)->rule() == Rule::neighbors);
    expect(rule_of("sle", Rule::none)->rule() == Rule::none);
    expect(rule_of("lda", {})->rule() == Rule::neighbors);
    expect(rule_of("lda", Rule::membership).status().code() == Code::bad_argument);
  };

  const synthetic::Set<double> set = synthetic::arcs3(120, 5);

  "grids are checked and multiplied out"_test = [] {
    const ParameterList list = parameters_of("mfa");
    const Result<Axis> axis = parse_axis("neighbors=3,5", list);
    expect(axis && axis->values.size() == 2u);
    expect(!parse_axis("neighbours=3", list) && !parse_axis("neighbors=0", list) && !parse_axis("=3", list) &&
           !parse_axis("neighbors", list) && !parse_axis("neighbors=", list) &&
           !parse_axis("neighbors=3,,5", list));
    const auto points = grid_points({*axis, {"pairs", {"point", "class", "global"}}});
    expect(points.size() == 6u && settings_text(points[1]) == "neighbors=3 pairs=class")
        << settings_text(points[1]);
    expect(grid_points({}).size() == 1u);
    expect(settings_text(merged({{"a", "1"}, {"b", "2"}}, {{"b", "3"}, {"c", "4"}})) == "a=1 b=3 c=4");
    for (const Method& method : registry().methods()) {
      for (const Axis& own : default_grid(method.info->parameters)) {
        for (const std::string& value : own.values) {
          expect(bool(Parameters::make(method.info->parameters, {{own.name, value}})))
              << method.info->id << value;
        }
      }
    }
  };

  tag("slow") / "fits that share a groundwork are the fits they would be alone"_test = [&] {
    Monitor monitor;
    for (const Method& method : registry().methods()) {
      FitOptions options = options_of(method.info->id, 2);
      Result<Groundwork<double>> shared =
          make_groundwork(set.view(), groundwork_key(*method.info, set.view(), options), monitor);
      expect(bool(shared)) << method.info->id;
      if (!shared) continue;
      shared->neighbors.expect(11);
      for (int again = 0; again < 2; ++again) {
        const Result<Model> alone = fit(registry(), set.view(), options, monitor),
                            together = fit_in(*shared, method, set.view(), options, monitor);
        expect(alone && together) << method.info->id;
        if (alone && together) {
          expect(alone->projection() == together->projection() &&
                 alone->references() == together->references())
              << method.info->id << again;
        }
      }
    }
  };

  "a groundwork knows which pencil it has"_test = [&] {
    Monitor monitor;
    FitOptions options = options_of("lfda", 2);
    Result<Groundwork<double>> shared = make_groundwork(
        set.view(), groundwork_key(*registry().find("lfda")->info, set.view(), options), monitor);
    const std::vector<std::pair<const char*, std::vector<Setting>>> fits = {
        {"lfda", {}},
        {"lfda", {{"ridge", "1"}}},
        {"lfda", {{"ridge", "1"}, {"columns", "unit"}}},
        {"lfda", {{"ridge", "1"}, {"neighbors", "3"}}},
        {"mfa", {{"ridge", "1"}, {"neighbors", "3"}}},
        {"lda", {{"ridge", "1"}}},
        {"lda", {}},
        {"lsda", {{"alpha", "0.5"}}},
        {"lsda", {{"alpha", "0.2"}}},
        {"lfda", {{"ridge", "1"}, {"neighbors", "3"}}}};
    for (const auto& [method, settings] : fits) {
      options.method = method;
      options.settings = settings;
      const Result<Model> alone = fit(registry(), set.view(), options, monitor),
                          together = fit_in(*shared, *registry().find(method), set.view(), options, monitor);
      expect(alone && together && alone->projection() == together->projection())
          << method << settings_text(settings);
    }
  };

  "cross-validation counts what fits and predictions would count"_test = [&] {
    Monitor monitor;
    const TuneOptions how{{{"ridge", {"0.001", "0.1"}}}, {}, 4, 2, 9};
    const Result<TuneResult> tuned = tune(registry(), set.view(), options_of("lfda", 3), how, monitor);
    expect(bool(tuned)) << tuned.status().text();
    if (!tuned) return;
    expect(tuned->points.size() == 2u && tuned->errors[0].size() == 3u);
    for (std::size_t p = 0; p < 2; ++p) {
      for (Index dims = 1; dims <= 3; ++dims) {
        FitOptions options = options_of("lfda", dims);
        options.settings = tuned->points[p];
        double sum = 0;
        for (int repeat = 0; repeat < 2; ++repeat) {
          const Result<Folds> folds =
              stratified_folds(set.labels.data(), set.rows, 4, derived_seed(9, std::uint64_t(repeat)));
          for (int fold = 0; fold < 4; ++fold) {
            sum += literal_error(set, fold_split(*folds, fold, Unlabelled::train), options);
          }
        }
        expect(std::abs(sum / 8 - tuned->errors[p][std::size_t(dims - 1)]) < 1e-12)
            << double(p) << double(dims);
      }
    }
    for (const auto& errors : tuned->errors) {
      for (const double error : errors) expect(tuned->error <= error + 1e-12);
    }
    expect(tuned->errors[tuned->best][std::size_t(tuned->dims - 1)] == tuned->error);
  };

  "what cannot be tuned is refused, a point that fails is passed over"_test = [&] {
    Monitor monitor;
    TuneOptions how;
    how.folds = 1000;
    expect(!tune(registry(), set.view(), options_of("lda", 2), how, monitor)) << "more folds than samples";
    how.folds = 3;
    expect(!tune(registry(), set.view(), options_of("nope", 2), how, monitor));
    expect(!tune(registry(), set.view(), options_of("tsimr", 2), how, monitor)) << "an embedding";
    Dataset<double> bare = set.view();
    bare.labels = nullptr;
    expect(tune(registry(), bare, options_of("lda", 2), how, monitor).status().code() == Code::no_labels);
    Monitor stop([](const char*, double) { return false; });
    expect(tune(registry(), set.view(), options_of("lda", 2), how, stop).status().code() == Code::cancelled);
  };

  "an evaluation has one best method, and p-values for the others"_test = [&] {
    Evaluation evaluation;
    Monitor monitor;
    const Status status = evaluate(registry(), set.view(), three_methods(), evaluation, monitor);
    expect(bool(status) && evaluation.complete() && evaluation.finished() == 4) << status.text();
    const std::vector<Standing> all = standings(evaluation);
    int best = 0;
    for (const Standing& standing : all) {
      expect(standing.error.n == 4 && standing.p >= 0 && standing.p <= 1);
      best += standing.best;
      for (const Standing& other : all) expect(!standing.best || standing.error.mean <= other.error.mean);
    }
    expect(best == 1);
    expect(all[0].dims == set.columns && curve(evaluation, evaluation.contests[0]).size() == 1u)
        << "the baseline has the dimensions of its space";
    expect(curve(evaluation, evaluation.contests[1]).size() == 4u);
    expect(!evaluation.contests[3].splits[0]->chosen.empty()) << "parameters were chosen";
  };

  "the most frequent class is a contestant, and recalls are those of predictions"_test = [&] {
    const synthetic::Set<double> gauss = synthetic::gauss3(90, 3);
    std::vector<int> labels = gauss.labels;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] == 2 && i % 2 == 0) labels[i] = 0;
    }
    Dataset<double> data = gauss.view();
    data.labels = labels.data();
    EvaluateOptions options;
    options.contestants = baselines({});
    options.contestants.push_back({"pca", options_of("pca", 2), {}});
    options.splits = 1;
    options.train = {0.5, 0};
    Evaluation evaluation;
    Monitor monitor;
    expect(bool(evaluate(registry(), data, options, evaluation, monitor)) && evaluation.uneven());
    const std::vector<Standing> all = standings(evaluation);
    expect(all[1].recall == std::vector<double>{1, 0, 0} && all[1].dims == 0);
    int shown = 0;
    const auto show = [&](const Replay<double>& again) {
      ++shown;
      expect(again.contest == 2u && again.dims == all[2].dims);
      for (int c = 0; c < 3; ++c) expect(again.confusion.recall(c) == all[2].recall[std::size_t(c)]) << c;
      expect(std::abs(again.confusion.accuracy() - (1 - all[2].error.mean)) < 1e-12);
      expect(std::abs(again.confusion.balanced_accuracy() - (1 - all[2].balanced.mean)) < 1e-12);
      return Status();
    };
    const auto replayed = replay<double>(registry(), data, options, evaluation, monitor, show);
    expect(replayed && replayed->empty() && shown == 1);
    expect(!uneven_classes({10, 15, 0}) && uneven_classes({10, 16}) && !uneven_classes({}));
  };

  "the best dimension of each split, averaged"_test = [&] {
    EvaluateOptions options = three_methods();
    options.best_dims = BestDims::split;
    options.contestants.push_back({"sle", options_of("sle", 3), {}});
    options.contestants.back().fit.classify_by_neighbors(1);
    Evaluation evaluation;
    Monitor monitor;
    expect(bool(evaluate(registry(), set.view(), options, evaluation, monitor)));
    const std::vector<Standing> all = standings(evaluation);
    for (std::size_t c = 1; c < all.size(); ++c) {
      double errors = 0, dims = 0;
      for (const auto& split : evaluation.contests[c].splits) {
        const auto least = std::min_element(split->errors.begin(), split->errors.end());
        errors += *least;
        dims += double(least - split->errors.begin() + 1);
      }
      expect(std::abs(all[c].error.mean - errors / 4) < 1e-12) << all[c].error.mean;
      expect(std::abs(all[c].mean_dims - dims / 4) < 1e-12) << all[c].mean_dims << dims / 4;
    }
    expect(all[0].mean_dims == double(set.columns));
    int shown = 0;
    const auto show = [&](const Replay<double>& again) {
      ++shown;
      const SplitScore& first = *evaluation.contests[again.contest].splits[0];
      const double least = *std::min_element(first.errors.begin(), first.errors.end());
      expect(std::abs(1 - again.confusion.accuracy() - least) < 1e-12) << double(again.contest);
      expect(first.errors[std::size_t(again.dims - 1)] == least);
      return Status();
    };
    expect(bool(replay<double>(registry(), set.view(), options, evaluation, monitor, show)) && shown == 4);
    evaluation.best_dims = BestDims::mean;
    const std::vector<Standing> mean = standings(evaluation);
    for (std::size_t c = 1; c < all.size(); ++c) {
      expect(all[c].error.mean <= mean[c].error.mean + 1e-12);
      expect(mean[c].mean_dims == double(mean[c].dims));
    }
    options.honest = true;
    Evaluation none;
    expect(evaluate(registry(), set.view(), options, none, monitor).code() == Code::bad_argument);
  };

  "sizes are those of each stratum within each class"_test = [&] {
    EvaluateOptions options = three_methods();
    options.train = {0, 6};
    options.test = {0, 5};
    Monitor monitor;
    Evaluation plain;
    expect(bool(evaluate(registry(), set.view(), options, plain, monitor)));
    expect(plain.trained == std::vector<Index>{6, 6, 6} && plain.tested == std::vector<Index>{5, 5, 5});
    for (std::size_t i = 0; i < set.labels.size(); ++i)
      options.strata.push_back(set.labels[i] == 0 ? int(i % 2) : set.labels[i] == 1 ? 7 : int(i % 3));
    Evaluation split;
    expect(bool(evaluate(registry(), set.view(), options, split, monitor)));
    std::vector<std::set<int>> strata(3);
    for (std::size_t i = 0; i < set.labels.size(); ++i)
      strata[std::size_t(set.labels[i])].insert(options.strata[i]);
    for (std::size_t c = 0; c < 3; ++c) {
      expect(split.trained[c] == 6 * Index(strata[c].size()) &&
             split.tested[c] == 5 * Index(strata[c].size()))
          << double(c) << split.trained[c];
    }
    expect(split.labelled == split.trained);
    options.strata[3] = -1;
    Evaluation none;
    expect(evaluate(registry(), set.view(), options, none, monitor).code() == Code::missing_value);
    options.strata.pop_back();
    expect(evaluate(registry(), set.view(), options, none, monitor).code() == Code::wrong_shape);
  };

  "training samples that lose their label help only methods that use unlabelled samples"_test = [&] {
    const auto run = [&](const char* method, Index train, Index labelled) {
      EvaluateOptions options;
      options.contestants = baselines({});
      options.contestants.push_back({method, options_of(method, 2), {}});
      options.train = {0, train};
      options.test = {0, 10};
      options.labelled = labelled;
      options.splits = 3;
      Evaluation evaluation;
      Monitor monitor;
      const Status status = evaluate(registry(), set.view(), options, evaluation, monitor);
      expect(bool(status) && evaluation.contests[2].failure.empty()) << status.text();
      expect(evaluation.trained == std::vector<Index>(3, train) &&
             evaluation.labelled == std::vector<Index>(3, labelled > 0 ? labelled : train));
      std::vector<std::vector<double>> errors;
      for (const Contest& contest : evaluation.contests)
        for (const auto& split : contest.splits) errors.push_back(split->errors);
      return errors;
    };
    // The first five of a class are trained on either way, and the last ten tested.
    expect(run("lda", 5, 0) == run("lda", 25, 5));
    expect(run("lda", 5, 0) != run("lda", 25, 0));
    expect(run("laplda", 5, 0) != run("laplda", 25, 5)) << "neighbours among all";
  };

  "after a PCA there are two baselines without reduction"_test = [&] {
    PcaChoice two;
    two.dims = 2;
    expect(baselines({}).size() == 2u && baselines(two).size() == 3u);
    EvaluateOptions options;
    options.contestants = baselines(two);
    options.contestants.push_back({"pca", options_of("pca", 2), {}});
    FitOptions common;
    common.pca = two;
    common.dims = 2;
    prepare_alike(options.contestants, common, 0);
    Evaluation with, without;
    Monitor monitor;
    expect(bool(evaluate(registry(), set.view(), options, with, monitor)));
    options.contestants = baselines({});
    expect(bool(evaluate(registry(), set.view(), options, without, monitor)));
    expect(with.contests[0].name == "none" && with.contests[0].splits[0]->space_dims == 2);
    expect(with.contests[1].name == "original" && with.contests[1].splits[0]->space_dims == set.columns);
    for (std::size_t split = 0; split < 10; ++split)
      expect(with.contests[1].splits[split]->errors == without.contests[0].splits[split]->errors);
  };

  "what cannot be shown again keeps to its memory limit and takes no other with it"_test = [&] {
    EvaluateOptions options = three_methods();
    Evaluation evaluation;
    Monitor monitor;
    expect(bool(evaluate(registry(), set.view(), options, evaluation, monitor)));
    std::vector<std::size_t> shown;
    const auto show = [&](const Replay<double>& again) {
      shown.push_back(again.contest);
      return again.contest == 2 ? Status(Code::cannot_write) : Status();
    };
    Result<std::vector<std::string>> failed =
        replay<double>(registry(), set.view(), options, evaluation, monitor, show);
    expect(failed && failed->size() == 1u && shown == std::vector<std::size_t>{1, 2, 3});
    shown.clear();
    for (Contestant& contestant : options.contestants) contestant.fit.memory_limit = std::uint64_t{1} << 30;
    options.contestants[1].fit.memory_limit = 1000;
    failed = replay<double>(registry(), set.view(), options, evaluation, monitor, show);
    expect(failed && failed->size() == 2u && (*failed)[0].rfind("pca: ", 0) == 0) << (*failed)[0];
    expect(shown == std::vector<std::size_t>{2, 3});
    Monitor stop([](const char*, double) { return false; });
    expect(replay<double>(registry(), set.view(), options, evaluation, stop, show).status().code() ==
           Code::cancelled);
  };

  "honest evaluations choose the dimension without the test set"_test = [&] {
    EvaluateOptions options = three_methods();
    options.honest = true;
    Evaluation evaluation;
    Monitor monitor;
    expect(bool(evaluate(registry(), set.view(), options, evaluation, monitor)));
    expect(evaluation.contests[1].splits[0]->chosen_dims > 0);
    const std::vector<Standing> all = standings(evaluation);
    expect(all[1].dims == 0 && all[1].error.n == 4);
  };

  "a stopped evaluation goes on where it was, through JSON"_test = [&] {
    Evaluation whole;
    Monitor monitor;
    expect(bool(evaluate(registry(), set.view(), three_methods(), whole, monitor)));
    for (const int stop_at : {0, 3, 20, 60}) {
      int calls = 0;
      Monitor stopping([&](const char*, double) { return calls++ < stop_at; });
      Evaluation part;
      const Status stopped = evaluate(registry(), set.view(), three_methods(), part, stopping);
      expect(stopped.code() == Code::cancelled && !part.complete()) << stop_at;
      const Result<Json> text = Json::parse(evaluation_json(part).dump(2));
      Result<Evaluation> again = evaluation_from_json(*text);
      expect(bool(again)) << again.status().text();
      if (!again) continue;
      expect(bool(evaluate(registry(), set.view(), three_methods(), *again, monitor)) && again->complete());
      expect(same_errors(whole, *again)) << stop_at;
    }
    EvaluateOptions other = three_methods();
    other.seed = 4;
    expect(!evaluate(registry(), set.view(), other, whole, monitor)) << "another seed is another evaluation";
    const std::string text = evaluation_json(whole).dump();
    const auto resumed = [&](const std::string& after, const std::string& put) {
      std::string changed = text;
      const std::size_t at = text.find(after) + after.size();
      changed.replace(at, put.size(), put);
      Result<Evaluation> read = evaluation_from_json(*Json::parse(changed));
      return read ? evaluate(registry(), set.view(), three_methods(), *read, monitor) : read.status();
    };
    expect(bool(resumed("\"errors\":[", "")));
    expect(!resumed("\"class_errors\":[[", "1000")) << "of more than were tested";
    expect(!resumed("\"errors\":[", "0.99")) << "not what the counts say";
    expect(!resumed("\"balanced_errors\":[", "0.99")) << "not what the counts say";
    EvaluateOptions fewer = three_methods();
    fewer.splits = 3;
    Result<Evaluation> report = evaluation_from_json(*Json::parse(text));
    const Status cut = evaluate(registry(), set.view(), fewer, *report, monitor);
    expect(cut.code() == Code::bad_argument && report->finished() == 4) << "results are not thrown away";
    for (Contest& contest : report->contests) contest.splits.resize(2);
    for (Contest& contest : report->contests) contest.splits.resize(4);
    expect(bool(evaluate(registry(), set.view(), fewer, *report, monitor)) && report->finished() == 3);
  };

  "threads change nothing but the time"_test = [&] {
    EvaluateOptions options = three_methods();
    options.splits = 7;
    options.contestants.push_back({"broken", options_of("lda", 2), {}});
    options.contestants.back().fit.settings = {{"nonsense", "1"}};
    std::string one;
    for (const int threads : {1, 2, 5, 40}) {
      options.threads = threads;
      Evaluation evaluation;
      Monitor monitor;
      const Status status = evaluate(registry(), set.view(), options, evaluation, monitor);
      expect(bool(status) && evaluation.complete()) << threads << status.text();
      const std::string text = evaluation_json(evaluation).dump();
      if (one.empty()) one = text;
      expect(text == one) << threads;
    }
    Monitor stopping([&](const char*, double done) { return done < 0.02; });
    Evaluation part;
    options.splits = 500;
    expect(evaluate(registry(), set.view(), options, part, stopping).code() == Code::cancelled);
    expect(!part.complete() && part.finished() > 0);
  };

  "nonsense is no evaluation"_test = [] {
    for (const char* text : {"{}", "[]", "{\"contests\":3}", "{\"contests\":[{\"splits\":[{}]}]}",
                             "{\"contests\":[{\"splits\":[{\"errors\":[7]}]}]}",
                             "{\"contests\":[{\"splits\":[{\"errors\":[0.1],\"chosen_dims\":-1}]}]}",
                             "{\"contests\":[{\"splits\":[{\"errors\":[0.1],\"balanced_errors\":[0,0]}]}]}",
                             "{\"contests\":[{\"splits\":[{\"errors\":[0.1],\"class_errors\":[[1],[1]]}]}]}",
                             "{\"contests\":[{\"splits\":[{\"errors\":[0.1],\"class_errors\":[[-1]]}]}]}"}) {
      expect(!evaluation_from_json(*Json::parse(text))) << text;
    }
  };

  "a method that cannot be fitted drops out, the others go on"_test = [&] {
    EvaluateOptions options = three_methods();
    options.contestants[1].fit.settings = {{"nonsense", "1"}};
    Evaluation evaluation;
    Monitor monitor;
    expect(bool(evaluate(registry(), set.view(), options, evaluation, monitor)));
    expect(!evaluation.contests[1].failure.empty() && evaluation.complete() && evaluation.finished() == 4);
    expect(standings(evaluation)[1].error.n == 0);
  };
};

}  // namespace evaluate_test
