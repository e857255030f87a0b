// ARFF and .npy files: recognised by their first bytes, and read by the rules for CSV.
#include <cstring>

#include "base/text.hpp"
#include "data/csv.hpp"
#include "ut.hpp"

namespace csv_forms_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

constexpr const char* irises =
    "% a comment\n"
    "\n"
    "@RELATION iris\n"
    "@attribute 'sepal length' NUMERIC\n"
    "@attribute petal\treal\n"
    "@attribute 'what it\\'s' string\n"
    "@attribute kind {setosa, 'more of, it'}\n"
    "@DATA\n"
    "5.1, 1.4, 'a \\'word\\' \"here\"', setosa\n"
    "% in between\n"
    "4.9,?,b,'more of, it'\n"
    "6,2.5,c,setosa\r\n"
    "7,2,d,'more of, it'";

Result<Table<float>> read(std::string_view text, CsvOptions options = {}, std::size_t piece = 1 << 20) {
  CsvReader<float> reader(std::move(options));
  for (std::size_t at = 0; at < text.size(); at += piece)
    if (Status s = reader.feed(text.substr(at, piece)); !s) return s;
  return reader.finish();
}

CsvOptions with_mean(std::vector<std::string> drop = {}) {
  CsvOptions options;
  options.missing = Missing::mean;
  options.drop = std::move(drop);
  return options;
}

std::string npy(std::string_view header, std::string_view values) {
  std::string file("\x93NUMPY\x01\x00", 8);
  std::string padded(header);
  while ((padded.size() + 11) % 64 != 0) padded += ' ';
  padded += '\n';
  file += char(padded.size() % 256);
  file += char(padded.size() / 256);
  return file + padded + std::string(values);
}

template <class T>
std::string bytes(std::initializer_list<T> values) {
  std::string result;
  for (const T value : values) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    result.append(raw, sizeof(T));
  }
  return result;
}

