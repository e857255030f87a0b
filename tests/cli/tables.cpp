// Tables as users have them: the label in any column, row names, other encodings, files larger than memory.
#include <sstream>

#include "model/zip.hpp"
#include "shell.hpp"
#include "ut.hpp"

namespace tables_cli_test {
using namespace ut;

/// The small table with the class as its first column, numbered from 1, under this header.
std::string class_first(const std::string& header) {
  std::string text = header;
  std::string from = small_table("");
  for (std::size_t at = 0; at < from.size();) {
    const std::string line = from.substr(at, from.find('\n', at) - at);
    at += line.size() + 1;
    text += std::to_string(line.back() - 'a' + 1) + ',' + line.substr(0, line.size() - 2) + '\n';
  }
  return text;
}

const suite tables_cli_suite = [] {
  "the label column is the same for fit and predict, wherever it is"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    for (const char* header : {"", "kind,w,x,yy,z\n", "class,w,x,yy,z\n"}) {
      folder.write("data.csv", class_first(header));
      const Ran fit = folder.tanda("fit data.csv --method lda -o m.tanda");
      expect(fit.code == 0 && has(fit.out, "30 × 4, 3 classes")) << fit.out << fit.err;
      expect(has(fit.out, *header == 'c' ? "(by its name)" : "(the only column of few whole numbers)"))
          << fit.out;
      // A single row is not enough to recognise the label column.
      const Ran one =
          folder.shell("(printf '" + std::string(*header ? "%s" : "") +
                       "' \"$(head -1 data.csv)\"; echo; tail -1 data.csv) | tanda predict m.tanda -");
      expect(one.code == 0 && has(one.out, "predicted,label,score\n3,3,1\n")) << one.out << one.err;
      expect(has(one.err, "(1 of 1)")) << one.err;
    }
  };

