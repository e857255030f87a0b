// tanda evaluate and tanda fit --tune.
#include "shell.hpp"
#include "tanda/core/json.hpp"
#include "ut.hpp"
#include "xml.hpp"

namespace evaluate_cli_test {
using namespace ut;
using tanda::Json;

const suite evaluate_cli_suite = [] {
  "evaluate compares methods in a table"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran ran =
        folder.tanda("evaluate data.csv --methods pca,lda,lfda:ridge=0 --splits 3 --train 0.5 --dims 3");
    expect(ran.code == 0 && ran.err.empty()) << ran.err;
    expect(has(ran.out, "3 splits, 50 % of each class") && has(ran.out, "lfda:ridge=0") &&
           has(ran.out, "none") && has(ran.out, "best") && has(ran.out, " ± "))
        << ran.out;
  };

  "its formats hold the same numbers"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const std::string base = "evaluate data.csv --methods pca,lda --splits 2 --train 4 --dims 2 --format ";
    const tanda::Result<Json> json = Json::parse(folder.tanda(base + "json").out);
    expect(json && json->find("contests")->items().size() == 3u && json->bool_or("complete", false));
    expect(folder.tanda(base + "json").out == folder.tanda(base + "json").out)
        << "the same seed, the same bytes";
    expect(has(folder.tanda(base + "json --times").out, "fit_seconds"));
    const Ran csv = folder.tanda(base + "csv"), html = folder.tanda(base + "html");
    expect(csv.code == 0 && csv.out.rfind("method,split,dims,error\nnone,0,1,", 0) == 0) << csv.out;
    expect(std::count(csv.out.begin(), csv.out.end(), '\n') == 1 + 2 * (1 + 2 + 2)) << csv.out;
    expect(html.code == 0 && has(html.out, "<!doctype html>") && has(html.out, "<svg")) << html.err;
    expect(!has(html.out, "<script") && !has(html.out, " src=") && !has(html.out, "url("))
        << "needs nothing else";
    expect(has(html.out, "confusion") && !has(html.out, "NOT COMPLETE"));
  };

  "parameters are chosen by cross-validation"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran select = folder.tanda(
        "evaluate data.csv --methods lda,pca --splits 2 --train 0.6 --select ridge=0.01,1 --folds 3 "
        "--honest");
    expect(select.code == 0 && has(select.out, "ridge=")) << select.out << select.err;
    const Ran one = folder.tanda(
        "evaluate data.csv --methods lda,mfa --splits 1 --train 0.6 --folds 3"
        " --select mfa.neighbors=2,3");
    expect(one.code == 0 && has(one.out, "neighbors=")) << one.out << one.err;
    const Ran tuned = folder.tanda("fit data.csv --method lda --tune --folds 3 -o m.tanda");
    expect(tuned.code == 0 && has(tuned.out, "cross-validation of 4 candidates")) << tuned.out << tuned.err;
    const Ran inspected = folder.tanda("inspect m.tanda --json");
    expect(has(inspected.out, "\"tuned\"") && has(inspected.out, "\"candidates\"")) << inspected.out;
    const Ran chosen =
        folder.tanda("fit data.csv --method mfa --select between=2,4 --folds 2 --json -o m.tanda");
    const tanda::Result<Json> report = Json::parse(chosen.out);
    expect(report && report->find("tuned") && report->find("tuned")->number_or("candidates", 0) == 2)
        << chosen.out;
  };

  "a stopped run leaves a report that can be gone on with"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const std::string run = "evaluate data.csv --methods pca,lda,lfda,mfa,dne --train 0.5 --format json ";
    const Ran stopped =
        folder.shell("set -m; tanda " + run +
                     "--splits 20000 -o part.json & job=$!; sleep 1; kill -INT -- -$job; wait $job");
    expect(stopped.code != 0 && has(stopped.err, "--resume part.json")) << stopped.err;
    const tanda::Result<Json> part = Json::parse(folder.read("part.json"));
    expect(part && !part->bool_or("complete", true)) << "a valid, partial report";
    const Ran table =
        folder.tanda("evaluate data.csv --methods pca,lda --splits 2 --train 0.5 --resume part.json");
    expect(table.code == 2 && table.one_line()) << "other methods" << table.err;
    const Ran whole = folder.tanda(run + "--splits 3 -o all.json"),
              again = folder.tanda(run + "--splits 3 --resume all.json");
    expect(whole.code == 0 && again.code == 0 && again.out == folder.read("all.json")) << again.err;
  };

  "all methods, listed dimensions, several grids at once"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const std::string base = "evaluate data.csv --splits 2 --train 0.6 --format json ";
    const auto contests = [&](const std::string& words) {
      const Ran ran = folder.tanda(base + words);
      const tanda::Result<Json> json = Json::parse(ran.out);
      expect(ran.code == 0 && json) << words << ran.err;
      return json ? json->find("contests")->items() : std::vector<Json>();
    };
    const tanda::Result<Json> methods = Json::parse(folder.tanda("methods --json").out);
    std::size_t projecting = 0;
    for (const Json& method : methods->items()) projecting += method.text_or("output", "") != "embedding";
    expect(contests("--methods all --dims all").size() == projecting + 1 && projecting > 20) << projecting;
    const std::vector<Json> two = contests("--methods pca,lda --dims 2,4");
    expect(two[1].number_or("dims", 0) == 2 || two[1].number_or("dims", 0) == 4);
    expect(two[2].number_or("dims", 0) == 2) << "lda has two dimensions here";
    expect(contests("--methods pca --dims 3")[1].number_or("dims", 0) == 3);
    expect(contests("--methods pca --dims 3-3,1 --honest")[1].find("splits")->items()[0].number_or(
               "chosen_dims", 0) != 2);
    const std::vector<Json> tuned = contests("--methods mfa --folds 3 --select 'neighbors=2,3;between=2,4'");
    const Json& chosen = *tuned[1].find("splits")->items()[0].find("chosen");
    expect(chosen.find("neighbors") && chosen.find("between"));
  };

  "a full disk loses nothing"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const std::string base = "evaluate data.csv --methods lda --splits 2 --train 0.5 ";
    const Ran file = folder.tanda(base + "-o /dev/full");
    expect(file.code == 5 && file.says("standard output instead") && has(file.out, "lda")) << file.err;
    const Ran both = folder.shell("tanda " + base + "-o /dev/full > /dev/full");
    expect(both.code == 5 && both.one_line() && !both.says("instead")) << both.err;
  };

  "classes smaller than the folds or the training part"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("rare.csv", small_table() + "1,2,3,4,rare\n1.5,2,3,4,rare\n");
    const Ran few =
        folder.tanda("evaluate rare.csv --methods lda,lfda --splits 2 --folds 5 --honest --train 0.5");
    expect(few.code == 0 && has(few.out, "lfda")) << few.out << few.err;
    const Ran tiny = folder.tanda("evaluate rare.csv --methods lda --splits 2 --train 0.01");
    expect(tiny.code == 0) << "one sample of each class is kept for training" << tiny.err;
    const Ran many = folder.tanda("evaluate rare.csv --methods lda --splits 2 --train 1000");
    expect(many.code == 0) << "and one for the test" << many.err;
    const Ran folds = folder.tanda("fit rare.csv --method lda --tune --folds 100 -o m.tanda");
    expect(folds.code != 0 && folds.one_line() && !folder.has("m.tanda")) << folds.err;
    folder.write("single.csv", "x,y,label\n1,2,a\n2,3,b\n3,5,c\n");
    const Ran single = folder.tanda("evaluate single.csv --methods lda --splits 2");
    expect(single.code == 3 && single.one_line()) << single.code << single.err;
  };

  "what makes no sense is told in one line"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    folder.write("junk.json", "{\"contests\": 1}");
    for (const char* words :
         {"--methods nope", "--methods lda:x=1", "--methods tsimr", "--methods lda --train 0",
          "--methods lda --train 1.5", "--methods lda --splits 0", "--methods lda --select foo=1",
          "--methods lda --select ridge=-1", "--methods lda --format xml", "--methods lda --folds 1",
          "--methods lda --resume junk.json", "--methods lda --dims 0", "--methods lda --dims 5-2",
          "--methods lda --dims 1,x", "--methods lda --dims 1-", "--methods lda --select ';'", ""}) {
      const Ran ran = folder.tanda(std::string("evaluate data.csv ") + words);
      expect(ran.code >= 2 && ran.code <= 5 && ran.one_line() && ran.out.empty())
          << words << ran.code << ran.err;
    }
    expect(folder.tanda("evaluate data.csv --methods lda --label none").code == 3);
  };
};

}  // namespace evaluate_cli_test
