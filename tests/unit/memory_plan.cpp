// The plan of a fit (the same fit in a counting workspace) compared with a real fit in a workspace of the
// planned size: the fit succeeds there, takes all of it where sizes do not depend on the data, and hardly any
// memory besides. Only an upper bound is known of the axes of a tangent space, the patches of a partition,
// the pairs that lists share, and the fill-in of a factor.
#include <cmath>

#include "memory_meter.hpp"
#include "model/fit.hpp"
#include "synthetic.hpp"
#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace memory_plan_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

struct Situation {
  int rows, columns, classes;
  PcaChoice pca;
  Index dims;
  std::vector<Setting> settings;
  double next = 1;  ///< how large each feature is relative to the one before
};

std::string text(const Situation& s, const MethodInfo& info, std::size_t bytes) {
  std::string result = std::string(info.id) + " " + std::to_string(s.rows) + "x" + std::to_string(s.columns);
  result += bytes == 8 ? " double" : " float";
  if (s.pca.wanted()) result += " pca " + std::to_string(s.pca.dims) + " " + std::to_string(s.pca.energy);
  if (s.dims > 0) result += " dims " + std::to_string(s.dims);
  for (const auto& [name, value] : s.settings) result += " " + name + "=" + value;
  return result;
}

/// Whether the peak does not depend on the values of the samples, provided that these span all features well.
bool sizes_are_known(const MethodInfo& info, const Situation& s) {
  if (s.rows <= s.columns || s.pca.wanted() || s.next != 1 || !s.settings.empty()) return false;
  const std::string id = info.id;
  for (const char* known :
       {"pca", "lda", "ulda", "sle", "laplda", "lpp", "npe", "lltsa", "mfa", "lsda", "lfda", "lsdr"})
    if (id == known) return true;
  return false;
}

/// Fits in a workspace of the planned size, with hardly any memory besides.
template <class S>
void check_fit(const MethodInfo& info, const Situation& s, const Dataset<S>& data, const FitOptions& options,
               const Plan& planned) {
  constexpr double small_change = 4096, a_thread = 1024;  // notes; for each thread, with its functions
  std::vector<unsigned char> memory(std::size_t(planned.workspace_unfilled) + Workspace::alignment);
  const std::size_t off = reinterpret_cast<std::uintptr_t>(memory.data()) % Workspace::alignment;
  Workspace workspace(memory.data() + (Workspace::alignment - off), planned.workspace_unfilled);
  Monitor monitor;
  const std::size_t before = meter::live();
  meter::reset_peak();
  const Result<Model> model = fit(registry(), data, options, monitor, &workspace);
  const double peak = double(meter::peak() - before), kept = double(meter::live() - before);
  if (!model) {  // a setting may leave no direction, and a sparse factor may not fit into the plan
    expect(model.status().code() == Code::no_variation || planned.bytes > planned.unfilled)
        << text(s, info, sizeof(S)) << model.status().text();
    return;
  }
  expect(workspace.used() == 0) << text(s, info, sizeof(S));
  expect(!sizes_are_known(info, s) || workspace.peak() == planned.workspace_unfilled)
      << text(s, info, sizeof(S)) << "took" << double(workspace.peak()) << "planned"
      << double(planned.workspace_unfilled);
  const MemoryUse& reported = monitor.memory();
  expect(reported.planned == planned.bytes && reported.peak <= planned.bytes &&
         reported.peak >= workspace.peak() + planned.libraries)
      << text(s, info, sizeof(S)) << "reported" << double(reported.peak) << "of" << double(reported.planned);
  const double record = 64 * double(model->outputs()) + 2 * small_change;
  expect(kept + double(planned.libraries + workspace.peak()) <= double(reported.peak) + record)
      << text(s, info, sizeof(S)) << "reported" << double(reported.peak) << "keeps" << kept;
  const double threads = options.threads > 1 ? a_thread * options.threads : 0;
  expect(peak <= kept + double(planned.libraries) + small_change + threads)
      << text(s, info, sizeof(S)) << "beside" << peak - kept << "libraries" << double(planned.libraries);
}

