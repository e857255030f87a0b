// tanda evaluate: how it splits, which dimensions are scored, and what it reports on time and memory.
#include <cmath>

#include "base/json.hpp"
#include "shell.hpp"
#include "ut.hpp"

namespace evaluate_protocol_test {
using namespace ut;
using tanda::internal::Json;

const suite evaluate_protocol_suite = [] {
  "training sets of several sizes in one report"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const std::string words = "evaluate data.csv --methods lda,pca --splits 2 --test 3 --train 2,4,6 ";
    const Ran table = folder.tanda(words);
    expect(table.code == 0 && has(table.out, "2, 4, 6 samples of each class for training") &&
           has(table.out, "error %   6") && has(table.out, "\n  lda"))
        << table.out << table.err;
    const tanda::Result<Json> json = Json::parse(folder.tanda(words + "--format json").out);
    expect(json && json->find("curve") && json->find("curve")->items().size() == 3);
    if (!json || !json->find("curve")) return;
    double samples = 6;
    for (const Json& point : json->find("curve")->items()) {
      expect(point.number_or("samples", 0) == samples);
      // The same numbers as an evaluation with this size alone.
      const tanda::Result<Json> alone = Json::parse(
          folder
              .tanda("evaluate data.csv --methods lda,pca --splits 2 --test 3 --format json --train " +
                     std::to_string(static_cast<int>(samples) / 3))
              .out);
      if (!alone) return expect(false) << alone.status().text(), void();
      expect(alone->find("contests")->dump() == point.find("contests")->dump());
      samples += 6;
    }
    const Ran csv = folder.tanda(words + "--format csv");
    expect(has(csv.out, "samples,method,split,dims,error") && has(csv.out, "\n18,lda,1,2,")) << csv.out;
    const Ran page = folder.tanda(words + "--format html");
    expect(has(page.out, "Error over samples to train with") && has(page.out, "<th scope=col>18"))
        << page.err;
    for (const char* sizes : {"5,5", "6,4", "4,0.5", "4,", ",4", "4,x"}) {
      const Ran ran = folder.tanda("evaluate data.csv --methods lda --train " + std::string(sizes));
      expect(ran.code == 2 && has(ran.err, "--train") && ran.out.empty()) << sizes << ran.err;
    }
    for (const char* more : {"--confusion", "--resume data.csv"}) {
      const Ran ran = folder.tanda(words + more);
      expect(ran.code == 2 && has(ran.err, "give --train one size")) << more << ran.err;
    }
  };

  "sizes of the test set, of what is labelled, and of strata"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const auto report = [&](const std::string& words) {
      const Ran ran = folder.tanda("evaluate " + words + " --splits 2 --format json");
      const tanda::Result<Json> json = Json::parse(ran.out);
      expect(ran.code == 0 && ran.err.empty() && json) << words << ran.err;
      return json ? *json : Json();
    };
    const auto counts = [](const Json& json, const char* name) {
      return json.find(name) ? json.find(name)->dump() : "";
    };
    const Json sizes = report("data.csv --methods lda,laplda --train 5 --test 3 --labelled 2");
    expect(counts(sizes, "train_per_class") == "[5,5,5]" && counts(sizes, "test_per_class") == "[3,3,3]" &&
           counts(sizes, "labelled_per_class") == "[2,2,2]")
        << sizes.dump();
    expect(counts(report("data.csv --methods lda --train 5 --test 0.2"), "test_per_class") == "[2,2,2]");
    expect(!report("data.csv --methods lda --train 5").find("labelled_per_class"));
    const Ran text = folder.tanda("evaluate data.csv --methods lda --train 5 --test 3 --labelled 2");
    expect(has(text.out, "5 samples of each class for training, 2 of them labelled, 3 samples to test"))
        << text.out;

    // Two strata in class a, one in each other class.
    std::string by = "w,x,y,z,label,kind\n";
    const std::string rows = small_table("");
    for (std::size_t row = 0, at = 0; at < rows.size(); ++row) {
      const std::size_t end = rows.find('\n', at);
      const std::string line = rows.substr(at, end - at);
      by += line + (line.back() == 'a' ? row % 2 ? ",left\n" : ",right\n" : ",one\n");
      at = end + 1;
    }
    folder.write("by.csv", by);
    const Json strata = report("by.csv --label label --methods lda --train 3 --test 2 --by kind");
    expect(counts(strata, "train_per_class") == "[6,3,3]" && counts(strata, "test_per_class") == "[4,2,2]")
        << strata.dump();
    expect(strata.find("contests")->items()[0].number_or("dims", 0) == 4) << "no feature";
    const Ran both =
        folder.tanda("evaluate by.csv --label label --methods lda --train 3 --id w --by kind --splits 2");
    expect(both.code == 0 && has(both.out, "30 × 3") && has(both.out, "of each class and kind"))
        << both.out << both.err;
    expect(folder
               .tanda("evaluate by.csv --label label --methods lda --train 0.5 --by kind --splits 2 --format "
                      "json -o by.json")
               .code == 0);
    const Ran other = folder.tanda(
        "evaluate by.csv --label label --drop kind --methods lda --train 0.5 --splits 2 --resume by.json");
    expect(other.code == 2 && other.says("strata is")) << other.err;

