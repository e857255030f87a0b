// The C ABI's tables in pieces, and splits.
#include <algorithm>

#include "handles.hpp"
#include "select/splits.hpp"

using namespace tanda::internal::abi;
using tanda::Status;

extern "C" {

int32_t tanda_reader_new(const tanda_options* options, const tanda_model* model, tanda_reader** reader,
                         tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!reader) return missing_argument("reader");
    tanda::internal::CsvOptions how = options ? options->csv : tanda::internal::CsvOptions();
    if (model) tanda::internal::want_columns(model->model, how);
    *reader = std::make_unique<tanda_reader>(std::move(how)).release();
    return {};
  });
}

int32_t tanda_reader_feed(tanda_reader* reader, const char* text, size_t size, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!reader) return missing_argument("reader");
    if (!text && size > 0) return missing_argument("text");
    return reader->reader.feed({text, size});
  });
}

int32_t tanda_reader_finish(tanda_reader* reader, tanda_table** table, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!reader) return missing_argument("reader");
    if (!table) return missing_argument("table");
    return give_table(reader->reader.finish(), table);
  });
}

void tanda_reader_free(tanda_reader* reader) {
  delete reader;
}

int32_t tanda_split(const tanda_options* options, const int32_t* labels, size_t rows, size_t number,
                    int32_t* parts, tanda_error* error) {
  using tanda::internal::Index;
  return guarded(error, [&]() -> Status {
    if (!options) return missing_argument("options");
    if (!labels) return missing_argument("labels");
    if (!parts) return missing_argument("parts");
    if (rows == 0) return Status(tanda::Code::empty_data);
    if (rows > tanda::max_count) return Status(tanda::Code::wrong_shape, "more than 2147483647 rows");
    const std::vector<int> classes(labels, labels + rows);
    const tanda::internal::SplitSizes sizes(options->train.front(), options->test, options->labelled);
    tanda::internal::Split split;
    if (Status s = stratified_split(classes.data(), Index(rows), sizes, tanda::internal::Unlabelled::train,
                                    tanda::internal::derived_seed(options->fit.seed, number))
                       .get(split);
        !s)
      return s;
    std::fill(parts, parts + rows, 0);
    for (const Index i : split.train) parts[i] = 1;
    for (const Index i : split.hidden) parts[i] = 2;
    for (const Index i : split.test) parts[i] = 3;
    return {};
  });
}

}  // extern "C"
