// Parameters: ranges, texts that read back, suggestions; and the rules that every descriptor must follow.
#include "base/parameters.hpp"

#include <cmath>
#include <cstring>
#include <set>

#include "model/fit.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace parameters_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

enum class Which : unsigned char { point, class_, global };

struct Inner {
  int size = 10;
};

struct Example {
  int neighbors = 5;
  double ridge = 0.1;
  bool sparse = true;
  Which pairs = Which::class_;
  double lambda = automatic_value;
  Inner inner = {};
};

bool operator==(const Example& a, const Example& b) {
  return a.neighbors == b.neighbors && a.ridge == b.ridge && a.sparse == b.sparse && a.pairs == b.pairs &&
         a.lambda == b.lambda && a.inner.size == b.inner.size;
}

constexpr auto example =
    fields(field<Example, &Example::neighbors>("neighbors", {1, 100}, Stage::neighbors, "how many"),
           field<Example, &Example::ridge>("ridge", {0, 1000, 0.01}, Stage::solve, "how much"),
           field<Example, &Example::sparse>("sparse", {}, Stage::graph, "whether"),
           field<Example, &Example::pairs>("pairs", "point|class|global", Stage::neighbors, "which"),
           field<Example, &Example::lambda>("lambda", or_auto({0, 10, 0.1}), Stage::scatter, "how smooth"),
           field<Example, &Example::inner, &Inner::size>("size", {1, 100}, Stage::partition, "how large"));

// A method that records the options it was given.
Example given;

template <class S>
Result<Solution> probe(const Problem<S>& p, const Example& o) {
  given = o;
  return Solution{MatrixD::Identity(p.samples.dims(), 1), VectorD::Ones(1), 0};
}
constexpr MethodInfo probe_info{"probe",        "Probe", Family::global,   "Shows its options.",
                                "Unpublished.", example, Supervision::none};

Code code_of(const char* name, const std::string& value) {
  return Parameters::make(example, {{name, value}}).status().code();
}

