// Bad input gives the right exit code and one clear line, and leaves no file behind.
#include "shell.hpp"
#include "ut.hpp"

namespace errors_cli_test {
using namespace ut;

struct Bad {
  const char* what;     ///< the case
  std::string command;  ///< shell text
  int code;
  std::vector<std::string> says = {};
};

/// Runs each case in a folder with data.csv and m.tanda. No case may change or add a file.
void check(const std::vector<Bad>& cases, const std::string& more_files = ":") {
  const Folder folder(TANDA_PROGRAM);
  folder.write("data.csv", small_table());
  expect(folder.shell("tanda fit data.csv --method lda -o m.tanda && { " + more_files + "\n}").code == 0);
  const std::vector<std::string> before = folder.names();
  const std::string model = folder.read("m.tanda");
  for (const Bad& bad : cases) {
    const Ran ran = folder.shell(bad.command);
    expect(ran.code == bad.code) << bad.what << "- exit code" << ran.code << ran.err;
    expect(ran.one_line()) << bad.what << "- one line:" << ran.err;
    expect(ran.out.empty()) << bad.what << "- nothing on stdout";
    for (const std::string& text : bad.says)
      expect(ran.says(text)) << bad.what << "- says" << text << ":" << ran.err;
    expect(folder.names() == before) << bad.what << "- no file added";
    expect(folder.read("m.tanda") == model) << bad.what << "- the model is as it was";
    expect(folder.read("data.csv") == small_table()) << bad.what << "- the table is as it was";
  }
}

std::string fit(const std::string& data, const std::string& options = "") {
  return "tanda fit " + data + " --method lda -o new.tanda " + options;
}

const suite errors_suite = [] {
  "usage errors suggest the nearest word"_test = [] {
    check({
        {"command", "tanda fitt data.csv", 2, {"unknown command \"fitt\"", "did you mean fit?"}},
        {"no such command", "tanda xyzzyplugh", 2, {"unknown command", "tanda --help"}},
        {"option", "tanda fit data.csv --methd lda -o new.tanda", 2, {"--methd", "did you mean --method?"}},
        {"option=", "tanda fit data.csv --methd=lda -o new.tanda", 2, {"did you mean --method?"}},
        {"one word too many", "tanda inspect m.tanda m.tanda", 2, {"too many"}},
        {"method", "tanda fit data.csv --method ldaa -o new.tanda", 2, {"ldaa", "\"lda\""}},
        {"methods ID", "tanda methods ldaa", 2, {"\"lda\""}},
        {"parameter", fit("data.csv", "--set rigde=1"), 2, {"rigde", "ridge"}},
        {"scale", fit("data.csv", "--scale zscor"), 2, {"zscor", "did you mean zscore?"}},
        {"format", "tanda export m.tanda --format jsn", 2, {"jsn", "did you mean json?"}},
        {"missing", fit("data.csv", "--missing men"), 2, {"did you mean mean?"}},
    });
  };

  "usage errors name the option and what it takes"_test = [] {
    check({
        {"settings of no method",
         "tanda fit data.csv --set ridge=1 -o new.tanda",
         2,
         {"no method was named"}},
        {"plan of no method", "tanda plan --rows 9 --cols 9", 2, {"--method"}},
        {"no output", "tanda fit data.csv --method lda", 2, {"--output"}},
        {"no data", "tanda fit --method lda -o new.tanda", 2, {"DATA"}},
        {"dims 0", fit("data.csv", "--dims 0"), 2, {"--dims", "\"0\""}},
        {"dims -1", fit("data.csv", "--dims -1"), 2, {"--dims", "\"-1\""}},
        {"dims 2.5", fit("data.csv", "--dims 2.5"), 2, {"--dims"}},
        {"dims huge", fit("data.csv", "--dims 99999999999999999999"), 2, {"--dims"}},
        {"dims twice", fit("data.csv", "--dims 1 --dims 2"), 2, {"--dims"}},
        {"pca 0", fit("data.csv", "--pca 0"), 2, {"--pca"}},
        {"pca -3", fit("data.csv", "--pca -3"), 2, {"--pca"}},
        {"pca 1.5", fit("data.csv", "--pca 1.5"), 2, {"--pca"}},
        {"pca 1e3", fit("data.csv", "--pca 1e3"), 2, {"--pca"}},
        {"pca word", fit("data.csv", "--pca most"), 2, {"--pca", "0.95"}},
        {"pca nan", fit("data.csv", "--pca nan"), 2, {"--pca"}},
        {"set without =", fit("data.csv", "--set ridge"), 2, {"NAME=VALUE"}},
        {"set without name", fit("data.csv", "--set =1"), 2, {"NAME=VALUE"}},
        {"set out of range", fit("data.csv", "--set ridge=-1"), 2, {"ridge"}},
        {"set no number", fit("data.csv", "--set ridge=much"), 2, {"ridge"}},
        {"set no choice", fit("data.csv", "--set columns=round"), 2, {"columns"}},
        {"scalar", fit("data.csv", "--scalar half"), 2, {"--scalar"}},
        {"memory limit", fit("data.csv", "--memory-limit lots"), 2, {"--memory-limit"}},
        {"memory limit unit", fit("data.csv", "--memory-limit 3Q"), 2, {"--memory-limit"}},
        {"empty memory limit",
         fit("data.csv", "--memory-limit ''"),
         2,
         {"--memory-limit needs a value", "write --memory-limit BYTES"}},
        {"empty seed", fit("data.csv", "--seed=''"), 2, {"--seed needs a value"}},
        {"empty output", "tanda predict m.tanda data.csv -o ''", 2, {"--output needs a value"}},
        {"empty label", "tanda evaluate data.csv --methods lda --label ''", 2, {"--label needs a value"}},
        {"folds of nothing", fit("data.csv", "--folds 7"), 2, {"--folds", "nothing to tune", "add --tune"}},
        {"repeats of nothing", fit("data.csv", "--repeats 2 --dims 1"), 2, {"--repeats", "add --tune"}},
        {"folds of no method",
         "tanda fit data.csv --folds 3 --tune -o new.tanda",
         2,
         {"--folds", "no method was named", "--method"}},
        {"classifier", fit("data.csv", "--classifier knn:0"), 2, {"knn:K"}},
        {"seed", fit("data.csv", "--seed -1"), 2, {"--seed"}},
        {"plan rows", "tanda plan --method lda --rows 0 --cols 3", 2, {"--rows"}},
        {"no classifier",
         "tanda fit data.csv --method lda --classifier none -o - 2>/dev/null | "
         "tanda predict /dev/stdin data.csv",
         2,
         {"no classifier"}},
    });
  };

  "what is missing or misspelt is said in words for people"_test = [] {
    check({
        {"no data",
         "tanda fit",
         2,
         {"DATA is missing: CSV, TSV, ARFF, .npy or .npz file", "tanda fit --help"}},
        {"no model", "tanda predict", 2, {"MODEL is missing: Model file"}},
        {"no methods", "tanda evaluate data.csv", 2, {"--methods is missing"}},
        {"no value", "tanda fit data.csv --method lda --dims", 2, {"--dims needs a value", "write --dims R"}},
        {"no value at the end", "tanda fit data.csv --method lda -o", 2, {"--output needs a value", "MODEL"}},
        {"twice",
         "tanda fit data.csv --method lda --dims 1 --dims 2 -o new.tanda",
         2,
         {"--dims was given more"}},
        {"a flag with a value",
         "tanda fit data.csv --method lda --tune=abc -o new.tanda",
         2,
         {"--tune takes no"}},
        {"no such option", "tanda --versio", 2, {"unknown option", "did you mean --version?"}},
        {"capitals of auto", "tanda fit data.csv --method AUTO -o new.tanda", 2, {"did you mean \"auto\"?"}},
        {"capitals", "tanda methods LDA", 2, {"did you mean \"lda\"?"}},
        {"capitals in a list", "tanda evaluate data.csv --methods pca,LFDA", 2, {"did you mean \"lfda\"?"}},
        {"a parameter", "tanda evaluate data.csv --methods lda:foo=1", 2, {"lda: ", "`tanda methods lda`"}},
        {"a parameter of a fit", fit("data.csv", "--set foo=1"), 2, {"lda: ", "`tanda methods lda`"}},
        {"an embedding", "tanda evaluate data.csv --methods tsimr", 2, {"tsimr", "leave it out"}},
    });
    const Folder folder(TANDA_PROGRAM);
    expect(has(folder.tanda("methods").out, "(its own samples only, no new ones)")) << "which do not project";
  };

  "what is set twice or both set and chosen is refused, what is given stays"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    for (const char* words : {"fit data.csv --method lda --set ridge=1 --set ridge=2 -o m.tanda",
                              "fit data.csv --method lda --select ridge=0.1,1 --select ridge=5 -o m.tanda",
                              "evaluate data.csv --methods lda:ridge=0:ridge=1",
                              "evaluate data.csv --methods lda:ridge=1 --select ridge=0.1,1"}) {
      const Ran ran = folder.tanda(words);
      expect(ran.code == 2 && ran.one_line() && ran.says("ridge")) << words << ran.err;
    }
    const Ran tuned = folder.tanda("fit data.csv --method lfda --dims 3 --tune -o m.tanda");
    expect(tuned.code == 0 && has(tuned.out, "dims         3")) << tuned.out << tuned.err;
  };

