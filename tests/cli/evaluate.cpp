// tanda evaluate and tanda fit --tune.
#include <cmath>

#include "base/json.hpp"
#include "shell.hpp"
#include "ut.hpp"
#include "xml.hpp"

namespace evaluate_cli_test {
using namespace ut;
using tanda::internal::Json;

/// A feature with values near 1e8 that separates the classes only by digits beyond the precision of float.
std::string far_table() {
  std::string text = "a,b,class\n";
  unsigned state = 9;
  for (int i = 0; i < 80; ++i) {
    state = state * 1664525u + 1013904223u;
    text += std::to_string(1e8 + 6 * (i % 2) + double(state >> 8) / 16777216) + ',' + std::to_string(i % 7) +
            ',' + (i % 2 ? "A" : "B") + '\n';
  }
  return text;
}

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
    expect(json && json->find("contests")->items().size() == 4u && json->bool_or("complete", false));
    expect(folder.tanda(base + "json").out == folder.tanda(base + "json").out)
        << "the same seed, the same bytes";
    expect(has(folder.tanda(base + "json --times").out, "fit_seconds"));
    const Ran csv = folder.tanda(base + "csv"), html = folder.tanda(base + "html");
    expect(csv.code == 0 && csv.out.rfind("method,split,dims,error,balanced_error\nnone,0,4,", 0) == 0 &&
           has(csv.out, "majority,0,0,"))
        << csv.out;
    expect(std::count(csv.out.begin(), csv.out.end(), '\n') == 1 + 2 * (1 + 1 + 2 + 2)) << csv.out;
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
    expect(has(inspected.out, "\"tuned\"") && has(inspected.out, "\"candidates\"") &&
           has(inspected.out, "\"error_by\": \"3-fold cross-validation\""))
        << inspected.out;
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

