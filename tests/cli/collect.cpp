// tanda collect and tanda fit --from: the statistics of parts of a table, merged in any order, give the same
// as the table.
#include <cmath>

#include "base/json.hpp"
#include "shell.hpp"
#include "ut.hpp"

namespace collect_cli_test {
using namespace ut;
using tanda::internal::Json;

Json parsed(const std::string& text) {
  const tanda::Result<Json> json = Json::parse(text);
  expect(bool(json)) << "valid JSON:" << text;
  return json ? *json : Json();
}

/// Rows first..last of a table with a header, in which the last rows have no label.
std::string rows(int first, int last) {
  std::string text = "a,b,c,kind\n";
  for (int i = first; i < last; ++i) {
    const int kind = i * 7 % 3;
    text += std::to_string(kind * 2 + std::sin(i * 1.3)) + ',' + std::to_string(std::cos(i * 2.1) - kind) +
            ',' + std::to_string(std::sin(i * 0.7)) + ',' +
            (i < 58 ? std::string(1, char('x' + kind)) : std::string()) + '\n';
  }
  return text;
}

struct Parts : Folder {
  Parts() : Folder(TANDA_PROGRAM) {
    write("all.csv", rows(0, 60));
    write("labelled.csv", rows(0, 58));
    write("first.csv", rows(0, 13));
    write("second.csv", rows(13, 41));
    write("third.csv", rows(41, 60));
    for (const char* part : {"first", "second", "third"}) {
      const std::string name = part;
      const Ran ran = tanda("collect " + name + ".csv --label kind -o " + name + ".stats");
      expect(ran.code == 0 && ran.err.empty()) << ran.err;
    }
  }
};

double largest_difference(const Json& a, const Json& b) {
  if (a.items().size() != b.items().size()) return 1e9;
  if (a.items().empty()) return std::abs(a.number_or(1e9) - b.number_or(-1e9));
  double largest = 0;
  for (std::size_t i = 0; i < a.items().size(); ++i)
    largest = std::max(largest, largest_difference(a.items()[i], b.items()[i]));
  return largest;
}

const suite collect_suite = [] {
  "parts in any order are the table"_test = [] {
    const Parts parts;
    for (const char* method : {"pca", "lda --set ridge=0.5", "ulda", "sle", "laplda --set graph=class"}) {
      const std::string how = std::string(" --dims 2 --method ") + method;
      const Ran one = parts.tanda("fit --from third.stats first.stats second.stats -o parts.tanda" + how);
      expect(one.code == 0 && one.err.empty()) << one.err;
      // Some methods would use the unlabelled rows, but statistics leave them out.
      const Ran other = parts.tanda("fit labelled.csv --scalar double -o all.tanda --label kind" + how);
      expect(other.code == 0) << other.err;
      parts.tanda("export parts.tanda --format json -o parts.json");
      parts.tanda("export all.tanda --format json -o all.json");
      const Json a = parsed(parts.read("parts.json")), b = parsed(parts.read("all.json"));
      for (const char* name : {"projection", "offset", "mean", "eigenvalues"}) {
        const Json *mine = a.find(name), *theirs = b.find(name);
        expect(mine && theirs && largest_difference(*mine, *theirs) < 1e-9) << method << name;
      }
      for (const char* name : {"features", "classes", "params"})
        expect(a.find(name)->dump() == b.find(name)->dump()) << method << name;
    }
    // The model has the names of its columns and of the label column.
    const Ran ran = parts.tanda("predict parts.tanda all.csv");
    expect(ran.code == 0) << ran.err;
  };

  "what was collected and fitted is told"_test = [] {
    const Parts parts;
    const Ran ran = parts.tanda("collect third.csv -o t.stats");
    expect(ran.code == 0 && has(ran.out, "17 × 3, 3 classes") && has(ran.out, "2 without a label") &&
           has(ran.out, "t.stats"))
        << ran.out;
    const Ran fit = parts.tanda("fit --from first.stats second.stats third.stats -o m.tanda");
    expect(fit.code == 0 && has(fit.out, "lda: ") && has(fit.out, "58 × 3, 3 classes") &&
           has(fit.out, "no method was named") && has(fit.out, "2 unlabelled rows were left out"))
        << fit.out << fit.err;
    const Json json = parsed(parts.tanda("fit --from first.stats --method lda --json -o m.tanda").out);
    expect(json.text_or("method", "") == "lda" && json.number_or("rows", 0) == 13);
    expect(json.number_or("plan_bytes", 0) > 0 && json.number_or("peak_bytes", 0) > 0);
    expect(json.number_or("plan_bytes", 0) >= json.number_or("peak_bytes", 0));
    const Ran piped = parts.shell("tanda collect - -o - < first.csv > piped.stats");
    expect(piped.code == 0 && has(piped.err, "13 × 3")) << piped.err;
    expect(parts.tanda("fit --from piped.stats --method lda -o m.tanda").code == 0);
  };

  "some parameters need the scatter of each class"_test = [] {
    const Parts parts;
    const std::string sle = " --method sle --set weights=balanced -o m.tanda";
    const Ran refused = parts.tanda("fit --from first.stats" + sle);
    expect(refused.code == 2 && refused.one_line() && refused.says("scatter of each class")) << refused.err;
    expect(parts.tanda("collect first.csv --scatter class -o c.stats").code == 0);
    expect(parts.tanda("fit --from c.stats" + sle).code == 0);
    const Ran mixed = parts.tanda("fit --from c.stats second.stats" + sle);
    expect(mixed.code == 3 && mixed.says("second.stats")) << mixed.err;
  };

  "errors are reported in one line, and leave no file"_test = [] {
    const Parts parts;
    parts.write("other.csv", "a,b,d,kind\n1,2,3,x\n2,3,5,y\n3,1,1,x\n");
    expect(parts.tanda("collect other.csv -o other.stats").code == 0);
    const auto refused = [&](const std::string& command, int code, const char* text) {
      const Ran ran = parts.tanda(command);
      expect(ran.code == code && ran.one_line() && ran.says(text)) << command << ran.code << ran.err;
    };
    refused("fit -o no.tanda", 2, "DATA is missing");
    refused("fit all.csv --from first.stats -o no.tanda", 2, "DATA");
    refused("fit --from first.stats --tune --method lda -o no.tanda", 2, "--tune");
    refused("fit --from first.stats --label kind -o no.tanda", 2, "--label");
    refused("fit --from first.stats --method lfda -o no.tanda", 2, "needs the samples");
    refused("fit --from first.stats --classifier knn:5 -o no.tanda", 2, "--classifier mean");
    refused("fit --from first.stats --scale unit -o no.tanda", 2, "lengths");
    refused("fit --from first.stats other.stats -o no.tanda", 3, "other.stats");
    refused("fit --from all.csv -o no.tanda", 3, "not tanda statistics");
    refused("fit --from nowhere.stats -o no.tanda", 5, "nowhere.stats");
    refused("fit --from first.stats --memory-limit 100 -o no.tanda", 4, "limit");
    refused("fit --from first.stats -o first.stats", 5, "first.stats");
    refused("collect all.csv -o all.csv", 5, "all.csv");
    refused("collect all.csv --scatter both -o no.stats", 2, "--scatter");
    refused("collect nowhere.csv -o no.stats", 5, "nowhere.csv");
    refused("collect all.csv", 2, "--output");
    parts.write("cut.stats", parts.read("first.stats").substr(0, 200));
    refused("fit --from cut.stats -o no.tanda", 3, "cut.stats");
    expect(!parts.has("no.tanda") && !parts.has("no.stats"));
  };
};

}  // namespace collect_cli_test
