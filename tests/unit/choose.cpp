// What is chosen when the caller does not say: the scale of features, dimensions, the ridge, the method.
#include "select/choose.hpp"

#include <atomic>

#include "fits.hpp"
#include "memory_meter.hpp"

namespace choose_test {
using namespace tanda;
using namespace tanda::internal;
using namespace ut;

/// Three classes apart in the first two of six features; the others are noise.
synthetic::Set<double> two_of_six(int rows) {
  synthetic::Set<double> set = synthetic::empty_set(rows, 6, 3);
  synthetic::Generator random(4);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < 6; ++j) {
      const double apart = j < 2 ? 8 * std::cos(2 * synthetic::Generator::pi * (i % 3 + 0.75 * j) / 3) : 0;
      set.values[std::size_t(i * 6 + j)] = apart + random.normal();
    }
  }
  return set;
}

Result<Choice> chosen(const Dataset<double>& data, FitOptions options) {
  Monitor monitor;
  return choose(registry(), data, options, monitor);
}

FitOptions options_of(const char* method) {
  FitOptions options;
  options.method = method;
  return options;
}

std::string scale_of(const synthetic::Set<double>& set, Scale scale, std::size_t* notes = nullptr) {
  FitOptions options = options_of("lda");
  options.scale = scale;
  Monitor monitor;
  const Result<Model> model = fit(registry(), set.view(), options, monitor);
  expect(bool(model)) << model.status().text();
  if (notes) *notes = monitor.notes().size();
  return model ? model->record().find("scale")->text_or("") : "";
}

std::atomic<int> failing_fits{0};

template <class S>
Result<Solution> fail(const Problem<S>&, const Parameters&) {
  ++failing_fits;
  return Status(Code::no_variation, "this fit fails");
}