  "a table in ARFF gives the model that its CSV gives"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table("w,x,y2,z,kind\n"));
    folder.write("data.arff",
                 "@relation small\n@attribute w real\n@attribute x real\n@attribute y2 real\n"
                 "@attribute z real\n@attribute kind {a,b,c}\n@data\n" +
                     small_table(""));
    const Ran plain = folder.tanda("fit data.csv --label kind --method lda -o plain.tanda");
    const Ran arff = folder.tanda("fit data.arff --method lda -o arff.tanda");
    expect(plain.code == 0 && arff.code == 0) << plain.err << arff.err;
    expect(has(arff.out, "label column: \"kind\" (the file says which values it takes)")) << arff.out;
    expect(folder
               .shell("gzip data.arff && tanda predict arff.tanda data.arff.gz > a.csv && tanda predict "
                      "plain.tanda data.csv > b.csv && cmp a.csv b.csv")
               .code == 0);
  };

  "arrays x and y in a .npz give the model that CSV without names gives"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    const std::string rows = small_table("");
    folder.write("data.csv", rows);
    std::string x, y;
    std::istringstream lines(rows);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream fields(line);
      for (std::string field; std::getline(fields, field, ',');) {
        if (field.size() == 1) {
          y += field;
          continue;
        }
        const double value = std::stod(field);
        x.append(reinterpret_cast<const char*>(&value), sizeof value);
      }
    }
    const auto npy = [](const std::string& type, const std::string& shape) {
      std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
      header.resize(117, ' ');
      return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + '\n';
    };
    tanda::internal::Zip zip;
    zip.add("x.npy", npy("<f8", "(30, 4)"), x);
    zip.add("y.npy", npy("|S1", "(30,)"), y);
    const std::vector<std::uint8_t> bytes = std::move(zip).finish();
    folder.write("data.npz", std::string(bytes.begin(), bytes.end()));
    const Ran plain = folder.tanda("fit data.csv --method lda -o plain.tanda"),
              npz = folder.tanda("fit data.npz --method lda -o npz.tanda");
    expect(plain.code == 0 && npz.code == 0) << plain.err << npz.err;
    expect(has(npz.out, "label column 5 (the file has the labels in an array of their own)")) << npz.out;
    expect(folder
               .shell("gzip -k data.npz && tanda predict npz.tanda data.npz.gz > a.csv && tanda predict "
                      "plain.tanda data.csv > b.csv && cmp a.csv b.csv")
               .code == 0);
    folder.write("cut.npz", std::string(bytes.begin(), bytes.end() - 9));
    const Ran cut = folder.tanda("fit cut.npz --method lda -o cut.tanda");
    expect(cut.code == 3 && cut.one_line() && cut.says("cut.npz: this .npz file is cut off") &&
           !folder.has("cut.tanda"))
        << cut.err;
    folder.write("text.npz", rows);
    expect(folder.tanda("fit text.npz --method lda -o t.tanda").says("is no zip archive"));
  };

  "labels that are missing, and labels that the model does not know"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table() + "5,5,5,5,NA\n5,5,5,5,-\n");
    const Ran fit = folder.tanda("fit data.csv --method lda -o m.tanda");
    expect(fit.code == 0 && has(fit.out, "32 × 4, 3 classes") && has(fit.out, "2 samples without a label"))
        << fit.out << fit.err;
    folder.write("signs.csv", "a,label\n1,+\n2,-\n1.5,+\n2.5,-\n");
    expect(has(folder.tanda("fit signs.csv --method lda -o s.tanda").out, "4 × 1, 2 classes"));

    std::string other = small_table();
    for (std::size_t at = other.find(",a\n"); at != std::string::npos; at = other.find(",a\n", at + 1))
      other.replace(at, 3, ",zebra\n");
    folder.write("other.csv", other + "5,5,5,5,yak\n5,5,5,5,NA\n");
    const Ran predict = folder.tanda("predict m.tanda other.csv");
    expect(predict.code == 0 &&
           predict.says("note: 11 rows have labels that the model does not know (\"yak\", "
                        "\"zebra\"): they count as wrong"))
        << predict.err;
    expect(predict.says(" of 31)") && predict.says("1 sample without a label")) << predict.err;
    expect(!folder.tanda("predict m.tanda data.csv").says("does not know"));
  };

  "a partition of one's own is a column that is no feature"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    folder.shell("tanda partition data.csv --scale none | cut -d, -f1 | paste -d, - data.csv >own.csv");
    const std::string fit = " --scale none --method mpda --dims 2 --json -o ";
    expect(folder.tanda("fit data.csv" + fit + "made.tanda").code == 0);
    const Ran given = folder.tanda("fit own.csv --partition patch" + fit + "given.tanda");
    expect(given.code == 0) << given.err;
    const Ran made = folder.tanda("transform made.tanda data.csv"),
              own = folder.tanda("transform given.tanda own.csv");
    expect(made.code == 0 && made.out == own.out) << own.out << own.err;
    expect(has(folder.tanda("inspect given.tanda --json").out, "\"patches\": \"given\""));
    expect(has(folder.tanda("fit own.csv --partition 1 --method lda -o l.tanda").out, "passed over"));
    expect(folder.tanda("evaluate own.csv --partition patch --methods mpda --train 0.5 --splits 2").code ==
           0);
    const Ran wrong = folder.tanda("fit own.csv --partition pitch --method mpda -o m.tanda");
    expect(wrong.code == 3 && wrong.one_line() && wrong.says("no column \"pitch\"")) << wrong.err;
    folder.shell("sed 's/^1,/,/' own.csv >gap.csv");
    const Ran gap = folder.tanda("fit gap.csv --partition patch --method mpda -o m.tanda");
    expect(gap.code == 3 && gap.one_line() && gap.says("every row is in a patch")) << gap.err;
  };

  "columns are left out, kept, and carried along"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write(
        "data.csv",
        "name,junk,w,label\nu1,oak,1.5,a\nu2,elm,2.5,b\n\"u,3\",oak,1.25,a\nu4,elm,2.75,b\n=u5,oak,1.0,a\n");
    const Ran refused = folder.tanda("fit data.csv --method lda -o m.tanda");
    expect(refused.code == 3 && refused.says("--drop")) << refused.err;
    const Ran fit = folder.tanda("fit data.csv --method lda --drop junk --id name -o m.tanda");
    expect(fit.code == 0 && has(fit.out, "5 × 1, 2 classes")) << fit.err;
    expect(folder.tanda("fit data.csv --method lda --keep w -o k.tanda").code == 0);
    for (const char* words : {"predict m.tanda data.csv --id name", "predict m.tanda data.csv"}) {
      const Ran predict = folder.tanda(words);
      expect(predict.code == 0 &&
             predict.out ==
                 "name,predicted,label,score\nu1,a,a,1\nu2,b,b,1\n\"u,3\",a,a,1\nu4,b,b,1\n=u5,a,a,1\n")
          << words << predict.out << predict.err;
    }
    expect(has(folder.tanda("predict k.tanda data.csv").out, "predicted,label,score\na,a,1\n"))
        << "no id was named";
    const Ran safe = folder.tanda("transform m.tanda data.csv --id name --safe-csv");
    expect(safe.code == 0 && has(safe.out, "name,y1,label\n") && has(safe.out, "\n'=u5,")) << safe.out;
    expect(folder.tanda("fit data.csv --method lda --drop nope -o m.tanda").says("\"nope\""));
  };

  "names reach a terminal without escapes, and a file exactly"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("odd.csv", "a,b,label\n1,2,x\x1b[2J\n2,1,\"y\nz\"\n1,3,x\x1b[2J\n3,1,\"y\nz\"\n");
    expect(folder.tanda("fit odd.csv --method lda -o odd.tanda").code == 0);
    const Ran shown = folder.shell("script -qec \"" TANDA_PROGRAM " predict odd.tanda odd.csv\" /dev/null");
    expect(has(shown.out, "x?[2J") && has(shown.out, "y?z") && !has(shown.out, "\x1b[2J")) << shown.out;
    folder.write("turned.csv", "a,b,label\n1,2,x\xe2\x80\xae\n2,1,y\n1,3,x\xe2\x80\xae\n3,1,y\n");
    expect(folder.tanda("fit turned.csv --method lda -o turned.tanda").code == 0);
    const Ran turned = folder.tanda("inspect turned.tanda");
    expect(has(turned.out, "x?") && !has(turned.out, "\xe2\x80\xae")) << turned.out;
    const Ran exact = folder.tanda("predict odd.tanda odd.csv");
    expect(has(exact.out, "x\x1b[2J,x\x1b[2J,1\n") && has(exact.out, "\"y\nz\"")) << exact.out;
  };

  "other separators, decimal commas and encodings"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    std::string comma = small_table("w;x;y;z;label\n", ';');
    std::replace(comma.begin(), comma.end(), '.', ',');
    folder.write("comma.csv", comma);
    folder.write("pipe.csv", small_table("w|x|y|z|label\n", '|'));
    folder.write("colon.csv", small_table("w:x:y:z:label\n", ':'));
    folder.write("data.csv", small_table());
    expect(folder.shell("iconv -f UTF-8 -t UTF-16 data.csv > utf16.csv").code == 0);
    const std::string wanted = "30 × 4, 3 classes";
    for (const char* words : {"comma.csv", "comma.csv --decimal ,", "pipe.csv", "pipe.csv --sep pipe",
                              "colon.csv --sep :", "utf16.csv"}) {
      const Ran ran = folder.tanda("fit " + std::string(words) + " --method lda -o m.tanda");
      expect(ran.code == 0 && has(ran.out, wanted)) << words << ran.out << ran.err;
    }
    const Ran bad = folder.tanda("fit data.csv --method lda --sep xy -o m.tanda");
    expect(bad.code == 2 && bad.says("--sep")) << bad.err;
    expect(folder.tanda("fit data.csv --method lda --decimal x -o m.tanda").code == 2);
  };

  "a table without rows is told what it lacks"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    expect(folder.tanda("fit data.csv --method lda -o m.tanda").code == 0);
    const Ran ran = folder.shell("head -1 data.csv | tanda predict m.tanda -");
    expect(ran.code == 3 && ran.says("one row for each sample") && !ran.says("two samples")) << ran.err;
  };

  "the memory limit counts the table while it is read"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    folder.write("data.csv", small_table());
    // Two hundred megabytes of text, compressed to less than one.
    expect(folder.shell("(head -1 data.csv; yes 1,2,3,4,a | head -c 200000000) | gzip -1 > large.gz").code ==
           0);
    for (const char* command : {"fit large.gz --method lda -o m.tanda", "evaluate large.gz --methods lda"}) {
      const Ran ran = folder.shell(within(600000) + "tanda " + command + " --threads 1 --memory-limit 10M");
      expect(ran.code == 4 && ran.one_line() && ran.says("memory limit of 10485760 bytes"))
          << ran.code << ran.err;
    }
    const Ran fit = folder.tanda("fit data.csv --method lda -o m.tanda --memory-limit 3K");
    expect(fit.code == 4 && fit.says("next to the table of")) << fit.err;
    expect(folder.tanda("fit data.csv --method lda -o m.tanda --memory-limit 1M").code == 0);
    expect(folder.tanda("evaluate data.csv --methods lda --memory-limit 10M").code == 0);
    const Ran evaluate =
        folder.tanda("evaluate data.csv --methods lda --no-baseline --threads 1 --memory-limit 6K");
    expect(has(evaluate.out, "the fit would need up to")) << evaluate.code << evaluate.out << evaluate.err;
  };

  "twenty megabytes of commas are refused without taking a hundred times that"_test = [] {
    const Folder folder(TANDA_PROGRAM);
    const Ran ran = folder.shell(
        within(700000) + "head -c 20000000 /dev/zero | tr '\\0' , | tanda fit - --method lda -o m.tanda");
    expect(ran.code == 3 && ran.one_line() && ran.says("the value is missing")) << ran.code << ran.err;
  };
};

}  // namespace tables_cli_test