const suite parameters_suite = [] {
  "defaults are those of the struct unless set, and the last setting counts"_test = [] {
    const Result<Parameters> plain = Parameters::make(example, {});
    expect(plain && plain->as<Example>() == Example{});
    const Result<Parameters> set = Parameters::make(example, {{"neighbors", "7"},
                                                              {"ridge", "1e-3"},
                                                              {"sparse", "no"},
                                                              {"pairs", "global"},
                                                              {"lambda", "2"},
                                                              {"size", "3"},
                                                              {"neighbors", "9"}});
    expect(set && set->as<Example>() == Example{9, 1e-3, false, Which::global, 2, {3}});
  };

  "a method gets the struct that the words say, for its fit and for its plan"_test = [] {
    const Registry own({method_of<probe_info, Example, probe<float>, probe<double>>()});
    const auto set = synthetic::gaussian(20, 3, 2, 1);
    FitOptions options;
    options.method = "probe";
    options.settings = {{"neighbors", "3"}, {"pairs", "point"}, {"lambda", "auto"}, {"size", "7"}};
    const Example wanted{3, 0.1, true, Which::point, automatic_value, {7}};
    Monitor monitor;
    expect(bool(fit(own, set.view(), options, monitor)) && given == wanted);
    given = {};
    expect(bool(plan(own, set.view(), options)) && given == wanted);
  };

  "a struct filled by hand is checked and has its words"_test = [] {
    const Example filled{9, 1.0 / 3, false, Which::global, 0.25, {3}};
    const Result<Parameters> of = Parameters::of(example, filled);
    expect(of && of->as<Example>() == filled && of->settings().size() == 6);
    const Result<Parameters> back = Parameters::make(example, of->settings());
    expect(back && back->as<Example>() == filled);
    expect(Parameters::of(example, Example{})->settings().empty());
    Example wrong;
    wrong.inner.size = 101;
    const Status status = Parameters::of(example, wrong).status();
    expect(status.code() == Code::bad_parameter &&
           status.text() == Parameters::make(example, {{"size", "101"}}).status().text())
        << status.text();
    wrong = {};
    wrong.ridge = std::nan("");
    expect(Parameters::of(example, wrong).status().code() == Code::bad_parameter);
    wrong.ridge = automatic_value;
    expect(Parameters::of(example, wrong).status().code() == Code::bad_parameter) << "takes no auto";
    wrong = {};
    wrong.pairs = Which(3);
    expect(Parameters::of(example, wrong).status().code() == Code::bad_parameter);
  };

  "what a stage finds depends on the parameters of those before"_test = [] {
    const auto before = [](Stage stage, const Setting& setting) {
      return Parameters::make(example, {setting})->before(stage);
    };
    const std::vector<double> plain = Parameters::make(example, {})->before(Stage::solve);
    expect(before(Stage::solve, {"ridge", "1"}) == plain &&
           before(Stage::solve, {"neighbors", "1"}) != plain);
    expect(before(Stage::solve, {"lambda", "1"}) != plain);
    expect(before(Stage::columns, {"ridge", "1"}) != before(Stage::columns, {"ridge", "2"}));
    expect(before(Stage::kernel, {"neighbors", "1"}).empty());
  };

  "fits in one groundwork share the pencil unless it would be another"_test = [] {
    const auto set = synthetic::gauss3(90, 102);
    for (const char* id : {"lda", "mfa", "lsda", "lfda"}) {
      const Result<Method> method = registry().find(id);
      FitOptions options;
      options.method = id;
      Monitor quiet;
      auto shared = make_groundwork(set.view(), groundwork_key(*method->info, set.view(), options), quiet);
      expect(bool(shared)) << id;
      const auto makes_pencil = [&](const std::vector<Setting>& settings) {
        options.settings = settings;
        Monitor monitor;
        const Result<Model> together = fit_in(*shared, *method, set.view(), options, monitor),
                            alone = fit(registry(), set.view(), options, quiet);
        expect(together && alone && together->projection() == alone->projection()) << id;
        for (const auto& stage : monitor.stages())
          if (stage.name == "scatter") return true;
        return false;
      };
      expect(makes_pencil({})) << id;
      expect(!makes_pencil({{"ridge", "0.7"}}) && !makes_pencil({{"columns", "unit"}})) << id;
      for (const Parameter& p : method->info->parameters) {
        if (p.stage >= Stage::solve) continue;
        expect(makes_pencil({{p.name, parameter_text(p, p.min == p.fallback ? p.most() : p.min)}}))
            << id << p.name;
        expect(!makes_pencil(
            {{p.name, parameter_text(p, p.min == p.fallback ? p.most() : p.min)}, {"ridge", "0"}}))
            << id << p.name;
      }
    }
  };

  "values out of range or of the wrong kind are refused"_test = [] {
    for (const char* text : {"0", "101", "-3", "2.5", "", "x", "5x", "nan", "inf", "1e999", " "}) {
      expect(code_of("neighbors", text) == Code::bad_parameter) << text;
    }
    for (const char* text : {"-0.001", "1000.1", "", "1,5", "inf", "-inf", "nan", "0x"}) {
      expect(code_of("ridge", text) == Code::bad_parameter) << text;
    }
    for (const char* text : {"", "2", "TRUE", "maybe"})
      expect(code_of("sparse", text) == Code::bad_parameter) << text;
    for (const char* text : {"", "points", "point|class", "0"})
      expect(code_of("pairs", text) == Code::bad_parameter) << text;
    for (const char* text : {"1", "100", "5.0", "1e1"})
      expect(code_of("neighbors", text) == Code::ok) << text;
    expect(code_of("neighbors", std::string(1000000, '9')) == Code::bad_parameter);
    expect(code_of("ridge", std::string("0.1\0junk", 8)) == Code::bad_parameter)
        << "a hidden end of the text";
  };

  "the message says what the parameter takes"_test = [] {
    const std::string text = Parameters::make(example, {{"pairs", "all"}}).status().text();
    expect(text.find("pairs") != std::string::npos && text.find("point|class|global") != std::string::npos)
        << text;
    const std::string range = Parameters::make(example, {{"neighbors", "0"}}).status().text();
    expect(range.find("1 to 100") != std::string::npos) << range;
    expect(Parameters::make(example, {{"ridge", std::string(100000, 'x')}}).status().text().size() < 300);
  };

  "an unknown name suggests the nearest"_test = [] {
    const Status status = Parameters::make(example, {{"neighbours", "5"}}).status();
    expect(status.code() == Code::unknown_parameter);
    expect(status.text().find("\"neighbors\"") != std::string::npos) << status.text();
    const Status far = Parameters::make(example, {{"zzzzzzzzzzzz", "5"}}).status();
    expect(far.text().find("did you mean") == std::string::npos) << far.text();
    const std::vector<std::string> words{"alpha", "beta", "gamma"};
    expect(nearest_word("alhpa", words) == "alpha" && nearest_word("Beta", words) == "beta");
    expect(nearest_word("", words).empty() || nearest_word("", words).size() <= 4);
    expect(nearest_word(std::string(1000000, 'a'), words).empty());
    expect(nearest_word("alpha", {}).empty());
  };

  "an unknown method suggests the nearest, and every method is found"_test = [] {
    for (const Method& method : registry().methods()) {
      const std::string id = method.info->id;
      const Result<Method> found = registry().find(id);
      expect(found && found->info == method.info) << id;
      expect(!registry().find(id + "_").status().text().empty());
      expect(registry().find(id + "x").status().code() == Code::unknown_method) << id;
      const Result<Method> clipped = registry().find(id.substr(1));
      expect(clipped || id.size() < 4 || clipped.status().text().find("did you mean") != std::string::npos)
          << id;
    }
    expect(registry().find("").status().code() == Code::unknown_method);
  };

  "texts read back to the same value"_test = [] {
    for (const double value : {0.0, 0.1, 1.0 / 3, 1e-7, 123.456789, 1000.0}) {
      const std::string text = parameter_text(example.list[1], value);
      const Result<Parameters> back = Parameters::make(example, {{"ridge", text}});
      expect(back && back->as<Example>().ridge == value) << text;
      expect(back && back->text(example.list[1]) == text);
    }
    expect(parameter_text(example.list[1], 0.1) == "0.1" && parameter_text(example.list[0], 5) == "5");
    expect(parameter_text(example.list[2], 1) == "true" && parameter_text(example.list[3], 2) == "global");
  };

  "every descriptor is complete and its defaults are within its ranges"_test = [] {
    std::set<std::string> ids;
    for (const Method& method : registry().methods()) {
      const MethodInfo& info = *method.info;
      expect(ids.insert(info.id).second) << info.id << "stands twice";
      for (const char* text : {info.id, info.title, info.summary, info.paper})
        expect(text && std::strlen(text) > 1) << info.id;
      expect(std::strlen(family_name(info.family)) > 0 && method.fit_float && method.fit_double) << info.id;
      std::set<std::string> names;
      for (const Parameter& p : info.parameters) {
        expect(names.insert(p.name).second) << info.id << p.name << "stands twice";
        expect(p.min <= p.fallback && p.fallback <= p.most() && p.step > 0 && p.help().size() > 3)
            << info.id << p.name;
        for (const double value : {p.min, p.fallback, p.most()}) {
          const Result<Parameters> set =
              Parameters::make(info.parameters, {{p.name, parameter_text(p, value)}});
          expect(set && set->value(p) == value) << info.id << p.name << value;
        }
      }
    }
  };

  "methods carry the names that their papers print"_test = [] {
    const auto says = [](const char* id, const char* MethodInfo::*where, const char* words) {
      const Result<Method> found = registry().find(id);
      const std::string text = found ? found->info->*where : "";
      expect(text.rfind(words, 0) == 0) << id << "should begin with" << words << "but is" << text;
    };
    says("tsd", &MethodInfo::title, "Local tangent space discriminant analysis");
    says("tsd", &MethodInfo::paper, "Zhou and Sun, ");
    says("mpda", &MethodInfo::title, "Manifold partition discriminant analysis");
    says("mpda", &MethodInfo::paper, "Zhou and Sun, ");
    says("pmpda", &MethodInfo::title, "Pairwise-variate manifold partition discriminant analysis");
    says("apps_dag_dne", &MethodInfo::paper, "Wang and Ding, ");
    says("laplda", &MethodInfo::paper, "Chen, Ye and Li, ");
    says("sle", &MethodInfo::title, "Signed Laplacian embedding");
    says("sle", &MethodInfo::paper, "Gong, Tao, Yang and Fu, ");
  };

  "a name means the same kind of thing everywhere"_test = [] {
    std::vector<Parameter> seen;
    for (const Method& method : registry().methods()) {
      for (const Parameter& p : method.info->parameters) {
        for (const Parameter& other : seen) {
          expect(std::strcmp(p.name, other.name) != 0 || p.kind == other.kind) << method.info->id << p.name;
        }
        seen.push_back(p);
      }
    }
  };
};

}  // namespace parameters_test
