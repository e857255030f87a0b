// A user's own method, added to a copy of the registry at run time: it is fitted, tuned, saved and compared
// like the built-in ones.
#include "methods/common.hpp"
#include "model/fit.hpp"
#include "select/evaluate.hpp"
#include "select/tune.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace your_own_method_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

/// Selects the features with the largest variance, as many as wanted, leaving out the first `skip`.
struct PickOptions {
  int skip = 0;
};
constexpr auto pick_parameters = fields(
    field<PickOptions, &PickOptions::skip>("skip", {0, 100}, Stage::columns, "features to leave out", "0,1"));
constexpr MethodInfo pick_info{
    "pick",        "Picked features", Family::global,   "Keeps the features that vary most.",
    "unpublished", pick_parameters,   Supervision::none};

template <class S>
Result<Solution> pick(const Problem<S>& p, const PickOptions& o) {
  const Index d = p.samples.dims(), r = std::max<Index>(1, std::min(p.dims, d - o.skip));
  Solution solution{MatrixD(p.home(), d, r), VectorD(p.home(), r), 0};
  if (measuring(p.home())) return solution;
  VectorD variance(p.home(), d), row(p.home(), d);
  variance.setZero();
  for (Index i = 0; i < p.samples.count(); ++i) {
    p.samples.centred(i, row.data());
    variance += row.cwiseAbs2();
  }
  std::vector<Index> order(std::size_t(d), 0);
  for (Index j = 0; j < d; ++j) order[std::size_t(j)] = j;
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return variance[a] > variance[b]; });
  solution.directions.setZero();
  for (Index k = 0; k < r; ++k) {
    const Index feature = order[std::size_t(std::min(k + o.skip, d - 1))];
    solution.directions(feature, k) = 1;
    solution.values[k] = variance[feature];
  }
  return solution;
}

/// The code when `change` has broken the method.
template <class Change>
Code refused(Change change) {
  static MethodInfo info;
  info = pick_info;
  change(info);
  Method method = method_of<pick_info, PickOptions, pick<float>, pick<double>>();
  method.info = &info;
  Registry mine = registry();
  const std::size_t before = mine.methods().size();
  const Status status = mine.add(method);
  expect(mine.methods().size() == before + (status ? 1 : 0));
  return status.code();
}

const suite your_own_method_suite = [] {
  "a method of one's own does what the others do"_test = [] {
    Registry mine = registry();
    expect(bool(mine.add(method_of<pick_info, PickOptions, pick<float>, pick<double>>())));
    expect(registry().methods().size() + 1 == mine.methods().size()) << "the library's list is as it was";

    const synthetic::Set<double> set = synthetic::gaussian(90, 5, 3, 7);
    FitOptions options;
    options.method = "pick";
    options.dims = 2;
    options.scale = Scale::none;
    options.settings = {{"skip", "1"}};
    Monitor monitor;
    const Result<Model> model = fit(mine, set.view(), options, monitor);
    expect(bool(model)) << model.status().text();
    if (!model) return;
    expect(model->outputs() == 2 && (model->projection().array() != 0).count() == 2)
        << "two features are picked";
    expect(model->record().text_or("method", "") == "pick");
    const Result<std::vector<std::uint8_t>> bytes = encode(*model);
    expect(bytes && decode(bytes->data(), bytes->size())) << "opening it needs no knowledge of the method";
    options.settings = {{"skip", "-1"}};
    expect(fit(mine, set.view(), options, monitor).status().code() == Code::bad_parameter);
    expect(fit(registry(), set.view(), options, monitor).status().code() == Code::unknown_method);

    TuneOptions how;
    how.grid = default_grid(pick_info.parameters);
    options.settings = {};
    const Result<TuneResult> tuned = tune(mine, set.view(), options, how, monitor);
    expect(bool(tuned)) << tuned.status().text();
    EvaluateOptions compared;
    for (const char* id : {"pick", "lda"}) {
      Contestant contestant;
      contestant.name = id;
      contestant.fit = options;
      contestant.fit.method = id;
      compared.contestants.push_back(contestant);
    }
    compared.splits = 2;
    Evaluation evaluation;
    const Status status = evaluate(mine, set.view(), compared, evaluation, monitor);
    expect(bool(status)) << status.text();
    expect(methods_json(mine).find("Picked features") != std::string::npos);
  };

  "an id that is taken or no word, and defaults out of range, are refused"_test = [] {
    expect(refused([](MethodInfo&) {}) == Code::ok);
    for (const char* id : {"lda", "", "Pick", "pick me", "1st", "auto", "all", "none"})
      expect(refused([&](MethodInfo& info) { info.id = id; }) == Code::bad_argument) << id;
    static auto twice = fields(pick_parameters, pick_parameters);
    expect(refused([](MethodInfo& info) { info.parameters = ParameterList(twice); }) == Code::bad_parameter);
    static auto wide = pick_parameters;
    wide.list[0].fallback = 101;
    expect(refused([](MethodInfo& info) { info.parameters = ParameterList(wide); }) == Code::bad_parameter);
  };
};

}  // namespace your_own_method_test