    const Ran few =
        folder.tanda("evaluate by.csv --label label --methods lda --train 4 --test 5 --by kind --splits 2");
    expect(few.code == 0 && few.says("note: --test 5 is more than some classes have besides those they are "
                                     "trained on: tested on 2 of class \"a\""))
        << few.err;
    folder.write("hole.csv", by.substr(0, by.size() - 4) + "\n");
    for (const char* words :
         {"data.csv --test 0", "data.csv --test 1.5", "data.csv --test nan", "data.csv --test -1",
          "data.csv --test 9 --train 5", "data.csv --train 0.5 --test 0.6", "data.csv --labelled 0",
          "data.csv --labelled nan", "data.csv --labelled 0.5", "data.csv --train 5 --labelled 6",
          "data.csv --by nope", "data.csv --by 9", "by.csv --label kind --by kind",
          "hole.csv --label label --by kind --train 2", "data.csv --label label --by w",
          "data.csv --best-dims nope", "data.csv --best-dims split --honest"}) {
      const Ran ran = folder.tanda(std::string("evaluate --methods lda --splits 2 ") + words);
      expect((ran.code == 2 || ran.code == 3) && ran.one_line() && ran.out.empty())
          << words << ran.code << ran.err;
    }
  };

  "the best dimension of each split, seconds, and a baseline without PCA"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const std::string base = "evaluate data.csv --methods pca,lsdr --splits 4 --train 0.5 --dims all ";
    const tanda::Result<Json> json =
        Json::parse(folder.tanda(base + "--pca 3 --best-dims split --times --format json").out);
    expect(json && json->text_or("best_dims", "") == "split");
    if (!json) return;
    const std::vector<Json>& contests = json->find("contests")->items();
    expect(contests[0].text_or("name", "") == "none" && contests[0].number_or("mean_dims", 0) == 3);
    expect(contests[1].text_or("name", "") == "original" && contests[1].number_or("mean_dims", 0) == 4);
    double error = 0, dims = 0, seconds = 0;
    for (const Json& split : contests[3].find("splits")->items()) {
      double least = 2, at = 0;
      const std::vector<Json>& errors = split.find("errors")->items();
      expect(errors.size() == 3u) << "all that the PCA leaves";
      for (std::size_t q = 0; q < errors.size(); ++q) {
        if (errors[q].number_or(2) >= least) continue;
        least = errors[q].number_or(2);
        at = double(q + 1);
      }
      error += least / 4;
      dims += at / 4;
      seconds += split.number_or("fit_seconds", 0) / 4;
      expect(split.number_or("peak_bytes", 0) > 0) << split.dump();
    }
    expect(contests[3].text_or("name", "") == "pca" &&
           std::abs(contests[3].number_or("error", 9) - error) < 1e-12 &&
           contests[3].number_or("mean_dims", 9) == dims)
        << contests[3].dump();
    expect(std::abs(contests[3].number_or("fit_seconds", 9) - seconds) < 2e-6 &&
           contests[3].number_or("fit_seconds_sd", -1) >= 0);
    expect(contests[4].find("note") && !contests[3].find("note"));
    const Ran table = folder.tanda(base + "--pca 3 --best-dims split");
    expect(table.code == 0 && has(table.out, "original: none and no PCA") &&
           has(table.out, "dims: mean over the splits") && has(table.out, "lsdr: fewer dimensions are"))
        << table.out;
    expect(!has(folder.tanda(base).out, "original"));
    const Ran csv = folder.tanda(base + "--times --format csv");
    expect(csv.out.rfind("method,split,dims,error,balanced_error,fit_seconds\n", 0) == 0) << csv.out;
  };

  "when no method keeps to the memory limit, that is an error"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran ran =
        folder.tanda("evaluate data.csv --methods pca,lda --splits 2 --threads 1 --memory-limit 8K");
    expect(ran.code == 4 && ran.one_line() && ran.says("no method could be fitted: pca: ") &&
           has(ran.out, "majority"))
        << ran.code << ran.out << ran.err;
    const Ran some = folder.tanda("evaluate data.csv --methods pca,lda:nope=1 --splits 2");
    expect(some.code == 2) << some.err;
  };
};

}  // namespace evaluate_protocol_test