template <class S>
void check(const MethodInfo& info, const Situation& s) {
  synthetic::Set<S> set = synthetic::gaussian(s.rows, s.columns, s.classes, 3).cast<S>();
  for (std::size_t i = 0; i < set.values.size(); ++i)
    set.values[i] *= S(std::pow(s.next, double(i % std::size_t(s.columns))));
  const Dataset<S> data = set.view();
  FitOptions options;
  options.scale = Scale::none;
  options.method = info.id;
  options.settings = s.settings;
  options.pca = s.pca;
  options.dims = s.dims;
  const Result<Plan> planned = plan(registry(), options, s.rows, s.columns, s.classes, sizeof(S));
  expect(bool(planned)) << text(s, info, sizeof(S)) << planned.status().text();
  if (!planned) return;
  // The plan for these data, whose class sizes may differ.
  const Result<Plan> own = plan(registry(), data, options);
  expect(bool(own)) << text(s, info, sizeof(S)) << own.status().text();
  if (!own) return;
  for (const int threads : {1, 2}) {
    options.threads = threads;
    const Result<Plan> shared = plan(registry(), data, options);
    expect(bool(shared));
    check_fit(info, s, data, options, *shared);
  }
  options.threads = 1;
  // A fit that allocates its own memory.
  Monitor monitor;
  const std::size_t before = meter::live();
  meter::reset_peak();
  const Result<Model> model = fit(registry(), data, options, monitor);
  const double peak = double(meter::peak() - before);
  expect(!model || peak <= double(own->bytes))
      << text(s, info, sizeof(S)) << "peak" << peak << "plan" << double(own->bytes);
}

/// A fit on the heap succeeds, and never takes more than its plan.
void check_peak(const Dataset<float>& data, const FitOptions& options) {
  const Result<Plan> planned = plan(registry(), data, options);
  Monitor monitor;
  const std::size_t before = meter::live();
  meter::reset_peak();
  const Result<Model> model = fit(registry(), data, options, monitor);
  const double peak = double(meter::peak() - before), bound = planned ? double(planned->bytes) : 0;
  expect(bool(model)) << options.method << model.status().text();
  expect(peak <= bound) << options.method << double(data.samples()) << "x" << double(data.dims())
                        << (data.features.empty() ? "" : "with names") << "peak" << peak << "plan" << bound
                        << "ratio" << bound / peak;
}

/// The defaults, then each choice and flag changed.
std::vector<std::vector<Setting>> ways(const MethodInfo& info) {
  std::vector<std::vector<Setting>> result{{}};
  for (const Parameter& p : info.parameters) {
    if (p.kind != Kind::choice && p.kind != Kind::flag) continue;
    for (double value = 0; value <= p.most(); ++value) {
      if (value != p.fallback) result.push_back({{p.name, parameter_text(p, value)}});
    }
  }
  return result;
}

/// Whether a method takes long on many samples.
bool large(const MethodInfo& info) {
  return info.family == Family::tangent || info.output == Output::kernel;
}

void check_both(const MethodInfo& info, const Situation& s) {
  check<float>(info, s);
  check<double>(info, s);
}