  "a label column is not taken for something else"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    for (const char* words : {"evaluate data.csv --methods lda --by label",
                              "fit data.csv --method mpda --partition label -o m.tanda"}) {
      const Ran ran = folder.tanda(words);
      expect(ran.code == 2 && ran.one_line() && ran.says("--label")) << words << ran.err;
    }
  };

  "bad data are told with row and column"_test = [] {
    const std::string data =
        ": > empty.csv; head -1 data.csv > header.csv; head -2 data.csv > one_row.csv\n"
        "grep -v '[bc]$' data.csv > one_class.csv; sed '7s/,/,,/' data.csv > long.csv; sed '7s/,[^,]*//' "
        "data.csv > short.csv\n"
        "sed '5s/^[^,]*/nan/' data.csv > nan.csv; sed '5s/^[^,]*/inf/' data.csv > inf.csv\n"
        "sed '5s/^[^,]*/1e999/' data.csv > huge.csv; sed '5s/^[^,]*/red/' data.csv > word.csv\n"
        "sed \"5s/^[^,]*/$(head -c 100000 /dev/zero | tr '\\0' x)/\" data.csv > wide.csv\n"
        "head -c 1000000 /dev/zero | tr '\\0' 7 > million.csv; (cat data.csv; head -c 1000000 /dev/zero | tr "
        "'\\0' x) > tail.csv\n"
        "(printf 'a,b,label\\n1,\"'; head -c 1000000 /dev/zero | tr '\\0' ,) > quote.csv\n"
        "head -c 5000 /dev/urandom > garbage.csv; head -c 5000 /dev/zero > zeros.csv\n"
        "gzip -c data.csv > whole.gz; head -c 200 whole.gz > cut.gz; head -c 12 whole.gz > stub.gz\n"
        "(head -c 100 whole.gz; printf XXXXXXXX; tail -c +109 whole.gz) > hurt.gz; (cat whole.gz; echo more) "
        "> after.gz\n"
        "cut -d, -f1-3 data.csv > few.csv; sed '1s/x/q/' data.csv > other.csv; mkdir dir";
    check(
        {
            {"empty file", fit("empty.csv"), 3, {"empty.csv"}},
            {"header only", fit("header.csv"), 3, {"header.csv"}},
            {"one row", fit("one_row.csv"), 3},
            {"one class", fit("one_class.csv"), 3, {"class"}},
            {"no label column", fit("data.csv", "--label nope"), 3, {"nope"}},
            {"no label number", fit("data.csv", "--label 17"), 3, {"17"}},
            {"long row", fit("long.csv"), 3, {"row", "7"}},
            {"short row", fit("short.csv"), 3, {"row", "7"}},
            {"nan", fit("nan.csv"), 3, {"row 4 (line 5)", "\"w\"", "--missing drop"}},
            {"inf", fit("inf.csv"), 3, {"row 4 (line 5)", "\"w\""}},
            {"1e999", fit("huge.csv"), 3, {"row 4 (line 5)", "\"w\""}},
            {"text", fit("word.csv"), 3, {"row 4 (line 5)", "\"w\"", "red"}},
            {"100000-character field", fit("wide.csv"), 3, {"row 4 (line 5)"}},
            {"million-character field", fit("million.csv"), 3},
            {"million-character tail", fit("tail.csv"), 3, {"row"}},
            {"quote that never ends", fit("quote.csv"), 3},
            {"binary garbage", fit("garbage.csv"), 3, {"garbage.csv"}},
            {"zeros", fit("zeros.csv"), 3},
            {"garbage from a pipe", "cat garbage.csv | " + fit("-"), 3, {"standard input"}},
            {"empty pipe", ": | " + fit("-"), 3, {"standard input"}},
            {"cut gzip", fit("cut.gz"), 5, {"cut.gz", "end too early"}},
            {"gzip without data", fit("stub.gz"), 5, {"end too early"}},
            {"damaged gzip", fit("hurt.gz"), 5, {"hurt.gz", "damaged"}},
            {"something after gzip", fit("after.gz"), 5, {"after.gz"}},
            {"no such file", fit("none.csv"), 5, {"none.csv"}},
            {"a folder", fit("dir"), 5, {"dir"}},
            {"fewer columns than the model", "tanda transform m.tanda few.csv", 3, {"few.csv"}},
            {"other columns than the model",
             "tanda predict m.tanda other.csv -o new.csv",
             3,
             {"other.csv", "\"x\""}},
        },
        data);
  };

  "a row of a long line names its file and control characters stay out of the message"_test = [] {
    check({{"name with a newline",
            "tanda fit $'no\\nsuch\\x1b[2J' --method lda -o new.tanda",
            5,
            {"no?such?[2J"}}});
  };

  "names and records of a model reach a terminal without escapes and line breaks"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("odd.csv", "a,b,label\n1,2,x\x1b[2J\n2,1,\"y\nz\"\n1,3,x\x1b[2J\n3,1,\"y\nz\"\n");
    expect(folder.tanda("fit odd.csv --method lda -o odd.tanda").code == 0);
    const Ran ran = folder.tanda("inspect odd.tanda");
    expect(ran.code == 0 && ran.out.find('\x1b') == std::string::npos &&
           ran.out.find("x?[2J") != std::string::npos)
        << ran.out;
    expect(ran.out.find("y?z") != std::string::npos) << ran.out;
  };

  "bad models are refused"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    folder.tanda("fit data.csv --method lda -o m.tanda");
    const std::string model = folder.read("m.tanda");
    const auto refused = [&](const std::string& bytes) {
      folder.write("bad.tanda", bytes);
      const Ran ran = folder.tanda("predict bad.tanda data.csv -o out.csv");
      expect(ran.code == 3 && ran.one_line() && ran.says("bad.tanda")) << ran.code << ran.err;
      expect(!folder.has("out.csv"));
    };
    for (std::size_t size = 0; size < model.size(); size += 1 + model.size() / 25)
      refused(model.substr(0, size));
    for (std::size_t at = 0; at < model.size(); at += 1 + model.size() / 60) {
      std::string bytes = model;
      bytes[at] = char(bytes[at] ^ (1 << (at % 8)));
      refused(bytes);
    }
    refused(small_table());
    for (const char* command :
         {"inspect data.csv", "inspect data.csv --json", "export data.csv --format json", "inspect /dev/zero",
          "transform data.csv data.csv"}) {
      const Ran ran = folder.tanda(command);
      expect(ran.code == 3 && ran.one_line() && ran.says("model") && ran.out.empty()) << command << ran.err;
    }
  };

  "what cannot be written leaves nothing, and the old file as it was"_test = [] {
    check({
        {"no folder", "tanda fit data.csv --method lda -o none/new.tanda", 5, {"none/new.tanda"}},
        {"a file as folder",
         "tanda fit data.csv --method lda -o data.csv/new.tanda",
         5,
         {"data.csv/new.tanda"}},
        {"a folder as file", "tanda transform m.tanda data.csv -o /tmp", 5, {"/tmp"}},
        {"full device", "tanda fit data.csv --method lda -o /dev/full", 5, {"/dev/full"}},
        {"full stdout", "tanda transform m.tanda data.csv > /dev/full", 5, {"standard output"}},
        {"full stdout, methods", "tanda methods > /dev/full", 5, {"standard output"}},
        {"full stdout, help", "tanda --help > /dev/full", 5, {"standard output"}},
        {"full stdout, inspect", "tanda inspect m.tanda --json > /dev/full", 5, {"standard output"}},
        {"file size limit",
         "(ulimit -f 0; tanda fit data.csv --method lda -o m.tanda) 2>&1 | cat >&2; "
         "exit ${PIPESTATUS[0]}",
         5,
         {"m.tanda"}},
        {"memory limit", fit("data.csv", "--memory-limit 10"), 4, {"--memory-limit"}},
    });
  };

  "what is read is not written over"_test = [] {
    check(
        {
            {"fit", "tanda fit data.csv --method lda -o data.csv", 5, {"data.csv", "give -o another name"}},
            {"a link", "tanda fit data.csv --method lda -o soft.csv", 5, {"soft.csv"}},
            {"another name", "tanda fit data.csv --method lda -o hard.csv", 5, {"hard.csv"}},
            {"predict", "tanda predict m.tanda data.csv -o m.tanda", 5, {"m.tanda"}},
            {"transform", "tanda transform m.tanda data.csv -o ./data.csv", 5, {"data.csv"}},
            {"evaluate", "tanda evaluate data.csv --methods lda -o data.csv", 5, {"data.csv"}},
            {"export", "tanda export m.tanda --format json -o m.tanda", 5, {"m.tanda"}},
            {"plot", "tanda plot m.tanda data.csv -o data.csv", 5, {"data.csv"}},
            {"partition", "tanda partition data.csv -o data.csv", 5, {"data.csv"}},
        },
        "ln -s data.csv soft.csv; ln data.csv hard.csv");
  };

  "a folder without write permission is told"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    // root may write anywhere, so there is nothing to test
    const Ran ran = folder.shell(
        "mkdir shut && chmod 555 shut && if touch shut/x 2>/dev/null; then exit 77; fi\n"
        "tanda fit data.csv --method lda -o shut/new.tanda");
    expect(ran.code == 77 || (ran.code == 5 && ran.one_line())) << ran.err;
    folder.shell("chmod 755 shut");
  };

  "Ctrl-C cancels, leaves nothing and says so"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    // Since the pipe stays open, the program waits for more data.
    const Ran ran = folder.shell(
        "set -m\nmkfifo pipe; (cat data.csv; sleep 20) > pipe & feeder=$!\n"
        "tanda fit - --method lda -o new.tanda < pipe & job=$!\n"
        "sleep 1; kill -INT -- -$job; wait $job; code=$?; kill -- -$feeder; exit $code");
    expect(ran.code == 4 && ran.says("cancelled") && !folder.has("new.tanda")) << ran.code << ran.err;
  };

  "a link to a file that is not there yet makes that file, a circle of links is refused"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran ran = folder.shell(
        "mkdir sub; ln -s sub/later.tanda link.tanda; ln -s ../far.tanda sub/up.tanda; ln -s sub/up.tanda "
        "two.tanda\n"
        "tanda fit data.csv --method lda -o link.tanda >&2 && tanda fit data.csv --method lda -o two.tanda "
        ">&2\n"
        "test -L link.tanda && test -L two.tanda && test -f sub/later.tanda && test -f far.tanda");
    expect(ran.code == 0) << ran.err;
    expect(folder.names() ==
           std::vector<std::string>{"data.csv", "far.tanda", "link.tanda", "sub", "two.tanda"});
    const Ran circle = folder.shell("ln -s b a; ln -s a b; tanda fit data.csv --method lda -o a");
    expect(circle.code == 5 && circle.one_line()) << circle.err;
    const Ran nowhere = folder.shell("ln -s none/x.tanda lost; tanda fit data.csv --method lda -o lost");
    expect(nowhere.code == 5 && nowhere.one_line() && nowhere.says("none")) << nowhere.err;
  };

  "a run that is killed leaves nothing for ever, and the old file as it was"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const std::string rows = small_table("");
    std::string many = "w,x,y,z,label\n";
    for (int i = 0; i < 4000; ++i) many += rows;
    folder.write("many.csv", many);
    const Ran ran = folder.shell(
        "tanda fit data.csv --method lda -o m.tanda >&2; echo old > out.csv\n"
        "'" TANDA_PROGRAM
        "' transform m.tanda many.csv -o out.csv & job=$!\n"
        "while ! ls .tanda-?????? >/dev/null 2>&1 && kill -0 $job 2>/dev/null; do :; done\n"
        "kill -9 $job; wait $job 2>/dev/null; cat out.csv");
    expect(ran.out == "old\n") << ran.out.substr(0, 100) << ran.err;
    const auto left = [&] {
      const std::vector<std::string> names = folder.names();
      return std::count_if(names.begin(), names.end(),
                           [](const std::string& name) { return name.rfind(".tanda-", 0) == 0; });
    };
    expect(left() == 1) << "it was killed while it wrote";
    expect(folder.tanda("transform m.tanda data.csv -o new.csv").code == 0 && left() == 1)
        << "so young a file may be another run's";
    // An old temporary file is removed. One that is locked, has another name, or is no regular file stays.
    const Ran clean = folder.shell(
        "touch -d '1 hour ago' .tanda-??????; touch -d '1 hour ago' .tanda-aaaaaa .tanda-longer-name\n"
        "mkdir .tanda-bbbbbb; touch -d '1 hour ago' .tanda-bbbbbb\n"
        "exec 9<.tanda-aaaaaa; flock 9; tanda transform m.tanda data.csv -o new.csv 9<&-");
    expect(clean.code == 0) << clean.err;
    const std::vector<std::string> expected = {".tanda-aaaaaa", ".tanda-bbbbbb", ".tanda-longer-name",
                                               "data.csv",      "m.tanda",       "many.csv",
                                               "new.csv",       "out.csv"};
    expect(folder.names() == expected);
  };

  "a file that may not be written is not replaced"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran ran = folder.shell(
        "echo old > out.tanda; chmod 444 out.tanda; test -w out.tanda && exit 77  # the administrator\n"
        "tanda fit data.csv --method lda -o out.tanda");
    expect(ran.code == 77 || (ran.code == 5 && ran.one_line() && folder.read("out.tanda") == "old\n"))
        << ran.err;
  };

  "writing through a link keeps the link, and permissions stay"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    const Ran ran = folder.shell(
        "umask 022; touch real.tanda; chmod 640 real.tanda; ln -s real.tanda link.tanda\n"
        "tanda fit data.csv --method lda -o link.tanda >&2\n"
        "tanda fit data.csv --method lda -o new.tanda >&2\n"
        "test -L link.tanda && stat -c %a real.tanda new.tanda");
    expect(ran.code == 0 && ran.out == "640\n644\n") << ran.out << ran.err;
  };
};
}  // namespace errors_cli_test
