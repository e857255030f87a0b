#include "base/spelling.hpp"

#include <cstring>
#include <string>

#include "base/text.hpp"
#include "data/csv.hpp"
#include "tanda/tanda.h"
#include "ut.hpp"

namespace spelling_tests {
using namespace ut;
using namespace tanda::internal;
using tanda::Code;
using tanda::Status;

std::string in(Spelling spelling, const std::string& text) {
  return spelled(text, spelling);
}

suite spelling_suite = [] {
  "names are written as each language writes names"_test = [] {
    expect(in(Spelling::program, "{best-dims}") == "--best-dims");
    expect(in(Spelling::javascript, "{best-dims} {best-dims=mean}") == "`bestDims` `bestDims: 'mean'`");
    expect(in(Spelling::python, "{best-dims} {best-dims=mean}") == "`best_dims` `best_dims=\"mean\"`");
    expect(in(Spelling::c, "{best-dims} {best-dims=mean}") == "\"best-dims\" best-dims=mean");
    expect(in(Spelling::cpp, "{best-dims} {best-dims=mean}") == "`best_dims` `best_dims = \"mean\"`");
  };

  "values are quoted where their language needs it"_test = [] {
    const std::string plain = option_text("drop", "age"), number = option_text("drop", "3"),
                      spaced = option_text("drop", "my unit"), odd = option_text("drop", "a\"'\\$}b");
    expect(in(Spelling::program, plain + number) == "--drop age--drop 3");
    expect(in(Spelling::program, spaced) == "--drop \"my unit\"");
    expect(in(Spelling::program, odd) == "--drop 'a\"'\\''\\$}b'") << in(Spelling::program, odd);
    expect(in(Spelling::javascript, plain + number) == "`drop: 'age'``drop: 3`");
    expect(in(Spelling::javascript, odd) == "`drop: 'a\"\\'\\\\$}b'`") << in(Spelling::javascript, odd);
    expect(in(Spelling::javascript, "{classifier=knn:5}") == "`classifier: { kind: 'knn', k: 5 }`");
    expect(in(Spelling::python, odd) == "`drop=\"a\\\"'\\\\$}b\"`") << in(Spelling::python, odd);
    expect(in(Spelling::python, "{pca=0.95} {drop=007}") == "`pca=0.95` `drop=\"007\"`");
    expect(in(Spelling::c, odd) == "drop=a\"'\\$}b") << in(Spelling::c, odd);
  };

  "places to look things up"_test = [] {
    expect(in(Spelling::program, "{methods(lda)} lists, {methods()}, {inspect(MODEL)}, see {help()}") ==
           "`tanda methods lda` lists, `tanda methods`, `tanda inspect MODEL`, see --help");
    expect(in(Spelling::c, "{methods(lda)}") == "tanda_methods");
  };

  "what is no option stays, and so does what the caller wrote"_test = [] {
    for (const std::string text :
         {"{", "{}", "{ label}", "{Label}", "{label", "{label=a", "{label=a\\}", "{nowhere()}", "{-a}", "a}"})
      expect(in(Spelling::program, text) == text) << text;
    for (const std::string text : {"{label}", "{{label}}", "{", "{{", "{label=x}", "a{b"})
      expect(in(Spelling::program, literal_text(text)) == text) << text;
    const std::string table = "{missing=drop},b,label\n1,,x\n2,3,y\n";
    const auto read = read_csv<float>(table, CsvOptions());
    expect(!read &&
           in(Spelling::program, read.status().text()).find("use --missing drop") != std::string::npos);
    const auto text = read_csv<float>("{missing=drop},label\nq,x\n2,y\n", CsvOptions());
    expect(!text &&
           in(Spelling::program, text.status().message()).find("\"{missing=drop}\"") != std::string::npos)
        << text.status().message();
  };

  "without room the beginning is written, in whole characters"_test = [] {
    const std::string message = "use {missing=drop} für é";
    const std::string whole = in(Spelling::program, message);
    for (std::size_t room = 1; room < whole.size() + 3; ++room) {
      std::string to(room, '#');
      expect(spell(message, Spelling::program, &to[0], room) == whole.size());
      const std::string got = to.c_str();
      expect(got.size() < room && whole.compare(0, got.size(), got) == 0) << got;
      expect(got.size() == whole.size() || (whole[got.size()] & 0xc0) != 0x80) << got;
      expect(got.size() + 4 > std::min(room - 1, whole.size())) << got;
    }
    expect(spell("{label}", Spelling::program, nullptr, 0) == std::strlen("--label"));
  };

  "a status keeps its code; of a result only what is for people changes"_test = [] {
    const Status status = spelled(Status(Code::missing_value, "row 3"), Spelling::javascript);
    expect(status.code() == Code::missing_value && status.message() == "row 3");
    expect(status.remedy() == "use `missing: 'drop'` or `missing: 'mean'`") << status.remedy();
    expect(bool(spelled(Status(), Spelling::program)));
    const Json json =
        Json::object()
            .set("notes", Json::array(std::vector<std::string>{"{label}"}))
            .set("classes", Json::array(std::vector<std::string>{"{label}"}))
            .set("methods",
                 Json::array().push(Json::object().set("failure", "{pca}").set("method", "{pca}")));
    expect(spelled_json(json, Spelling::program).dump() ==
           R"({"notes":["--label"],"classes":["{label}"],"methods":[{"failure":"--pca","method":"{pca}"}]})");
  };

  "messages of the C ABI are spelled as its caller asks"_test = [] {
    tanda_options* options = tanda_options_new();
    tanda_error error;
    const auto spelled = [&](int32_t spelling) {
      tanda_spelling(spelling);
      tanda_options_set(options, "fold", "x", &error);
      const std::string near = error.remedy;
      tanda_options_set(options, "folds", "x", &error);
      return near + "; " + error.message + "; " +
             tanda_code_remedy(static_cast<int32_t>(Code::missing_value));
    };
    expect(tanda_spelling(TANDA_SPELLING_C) == TANDA_SPELLING_C) << "the default";
    for (int32_t spelling = 0; spelling < spelling_count; ++spelling) {
      tanda_spelling(spelling);
      for (const tanda::CodeInfo& entry : tanda::code_table)
        expect(tanda_code_remedy(static_cast<int32_t>(entry.code)) ==
               in(static_cast<Spelling>(spelling), entry.remedy))
            << entry.name;
    }
    tanda_spelling(TANDA_SPELLING_C);
    expect(tanda_spelling(5) == -1 && tanda_spelling(-1) == -1);
    const std::string wanted = " is not a whole number from 2 up; use ";
    expect(spelled(TANDA_SPELLING_JAVASCRIPT) ==
           "did you mean `folds`?; `folds`: \"x\"" + wanted + "`missing: 'drop'` or `missing: 'mean'`");
    expect(spelled(TANDA_SPELLING_PYTHON) ==
           "did you mean `folds`?; `folds`: \"x\"" + wanted + "`missing=\"drop\"` or `missing=\"mean\"`");
    expect(spelled(TANDA_SPELLING_PROGRAM) ==
           "did you mean --folds?; --folds: \"x\"" + wanted + "--missing drop or --missing mean");
    expect(spelled(TANDA_SPELLING_CPP).find("`missing = Missing::drop`") != std::string::npos);
    expect(spelled(TANDA_SPELLING_C) ==
           "did you mean \"folds\"?; \"folds\": \"x\"" + wanted + "missing=drop or missing=mean");
    tanda_options_free(options);
  };
};
}  // namespace spelling_tests
