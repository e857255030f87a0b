// The table of codes is complete and in order. Every text is repeated here, so that none changes by accident.
#include "tanda/status.hpp"

#include <cstring>
#include <iterator>
#include <set>

#include "ut.hpp"

namespace status_test {
using namespace ut;
using namespace tanda;

/// "name: text (remedy)" of every code, in order.
const char* const snapshot[] = {
    "ok: no error ()",
    "cancelled: cancelled before it was done (run it again to finish)",
    "bad_argument: an argument makes no sense (see {help()})",
    "unknown_method: there is no such method ({methods()} lists them)",
    "unknown_parameter: the method has no such parameter ({methods(ID)} lists its parameters)",
    "bad_parameter: a parameter's value is out of its range ({methods(ID)} shows the ranges)",
    "empty_data: there are no data (give at least two samples)",
    "ragged_row: a row has another number of fields than the first (correct the row, or quote fields that "
    "hold the separator)",
    "not_a_number: a field is not a number (correct it, leave it empty for a missing value, or name the "
    "label column with {label})",
    "missing_value: a value is missing (use {missing=drop} or {missing=mean})",
    "bad_text: this is not CSV text (give comma, semicolon or tab separated text, or its .gz)",
    "no_such_column: there is no such column (use a name from the header, or a column number from 1)",
    "column_mismatch: the columns are not those of the model (give the columns the model was fitted on; "
    "{inspect(MODEL)} lists them)",
    "not_finite: a value is infinite or not a number (remove or correct the sample)",
    "too_large: values are too large to square safely (use {scale=zscore}, or other units)",
    "one_class: all samples are of one class (give samples of two classes, or choose a method that needs no "
    "labels)",
    "no_labels: the method needs labels and the data have none (name the label column with {label})",
    "too_few_samples: there are too few samples (give more samples, or check the label column)",
    "no_variation: the data do not vary in any direction the method can use (check for constant columns and "
    "duplicate rows)",
    "memory_limit: the fit needs more memory than the limit allows (raise {memory-limit}, use {pca}, or take "
    "fewer samples)",
    "out_of_memory: memory ran out (use {pca}, or take fewer samples)",
    "not_representable: the projection does not fit into single precision (use {scale=zscore}, or other "
    "units)",
    "no_projection: the method embeds its training set only: new samples cannot be projected (choose a "
    "method that projects new samples; the list of methods names those that do not)",
    "bad_model: these bytes are not a whole tanda model (copy the file again, or fit the model again)",
    "model_version: the model is of another version of tanda (use that version, or fit the model again)",
    "wrong_shape: the sizes do not belong together (check rows, columns and the lengths of the arrays)",
    "cannot_read: the file cannot be read (check the path and its permissions)",
    "cannot_write: the file cannot be written (check the folder, its permissions and the free space)",
};

const suite status_suite = [] {
  "every code has its place, name, text and remedy"_test = [] {
    std::set<std::string> names, texts;
    for (std::size_t i = 0; i < std::size(code_table); ++i) {
      const CodeInfo& entry = code_table[i];
      expect(std::size_t(entry.code) == i) << entry.name << "stands in the wrong place";
      expect(&info(entry.code) == &entry);
      expect(names.insert(entry.name).second && texts.insert(entry.text).second)
          << entry.name << "repeats another";
      expect(std::strlen(entry.name) > 1 && std::strlen(entry.text) > 5) << entry.name;
      const bool fails = entry.code != Code::ok;
      expect((std::strlen(entry.remedy) > 5) == fails && (entry.category != ErrorCategory::none) == fails)
          << entry.name;
    }
    expect(std::size(code_table) == std::size_t(Code::cannot_write) + 1) << "the last code has its line";
  };

  "the texts are those on record"_test = [] {
    expect(std::size(snapshot) == std::size(code_table));
    for (std::size_t i = 0; i < std::size(code_table) && i < std::size(snapshot); ++i) {
      const CodeInfo& entry = code_table[i];
      const std::string line = std::string(entry.name) + ": " + entry.text + " (" + entry.remedy + ")";
      expect(line == snapshot[i]) << line;
    }
  };

  "a status says what, where and what to do"_test = [] {
    expect(bool(Status()) && Status().text() == "ok");
    const Status plain(Code::one_class);
    expect(!plain && plain.message() == info(Code::one_class).text &&
           plain.category() == ErrorCategory::data);
    const Status exact(Code::missing_value, "row 17, column \"age\": the value is missing");
    expect(exact.text() ==
           "row 17, column \"age\": the value is missing (use {missing=drop} or {missing=mean})");
    const Status own(Code::bad_argument, "what", "do this");
    expect(own.text() == "what (do this)" && own.remedy() == "do this");
  };

  "a result holds a value or says why not"_test = [] {
    Result<std::string> value = std::string("x"), none = Status(Code::cannot_read);
    expect(value && *value == "x" && value->size() == 1 && bool(value.status()));
    expect(!none && none.status().code() == Code::cannot_read);
    std::string out = "before";
    expect(!std::move(none).get(out) && out == "before") << "a failure leaves the target alone";
    expect(std::move(value).get(out) && out == "x");
  };
};

}  // namespace status_test
