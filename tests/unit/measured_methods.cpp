// Methods in exactly the memory that a counting workspace says they need.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/thread_pool.hpp"
#include "data/arrange.hpp"
#include "data/preprocess.hpp"
#include "measured.hpp"
#include "memory_meter.hpp"
#include "methods/registry.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace measured_methods_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

/// The defaults, then each choice and flag changed, and other settings that affect how much memory is taken.
std::vector<std::vector<Setting>> ways(const MethodInfo& info) {
  std::vector<std::vector<Setting>> result{{}};
  const auto add = [&](const char* name, const char* value) {
    for (const Parameter& p : info.parameters)
      if (std::strcmp(p.name, name) == 0) result.push_back({{name, value}});
  };
  for (const Parameter& p : info.parameters) {
    if (p.kind != Kind::choice && p.kind != Kind::flag) continue;
    for (double value = 0; value <= p.most(); ++value) {
      if (value != p.fallback) add(p.name, parameter_text(p, value).c_str());
    }
  }
  add("subsample", "0.4");
  add("landmarks", "25");
  add("tangent_dims", "2");
  add("heat", "2");
  add("partition_samples", "15");
  return result;
}

struct Extent {
  int rows, columns, classes;
  Index wanted = 0;
  bool patches = false;
};

std::string text(const Extent& s, const MethodInfo& info, const std::vector<Setting>& way,
                 std::size_t bytes) {
  std::string result = std::string(info.id) + " " + std::to_string(s.rows) + "x" + std::to_string(s.columns) +
                       " " + std::to_string(s.classes) + " classes";
  result += bytes == 8 ? " double" : " float";
  for (const auto& [name, value] : way) result += " " + name + "=" + value;
  return result + (s.patches ? " with patches" : "");
}

Index wanted_dims(const MethodInfo& info, Index asked, Index dims, Index samples, Index classes) {
  if (info.output == Output::kernel) dims = samples;
  if (info.limit == Limit::samples) dims = samples - 1;
  if (info.limit == Limit::classes_minus_one) return classes - 1;
  if (info.limit == Limit::per_class) return std::min(asked > 0 ? asked : 1, dims);
  return std::min(asked > 0 ? asked : std::max<Index>(2, classes - 1), dims);
}

void expect_same(const MatrixD& a, const MatrixD& b, const std::string& what) {
  const bool same = a.rows() == b.rows() && a.cols() == b.cols() && (a.size() == 0 || a == b);
  expect(same) << what << a.rows() << a.cols() << b.rows() << b.cols();
}

/// The counted size is that of the computed result, or larger.
void expect_room(const MatrixD& bound, const MatrixD& real, const std::string& what) {
  expect(bound.rows() >= real.rows() && bound.cols() >= real.cols())
      << what << bound.rows() << bound.cols() << real.rows() << real.cols();
}

