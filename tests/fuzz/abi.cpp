// Any sequence of calls of the C ABI, decoded from the input: each returns a code and none crashes.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tanda/tanda.h"

namespace {

/// Consumes the input from the front; gives zeros after its end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool left() const { return size_ > 0; }
  unsigned next() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  std::string text(std::size_t most) {
    std::string result;
    const std::size_t length = next() % (most + 1);
    while (result.size() < length && left()) result += static_cast<char>(next());
    return result;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

const char* const methods[] = {"pca", "lda",    "ulda", "lpp",        "lfda",  "mfa",
                               "sle", "laplda", "tsd",  "kernel_tsd", "tsimr", "nope"};
const char* const names[] = {"method",  "dims",       "set",    "scale",        "pca",
                             "scalar",  "classifier", "seed",   "memory-limit", "label",
                             "missing", "format",     "name",   "quantize",     "prototypes",
                             "train",   "neighbors",  "honest", "nope",         "select"};
const char* const values[] = {
    "1",           "2",           "0.5",   "none", "zscore", "unit", "double", "float", "knn:3",
    "c",           "json",        "onnx",  "npz",  "int8",   "drop", "mean",   "true",  "ridge=0.1",
    "ridge=0.1,1", "neighbors=2", "dims=", "all",  "1-3",    "1K",   ""};

/// Handles of each kind; a call may also get null.
struct Pool {
  static constexpr unsigned room = 3;
  tanda_options* options[room] = {};
  tanda_model* models[room] = {};
  tanda_table* tables[room] = {};

  ~Pool() {
    for (unsigned i = 0; i < room; ++i) {
      tanda_options_free(options[i]);
      tanda_model_free(models[i]);
      tanda_table_free(tables[i]);
    }
  }
};

int stop_sometimes(void* calls, const char*, double) {
  return ++*static_cast<unsigned*>(calls) % 97 == 0;
}

void take(tanda_bytes* bytes) {
  const auto* text = static_cast<const char*>(tanda_bytes_data(bytes));
  if (bytes && text[tanda_bytes_size(bytes)] != '\0') std::abort();
  tanda_bytes_free(bytes);
}

/// A few samples with values and labels from the input.
struct Samples {
  std::vector<float> values;
  std::vector<int32_t> labels;
  tanda_data data{};

  explicit Samples(Bytes& in) {
    const unsigned rows = in.next() % 20, cols = in.next() % 5, how = in.next();
    for (unsigned i = 0; i < rows * cols; ++i) {
      const int number = static_cast<int>(in.next()) - 128;
      values.push_back(number == 127 && how & 8 ? 1e38f : static_cast<float>(number) / 16.0f);
    }
    for (unsigned i = 0; i < rows; ++i)
      labels.push_back(static_cast<int32_t>(in.next() % 4) - (how & 16 ? 1 : 0));
    data.values = how & 1 ? values.data() : (rows * cols ? values.data() : nullptr);
    data.rows = rows;
    data.cols = cols;
    data.labels = how & 2 ? nullptr : labels.data();
    data.class_count = how & 4 ? 4 : 0;
  }
};

void call(Bytes& in, Pool& pool, unsigned& calls) {
  const unsigned what = in.next() % 14, at = in.next() % Pool::room;
  tanda_error error;
  tanda_options* options = pool.options[in.next() % Pool::room];
  tanda_model* model = pool.models[at];
  int32_t code = 0;
  switch (what) {
    case 0:
      tanda_options_free(pool.options[at]);
      pool.options[at] = tanda_options_new();
      tanda_options_set(pool.options[at], "method", methods[in.next() % std::size(methods)], &error);
      tanda_options_set(pool.options[at], "format", values[9 + in.next() % 4], nullptr);
      break;
    case 1:
      code = tanda_options_set(options, names[in.next() % std::size(names)],
                               values[in.next() % std::size(values)], &error);
      break;
    case 2: {
      const std::string name = in.text(12), value = in.text(12);
      code = tanda_options_set(options, name.c_str(), value.c_str(), &error);
      break;
    }
    case 3:
      tanda_options_progress(options, in.next() % 2 ? stop_sometimes : nullptr, &calls);
      break;
    case 4: {
      const Samples samples(in);
      tanda_model* made = nullptr;
      code = tanda_fit(options, &samples.data, &made, &error);
      if ((code == 0) != (made != nullptr)) std::abort();
      if (made) {
        tanda_model_free(pool.models[at]);
        pool.models[at] = made;
      }
      break;
    }
    case 5: {
      tanda_bytes* file = nullptr;
      tanda_model* again = nullptr;
      if (tanda_save(model, &file, &error) == 0) {
        std::string bytes(static_cast<const char*>(tanda_bytes_data(file)), tanda_bytes_size(file));
        if (in.next() % 2) bytes[in.next() % bytes.size()] ^= static_cast<char>(in.next());
        code = tanda_open(bytes.data(), bytes.size(), &again, &error);
      }
      take(file);
      tanda_model_free(again);
      break;
    }
    case 6: {
      const std::string bytes = in.text(200);
      tanda_model* opened = nullptr;
      code = tanda_open(bytes.data(), bytes.size(), &opened, &error);
      tanda_model_free(opened);
      break;
    }
    case 7: {
      tanda_model_info info{};
      tanda_model_describe(model, &info);
      if (info.inputs > 1000 || info.outputs > 1000) break;
      const std::size_t rows = in.next() % 4, cols = in.next() % 2 ? info.inputs : in.next() % 6;
      std::vector<float> x(rows * cols, static_cast<float>(in.next())), y(rows * info.outputs + 1);
      std::vector<int32_t> labels(rows + 1);
      code = tanda_transform(model, x.data(), rows, cols, y.data(), &error);
      code = tanda_predict(model, x.data(), rows, cols, labels.data(), &error);
      for (std::size_t i = 0; i < rows && code == 0; ++i)
        if (!tanda_class_name(model, static_cast<std::size_t>(labels[i]))) std::abort();
      break;
    }
    case 8: {
      tanda_bytes* file = nullptr;
      code = tanda_export(model, options, &file, &error);
      take(file);
      break;
    }
    case 9: {
      const std::string text = in.text(120);
      tanda_table* table = nullptr;
      code = tanda_read_csv(text.data(), text.size(), in.next() % 2 ? options : nullptr,
                            in.next() % 2 ? model : nullptr, &table, &error);
      if (table) {
        tanda_table_free(pool.tables[at]);
        pool.tables[at] = table;
      }
      break;
    }
    case 10: {
      tanda_data data{};
      tanda_table_data(pool.tables[at], &data);
      tanda_model* made = nullptr;
      code = tanda_fit(options, &data, &made, &error);
      tanda_model_free(made);
      break;
    }
    case 11: {
      uint64_t bytes = 0;
      code = tanda_plan(options, in.next() << (in.next() % 24), in.next(), in.next() % 50, in.next(), &bytes,
                        &error);
      break;
    }
    case 12: {
      tanda_bytes* json = nullptr;
      code = tanda_model_record(model, &json, &error);
      take(json);
      code = tanda_table_describe(pool.tables[at], &json, &error);
      if (code == 0) take(json);
      break;
    }
    default: {
      const Samples samples(in);
      tanda_bytes* json = nullptr;
      tanda_options_set(options, "folds", "2", nullptr);
      tanda_options_set(options, "select", "ridge=0.1,1", nullptr);
      code = tanda_tune(options, &samples.data, &json, &error);
      take(json);
      break;
    }
  }
  if (code != 0 && (std::strlen(error.message) == 0 || std::strcmp(tanda_code_name(code), "unknown") == 0))
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes in(data, size);
  Pool pool;
  unsigned calls = 0;
  for (unsigned i = 0; i < 24 && in.left(); ++i) call(in, pool, calls);
  return 0;
}
