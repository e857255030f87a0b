// .npz, several NumPy arrays in a zip archive: samples x, their labels y, and optionally names of the
// features.
#include <algorithm>

#include "base/text.hpp"
#include "data/npy_array.hpp"
#include "data/readers.hpp"
#include "data/unzip.hpp"

namespace tanda::internal {
namespace csv {
namespace {

// Accepted names of the arrays; the first one found is used.
constexpr const char* sample_names[] = {"x", "X", "data"};
constexpr const char* label_names[] = {"y", "labels", "label", "target"};
constexpr const char* feature_names[] = {"features", "feature_names"};
constexpr std::size_t piece_size = 1 << 16;

/// An array and its values.
struct NpzArray {
  std::string name;
  NpyHeader header;
  std::string room;  ///< the unpacked bytes
  std::string_view values;

  std::string called() const { return joined({"the array ", name}); }
  void append(std::uint64_t row, std::uint64_t column, std::string& csv) const {
    const std::uint64_t at = header.by_columns ? column * header.rows + row : row * header.columns + column;
    append_npy_value(header, values.data() + at * header.item, csv);
  }
};

Status npz_status(const std::string& what) {
  return {Code::bad_text, joined({"this .npz file ", what}),
          "save samples and labels: np.savez(file, x=np.asarray(x, '<f8'), y=labels)"};
}

/// Holds the whole file until its end, because the directory of a zip archive is there and a row needs two
/// arrays.
class Npz final : public Reader {
 public:
  explicit Npz(CsvOptions& options) : options_(options) {}

  Status feed(std::string_view piece, std::string&) override {
    if (archive_.size() + piece.size() > archive_.capacity())
      archive_.reserve(
          std::max(archive_.size() + piece.size(), archive_.capacity() + archive_.capacity() / 2));
    archive_ += piece;
    return check_memory(0);
  }

  Status finish(std::string& csv, bool& more) override {
    if (!opened_)
      if (Status s = open(csv); !s) return s;
    opened_ = true;
    for (; row_ < x_.header.rows && csv.size() < piece_size; ++row_) {
      for (std::uint64_t j = 0; j < x_.header.columns; ++j) {
        if (j > 0) csv += ',';
        x_.append(row_, j, csv);
      }
      if (labelled_) {
        csv += ',';
        y_.append(row_, 0, csv);
      }
      csv += '\n';
    }
    more = row_ < x_.header.rows;
    return {};
  }

  int class_column() const override { return labelled_ ? int(x_.header.columns) + 1 : 0; }
  const char* class_reason() const override { return "the file has the labels in an array of their own"; }
  std::uint64_t held_bytes() const override {
    return archive_.capacity() + x_.room.capacity() + y_.room.capacity() + features_.room.capacity();
  }

 private:
  Status check_memory(std::uint64_t more) const {
    const std::uint64_t limit = options_.memory_limit;
    if (limit == 0 || held_bytes() + more <= limit) return {};
    return {Code::memory_limit, joined({"the arrays take more than the memory limit of ", limit, " bytes"}),
            "raise {memory-limit}, or give the samples as .npy, which is read in pieces"};
  }

  Status open(std::string& csv) {
    std::vector<ZippedFile> files;
    if (std::string wrong = list_zip(archive_, files); !wrong.empty()) return npz_status(wrong);
    bool samples = false, features = false;
    if (Status s = take(files, sample_names, x_, samples); !s) return s;
    if (!samples) return lacks_samples(files);
    if (Status s = check_samples(); !s) return s;
    if (Status s = take(files, label_names, y_, labelled_); !s) return s;
    if (Status s = take(files, feature_names, features_, features); !s) return s;
    if (labelled_ && (!one_each(y_, x_.header.rows)))
      return npz_status(joined(
          {"has ", count_text(y_), " in ", y_.called(), " for ", x_.header.rows, " rows of ", x_.called()}));
    if (features && (!features_.header.text() || !one_each(features_, x_.header.columns)))
      return npz_status(
          joined({"does not have a name for each column of ", x_.called(), " in ", features_.called()}));
    // The array of labels is not used if the label option names another column; `none` means no labels at
    // all.
    const std::string& label = options_.label;
    if (!label.empty() && label != y_.name && label != std::to_string(x_.header.columns + 1))
      labelled_ = false;
    options_.header = features ? HeaderRow::first_row : HeaderRow::none;
    if (features) append_header(csv);
    return {};
  }