  "a report of another experiment is not gone on with, and what differs is named"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    std::string other = small_table();
    other[other.find('\n') + 4] ^= 1;  // one digit of one value
    folder.write("other.csv", other);
    folder.write("relabelled.csv", small_table().substr(0, small_table().size() - 2) + "a\n");
    const std::string base = " --methods pca,lda --splits 2 --train 0.5 ";
    expect(folder.tanda("evaluate data.csv" + base + "--format json -o report.json").code == 0);
    const auto resumed = [&](const std::string& words) {
      return folder.tanda("evaluate " + words + " --resume report.json");
    };
    expect(resumed("data.csv" + base).code == 0);
    expect(resumed("data.csv --methods pca,lda --splits 3 --train 0.5").code == 0)
        << "more splits of the same";
    const std::vector<std::pair<std::string, std::string>> others = {
        {"other.csv" + base, "data is \"30x4 "},
        {"relabelled.csv" + base, "labels is"},
        {"data.csv" + base + "--scale zscore", "scale is \"auto\" there and \"zscore\" here"},
        {"data.csv" + base + "--pca 2", "pca is"},
        {"data.csv" + base + "--neighbors 3", "classifier is"},
        {"data.csv" + base + "--scalar double", "scalar is"},
        {"data.csv" + base + "--seed 1", "seed is"},
        {"data.csv" + base + "--dims 2", "dims is"},
        {"data.csv" + base + "--folds 3", "folds is"},
        {"data.csv" + base + "--honest", "honest is"},
        {"data.csv" + base + "--best-dims split", "best_dims is \"mean\" there and \"split\" here"},
        {"data.csv" + base + "--test 2", "test is \"rest\" there and \"2 of each class\" here"},
        {"data.csv" + base + "--labelled 2", "labelled is \"all\" there and \"2 of each class\" here"},
        {"data.csv" + base + "--select ridge=0.1,1", "select is"},
        {"data.csv --methods pca,lda --splits 2 --train 4", "train is"},
        {"data.csv --methods pca,lda:ridge=0 --splits 2 --train 0.5", "methods is"},
    };
    for (const auto& [words, message] : others) {
      const Ran ran = resumed(words);
      expect(ran.code == 2 && ran.one_line() && ran.out.empty() && ran.says("another experiment") &&
             ran.says(message))
          << words << ran.err;
    }
    const Ran cut = resumed("data.csv --methods pca,lda --splits 1 --train 0.5");
    expect(cut.code == 2 && cut.one_line() && cut.says("results of split 2, and only 1 are asked for"))
        << cut.err;
    std::string report = folder.read("report.json");
    const std::string errors = "\"errors\": [";
    folder.write("damaged.json", std::string(report).insert(report.find(errors) + errors.size(), "0.875, "));
    expect(folder.tanda("evaluate data.csv" + base + "--resume damaged.json").code == 2);
    const std::size_t at = report.find("\"version\": \"");
    folder.write("report.json", report.substr(0, at + 12) + "9" + report.substr(at + 12));
    expect(resumed("data.csv" + base).says("version is"));
    folder.write("report.json", "{\"contests\": [{\"name\": \"pca\", \"splits\": []}]}");
    expect(resumed("data.csv" + base).says("another experiment")) << "a report of before";
  };

  "reports say what was really done"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const std::string base = "evaluate data.csv --methods lda --splits 2 --format json ";
    const auto report = [&](const std::string& words) {
      const Ran ran = folder.tanda(base + words);
      const tanda::Result<Json> json = Json::parse(ran.out);
      expect(ran.code == 0 && json) << ran.err;
      return json ? *json : Json();
    };
    expect(report("").text_or("dims", "") == "1-2") << "lda has no more";
    expect(report("").find("contests")->items()[0].number_or("dims", 0) == 4) << "all four features";
    expect(report("--pca 2").find("contests")->items()[0].number_or("dims", 0) == 2);
    const std::string large = "18446744073709551615";
    const Json seeded = report("--seed " + large + " -o seeded.json; cat seeded.json");
    expect(seeded.text_or("seed", "") == large && seeded.find("experiment")->text_or("seed", "") == large);
    expect(folder.tanda(base + "--seed " + large + " --resume seeded.json").code == 0);
    expect(folder.tanda(base + "--seed 18446744073709551614 --resume seeded.json").code == 2);

    const Ran ran = folder.tanda("evaluate data.csv --methods lda --splits 2 --train 60 --neighbors 7");
    expect(ran.code == 0 && has(ran.out, "60 samples of each class for training (9 of class \"a\", 9 of"))
        << ran.out;
    expect(ran.says("note: --train 60") && has(ran.out, "7-NN") && !has(ran.out, "1-NN"))
        << ran.out << ran.err;
    const Json few = report("--train 60");
    expect(few.find("train_per_class")->items()[2].number_or(0) == 9 &&
           few.find("test_per_class")->items()[2].number_or(0) == 1);
    const Ran one = folder.tanda("evaluate data.csv --methods lda --splits 2 --train 1");
    expect(one.code == 4 && has(one.out, "majority") && has(one.out, "and a class needs two") &&
           !has(one.out, "label column?") && one.one_line() && one.says("no method could be fitted: lda: "))
        << one.out << one.err;
  };

  "digits beyond float precision get a note, and exports report the accuracy of predict"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("far.csv", far_table());
    const std::string note = "floats have lost the digits";
    const Ran single = folder.tanda("evaluate far.csv --methods lda --splits 3 --scale none"),
              exact = folder.tanda("evaluate far.csv --methods lda --splits 3 --scale none --scalar double");
    expect(single.code == 0 && single.says(note)) << single.err;
    expect(exact.code == 0 && !exact.says(note)) << exact.err;
    folder.tanda("fit far.csv --method lda --dims 1 --scalar double -o m.tanda");
    expect(folder.tanda("predict m.tanda far.csv").says("accuracy 100.0 %"));
    const Ran exported =
        folder.tanda("export m.tanda --format tanda --prototypes 10 --data far.csv -o few.tanda");
    expect(exported.code == 0 && exported.says("100.0 % before")) << exported.err;
  };

  "one or two splits are no test"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran ran = folder.tanda("evaluate data.csv --methods lda,pca --train 0.5 --splits 2");
    expect(ran.code == 0 && !has(ran.out, "majority +") && !has(ran.out, "<0.001")) << ran.out;
  };

  "uneven classes show balanced accuracy and recalls, and confusions on request"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("even.csv", small_table());
    std::string text = small_table("");
    std::string uneven = "w,x,y,z,label\n";
    for (std::size_t row = 0, at = 0; at < text.size(); ++row) {
      const std::size_t end = text.find('\n', at) + 1;
      if (row % 3 != 2 || row < 9) uneven += text.substr(at, end - at);  // three of class c
      at = end;
    }
    folder.write("uneven.csv", uneven);
    const std::string words = " --methods pca --dims 1 --splits 3 --train 0.5";
    const Ran even = folder.tanda("evaluate even.csv" + words),
              table = folder.tanda("evaluate uneven.csv" + words);
    expect(even.code == 0 && !has(even.out, "balanced") && !has(even.out, "recall"));
    expect(table.code == 0 && has(table.out, "balanced %") && has(table.out, "recall %")) << table.out;
    const tanda::Result<Json> json =
        Json::parse(folder.tanda("evaluate uneven.csv" + words + " --confusion --format json").out);
    expect(json && json->bool_or("uneven", false));
    for (const Json& contest : json->find("contests")->items()) {
      double sum = 0;
      for (const Json& recall : contest.find("recall")->items()) sum += recall.number_or(9);
      expect(std::abs(1 - sum / 3 - contest.number_or("balanced_error", 9)) < 1e-12) << contest.dump();
    }
    const Json& majority = json->find("contests")->items()[1];
    expect(majority.text_or("name", "") == "majority" &&
           majority.find("recall")->items()[0].number_or(0) == 1 &&
           majority.find("recall")->items()[2].number_or(1) == 0);
    expect(std::abs(majority.number_or("balanced_error", 0) - 2.0 / 3) < 1e-12);
    const tanda::Result<Json> same_sizes = Json::parse(
        folder.tanda("evaluate uneven.csv --methods lda --train 4 --splits 2 --scale none --format json")
            .out);
    expect(same_sizes &&
           same_sizes->find("contests")->items()[1].find("recall")->items()[0].number_or(0) == 1)
        << "the most frequent class is that of the table, also where each trains with the same number";
    const Json& confusion = *json->find("contests")->items()[2].find("confusion");
    double tested = 0;
    for (const Json& row : confusion.items())
      for (const Json& count : row.items()) tested += count.number_or(0);
    expect(confusion.items().size() == 3u && tested == 5 + 5 + 1) << confusion.dump();
    expect(
        has(folder.tanda("evaluate uneven.csv" + words + " --confusion").out, "taken for those in columns"));
    expect(has(folder.tanda("evaluate uneven.csv" + words + " --confusion --format csv").out,
               "method,class,predicted,count\npca,a,"));
    expect(has(folder.tanda("evaluate uneven.csv" + words + " --format html").out, "Recall of each class"));
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
    expect(contests("--methods all --dims all").size() == projecting + 2 && projecting > 20) << projecting;
    const std::vector<Json> two = contests("--methods pca,lda --dims 2,4");
    expect(two[2].number_or("dims", 0) == 2 || two[2].number_or("dims", 0) == 4);
    expect(two[3].number_or("dims", 0) == 2) << "lda has two dimensions here";
    expect(contests("--methods pca --dims 3")[2].number_or("dims", 0) == 3);
    expect(contests("--methods pca --dims 3-3,1 --honest")[2].find("splits")->items()[0].number_or(
               "chosen_dims", 0) != 2);
    const std::vector<Json> tuned = contests("--methods mfa --folds 3 --select 'neighbors=2,3;between=2,4'");
    const Json& chosen = *tuned[2].find("splits")->items()[0].find("chosen");
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

  "classes smaller than the folds or the training set"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("rare.csv", small_table() + "1,2,3,4,rare\n1.5,2,3,4,rare\n");
    const Ran few =
        folder.tanda("evaluate rare.csv --methods lda,lfda --splits 2 --folds 5 --honest --train 0.5");
    expect(few.code == 0 && has(few.out, "lfda")) << few.out << few.err;
    const Ran tiny = folder.tanda("evaluate rare.csv --methods pca --splits 2 --train 0.01");
    expect(tiny.code == 0) << "one sample of each class is kept for training" << tiny.err;
    const Ran many = folder.tanda("evaluate rare.csv --methods lda --splits 2 --train 1000");
    expect(many.code == 0) << "and one for the test" << many.err;
    const Ran folds = folder.tanda("fit rare.csv --method lda --tune --folds 100 -o m.tanda");
    expect(folds.code != 0 && folds.one_line() && !folder.has("m.tanda")) << folds.err;
    folder.write("single.csv", "x,y,label\n1,2,a\n2,3,b\n3,5,c\n");
    const Ran single = folder.tanda("evaluate single.csv --methods lda --splits 2");
    expect(single.code == 3 && single.one_line()) << single.code << single.err;
  };

  "errors are reported in one line"_test = [] {
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
