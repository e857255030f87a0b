// What the CSV reader reads. What it refuses: csv_errors.cpp.
#include "tanda/data/csv.hpp"

#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "ut.hpp"

namespace csv_test {
using namespace ut;
using namespace tanda;
using Texts = std::vector<std::string>;
using Numbers = std::vector<int>;
using Values = std::vector<double>;

Table<double> table(std::string_view text, const CsvOptions& options = {}) {
  auto result = read_csv<double>(text, options);
  expect(bool(result)) << result.status().text();
  return result ? std::move(*result) : Table<double>{};
}

CsvOptions labelled(std::string label) {
  CsvOptions options;
  options.label = std::move(label);
  return options;
}

CsvOptions missing(Missing what) {
  CsvOptions options;
  options.missing = what;
  return options;
}

CsvOptions wanting(Texts names) {
  CsvOptions options;
  options.wanted_count = Index(names.size());
  options.wanted = std::move(names);
  return options;
}

bool has_note(const Table<double>& t, const std::string& note) {
  for (const std::string& n : t.notes)
    if (n == note) return true;
  for (const std::string& n : t.notes) std::printf("note: %s\n", n.c_str());
  return false;
}

double number(const std::string& text) {
  const auto t = table(text + ",x\n");
  return t.values.empty() ? std::nan("") : t.values[0];
}

const suite csv_suite{[] {
  "a plain table"_test = [] {
    const auto t = table("a,b,species\n1,2,x\n3,4,y\n5,6,x\n");
    expect(t.rows == 3 && t.columns == 2);
    expect(t.values == Values{1, 2, 3, 4, 5, 6});
    expect(t.features == Texts{"a", "b"} && t.label_name == "species" && t.has_labels);
    expect(t.labels.classes == Texts{"x", "y"} && t.labels.numbers == Numbers{0, 1, 0});
    expect(has_note(t, "label column: \"species\" (by its name)"));
    expect(t.view().x(1, 2) == 6.0);
  };
  "the label column is known by its name, the surest name first"_test = [] {
    const auto first = table("Class,alcohol,proline\n1,14.2,1065\n2,13.2,1050\n");
    expect(first.label_name == "Class" && first.features == Texts{"alcohol", "proline"});
    expect(has_note(first, "label column: \"Class\" (by its name)"));
    expect(table("y,a,target\n1,2,x\n").label_name == "target");
    expect(table("class,a,label\n1,2,x\n").label_name == "label");
    const auto last = table("a,b,kind\n1,2,x\n");
    expect(last.label_name == "kind" && has_note(last, "label column: \"kind\" (last column)"));
    expect(!read_csv<double>("class,a,Class\n1,2,x\n", {})) << "two of that name";
  };
  "separators are guessed from the first line outside quotes"_test = [] {
    for (const char* text :
         {"a;b;c\n1;2;x\n", "a\tb\tc\n1\t2\tx\n", "\"a;;;;\",b,c\n1,2,x\n", "\n\n  \na,b,c\n1,2,x",
          "\"a\"\"\t;\t;\",b,c\n1,2,x\n", "a,5\" pipe;,c\n1,2,x\n", "1,2,a;b\n"}) {
      const auto t = table(text);
      expect(t.values == Values{1, 2}) << text;
    }
    expect(table("1;2;0,5\n3;4;0,5\n").labels.classes == Texts{"0,5"}) << "commas in numbers do not count";
  };
  "every kind of line end, a last line without one, blank lines"_test = [] {
    for (const char* text : {"1,2,x\n3,4,y\n", "1,2,x\r\n3,4,y\r\n", "1,2,x\r3,4,y\r", "1,2,x\n3,4,y",
                             "\n1,2,x\n\n \n3,4,y\n\n", "\r\n\r\n1,2,x\r\n\r\n3,4,y",
                             "\xEF\xBB\xBF"
                             "1,2,x\n3,4,y\n",
                             " 1 , 2\t, x \n3,4,y  "}) {
      const auto t = table(text);
      expect(t.values == Values{1, 2, 3, 4} && t.labels.classes == Texts{"x", "y"}) << text;
      expect(t.features.empty());
    }
  };
  "quotes"_test = [] {
    const auto t =
        table("\"a \"\"b\"\"\",\"c\nd\" ,\"x,y\"\n\" 1\",\"2\",\"l\r\n,\"\"1\"\"\"\n3,\"4\",\"\"\n");
    expect(t.features == Texts{"a \"b\"", "c\nd"} && t.label_name == "x,y");
    expect(t.values == Values{1, 2, 3, 4});
    expect(t.labels.classes == Texts{"l\r\n,\"1\""} && t.labels.numbers == Numbers{0, -1});
  };
  "any split gives the same table"_test = [] {
    const std::string text =
        "\xEF\xBB\xBF\r\n\"a\"\"1\r\n\" ;b; \"c;d\";\xC3\xA4\r\n "
        "1.5;?;\"-2e\"\"\";x\r\n\r\n3;\"4\";;\"y\r\"\"z\"\r-1e-3;.5 ; \"\" ;\r\n";
    CsvOptions options = missing(Missing::mean);
    options.label = "c;d";
    options.wanted = {"b", "a\"1\r\n"};
    const auto whole = table(text, options);
    expect(whole.rows == 3 && whole.columns == 2 && whole.labels.classes.size() == 1u);
    for (std::size_t i = 0; i <= text.size(); ++i)
      for (std::size_t j = i; j <= text.size(); ++j) {
        CsvReader<double> reader(options);
        for (const auto& piece : {text.substr(0, i), text.substr(i, j - i), text.substr(j)})
          expect(bool(reader.feed(piece)));
        const auto split = reader.finish();
        expect(split && split->values == whole.values && split->labels.numbers == whole.labels.numbers &&
               split->labels.classes == whole.labels.classes && split->notes == whole.notes &&
               split->features == whole.features)
            << i << j;
      }
  };
  "a table longer than the head, in pieces"_test = [] {
    std::string text = "a,b,label\n";
    for (int i = 0; i < 3000; ++i)
      text += std::to_string(i) + "," + std::to_string(2 * i) + ".25,c" + std::to_string(i % 7) + "\n";
    const auto whole = table(text);
    expect(whole.rows == 3000 && whole.values.back() == 5998.25 && whole.labels.classes.size() == 7u);
    for (const std::size_t step : {1u, 7u, 4095u, 4096u, 4097u, 10000u}) {
      CsvReader<double> reader{CsvOptions{}};
      for (std::size_t i = 0; i < text.size(); i += step)
        expect(bool(reader.feed(std::string_view(text).substr(i, step))));
      const auto split = reader.finish();
      expect(split && split->values == whole.values && split->labels.numbers == whole.labels.numbers) << step;
    }
  };
  "a first line of many columns"_test = [] {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += "p" + std::to_string(i) + ",";
    text += "label\n";
    for (int i = 0; i < 100000; ++i) text += "1,";
    text += "x\n";
    expect(table(text).columns == 100000);
  };
  "header detection"_test = [] {
    expect(table("5.1,3.5,setosa\n4,3,virginica\n").rows == 2) << "text in the label cell alone is data";
    expect(table("5.1,x,setosa\n4,3,virginica\n").rows == 1);
    expect(table("0,1,label\n4,3,x\n").rows == 1) << "pandas names columns by numbers";
    expect(table("0,Label,1\n4,x,3\n").label_name == "Label");
    expect(table("0,1,kind\n4,3,x\n", labelled("kind")).rows == 1) << "a name that is asked for";
    expect(table("0,1,2\n4,3,2\n", labelled("2")).rows == 2) << "a number is a column number, not a name";
    expect(table("a\n1\n2\n", labelled("none")).rows == 2);
    expect(table("?,1,x\n1,,y\n", missing(Missing::mean)).rows == 2) << "missing values are data";
    expect(table("1,2,3\n4,5,6\n", labelled("none")).columns == 3);
    expect(table("1\n2\n3\n").columns == 1 && !table("1\n2\n3\n").has_labels)
        << "one column of numbers has no labels";
  };
  "the label column"_test = [] {
    const char* text = "a,LABEL,b\n1,x,2\n3,y,4\n";
    expect(table(text).label_name == "LABEL" && table(text).values == Values{1, 2, 3, 4});
    expect(table(text, labelled("2")).label_name == "LABEL");
    expect(table("a,b,c\nx,1,2\n", labelled("a")).values == Values{1, 2});
    expect(table("x,1,2\ny,3,4\n", labelled("1")).labels.classes == Texts{"x", "y"});
    expect(table("a,a,c\n1,2,x\n").features == Texts{"a", "a"}) << "equal names are fine unless asked for";
    const auto t = table("a,label\n1,x\n2,\n3,?\n4,NA\n");
    expect(t.labels.numbers == Numbers{1, -1, -1, 0} && has_note(t, "2 samples without a label"));
  };
  "a label column that looks measured is told"_test = [] {
    const auto t = table("a,y\n1,0.5\n2,0.7\n3,1.9\n");
    expect(has_note(
        t,
        "the labels in column \"y\" look like measurements (3 different numbers in 3 rows): name the label "
        "column with --label, or use --label none"));
    expect(table("a,y\n1,1\n2,2\n3,3\n").notes.size() == 1u) << "whole numbers may be classes";
    expect(table("a,y\n1,0.5\n2,0.7\n3,1.9\n", labelled("y")).notes.empty()) << "the user said so";
  };
  "missing values"_test = [] {
    const char* text = "a,b,label\n1,?,x\n3,nan,y\nNA,8,z\n, 4,x\n5,6,y\n";
    const auto dropped = table(text, missing(Missing::drop));
    expect(dropped.values == Values{5, 6} && dropped.labels.classes == Texts{"y"});
    expect(has_note(dropped, "dropped 4 rows with missing values"));
    const auto filled = table(text, missing(Missing::mean));
    expect(filled.values == Values{1, 6, 3, 6, 3, 8, 3, 4, 5, 6});
    expect(has_note(filled, "filled 4 missing values with the mean of the column"));
    CsvOptions given = missing(Missing::mean);
    given.fill = {-1, -2};
    expect(table(text, given).values == Values{1, -2, 3, -2, -1, 8, -1, 4, 5, 6});
  };
  "numbers are rounded correctly"_test = [] {
    for (const char* text :
         {"0.1", "123456789012345678", "9007199254740993", "1e22", "1e23", "8.5e-23", "4.9e-324",
          "2.2250738585072014e-308", "1.7976931348623157e308", "0.000000000000000000000000000001",
          "6.02214076e23", "+7", "-.5", "5.", "00012.500",
          "3.14159265358979323846264338327950288419716939937510", "2.4703282292062327208e-324",
          "1.00000000000000011102230246251565404236316680908203125", "179769313486231580793e288"})
      expect(number(text) == std::strtod(text, nullptr)) << text;
    const std::string half = "1.00000000000000011102230246251565404236316680908203125";
    expect(number(half) == 1.0 && number(half + std::string(2000, '0') + "1") > 1.0) << "digit 2054 decides";
    expect(number("1e-999") == 0.0 && number("0e99999999999999999999") == 0.0 &&
           number("1" + std::string(500, '0') + "e-500") == 1.0);
    expect(std::signbit(number("-0")));
  };
  "numbers do not mind the locale"_test = [] {
    const std::string before = std::setlocale(LC_NUMERIC, nullptr);
    for (const char* locale : {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"}) std::setlocale(LC_NUMERIC, locale);
    expect(number("1.25") == 1.25 && number("3.14159265358979323846e-30") == 3.14159265358979323846e-30);
    std::setlocale(LC_NUMERIC, before.c_str());
  };
  "floats are rounded from the double"_test = [] {
    const auto t = read_csv<float>("0.1,1e-60,x\n", {});
    expect(t && t->values == std::vector<float>{0.1f, 0.0f});
  };
  "Latin-1 names and labels become UTF-8"_test = [] {
    const auto t = table(
        "gr\xF6\xDF"
        "e,label\n1,\xE4\n");
    expect(t.features == Texts{"gr\xC3\xB6\xC3\x9F"
                               "e"} &&
           t.labels.classes == Texts{"\xC3\xA4"});
  };
}};

const suite csv_wanted_suite{[] {
  "a model's columns are picked by name, in its order"_test = [] {
    const auto t = table("id,b,c,a,species\n7,2,3,1,x\n8,5,6,4,y\n", wanting({"a", "b", "c"}));
    expect(t.values == Values{1, 2, 3, 4, 5, 6} && t.features == Texts{"a", "b", "c"});
    expect(t.label_name == "species" && has_note(t, "passed over column \"id\": not in the model"));
    const auto bare = table("c,b,a\n3,2,1\n", wanting({"a", "b", "c"}));
    expect(bare.values == Values{1, 2, 3} && !bare.has_labels);
    const auto text = table("note,a,b\nhello,1,2\n", wanting({"a", "b"}));
    expect(text.values == Values{1, 2} && !text.has_labels) << "what is passed over may be text";
    expect(table("1,0,2\n5,6,7\n", wanting({"0", "1", "2"})).values == Values{6, 5, 7})
        << "names may be numbers";
  };
  "without a header or names, by position"_test = [] {
    expect(table("1,2\n", wanting({"a", "b"})).values == Values{1, 2});
    const auto t = table("1,2,x\n", wanting({"a", "b"}));
    expect(t.values == Values{1, 2} && t.has_labels && t.features.empty());
    CsvOptions unnamed;
    unnamed.wanted_count = 2;
    expect(table("u,v\n1,2\n", unnamed).values == Values{1, 2});
    expect(table("u,label,v\n1,x,2\n", unnamed).values == Values{1, 2});
    unnamed.label = "1";
    expect(table("x,1,2\n", unnamed).values == Values{1, 2});
  };
  "a model with equal names goes by position"_test = [] {
    expect(table("a,a\n1,2\n", wanting({"a", "a"})).values == Values{1, 2});
  };
}};

}  // namespace csv_test