const suite csv_forms_suite = [] {
  "ARFF is read, whatever the pieces"_test = [] {
    for (const std::size_t piece : {std::size_t(1), std::size_t(7), std::size_t(1) << 20}) {
      const Result<Table<float>> table = read(irises, with_mean({"what it's"}), piece);
      expect(bool(table)) << table.status().text();
      if (!table) return;
      expect(table->rows == 4 && table->columns == 2);
      expect(table->features == std::vector<std::string>{"sepal length", "petal"});
      expect(table->label_name == "kind");
      expect(table->labels.classes == std::vector<std::string>{"more of, it", "setosa"});
      expect(table->values[0] == 5.1f && table->values[7] == 2.0f);
      expect(!table->notes.empty() && table->notes[0].find("says which values") != std::string::npos);
    }
  };

  "messages about ARFF name its lines"_test = [] {
    const auto refused = [](const char* text, const char* part) {
      const Result<Table<float>> table = read(text);
      expect(!table && table.status().text().find(part) != std::string::npos)
          << text << "gave" << (table ? "a table" : table.status().text());
    };
    const std::string head = "@relation r\n@attribute a real\n@attribute class {x,y}\n@data\n";
    refused((head + "1,x\n2,y\nthree,x\n").c_str(), "line 7");
    refused((head + "1,x\n2\n").c_str(), "line 6");
    refused((head + "{0 1, 1 x}\n").c_str(), "line 5");
    refused((head + "1,'x\n").c_str(), "never closed");
    refused(head.c_str(), "no rows");
    refused("@relation r\n@attribute a real\n", "@data");
    refused("@relation r\n@data\n1,2\n", "line 2");
    refused("@relation r\n@atribute a real\n", "line 2");
    refused("@relation r\n@attribute a\n@data\n", "no type");
    refused("@relation r\n@attribute a relational\n", "relational");
    refused("@relation r\n@attribute a nmueric\n", "nmueric");
    refused("@relation r\n@attribute 'a''b' real\n", "closing quote");
  };

  "a class named by its place is not mistaken for a name"_test = [] {
    const Result<Table<float>> table =
        read("@relation r\n@attribute 2 real\n@attribute kind {0,1}\n@data\n1,0\n2,1\n3,0\n4,1\n");
    expect(bool(table)) << table.status().text();
    if (table) expect(table->columns == 1 && table->features[0] == "2");
  };

  "a name beats what a type says, and a class may be left out"_test = [] {
    const std::string text =
        "@relation r\n@attribute class real\n@attribute s {0,1}\n@data\n1,0\n2,1\n1,1\n2,0\n";
    const Result<Table<float>> named = read(text);
    expect(named && named->label_name == "class") << named.status().text();
    CsvOptions without;
    without.drop = {"kind"};
    const Result<Table<float>> rest = read(
        "@relation r\n@attribute a real\n@attribute b real\n@attribute kind "
        "{x,y}\n@data\n1,5,x\n2,6,y\n1,7,x\n",
        without);
    expect(rest && rest->label_name == "b") << rest.status().text();
  };

  "ARFF is known by its words, behind comments and byte order marks"_test = [] {
    const std::string body = "@relation r\n@attribute a real\n@attribute k {x,y}\n@data\n1,x\n2,y\n";
    for (std::size_t length = 4060; length < 4110; ++length) {
      const Result<Table<float>> table = read("%" + std::string(length, 'c') + "\n" + body);
      expect(table && table->label_name == "k") << double(length) << table.status().text();
    }
    std::string lines;
    for (int i = 0; i < 300; ++i) lines += "% a line of many, with commas\n";
    expect(bool(read(lines + body)));
    expect(bool(read("\xEF\xBB\xBF" + body)));
    std::string wide("\xFF\xFE", 2);
    for (const char c : body) wide += std::string{c, '\0'};
    expect(bool(read(wide)));
  };

  ".npy is read, whatever its type and the pieces"_test = [] {
    const std::string floats = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }",
                                   bytes<float>({0.1f, 0, 1e-30f, 1, -3.5f, 0}));
    for (const std::size_t piece : {std::size_t(1), std::size_t(1000)}) {
      const Result<Table<float>> table = read(floats, {}, piece);
      expect(bool(table)) << table.status().text();
      if (!table) return;
      expect(table->rows == 3 && table->columns == 1 && table->values[0] == 0.1f &&
             table->values[1] == 1e-30f && table->values[2] == -3.5f);
      expect(table->labels.numbers == std::vector<int>{0, 1, 0}) << "the last column";
    }
    // Every second byte is zero, as in UTF-16.
    const Result<Table<float>> shorts =
        read(npy("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }",
                 bytes<std::int16_t>({1, 2, 0, 4, -5, 1})));
    expect(shorts && shorts->columns == 2 && shorts->values[3] == -5.0f) << shorts.status().text();
    const Result<Table<float>> tens = read(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }",
                                               bytes<double>({0.5, 10, 1.5, 20, 2.5, 10})));
    expect(tens && tens->labels.classes == std::vector<std::string>{"10", "20"}) << tens.status().text();
    CsvOptions none;
    none.label = "none";
    const Result<Table<float>> gaps = read(
        npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }", bytes<double>({1, 0.0 / 0.0})),
        none);
    expect(!gaps && gaps.status().code() == Code::missing_value) << "nan is a missing value";
  };

  "what is wrong with a .npy is said"_test = [] {
    const auto refused = [](const std::string& file, const char* part) {
      const Result<Table<float>> table = read(file);
      expect(!table && table.status().text().find(part) != std::string::npos)
          << part << "gave" << (table ? "a table" : table.status().text());
    };
    const std::string good =
        npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }", bytes<double>({1, 2, 3, 4}));
    for (std::size_t size = 6; size < good.size(); ++size) refused(good.substr(0, size), "");
    refused(good.substr(0, good.size() - 1), "too early");
    refused(good + "12345678", "goes on");
    refused(good + "1", "goes on");
    refused(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", ""),
            "no table");
    refused(npy("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }", ""), "column by column");
    refused(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (2, 2), }", ""), "'<c8'");
    refused(npy("{'descr': '|O', 'fortran_order': False, 'shape': (2, 2), }", ""), "'|O'");
    refused(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }", ""), "no table");
    refused(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 0), }", ""), "no table");
    refused(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 2), }", ""), "no table");
    refused(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999, 2), }", ""), "shape");
    refused(npy("{'descr': '>f8', 'fortran_order': False, 'shape': (2, 2), }", ""), "big-endian");
    refused(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,), }", ""), "named fields");
    refused(npy("{'descr': '<U3', 'fortran_order': False, 'shape': (2, 2), }", ""), "texts");
    refused(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }", ""), "np.savez");
    refused(npy("", ""), "type");
    std::string unknown = good;
    unknown[6] = 9;
    refused(unknown, "unknown kind");
  };
};

}  // namespace csv_forms_test