  void append_header(std::string& csv) const {
    for (std::uint64_t j = 0; j < x_.header.columns; ++j) {
      if (j > 0) csv += ',';
      features_.append(j, 0, csv);
    }
    if (labelled_) internal::append(csv, {",", y_.name});
    csv += '\n';
  }

  /// Finds the first array with one of these names, unpacks it and reads its header.
  template <std::size_t n>
  Status take(const std::vector<ZippedFile>& files, const char* const (&names)[n], NpzArray& array,
              bool& found) {
    for (const char* const name : names)
      for (const ZippedFile& file : files) {
        if (file.name != joined({name, ".npy"})) continue;
        found = true;
        array.name = name;
        return unpack(file, array);
      }
    return {};
  }

  Status unpack(const ZippedFile& file, NpzArray& array) {
    if (file.method != 0 && file.method != 8)
      return npz_status(
          joined({"has ", array.called(), " packed in a way that is not read: not by deflate, but by number ",
                  file.method}));
    if (Status s = check_memory(file.method == 0 ? 0 : file.size); !s) return s;
    std::string_view content;
    if (!unzip(file, array.room, content)) return npz_status(joined({"is damaged in ", array.called()}));
    const NpyAnswer answer = read_npy_header(content, array.header);
    const std::string wrong = answer.incomplete ? "ends too early" : answer.wrong;
    if (!wrong.empty()) return npz_status(joined({"is not read: ", array.called(), " ", wrong}));
    array.values = content.substr(array.header.size);
    const std::uint64_t values = array.header.count();
    const bool empty = array.header.rows == 0 || array.header.columns == 0;
    if (array.header.dims > 2 || (values == 0 && !empty))
      return npz_status(joined({"is not read: ", array.called(), " is no table of rows and columns"}));
    if (array.values.size() != values * array.header.item)
      return npz_status(joined({"is not read: ", array.called(), " has another size than its header says"}));
    return {};
  }

  Status check_samples() const {
    if (x_.header.text())
      return npz_status(joined({"is not read: ", x_.called(), " holds texts, not numbers"}));
    if (x_.header.dims != 2 || x_.header.columns == 0 || x_.header.columns > 0x7ffffffe)
      return npz_status(joined({"is not read: ", x_.called(), " is no table of rows and columns"}));
    return {};
  }

  /// Whether an array is a list, or a table of one column, of this length.
  static bool one_each(const NpzArray& array, std::uint64_t count) {
    return array.header.rows == count && array.header.columns == 1 && array.header.dims > 0;
  }
  static std::string count_text(const NpzArray& array) {
    if (array.header.dims < 2) return joined({array.header.rows, " labels"});
    return joined({array.header.rows, "×", array.header.columns, " labels"});
  }

  static Status lacks_samples(const std::vector<ZippedFile>& files) {
    constexpr std::size_t shown = 8;
    std::string names;
    for (std::size_t i = 0; i < files.size() && i < shown; ++i) {
      std::string name = files[i].name.substr(0, 40);
      if (name.size() > 4 && name.substr(name.size() - 4) == ".npy") name.resize(name.size() - 4);
      internal::append(names, {i == 0 ? "" : ", ", name});
    }
    return npz_status(joined({"has no array x, X or data, but ", names.empty() ? "none at all" : names}));
  }

  CsvOptions& options_;  ///< the table's options, which are set from the file
  std::string archive_;
  bool opened_ = false, labelled_ = false;
  NpzArray x_, y_, features_;
  std::uint64_t row_ = 0;
};

}  // namespace
}  // namespace csv

const ReaderInfo& npz_reader() {
  static constexpr ReaderInfo info{"npz", "npz", "arrays of NumPy: x, and labels y",
                                   [](std::string_view head) { return begins_zip(head, ".npy"); },
                                   [](CsvOptions& options) -> std::unique_ptr<csv::Reader> {
                                     options.separator = ',';
                                     options.decimal = '.';
                                     return std::make_unique<csv::Npz>(options);
                                   }};
  return info;
}

}  // namespace tanda::internal