const suite choose_suite = [] {
  "features are scaled where they differ by more than ten times"_test = [] {
    synthetic::Set<double> set = two_of_six(60);
    std::size_t notes = 0;
    expect(scale_of(set, Scale::automatic, &notes) == "none" && notes == 0u);
    for (int i = 0; i < 60; ++i) set.values[std::size_t(6 * i + 5)] *= 1000;
    expect(scale_of(set, Scale::automatic, &notes) == "zscore" && notes == 1u) << "one wide feature";
    expect(scale_of(set, Scale::none, &notes) == "none" && notes == 0u) << "none is none";
    for (int i = 0; i < 60; ++i) set.values[std::size_t(6 * i + 5)] = 7;
    expect(scale_of(set, Scale::automatic) == "none") << "a feature of one value";
    for (int i = 0; i < 60; ++i) set.values[std::size_t(6 * i + 4)] /= 1e6;
    expect(scale_of(set, Scale::automatic) == "zscore") << "one narrow feature of five";
  };

  "a narrow feature counts, unless it is at one end in most samples as at the edge of pictures"_test = [] {
    synthetic::Set<double> set = synthetic::empty_set(60, 40, 3);
    synthetic::Generator random(5);
    for (std::size_t i = 0; i < set.values.size(); ++i) set.values[i] = random.normal();
    for (std::size_t i = 0; i < 60; ++i) {
      for (std::size_t j = 0; j < 3; ++j) set.values[40 * i + j] = i % 3 ? -2 : -2 + 0.001 * random.uniform();
    }
    expect(scale_of(set, Scale::automatic) == "none");
    for (std::size_t i = 0; i < 60; ++i) set.values[40 * i] = 0.001 * random.uniform();
    expect(scale_of(set, Scale::automatic) == "zscore");
  };

  "the fewest dimensions that do nearly as well as the best"_test = [] {
    const synthetic::Set<double> set = two_of_six(150);
    const Result<Choice> choice = chosen(set.view(), options_of("pca"));
    expect(choice && choice->fit.dims == 2 && choice->chose_dims && choice->folds == 5);
    expect(choice->samples == 150 && choice->error.mean < 0.1 && choice->error.n == 15);
    expect(choice->compared.empty());
  };

  "what is given stays"_test = [] {
    const synthetic::Set<double> set = two_of_six(150);
    FitOptions options = options_of("lfda");
    options.dims = 5;
    const Result<Choice> dims = chosen(set.view(), options);
    expect(dims && dims->fit.dims == 5 && dims->folds == 0 && dims->fit.settings.empty());
    options.dims = 0;
    options.settings = {{"ridge", "7"}};
    const Result<Choice> ridge = chosen(set.view(), options);
    expect(ridge && ridge->fit.settings == options.settings && ridge->settings.empty() &&
           ridge->fit.dims > 0);
  };

  "a ridge that does better is taken"_test = [] {
    // The features that separate the classes are far smaller than the noise they are correlated with.
    synthetic::Set<double> set = synthetic::empty_set(200, 4, 2);
    synthetic::Generator random(6);
    for (int i = 0; i < 200; ++i) {
      const double noise = 20 * random.normal();
      double* const x = &set.values[std::size_t(4 * i)];
      x[0] = noise + (i % 2) + 0.1 * random.normal();
      x[1] = noise;
      x[2] = random.normal();
      x[3] = random.normal();
    }
    synthetic::Set<double> three = set;  // two classes have one dimension: nothing to choose
    three.classes.push_back("2");
    for (int i = 0; i < 200; i += 3) {
      three.labels[std::size_t(i)] = 2;
      three.values[std::size_t(4 * i + 2)] += 9;
    }
    const Result<Choice> choice = chosen(three.view(), options_of("lda"));
    expect(choice && choice->settings.size() == 1u && choice->settings[0].first == "ridge" &&
           choice->settings[0].second == "0.001");
  };

  "no method: several are compared and the simplest good one is taken"_test = [] {
    const synthetic::Set<double> set = two_of_six(90);
    FitOptions options;
    const Result<Choice> choice = chosen(set.view(), options);
    expect(bool(choice)) << choice.status().text();
    if (!choice) return;
    expect(choice->fit.method == "pca") << "as good as any here, and the simplest";
    std::vector<std::string> methods;
    for (const Compared& row : choice->compared) methods.push_back(row.method);
    expect(methods == std::vector<std::string>{"pca", "lda", "lfda", "mfa", "tsd", "mpda", "kernel_tsd"});
    options.threads = 2;
    const Result<Choice> shared = chosen(set.view(), options);
    expect(shared && shared->record().dump() == choice->record().dump()) << "at any number of threads";
    expect(choice->record().find("methods")->items().size() == 7u);
  };

  "a memory limit holds while choosing, too"_test = [] {
    const synthetic::Set<double> set = two_of_six(150);
    FitOptions options = options_of("lfda");
    const Result<Choice> free = chosen(set.view(), options);
    options.memory_limit = 1000000;
    const Result<Choice> within = chosen(set.view(), options);
    expect(free && within && free->record().dump() == within->record().dump());
    for (const std::uint64_t bytes : {1000u, 8000u, 20000u}) {
      options.memory_limit = bytes;
      expect(chosen(set.view(), options).status().code() == Code::memory_limit) << double(bytes);
    }
  };

  "and what is taken meanwhile is within it"_test = [] {
    if (!meter::available()) return;
    const synthetic::Set<double> set = two_of_six(600);
    int held = 0;
    for (const char* method : {"lda", "lfda", "tsd", ""}) {
      for (double limit = 4e4; limit < 4e6; limit *= 1.5) {
        FitOptions options = options_of(method);
        options.memory_limit = std::uint64_t(limit);
        const std::size_t before = meter::live();
        meter::reset_peak();
        const Result<Choice> choice = chosen(set.view(), options);
        const double taken = double(meter::peak() - before);
        if (!choice) continue;
        ++held;
        expect(taken <= limit) << method << "limit" << limit << "took" << taken;
      }
    }
    expect(held > 8) << held;
  };

  "what choosing and fitting take is planned"_test = [] {
    if (!meter::available()) return;
    for (const char* method : {"pca", "lda", "lfda", "mfa", "tsd", "sle"}) {
      for (const auto& [rows, columns] : {std::pair{600, 6}, {300, 90}, {60, 200}}) {
        for (const int threads : {1, 2}) {
          const synthetic::Set<double> set = synthetic::gaussian(rows, columns, 3, 3);
          FitOptions options = options_of(method);
          options.threads = threads;
          const Result<Plan> planned = plan_choice(registry(), options, rows, columns, 3, sizeof(double));
          Monitor monitor;
          const std::size_t before = meter::live();
          meter::reset_peak();
          const Result<Choice> choice = choose(registry(), set.view(), options, monitor);
          expect(choice && fit(registry(), set.view(), choice->fit, monitor)) << method;
          const double taken = double(meter::peak() - before);
          expect(planned && taken <= double(planned->bytes))
              << method << rows << "x" << columns << "threads" << threads << "took" << taken << "planned"
              << double(planned->bytes);
        }
      }
    }
  };

  "a candidate that fails on a fold is not fitted to the others"_test = [] {
    const synthetic::Set<double> set = two_of_six(90);
    const Method lda = *registry().find("lda");
    MethodInfo info = *lda.info;
    info.id = "failing";
    const Registry both({lda, Method{&info, fail<float>, fail<double>}});
    FitOptions good = options_of("lda"), bad = options_of("failing");
    good.dims = bad.dims = 2;
    for (const int threads : {1, 3}) {
      failing_fits = 0;
      Monitor monitor;
      const auto scores = cross_validate(both, set.view(), {bad, good}, {5, 2, 0, threads}, monitor);
      expect(scores && (*scores)[1].errors.size() == 10u && (*scores)[1].reach() == 2);
      expect(scores && (*scores)[0].reach() == 0 && (*scores)[0].failure.find("this fit fails") == 0u);
      expect(threads == 1 ? failing_fits == 1 : failing_fits <= 3) << threads << failing_fits.load();
    }
  };

  "dims that are given are what methods are compared in"_test = [] {
    const synthetic::Set<double> set = two_of_six(90);
    FitOptions options;
    options.dims = 1;
    const Result<Choice> choice = chosen(set.view(), options);
    expect(choice && choice->fit.dims == 1 && !choice->chose_dims);
    for (const Compared& row : choice->compared) expect(row.dims == 1) << row.method;
  };

  "few labels among many samples, and a class of one, are no failure"_test = [] {
    synthetic::Set<double> set = two_of_six(3300);
    for (std::size_t i = 45; i < set.labels.size(); ++i) set.labels[i] = -1;
    const Result<Choice> few = chosen(set.view(), options_of("lda"));
    expect(few && few->chose_dims && few->samples == 3300) << few.status().text();
    synthetic::Set<double> lone = synthetic::empty_set(31, 6, 2);
    const synthetic::Set<double> other = two_of_six(31);
    lone.values = other.values;
    for (std::size_t i = 0; i < 31; ++i) lone.labels[i] = i == 7;
    const Result<Choice> one = chosen(lone.view(), options_of("lfda"));
    expect(one && !one->chose_dims && !one->reason.empty()) << one.status().text();
  };

  "where nothing can be chosen the reason is given"_test = [] {
    const synthetic::Set<double> set = two_of_six(150), few = two_of_six(9);
    const Result<Choice> embedding = chosen(set.view(), options_of("tsimr"));
    expect(embedding && embedding->fit.dims == 0 && embedding->folds == 0);
    const Result<Choice> small = chosen(few.view(), options_of("lda"));
    expect(small && small->fit.dims == 0 && !small->reason.empty());
    expect(chosen(few.view(), {}).status().code() == Code::too_few_samples);
    Dataset<double> bare = set.view();
    bare.labels = nullptr;
    expect(chosen(bare, {}).status().code() == Code::no_labels);
    const Result<Choice> unlabelled = chosen(bare, options_of("pca"));
    expect(unlabelled && unlabelled->fit.dims == 0);
    expect(chosen(set.view(), options_of("nope")).status().code() == Code::unknown_method);
    synthetic::Set<double> odd = set;
    odd.values[6 * 140 + 4] = std::nan("");
    for (const char* method : {"", "lda"}) {
      const Status status = chosen(odd.view(), options_of(method)).status();
      expect(status.text().find("row 141, column 5") != std::string::npos) << "not the row of a fold";
    }
    FitOptions settings;
    settings.settings = {{"ridge", "1"}};
    expect(!check_settings(registry(), settings)) << "a parameter of no method";
    Monitor stop([](const char*, double) { return false; });
    expect(choose(registry(), set.view(), FitOptions(), stop).status().code() == Code::cancelled);
  };
};

}  // namespace choose_test
