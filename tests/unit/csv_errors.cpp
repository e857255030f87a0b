// Tables that the CSV reader refuses, and its messages.
#include "data/csv.hpp"
#include "ut.hpp"

namespace csv_errors_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

Status refused(std::string_view text, const CsvOptions& options = {}) {
  return read_csv<double>(text, options).status();
}

CsvOptions labelled(std::string label) {
  CsvOptions options;
  options.label = std::move(label);
  return options;
}

CsvOptions wanting(std::vector<std::string> names) {
  CsvOptions options;
  options.wanted_count = Index(names.size());
  options.wanted = std::move(names);
  return options;
}

void says(const Status& status, Code code, const std::string& message) {
  expect(status.code() == code && status.message() == message)
      << info(status.code()).name << status.message() << "instead of" << message;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const suite csv_errors_suite{[] {
  "no data"_test = [] {
    for (const char* text : {"", "\n\n", "\xEF\xBB\xBF", "  \r\n"})
      says(refused(text), Code::empty_data, "the text is empty");
    says(refused("a,b,label\n"), Code::empty_data, "there is a header but no rows");
    CsvOptions drop;
    drop.missing = Missing::drop;
    says(refused("a,label\n?,x\n", drop), Code::empty_data, "every row has a missing value");
    says(refused("label\nx\n"), Code::empty_data, "the only column is the label: there are no features");
    expect(bool(refused("1,2,x\n"))) << "one row is a table";
  };
  "a field that is not a number"_test = [] {
    says(refused("name,age,label\n1,2,x\n1,n.a.,y\n"), Code::not_a_number,
         "row 2 (line 3), column \"age\": \"n.a.\" is not a number");
    says(refused("1,2,x\n1,n.a.,y\n"), Code::not_a_number, "row 2, column 2: \"n.a.\" is not a number");
    for (const char* text : {"0x10", "1e", "1e+", "--3", "+-3", "1.2.3", ".", "--", "e5", "1 2", "12abc",
                             "infinit", "1_000", "0x1p3"})
      says(refused(std::string("1,x\n") + text + ",y\n"), Code::not_a_number,
           "row 2, column 1: \"" + std::string(text) + "\" is not a number");
    const Status comma = refused("1.5;x\n1,5;y\n");
    says(comma, Code::not_a_number, "row 2, column 1: \"1,5\" is not a number: it has a decimal comma");
    expect(holds(comma.text(), "{decimal=,}")) << comma.text();
    says(refused("a,label\n\"1,5\",x\n"), Code::not_a_number,
         "row 1 (line 2), column \"a\": \"1,5\" is not a number: it has a decimal comma");
    CsvOptions with_comma;
    with_comma.decimal = ',';
    says(refused("a;label\n1,5;x\n1.5;x\n", with_comma), Code::not_a_number,
         "row 2 (line 3), column \"a\": \"1.5\" is not a number: it has a decimal point, others have commas");
    says(refused("a,label\n1,x\n\x01"
                 "b\tc" +
                 std::string(50, 'd') + ",x\n"),
         Code::not_a_number,
         "row 2 (line 3), column \"a\": \".b.c" + std::string(36, 'd') + "...\" is not a number");
  };
  "a column of categories"_test = [] {
    std::string text = "a,color,label\n";
    for (int i = 0; i < 300; ++i)
      text += std::string("1,") + (i % 3 == 0 ? "red" : i % 3 == 1 ? "green" : "blue") + ",x\n";
    const Status status = refused(text);
    says(status, Code::not_a_number,
         "column \"color\" holds text, not numbers: \"red\", \"green\", \"blue\" (the label is column "
         "\"label\")");
    expect(holds(status.text(), "{drop=color}") && holds(status.text(), "{label=color}")) << status.text();
    CsvReader<double> reader{CsvOptions{}};
    for (const char c : text) (void)reader.feed(std::string_view(&c, 1));
    expect(reader.finish().status().text() == status.text()) << "however it is split";
    says(refused("a,b,c\n1,x,1\n2,3,1\n3,3,1\n"), Code::not_a_number,
         "row 1 (line 2), column \"b\": \"x\" is not a number");
    says(refused("1,2,1\nu,v,1\nu,v\n"), Code::not_a_number, "row 2, column 2: \"v\" is not a number");
    const Status spaces = refused("1 2\n3 4\n5 6\n7 8\n");
    says(spaces, Code::not_a_number, "row 1 (line 2), column \"1 2\": \"3 4\" is not a number");
    expect(holds(spaces.text(), "separate the columns by comma, semicolon, tab or pipe")) << spaces.text();
  };
  "values that are not finite"_test = [] {
    for (const char* text : {"inf", "-Infinity", "1e999", "-1.8e308", "1e99999999999999999999"})
      says(refused(std::string("a,label\n1,x\n") + text + ",x\n"), Code::not_finite,
           "row 2 (line 3), column \"a\": \"" + std::string(text) + "\" is not a finite number");
    says(read_csv<float>("1,x\n1e39,y\n", {}).status(), Code::not_finite,
         "row 2, column 1: \"1e39\" is too large for single precision");
  };
  "missing values"_test = [] {
    for (const char* text : {"", "?", "nan", "NaN", "NA", "\"\"", "-nan"})
      says(refused(std::string("a,b,label\n1,2,x\n1,") + text + ",x\n"), Code::missing_value,
           "row 2 (line 3), column \"b\": the value is missing");
    CsvOptions mean;
    mean.missing = Missing::mean;
    says(refused("a,b,label\n1,?,x\n2,?,x\n", mean), Code::missing_value,
         "column \"b\" has no values at all");
    mean.fill = {1};
    expect(refused("a,b,label\n1,?,x\n", mean).code() == Code::wrong_shape);
  };
  "ragged rows"_test = [] {
    says(refused("a,b,label\n1,2,x\n\n1,x\n"), Code::ragged_row,
         "row 2 (line 4): expected 3 fields, found 2");
    says(refused("1,2,x\n1,2,3,4,x\n"), Code::ragged_row, "row 2: expected 3 fields, found 5");
    says(refused("1,2,x\n1,2,x,\n"), Code::ragged_row, "row 2: expected 3 fields, found 4");
    says(refused("\"a\nb\",label\n1\n"), Code::ragged_row, "row 1 (line 3): expected 2 fields, found 1");
  };
  "columns that are not there"_test = [] {
    says(refused("a,b,c\n1,2,x\n", labelled("d")), Code::no_such_column,
         "there is no column \"d\"; the header has \"a\", \"b\", \"c\"");
    says(refused("a,b,c,d,e\n1,2,3,4,x\n", labelled("E")), Code::no_such_column,
         "there is no column \"E\"; the header has \"a\", \"b\", \"c\" and 2 more");
    says(refused("1,2,x\n", labelled("d")), Code::no_such_column,
         "there is no column \"d\": the table has no header");
    for (const char* n : {"4", "0", "99999999999999999999"})
      says(refused("a,b,c\n1,2,x\n", labelled(n)), Code::no_such_column,
           "there is no column " + std::string(n) + ": the table has 3 columns");
    says(refused("a,a,c\n1,2,x\n", labelled("a")), Code::no_such_column,
         "more than one column is called \"a\"");
    says(refused("label,Label\n1,2\n"), Code::no_such_column, "more than one column is called \"Label\"");
  };
  "columns that are not the model's"_test = [] {
    const auto model = wanting({"a", "b", "c", "d", "e"});
    says(refused("a,x,label\n1,2,x\n", model), Code::column_mismatch,
         "the header lacks \"b\", \"c\", \"d\" and 1 more of the model's 5 columns");
    says(refused("1,2,x\n", model), Code::column_mismatch,
         "the table has 3 columns; the model wants 5, or one more with labels");
    CsvOptions bare = wanting({"a", "b"});
    bare.label = "none";
    says(refused("1,2,3\n", bare), Code::column_mismatch, "the table has 3 columns; the model wants 2");
    bare.label = "1";
    says(refused("1,2\n", bare), Code::column_mismatch,
         "the table has 2 columns, one of them the label; the model wants 2, or one more with labels");
    bare.label = "kind";
    expect(refused("a,b\n1,2\n", bare).code() == Code::no_such_column);
    bare.label = "a";
    says(refused("a,b\n1,2\n", bare), Code::column_mismatch,
         "column \"a\" is a feature of the model, not the label");
    says(refused("a,b,a\n1,2,3\n", wanting({"a", "b"})), Code::column_mismatch,
         "more than one column is called \"a\"");
  };
  "quotes that do not close"_test = [] {
    says(refused("a,label\n1,x\n2,\"y\n3,z\n"), Code::bad_text,
         "row 2 (line 3), column \"label\": the quote opened in line 3 is never closed");
    says(refused("\"a,label\n1,x\n"), Code::bad_text,
         "line 1, column 1: the quote opened in line 1 is never closed");
    says(refused("1,x\n\"2\"3,x\n"), Code::bad_text,
         "row 2, column 1: there is text after the closing quote");
  };
  "fields without end"_test = [] {
    const std::string million(1'000'000, '7');
    says(refused("1,2,x\n1," + million + ",x\n"), Code::bad_text,
         "row 2, column 2: the field is longer than 65536 characters");
    says(refused("1,2,x\n1,2," + million), Code::bad_text,
         "row 2, column 3: the field is longer than 65536 characters");
    says(refused(million), Code::bad_text, "line 1, column 1: the field is longer than 65536 characters");
    says(refused("a,\"" + million), Code::bad_text,
         "line 1, column 2: the field is longer than 65536 characters; the quote opened in line 1 may lack "
         "its end");
    expect(refused("1,2,x\n" + std::string(5'000'000, ',')).message() ==
           "row 2: expected 3 fields, found 5000001");
  };
  "binary data"_test = [] {
    says(refused(std::string("a,b\n1,\0 2\n", 10)), Code::bad_text, "this is binary data, not CSV text");
    says(refused("a,b\n\x01\x02\x03,4\n"), Code::bad_text, "this is binary data, not CSV text");
    says(refused("\x1F\x8B\x08"), Code::bad_text, "this is gzip-compressed");
    std::string late = "1,2,x\n";
    while (late.size() < 6000) late += "1,2,x\n";
    late += std::string("1,\0,x\n", 6);
    says(refused(late), Code::bad_text, "row 1001, column 2: there is a NUL byte: this is not text");
  };
  "columns left out that are not there, or are needed"_test = [] {
    CsvOptions options;
    options.drop = {"d"};
    says(refused("a,b,c\n1,2,x\n", options), Code::no_such_column,
         "there is no column \"d\"; the header has \"a\", \"b\", \"c\"");
    options.drop = {"a", "b"};
    options.label = "c";
    says(refused("a,b,c\n1,2,x\n", options), Code::empty_data,
         "there are no features: every column is the label or left out");
    options.drop = {"c"};
    options.label = "c";
    says(refused("a,b,c\n1,2,x\n", options), Code::bad_argument,
         "column \"c\" is both the label and left out");
    options = {};
    options.id = options.label = "c";
    expect(refused("a,b,c\n1,2,x\n", options).code() == Code::bad_argument);
    options = {};
    options.keep = options.drop = {"a"};
    says(refused("a,b,c\n1,2,x\n", options), Code::bad_argument, "column \"a\" is both kept and left out");
    options = wanting({"a"});
    options.drop = {"a"};
    expect(refused("a,b\n1,2\n", options).code() == Code::column_mismatch);
  };
  "a table beyond the memory limit"_test = [] {
    CsvOptions options;
    options.memory_limit = 100'000;
    std::string text = "a,b,label\n";
    for (int i = 0; i < 20000; ++i) text += "1,2,x\n";
    const Status status = refused(text, options);
    expect(status.code() == Code::memory_limit && holds(status.text(), "memory limit of 100000 bytes"))
        << status.text();
    CsvReader<double> reader(options);
    std::size_t fed = 0;
    while (fed < text.size() && reader.feed(std::string_view(text).substr(fed, 1000))) fed += 1000;
    expect(fed < text.size() / 2) << "refused while it is read";
    expect(refused(std::string(90'000, ','), options).code() == Code::memory_limit) << "many fields";
    expect(refused(std::string(200'000, ' '), options).code() == Code::memory_limit) << "a line without end";
    std::string names = "a,label\n";
    for (int i = 0; i < 3000; ++i) names += "1,class-" + std::to_string(i) + "\n";
    expect(refused(names, options).code() == Code::memory_limit) << "labels count";
    options.memory_limit = 10'000'000;
    expect(bool(refused(text, options)));
  };
  "an error stays"_test = [] {
    CsvReader<double> reader{CsvOptions{}};
    std::string text = "1,2,x\n1\n";
    for (int i = 0; i < 1000; ++i) text += "1,2,x\n";
    expect(!reader.feed(text));
    expect(!reader.feed("1,2,x\n"));
    expect(reader.finish().status().code() == Code::ragged_row);
    CsvReader<double> done{CsvOptions{}};
    expect(bool(done.feed("1,2,x\n")) && bool(done.finish()) && !done.finish() && !done.feed("1"));
  };
  "any bytes give a table or a status, the same however split"_test = [] {
    const char alphabet[] = "\",;\t\n\r 1.-e?xa\xEF\xC3";
    unsigned state = 1;
    const auto next = [&] { return (state = state * 1664525u + 1013904223u) >> 16; };
    for (int round = 0; round < 20000; ++round) {
      std::string text;
      for (unsigned length = next() % 40; length > 0; --length)
        text += alphabet[next() % (sizeof alphabet - 1)];
      CsvOptions options;
      options.missing = Missing(next() % 3);
      if (next() % 3 == 0) options = wanting({"a", "x"});
      const auto whole = read_csv<float>(text, options);
      CsvReader<float> reader(options);
      for (std::size_t i = 0; i < text.size(); ++i) (void)reader.feed(std::string_view(text).substr(i, 1));
      const auto split = reader.finish();
      expect(whole.status().text() == split.status().text())
          << whole.status().text() << split.status().text();
      if (!whole || !split) continue;
      expect(whole->values == split->values && whole->labels.numbers == split->labels.numbers);
      expect(Index(whole->values.size()) == whole->rows * whole->columns);
    }
  };
}};

}  // namespace csv_errors_test
