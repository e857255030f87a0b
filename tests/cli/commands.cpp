// Each command does what it documents.
#include "base/json.hpp"
#include "shell.hpp"
#include "ut.hpp"

namespace commands_cli_test {
using namespace ut;
using tanda::internal::Json;

Json parsed(const std::string& text) {
  const tanda::Result<Json> json = Json::parse(text);
  expect(bool(json)) << "valid JSON:" << text;
  return json ? *json : Json();
}

/// A folder with data.csv and m.tanda, an lda model of it.
struct Fitted : Folder {
  Fitted() : Folder(TANDA_PROGRAM) {
    write("data.csv", small_table());
    const Ran ran = tanda("fit data.csv --method lda --dims 2 -o m.tanda");
    expect(ran.code == 0) << ran.err;
  }
};

const suite commands_suite = [] {
  "without arguments there is help and exit code 2"_test = [] {
    const Ran ran = Folder(TANDA_PROGRAM).tanda("");
    expect(ran.code == 2 && has(ran.err, "Usage: tanda") && has(ran.err, "tanda fit"));
  };

  "help and version go to the standard output"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    const Ran help = folder.tanda("--help"), version = folder.tanda("--version");
    expect(help.code == 0 && has(help.out, "Commands:") && has(help.out, "inspect") && help.err.empty());
    expect(lines(help.out) < 30) << "short";
    expect(version.code == 0 && version.out.rfind("tanda ", 0) == 0 && lines(version.out) == 1);
    for (const char* command : {"methods", "fit", "transform", "predict", "inspect", "export", "plan", "plot",
                                "partition", "collect"}) {
      const Ran ran = folder.tanda(std::string(command) + " --help");
      expect(ran.code == 0 && has(ran.out, std::string("Usage: tanda ") + command))
          << command << ran.out << ran.err;
    }
  };