template <class S>
void check(const Method& method, const std::vector<Setting>& way, const Extent& shape, int threads = 1) {
  const MethodInfo& info = *method.info;
  const std::string what = text(shape, info, way, sizeof(S));
  const synthetic::Set<S> set = synthetic::gaussian(shape.rows, shape.columns, shape.classes, 3).cast<S>();
  const Dataset<S> data = set.view();
  const bool labels = info.supervision != Supervision::none;
  // With unlabelled samples, for methods that use them.
  std::vector<int> numbers = set.labels;
  if (info.supervision == Supervision::semi)
    for (std::size_t i = 0; i < numbers.size(); i += 7) numbers[i] = -1;
  const Arranged arranged =
      labels ? arrange_by_class(data.samples(), numbers.data(), true) : arrange_as_one(data.samples());
  Monitor quiet;
  PcaChoice pca;
  if (info.pca_when_wide > 0 && shape.columns >= shape.rows) pca.energy = info.pca_when_wide;
  const Result<Prepared<S>> prepared = prepare(data, arranged.order, Scale::none, pca, quiet);
  const Result<Parameters> parameters = Parameters::make(info.parameters, way);
  if (!prepared || !parameters) {
    expect(false) << what << prepared.status().text() << parameters.status().text();
    return;
  }
  std::vector<int> patches;
  for (Index i = 0; i < data.samples(); ++i) patches.push_back(int(i / 11));
  const bool own_space = prepared->span.count() > 0;
  ThreadPool pool(threads);
  const auto solve = [&](Workspace* w) {
    Monitor monitor;
    if (threads > 1) monitor.join(&pool);
    const auto copy = [&](const Samples<S>& from) {
      return Samples<S>{Matrix<S>(w, from.x), VectorD(w, from.shift)};
    };
    const Samples<S> samples = copy(prepared->samples());
    const Samples<S> points = own_space ? copy(prepared->points) : Samples<S>{};
    const Array<int> original(arranged.order.begin(), arranged.order.end(), w);
    const Problem<S> problem{
        samples,
        {own_space ? points : samples, arranged.classes, original, monitor},
        wanted_dims(info, shape.wanted, samples.dims(), samples.count(), arranged.classes.count()),
        prepared->ambient(),
        5,
        monitor,
        nullptr,
        prepared->unit,
        Units::own,
        shape.patches ? patches.data() : nullptr};
    return method.fit(problem, *parameters);
  };
  const Result<Solution> reference = solve(nullptr);
  Index bound = 0;
  std::size_t heap = 0, heap_planned = 0;
  const Measured both = expect_measured(what, [&](Workspace& w) {
    const std::size_t before = meter::live();
    meter::reset_peak();
    const Result<Solution> solution = solve(&w);
    if (measuring(&w)) {
      heap_planned = std::size_t(w.library_peak());
      expect(bool(solution)) << what << solution.status().text();
      if (!solution || !reference) return;
      expect_room(solution->directions, reference->directions, what);
      expect_room(solution->embedding, reference->embedding, what);
      expect_room(solution->kernel.points, reference->kernel.points, what);
      expect_room(solution->kernel.coefficients, reference->kernel.coefficients, what);
      bound = solution->dims();
      return;
    }
    heap = meter::peak() - before;
    expect(bool(solution) == bool(reference)) << what;
    if (!solution || !reference) return;
    expect(solution->dims() <= bound) << what << solution->dims() << bound;
    expect_same(solution->directions, reference->directions, what);
    expect_same(solution->values, reference->values, what);
    expect_same(solution->embedding, reference->embedding, what);
    expect_same(solution->kernel.points, reference->kernel.points, what);
    expect_same(solution->kernel.coefficients, reference->kernel.coefficients, what);
  });
  // Where graphs, partitions and ranks decide, counting gives an upper bound only; it is far from the truth
  // when all fields of many classes are equal.
  const double most_over = info.family != Family::tangent && info.output != Output::kernel ? 3
                           : arranged.classes.count() > 10                                 ? 50
                                                                                           : 15;
  expect(!reference || double(both.counted) <= most_over * double(both.taken))
      << what << "counted" << both.counted << "taken" << both.taken;
  if (std::getenv("TANDA_SHOW_MEASURED"))
    std::printf("%s: counted %llu taken %llu heap %zu libraries %zu\n", what.c_str(),
                (unsigned long long)both.counted, (unsigned long long)both.taken, heap, heap_planned);

  if (shape.patches) return;
  Workspace counting = Workspace::counting();
  Monitor monitor;
  if (threads > 1) monitor.join(&pool);
  const Samples<S>& samples = prepared->samples();
  const ProblemSizes sizes{
      samples.count(),
      samples.dims(),
      prepared->points.dims(),
      wanted_dims(info, shape.wanted, samples.dims(), samples.count(), arranged.classes.count()),
      prepared->ambient(),
      arranged.classes};
  expect(bool(measure<S>(method, *parameters, sizes, monitor, counting))) << what;
  expect(counting.peak() == both.counted && counting.used() == 0)
      << what << counting.peak() << both.counted << counting.used();
}

void check_both(const Method& method, const std::vector<Setting>& way, const Extent& shape) {
  check<float>(method, way, shape);
  if (double_samples) check<double>(method, way, shape);
}

bool takes_patches(const MethodInfo& info) {
  for (const Parameter& p : info.parameters)
    if (p.stage == Stage::partition) return true;
  return false;
}

/// The environment variable TANDA_METHOD restricts the test to one method, for debugging.
template <class See>
void for_each_method(See see) {
  const char* const only = std::getenv("TANDA_METHOD");
  for (const Method& method : registry().methods())
    if (!only || std::strcmp(only, method.info->id) == 0) see(method);
}

const suite measured_methods_suite = [] {
  "a method takes what is measured, whatever the way"_test = [] {
    for_each_method([](const Method& method) {
      for (const auto& way : ways(*method.info)) {
        for (const Extent& shape : {Extent{90, 12, 3}, {40, 70, 3}}) check_both(method, way, shape);
      }
    });
  };

  "a method takes what is measured, whatever the shape"_test = [] {
    for_each_method([](const Method& method) {
      for (const Extent& shape : {Extent{120, 6, 30},
                                  {30, 5, 2, 5},
                                  {300, 30, 2, 3},
                                  {60, 60, 20},
                                  {12, 3, 2},
                                  {90, 40, 3, 40},
                                  {25, 200, 8, 24}})
        check_both(method, {}, shape);
      check<float>(method, {}, {300, 30, 3}, 3);
      if (takes_patches(*method.info)) check_both(method, {}, {90, 12, 3, 0, true});
    });
  };
};

}  // namespace measured_methods_test
