// Forms of a table other than CSV. Each is turned into CSV text while it is read, line for line, so that all
// of them follow the same rules. A form is one file and one line in forms.cpp.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tanda/base/status.hpp"
#include "tanda/data/csv.hpp"

namespace tanda::csv {

class Form {
 public:
  virtual ~Form() = default;
  /// Takes the next bytes and adds what they are as CSV. Where something is wrong, `line` tells the place.
  virtual Status feed(std::string_view piece, std::string& csv) = 0;
  /// No more bytes come.
  virtual Status finish(std::string& csv) = 0;
  /// The column that the file itself says has classes, from 1; 0 = it does not say. Known with the first row.
  virtual int class_column() const { return 0; }
};

struct FormInfo {
  const char* id;
  /// By the first bytes of a file, as many as there are up to some thousand.
  bool (*recognises)(std::string_view head);
  /// Sets what it knows of the table: separator, decimal mark, header.
  std::unique_ptr<Form> (*open)(CsvOptions& options);
};

/// The form of a file that begins like this, null = CSV.
const FormInfo* form_of(std::string_view head);

FormInfo arff_form();
FormInfo npy_form();

}  // namespace tanda::csv