  "help of fit is made from the registry"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    const Ran list = folder.tanda("fit --help"), page = folder.tanda("fit --method mfa --help");
    expect(has(list.out, "lda") && has(list.out, "Linear discriminant analysis")) << list.out;
    expect(has(page.out, "neighbors") && has(page.out, "point|class|global") && has(page.out, "2007"))
        << page.out;
    expect(folder.tanda("fit --method mfaa --help").code == 2);
  };

  "methods lists, shows one, and gives JSON"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    const Ran list = folder.tanda("methods"), one = folder.tanda("methods lda"),
              json = folder.tanda("methods --json");
    expect(list.code == 0 && has(list.out, "\n  lda ")) << list.out;
    expect(one.code == 0 && has(one.out, "lda: Linear discriminant analysis") && has(one.out, "ridge"))
        << one.out;
    const Json all = parsed(json.out);
    expect(all.items().size() >= 15u) << json.out;
    expect(parsed(folder.tanda("methods lda --json").out).items().size() == 1u);
  };

  "fit writes a model and says what it did"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran ran = folder.tanda("fit data.csv --method lda -o m.tanda");
    expect(ran.code == 0 && ran.err.empty()) << ran.err;
    expect(has(ran.out, "30 × 4, 3 classes") && has(ran.out, "m.tanda")) << ran.out;
    expect(folder.names() == std::vector<std::string>{"data.csv", "m.tanda"});
  };

  "fit without options chooses the method, its dimensions and the scale, and says so"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran ran = folder.tanda("fit data.csv -o m.tanda"),
              json = folder.tanda("fit data.csv --json -o m.tanda");
    expect(ran.code == 0 && has(ran.out, "compared") && has(ran.out, "mpda") &&
           has(ran.out, "cross-validation"))
        << ran.out << ran.err;
    const Json chosen = *parsed(json.out).find("chosen");
    expect(chosen.find("methods")->items().size() == 7u && chosen.number_or("folds", 0) == 5) << json.out;
    expect(folder.tanda("predict m.tanda data.csv").code == 0);
    const Ran named = folder.tanda("fit data.csv --method lda --dims auto --scale auto -o m.tanda");
    expect(named.code == 0 && has(named.out, "chosen by 5-fold")) << named.out << named.err;
  };

  "fit --json is one object in a stable order"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran ran = folder.tanda("fit data.csv --method lda --dims 2 --set ridge=0.2 --json -o m.tanda");
    const Json json = parsed(ran.out);
    std::string keys;
    for (const Json::Member& member : json.members()) keys += member.key + ' ';
    expect(keys ==
           "method params rows cols classes dims eigenvalues notes seconds plan_bytes peak_bytes model "
           "model_bytes ")
        << keys;
    expect(json.text_or("method", "") == "lda" && json.number_or("rows", 0) == 30);
    expect(json.number_or("cols", 0) == 4 && json.number_or("classes", 0) == 3 &&
           json.number_or("dims", 0) == 2);
    expect(json.find("params")->number_or("ridge", 0) == 0.2) << ran.out;
    expect(json.find("eigenvalues")->items().size() == 2u);
    expect(json.find("seconds")->find("read") && json.find("seconds")->find("total"));
    expect(json.number_or("plan_bytes", 0) > 0);
    expect(json.number_or("model_bytes", 0) == double(folder.read("m.tanda").size()));
    expect(json.number_or("peak_bytes", 0) > 0 &&
           json.number_or("peak_bytes", 0) <= json.number_or("plan_bytes", 0))
        << ran.out;
  };

  "the same fit gives the same bytes"_test = [] {
    const Fitted folder;
    folder.tanda("fit data.csv --method lda --dims 2 --seed 0 -o again.tanda");
    expect(folder.read("m.tanda") == folder.read("again.tanda"));
  };

  "every option of fit is taken"_test = [] {
    const Fitted folder;
    for (const char* options :
         {"--dims 1", "--scale zscore", "--scale minmax", "--scale unit", "--pca 3", "--pca 0.9", "--pca 1.0",
          "--scalar double", "--scalar float", "--memory-limit 1G", "--memory-limit 1.5GiB",
          "--classifier knn:3", "--classifier mean", "--classifier none", "--missing drop", "--seed 7",
          "--label label", "--label 5", "--set ridge=0"}) {
      const Ran ran = folder.tanda(std::string("fit data.csv --method lda -o x.tanda ") + options);
      expect(ran.code == 0) << options << ran.err;
    }
  };

  "fit can write the model to the standard output"_test = [] {
    const Fitted folder;
    const Ran ran = folder.tanda("fit data.csv --method lda --dims 2 -o -");
    expect(ran.code == 0 && ran.out == folder.read("m.tanda"));
    expect(folder.tanda("fit data.csv --method lda --json -o -").code == 2);
  };

  "predict gives classes, and the accuracy of labelled data"_test = [] {
    const Fitted folder;
    const Ran ran = folder.tanda("predict m.tanda data.csv");
    expect(ran.code == 0 && ran.out.rfind("predicted,label,score\na,a,1\nb,b,1\nc,c,1\n", 0) == 0) << ran.out;
    expect(ran.err.rfind("accuracy 100.0 % (30 of 30)\n", 0) == 0 &&
           ran.says("note: 30 of the 30 rows look like rows the model was fitted to"))
        << ran.err;
    expect(folder.tanda("predict m.tanda data.csv -o p.csv").out.empty());
    expect(folder.read("p.csv") == ran.out);
    const Ran bare = folder.shell("cut -d, -f1-4 data.csv | tanda predict m.tanda -");
    expect(bare.code == 0 && bare.out.rfind("predicted,score\na,1\nb,1\nc,1\n", 0) == 0 && bare.err.empty())
        << bare.err;
  };

  "predict --scores has a column for each class"_test = [] {
    const Fitted folder;
    expect(folder.tanda("fit data.csv --method lda --dims 2 --classifier knn:3 -o knn.tanda").code == 0);
    const Ran ran = folder.tanda("predict knn.tanda data.csv --scores");
    expect(ran.code == 0 &&
           ran.out.rfind("predicted,label,score,score:a,score:b,score:c\na,a,1,1,0,0\n", 0) == 0)
        << ran.out;
  };

  "the nearest class mean predicts with scores, is inspected and exported"_test = [] {
    const Fitted folder;
    expect(folder.tanda("fit data.csv --method lda --dims 2 --classifier mean -o mean.tanda").code == 0);
    const Ran ran = folder.tanda("predict mean.tanda data.csv");
    double score = 0;
    expect(std::sscanf(ran.out.c_str(), "predicted,label,score a,a,%lf", &score) == 1 && score > 0.5 &&
           score < 1)
        << ran.out;
    expect(folder.tanda("inspect mean.tanda").out.find("mean on 3 points") != std::string::npos);
    expect(folder.tanda("inspect mean.tanda --json").out.find("\"classifier\": \"mean\"") !=
           std::string::npos);
    expect(folder.tanda("export mean.tanda --format c").out.find("MODEL_REFERENCES 3\n") !=
           std::string::npos);
    expect(folder.tanda("export mean.tanda --format json").out.find("\"classifier\": \"mean\"") !=
           std::string::npos);
    for (const char* format : {"cpp", "onnx", "npz", "tanda"})
      expect(folder.tanda(std::string("export mean.tanda -o out --format ") + format).code == 0) << format;
    expect(folder.read("out") == folder.read("mean.tanda"));
  };

  "predict tells apart new rows and rows of the fit, uneven classes and confusions"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    for (const std::string method : {"lda", "sle", "kernel_tsd", "kernel_laplda"}) {
      for (const std::string scalar : {"float", "double"}) {
        const Ran ran = folder.shell(
            "(head -1 data.csv; tail -n +2 data.csv | head -15) > train.csv; (head -1 "
            "data.csv; tail -15 data.csv) > test.csv; tanda fit train.csv --scalar " +
            scalar + " --method " + method +
            " -o m.tanda >/dev/null && tanda predict m.tanda train.csv && tanda predict "
            "m.tanda test.csv");
        expect(ran.code == 0 && has(ran.err, "(15 of 15)\nnote: 15 of the 15 rows look like"))
            << method << ran.err;
        expect(ran.err.find("look like") == ran.err.rfind("look like")) << "said of new rows" << ran.err;
      }
    }
    folder.tanda("fit data.csv --method lda -o m.tanda");
    // Classes of 10, 10 and 1 samples, the last one predicted wrongly: its class counts as much as the
    // others.
    const Ran uneven = folder.shell(
        "(head -1 data.csv; grep -v 'c$' data.csv | tail -n +2; grep 'a$' data.csv | tail -1 | sed "
        "'s/a$/d/') | "
        "tanda predict m.tanda - --confusion");
    expect(uneven.code == 0 && uneven.says("accuracy 95.2 % (20 of 21), balanced accuracy 66.7 %") &&
           uneven.says("recall %: d 0.0, a 100.0, b 100.0\n"))
        << uneven.err;
    expect(uneven.says("  class  a   b   c  d  recall %\n") && uneven.says("  d      1   0   0  0  0.0\n"))
        << uneven.err;
    expect(!folder.tanda("predict m.tanda data.csv").says("balanced")) << "classes of one size";
  };

  "transform gives y1, y2 and the label"_test = [] {
    const Fitted folder;
    const Ran ran = folder.tanda("transform m.tanda data.csv");
    expect(ran.code == 0 && ran.out.rfind("y1,y2,label\n", 0) == 0 && lines(ran.out) == 31) << ran.out;
    const Ran bare = folder.shell("cut -d, -f1-4 data.csv | tanda transform m.tanda -");
    expect(bare.code == 0 && bare.out.rfind("y1,y2\n", 0) == 0) << bare.err;
  };

  "the columns of a model are found by name in any order"_test = [] {
    const Fitted folder;
    const Ran there = folder.tanda("transform m.tanda data.csv");
    const Ran here = folder.shell(
        "awk -F, -v OFS=, '{print $4,$5,$2,\"7\",$1,$3}' data.csv | "
        "sed '1s/7/more/' | tanda transform m.tanda -");
    expect(here.code == 0 && here.out == there.out) << here.err;
  };

  "gzip is recognised by content, several members are one file"_test = [] {
    const Fitted folder;
    const Ran there = folder.tanda("transform m.tanda data.csv");
    const Ran gz = folder.shell("gzip -c data.csv > data.txt; tanda transform m.tanda data.txt");
    expect(gz.code == 0 && gz.out == there.out) << gz.err;
    const Ran two = folder.shell(
        "(head -9 data.csv | gzip -c; tail -n +10 data.csv | gzip -c; head -c 99 /dev/zero) | "
        "tanda transform m.tanda -");
    expect(two.code == 0 && two.out == there.out) << two.err;
  };

  "tabs, semicolons and CRLF are read, from a pipe in small pieces too"_test = [] {
    const Fitted folder;
    const Ran there = folder.tanda("transform m.tanda data.csv");
    expect(folder.shell("tr , '\\t' <data.csv | tanda transform m.tanda -").out == there.out);
    expect(folder.shell("tr , ';' <data.csv | sed 's/$/\\r/' | tanda transform m.tanda -").out == there.out);
    expect(folder.shell("dd if=data.csv bs=7 status=none | tanda transform m.tanda -").out == there.out);
  };

  "missing values are filled with the model's mean"_test = [] {
    const Fitted folder;
    folder.write("hole.csv", "w,x,y,z\n1,?,0.5,0.5\n1,2,0.5,0.5\n");
    expect(folder.tanda("transform m.tanda hole.csv").code == 3);
    const Ran filled = folder.tanda("transform m.tanda hole.csv --missing mean");
    expect(filled.code == 0 && lines(filled.out) == 3) << filled.err;
    expect(lines(folder.tanda("transform m.tanda hole.csv --missing drop").out) == 2);
  };

  "inspect shows what is in the file"_test = [] {
    const Fitted folder;
    const Ran ran = folder.tanda("inspect m.tanda"), json = folder.tanda("inspect m.tanda --json");
    expect(ran.code == 0 && has(ran.out, "4 → 2") && has(ran.out, "a b c") && has(ran.out, "lda")) << ran.out;
    const Json all = parsed(json.out);
    expect(all.find("record") && all.find("record")->text_or("method", "") == "lda") << json.out;
    double sum = 0;
    for (const Json::Member& part : all.find("bytes")->members()) sum += part.value.number_or(0);
    expect(sum == 2.0 * double(folder.read("m.tanda").size())) << "total and parts" << json.out;
  };

  "export --format json keeps its promise y = projection·x + offset"_test = [] {
    const Fitted folder;
    const Ran ran = folder.tanda("export m.tanda --format json");
    const Json json = parsed(ran.out);
    expect(json.text_or("format", "") == "tanda-model" && json.number_or("version", 0) == 1) << ran.out;
    expect(json.find("projection")->items().size() == 2u && json.find("mean")->items().size() == 4u);
    folder.write("zero.csv", "w,x,y,z\n0,0,0,0\n");
    const Ran zero = folder.tanda("transform m.tanda zero.csv");
    const double y1 = std::strtod(zero.out.c_str() + 6, nullptr);
    const double offset = json.find("offset")->items()[0].number_or(1e9);
    expect(std::abs(y1 - offset) < 1e-5 * (1 + std::abs(offset))) << zero.out << offset;
    folder.tanda("export m.tanda --format json -o m.json");
    expect(folder.read("m.json") == ran.out);
  };

  "plan gives bytes without data"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    const Ran ran = folder.tanda("plan --method lda --rows 1000 --cols 50 --classes 3");
    expect(ran.code == 0 && has(ran.out, "1000 × 50") && has(ran.out, "bytes")) << ran.out;
    const Json json = parsed(folder.tanda("plan --method lda --rows 1000 --cols 50 --classes 3 --json").out);
    expect(json.number_or("plan_bytes", 0) >= 1000 * 50 * 4);
  };
};
}  // namespace commands_cli_test