const suite memory_plan_suite = [] {
  tag("slow") / "a fit needs what its plan says"_test = [] {
    if (!meter::available()) return;
    for (const Method& method : registry().methods()) {
      const MethodInfo& info = *method.info;
      for (const auto& way : ways(info)) {
        for (const auto& [rows, columns] : {std::pair{large(info) ? 300 : 600, 20}, {300, 80}, {80, 200}}) {
          check_both(info, {rows, columns, 3, {}, 0, way});
        }
      }
      // Without classes to separate them, tangent systems of many random samples fill in: use fewer samples.
      const int part = large(info) ? 4 : 1;
      check_both(info, {2000 / part, 5, 3, {}, 0, {}});
      check_both(info, {1500 / part, 120, 10, {}, 0, {}});
      check_both(info, {600, 20, 30, {}, 5, {}});
      check_both(info, {300, 80, 3, {20, 0}, 0, {}});
      check_both(info, {80, 200, 3, {20, 0}, 0, {}});
      check_both(info, {100, 80, 3, {}, 40, {}, 0.8});
    }
  };

  "no plan is exceeded, whatever the shape, with or without names"_test = [] {
    if (!meter::available()) return;
    Random random(5);
    const auto between = [&](int least, int most) {
      return least + int(random.below(std::uint64_t(most - least + 1)));
    };
    for (const Method& method : registry().methods()) {
      const MethodInfo& info = *method.info;
      for (int time = 0; time < 10; ++time) {
        // Few samples of many features, about as many samples as features, and many samples of few features.
        const int classes = between(2, 5), rows = classes * 2 + between(0, time % 3 == 0 ? 150 : 400);
        const int columns = time % 3 == 0   ? between(500, 1600)
                            : time % 3 == 1 ? between(20, 150)
                                            : between(1, 12);
        const synthetic::Set<float> set =
            synthetic::gaussian(rows, columns, classes, random.next()).cast<float>();
        Dataset<float> data = set.view();
        if (time % 2 == 0) {
          for (int j = 0; j < columns; ++j)
            data.features.push_back(std::string(std::size_t(between(1, 60)), char('a' + j % 26)));
        }
        FitOptions options;
        options.method = info.id;
        options.dims = time == 3 ? between(1, 20) : 0;
        check_peak(data, options);
      }
    }
    const synthetic::Set<float> widest = synthetic::gaussian(4, 250000, 2, 3).cast<float>();
    Dataset<float> data = widest.view();
    for (int j = 0; j < 250000; ++j) data.features.push_back("a feature called " + std::to_string(j));
    FitOptions options;
    options.method = "lda";
    check_peak(data, options);
  };

  tag("slow") / "no plan is exceeded by 200 samples of 20 000 features"_test = [] {
    if (!meter::available()) return;
    const synthetic::Set<float> set = synthetic::gaussian(200, 20000, 4, 3).cast<float>();
    for (const Method& method : registry().methods()) {
      FitOptions options;
      options.method = method.info->id;
      check_peak(set.view(), options);
    }
  };

  tag("slow") /
      "a limit below the plan refuses before anything is allocated, one above lets it pass"_test = [] {
    const synthetic::Set<double> set = synthetic::gaussian(200, 30, 3, 4);
    for (const Method& method : registry().methods()) {
      FitOptions options;
      options.scale = Scale::none;
      options.method = method.info->id;
      const Result<Plan> planned = plan(registry(), set.view(), options);
      expect(bool(planned)) << method.info->id;
      options.memory_limit = planned->unfilled - 1;
      Monitor refusing, passing;
      const Result<Model> refused = fit(registry(), set.view(), options, refusing);
      expect(!refused && refused.status().code() == Code::memory_limit) << method.info->id;
      options.memory_limit = planned->bytes;
      const Result<Model> passed = fit(registry(), set.view(), options, passing);
      expect(bool(passed)) << method.info->id << passed.status().text();
    }
  };

  "where a sparse factor decides, it is weighed before it is made"_test = [] {
    if (!meter::available()) return;
    const synthetic::Set<double> set = synthetic::gaussian(400, 12, 2, 4);
    for (const char* id : {"pmpda", "lpfe", "ltsimr", "mp_ltsimr", "tsimr", "mp_tsimr"}) {
      FitOptions options;
      options.scale = Scale::none;
      options.method = id;
      const Result<Plan> planned = plan(registry(), options, 400, 12, 2, sizeof(double));
      expect(planned && planned->unfilled < planned->bytes) << id;
      // Halving the limit from the plan on, a fit is refused at some point, and until then none exceeds its
      // limit.
      bool refused = false;
      for (options.memory_limit = planned->bytes; !refused; options.memory_limit /= 2) {
        Monitor monitor;
        const std::size_t before = meter::live();
        meter::reset_peak();
        const Status status = fit(registry(), set.view(), options, monitor).status();
        expect(double(meter::peak() - before) <= double(options.memory_limit)) << id << options.memory_limit;
        refused = !status;
        expect(!refused || status.code() == Code::memory_limit) << id << status.text();
        expect(!refused || options.memory_limit < planned->bytes) << id;
        if (refused && options.memory_limit >= planned->unfilled) {
          expect(monitor.refused() > 0 && status.text().find("about") != std::string::npos) << status.text();
        }
      }
    }
  };

  "absurd sizes give absurd plans, not wrapped ones"_test = [] {
    const Index absurd = Index(1) << (sizeof(Index) == 8 ? 31 : 30);
    for (const Method& method : registry().methods()) {
      FitOptions options;
      options.scale = Scale::none;
      options.method = method.info->id;
      const Result<Plan> planned = plan(registry(), options, absurd, absurd, absurd, sizeof(double));
      expect(planned && planned->unfilled > std::uint64_t(1) << 60)
          << method.info->id << (planned ? double(planned->unfilled) : 0) << planned.status().text();
    }
  };
};

}  // namespace memory_plan_test
