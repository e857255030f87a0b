// Tables that the CSV reader accepts. Tables that it refuses: csv_errors.cpp.
#include "data/csv.hpp"

#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "ut.hpp"

namespace csv_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;
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

bool holds_text_at(const Status& status, const std::string& place) {
  return status.code() == Code::not_a_number && status.message().find(place) != std::string::npos;
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
    expect(last.label_name == "kind" && has_note(last, "label column: \"kind\" (the only column of text)"));
    expect(!read_csv<double>("class,a,Class\n1,2,x\n", {})) << "two of that name";
  };
  "separators are guessed from the first line outside quotes"_test = [] {
    for (const char* text : {"a;b;c\n1;2;x\n", "a\tb\tc\n1\t2\tx\n", "\"a;;;;\",b,c\n1,2,x\n",
                             "\n\n  \na,b,c\n1,2,x", "\"a\"\"\t;\t;\",b,c\n1,2,x\n", "a,5\" pipe;,c\n1,2,x\n",
                             "1,2,a;b\n", "a|b|c\n1|2|x\n", "a|b\tc|d\te\n1\t2\tx\n"}) {
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
    CsvOptions named;
    named.id = "1";
    expect(table("u,5.1,x\nv,4.5,y\n", named).rows == 2) << "what names the rows does not count";
    expect(holds_text_at(read_csv<double>("u,5.1,x\nv,4.5,y\nw,3.5,x\n", {}).status(), "column 1"))
        << "texts above texts are data";
    expect(table("k,1990,1995,2000\nx,1.5,2,3\ny,1,2,4\n").features == Texts{"1990", "1995", "2000"});
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
  };
  "what stands for a missing value in the label column"_test = [] {
    const auto t = table("a,label\n1,x\n2,\n3,?\n4,NA\n5,-\n6,NULL\n7,y\n8,#N/A\n9,n/a\n");
    expect(t.labels.classes == Texts{"x", "y"} &&
           t.labels.numbers == Numbers{0, -1, -1, -1, -1, -1, 1, -1, -1});
    expect(has_note(t,
                    "7 samples without a label; \"-\", \"NA\" in the label column means missing: rename it "
                    "if it is a class"));
    expect(has_note(table("a,label\n1,x\n2,\n3,y\n"), "1 sample without a label"));
    const auto signs = table("a,label\n1,+\n2,-\n3,\n4,+\n");
    expect(signs.labels.classes == Texts{"+", "-"} && signs.labels.numbers == Numbers{0, 1, -1, 0});
    expect(has_note(signs,
                    "the label \"-\" is taken as a class, since there are not two others: leave the cell "
                    "empty where the class is not known"));
    expect(table("a,label\n1,-\n2,na\n").labels.classes == Texts{"-", "na"});
    CsvOptions with_model = wanting({"a"});
    with_model.fitted_classes = {"x", "y"};
    expect(table("a,label\n1,x\n2,NA\n", with_model).labels.classes == Texts{"x"})
        << "one class is left, and the model says what classes are";
    with_model.fitted_classes = {"+", "-"};
    expect(table("a,label\n1,-\n2,+\n3,z\n", with_model).labels.classes == Texts{"+", "-", "z"});
  };
  "a label column with almost as many values as rows is told"_test = [] {
    const auto t = table("a,y\n1,0.5\n2,0.7\n3,1.9\n");
    expect(
        has_note(t,
                 "the label has 3 different values in 3 rows: it looks like a measurement or a name, not a "
                 "class; name the label column with {label}, or use {label=none}"));
    expect(table("a,y\n1,1\n2,2\n3,1\n4,2\n").notes.size() == 1u) << "values that repeat may be classes";
    expect(table("a,y\n1,0.5\n2,0.7\n3,1.9\n", labelled("y")).notes.empty()) << "the user said so";
  };
  "missing values"_test = [] {
    const char* text = "a,b,label\n1,?,x\n3,nan,y\nNA,8,z\n, 4,x\n5,6,y\n";
    const auto dropped = table(text, missing(Missing::drop));
    expect(dropped.values == Values{5, 6} && dropped.labels.classes == Texts{"y"});
    expect(has_note(dropped, "dropped 4 rows with missing values"));
    for (const char* word : {"n/a", "N/A", "#N/A", "NULL", "null", "-", "na", "NaN", "\"\""})
      expect(table(std::string("a,b,label\n1,2,x\n1,") + word + ",x\n", missing(Missing::drop)).rows == 1)
          << word;
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
  "numbers do not depend on the locale"_test = [] {
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
    expect(has_note(t, "the text is not UTF-8: its names are read as Latin-1"));
    expect(table("a,label\n1,5\x80\n").labels.classes == Texts{"5\xE2\x82\xAC"}) << "the euro of Windows";
  };
  "UTF-16, with and without a byte order mark, however split"_test = [] {
    const std::string text =
        "gr\xC3\xB6\xC3\x9F"
        "e,label\n1.5,\xF0\x9F\x98\x80\n2,b\n";
    const unsigned units[] = {'g', 'r', 0xF6, 0xDF, 'e',    ',',    'l',  'a', 'b', 'e', 'l', '\n',
                              '1', '.', '5',  ',',  0xD83D, 0xDE00, '\n', '2', ',', 'b', '\n'};
    for (const bool big : {false, true})
      for (const bool mark : {false, true}) {
        std::string bytes;
        const auto put = [&](unsigned u) {
          bytes += char(big ? u >> 8 : u & 255);
          bytes += char(big ? u & 255 : u >> 8);
        };
        if (mark) put(0xFEFF);
        for (const unsigned u : units) put(u);
        const auto whole = table(bytes), plain = table(text);
        expect(whole.values == plain.values && whole.features == plain.features &&
               whole.labels.classes == plain.labels.classes);
        CsvReader<double> reader{CsvOptions{}};
        for (const char c : bytes) expect(bool(reader.feed(std::string_view(&c, 1))));
        const auto split = reader.finish();
        expect(split && split->values == whole.values && split->labels.classes == whole.labels.classes);
      }
  };
  "decimal commas"_test = [] {
    const auto t = table("a;b;kind\n1,5;-2,25;x\n3;4e1;y\n");
    expect(t.values == Values{1.5, -2.25, 3, 40} &&
           has_note(t, "decimal commas: 1,5 is read as one and a half"));
    expect(table("5,1\t3,5\tx\n4,9\t3\ty\n").values == Values{5.1, 3.5, 4.9, 3}) << "no header";
    CsvOptions given;
    given.decimal = ',';
    expect(table("a|b|k\n1,500|2|x\n", given).values == Values{1.5, 2});
    expect(!read_csv<double>("a;b;k\n1,500;2;x\n", {})) << "that may be a thousand";
    expect(table("a;b\n1,5;2\n", given).columns == 1)
        << "a comma given as the decimal mark does not separate";
  };
  "a separator of one's own"_test = [] {
    CsvOptions options;
    options.separator = ':';
    expect(table("a:b:c\n1:2:x,y\n", options).labels.classes == Texts{"x,y"});
    options.separator = ' ';
    expect(table("1 2 x\n3 4 y\n", options).values == Values{1, 2, 3, 4});
    expect(*separator_of("tab") == '\t' && *separator_of("|") == '|' && *separator_of("\\t") == '\t');
    for (const char* text : {"", "a", "5", ".", "-", "\"", "\n", "ab", ",,"})
      expect(!separator_of(text)) << text;
  };
  "columns are dropped, kept and carried along"_test = [] {
    const char* text = "name,a,b,c,class\nu,1,2,3,x\nv,4,5,6,y\n";
    CsvOptions options;
    options.drop = {"b", "4"};
    options.id = "name";
    const auto t = table(text, options);
    expect(t.values == Values{1, 4} && t.features == Texts{"a"} && t.ids == Texts{"u", "v"} &&
           t.id_name == "name");
    options = {};
    options.keep = {"c", "a"};
    const auto kept = table(text, options);
    expect(kept.values == Values{1, 3, 4, 6} && kept.features == Texts{"a", "c"} &&
           kept.label_name == "class");
    options.label = "name";
    expect(table(text, options).labels.classes == Texts{"u", "v"});
    options = wanting({"c"});
    options.id = "name";
    expect(table(text, options).ids == Texts{"u", "v"}) << "with a model, too";
    options = {};
    options.wanted_count = 2;
    options.id = "1";
    options.drop = {"3"};
    const auto bare = table("u,1,9,2,x\nv,3,9,4,y\n", options);
    expect(bare.values == Values{1, 2, 3, 4} && bare.ids == Texts{"u", "v"}) << "by position";
  };
  "a model's label column is found again"_test = [] {
    CsvOptions options = wanting({"a", "b"});
    options.fitted_label = "kind";
    expect(table("kind,a,b,z\nx,1,2,0\n", options).label_name == "kind");
    options = {};
    options.wanted_count = 2;
    options.fitted_label_column = 1;
    const auto t = table("7,1,2\n", options);
    expect(t.values == Values{1, 2} && t.labels.classes == Texts{"7"});
    expect(table("1,2\n", options).values == Values{1, 2}) << "a label is optional";
  };
  "a model's names of rows are found again"_test = [] {
    CsvOptions options = wanting({"a"});
    options.fitted_id = "name";
    const char* const text = "name,a,kind\nu,1,x\nv,2,y\n";
    expect(table(text, options).ids == Texts{"u", "v"} && table(text, options).id_name == "name");
    expect(table("a,kind\n1,x\n", options).ids.empty()) << "they may be missing";
    expect(table("name,a,name\nu,1,x\n", options).ids.empty()) << "or be in doubt";
    for (const char* label : {"name", "1"}) {
      options.label = label;
      expect(table(text, options).labels.classes == Texts{"u", "v"}) << "what is asked for goes first";
    }
    options.label = "";
    options.id = "kind";
    expect(table(text, options).ids == Texts{"x", "y"});
  };
  "what may not be held back is still read in order"_test = [] {
    std::string text;
    for (int i = 0; i < 50; ++i) text += std::to_string(i) + ".5," + (i % 2 ? "a" : "b") + "\n";
    const auto t = table(text);
    expect(t.rows == 50 && t.values[0] == 0.5 && t.values[49] == 49.5);
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
