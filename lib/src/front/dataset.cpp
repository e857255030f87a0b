// Samples and tables of the C++ interface.
#include "tanda/dataset.hpp"

#include "base/text.hpp"
#include "data/csv.hpp"
#include "front/answer.hpp"
#include "front/file.hpp"
#include "front/inside.hpp"
#include "front/samples.hpp"

namespace tanda {
namespace internal {
template <class S>
Result<Dataset<S>> dataset_of(const tanda::Dataset<S>& data) {
  if (data.rows == 0 || data.cols == 0) return Status(Code::empty_data);
  if (!data.values) return Status(Code::bad_argument, "the samples are missing: values is null");
  if (Status s = check_size(data.rows, data.cols); !s) return s;
  if (!data.features.empty() && data.features.size() != data.cols)
    return Status(Code::wrong_shape,
                  joined({"there are ", data.features.size(), " names for ", data.cols, " features"}));
  std::vector<std::string> classes;
  if (data.labels) {
    const auto count = count_classes(data.labels, data.rows, data.classes.size(), data.rows);
    if (!count) return count.status();
    classes = data.classes.empty() ? numbers_as_names(*count) : data.classes;
  }
  return Dataset<S>{ConstMatrixView<S>(data.values, Index(data.cols), Index(data.rows)), data.labels,
                    std::move(classes), data.features, data.patches};
}

namespace {

CsvOptions csv_options(const ReadOptions& options, const tanda::Model* model) {
  CsvOptions how;
  how.label = options.label;
  how.drop = options.drop;
  how.keep = options.keep;
  how.id = options.id;
  how.patches = options.patches;
  how.missing = options.missing;
  how.separator = options.separator;
  how.decimal = options.decimal;
  how.memory_limit = options.memory_limit;
  if (model) want_columns(ModelAccess::inside(*model), how);
  return how;
}

bool zipped(std::string_view start) {
  return start.size() > 1 && start[0] == '\x1f' && start[1] == '\x8b';
}

}  // namespace
}  // namespace internal

/// Moves a table that was read into the public Table.
template <class S>
struct TableMaker {
  static Table<S> make(internal::Table<S> read) {
    Table<S> table;
    table.values_ = std::move(read.values);
    table.labels_ = std::move(read.labels.numbers);
    table.patches_ = std::move(read.patches);
    table.values = table.values_.data();
    table.rows = std::size_t(read.rows);
    table.cols = std::size_t(read.columns);
    table.labels = read.has_labels ? table.labels_.data() : nullptr;
    table.classes = std::move(read.labels.classes);
    table.features = std::move(read.features);
    table.patches = table.patches_.empty() ? nullptr : table.patches_.data();
    table.label = std::move(read.label_name);
    table.label_column = std::size_t(read.label_column + 1);
    table.id = std::move(read.id_name);
    table.ids = std::move(read.ids);
    table.notes = internal::spelled_notes(read.notes);
    return table;
  }
};

template <class S>
Result<Table<S>> read_csv(std::string_view path, const ReadOptions& options, const Model* model) {
  return internal::answer([&]() -> Result<Table<S>> {
    const std::string name(path);
    internal::CsvOptions how = internal::csv_options(options, model);
    how.file = std::string(path);
    internal::CsvReader<S> reader(std::move(how));
    bool first = true;
    const auto feed = [&](std::string_view piece) -> Status {
      if (first && internal::zipped(piece))
        return Status(Code::bad_text, "the file is compressed", "unpack it first");
      first = false;
      return reader.feed(piece);
    };
    if (Status s = internal::read_file(name, feed); !s) return s;
    internal::Table<S> read;
    if (Status s = reader.finish().get(read); !s) return internal::about_file(name, s);
    return TableMaker<S>::make(std::move(read));
  });
}

template <class S>
Result<Table<S>> read_csv_text(std::string_view text, const ReadOptions& options, const Model* model) {
  return internal::answer([&]() -> Result<Table<S>> {
    internal::Table<S> read;
    if (Status s = internal::read_csv<S>(text, internal::csv_options(options, model)).get(read); !s) return s;
    return TableMaker<S>::make(std::move(read));
  });
}

#define TANDA_INSTANTIATE(S)                                                              \
  template Result<internal::Dataset<S>> internal::dataset_of(const tanda::Dataset<S>&);   \
  template Result<Table<S>> read_csv(std::string_view, const ReadOptions&, const Model*); \
  template Result<Table<S>> read_csv_text(std::string_view, const ReadOptions&, const Model*);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda
