// Parameters: ranges, texts that read back, suggestions; and what every descriptor must be.
#include "tanda/base/parameters.hpp"

#include <cstring>
#include <set>

#include "tanda/methods/registry.hpp"
#include "ut.hpp"

namespace parameters_test {
using namespace ut;
using namespace tanda;

constexpr Parameter example[] = {
    integer("neighbors", 5, 1, 100, "how many"), real("ridge", 0.1, 0, 1000, 0.01, "how much"),
    flag("sparse", true, "whether"), choice("pairs", 1, "point|class|global", "which")};

Code code_of(const char* name, const std::string& value) {
  return Parameters::make(example, {{name, value}}).status().code();
}

const suite parameters_suite = [] {
  "defaults stand unless set, and the last setting counts"_test = [] {
    const Result<Parameters> plain = Parameters::make(example, {});
    expect(plain && plain->count("neighbors") == 5 && plain->get("ridge") == 0.1 && plain->flag("sparse"));
    expect(plain->choice("pairs") == "class");
    const Result<Parameters> set = Parameters::make(
        example,
        {{"neighbors", "7"}, {"ridge", "1e-3"}, {"sparse", "no"}, {"pairs", "global"}, {"neighbors", "9"}});
    expect(set && set->count("neighbors") == 9 && set->get("ridge") == 1e-3 && !set->flag("sparse"));
    expect(set->choice("pairs") == "global");
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
      const std::string text = parameter_text(example[1], value);
      const Result<Parameters> back = Parameters::make(example, {{"ridge", text}});
      expect(back && back->get("ridge") == value) << text;
      expect(back && back->text(example[1]) == text);
    }
    expect(parameter_text(example[1], 0.1) == "0.1" && parameter_text(example[0], 5) == "5");
    expect(parameter_text(example[2], 1) == "true" && parameter_text(example[3], 2) == "global");
  };

  "every descriptor is whole and its defaults are within its ranges"_test = [] {
    std::set<std::string> ids;
    for (const Method& method : registry().methods()) {
      const MethodInfo& info = *method.info;
      expect(ids.insert(info.id).second) << info.id << "stands twice";
      for (const char* text : {info.id, info.title, info.summary, info.paper})
        expect(text && std::strlen(text) > 1) << info.id;
      expect(std::strlen(family_name(info.family)) > 0 && method.fit_float && method.fit_double &&
             method.plan)
          << info.id;
      std::set<std::string> names;
      for (const Parameter& p : info.parameters) {
        expect(names.insert(p.name).second) << info.id << p.name << "stands twice";
        expect(p.min <= p.fallback && p.fallback <= p.max && p.step > 0 && std::strlen(p.doc) > 3)
            << info.id << p.name;
        for (const double value : {p.min, p.fallback, p.max}) {
          const Result<Parameters> set =
              Parameters::make(info.parameters, {{p.name, parameter_text(p, value)}});
          expect(set && set->get(p.name) == value) << info.id << p.name << value;
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
