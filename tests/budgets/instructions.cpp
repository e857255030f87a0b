// Fits every method of the registry once, on a small set and with its defaults, and prints its name;
// instructions.py counts the instructions inside `counted_fit`.
#include <cstdio>
#include <string>

#include "model/fit.hpp"
#include "tanda/detail/random.hpp"

namespace {

/// Three elongated classes, 200 samples in total, 16 features.
tanda::internal::Table<float> clouds() {
  constexpr int rows = 200, columns = 16, classes = 3;
  tanda::Random random(1);
  tanda::internal::Table<float> table;
  table.rows = rows;
  table.columns = columns;
  table.has_labels = true;
  for (int c = 0; c < classes; ++c) table.labels.classes.push_back(std::to_string(c));
  for (int i = 0; i < rows; ++i) {
    const int label = i % classes;
    const double along = 4 * random.uniform();
    table.labels.numbers.push_back(label);
    for (int j = 0; j < columns; ++j) {
      const double line = j % classes == label ? along : 0;
      table.values.push_back(float(line + double(j * label % 5) + random.uniform() + random.uniform()));
    }
  }
  return table;
}

}  // namespace

/// The only function whose instructions are counted, with all that it calls.
extern "C" [[gnu::noinline]] bool counted_fit(const tanda::internal::Dataset<float>& data,
                                              const tanda::internal::FitOptions& options) {
  tanda::internal::Monitor monitor;
  return bool(tanda::internal::fit(tanda::internal::registry(), data, options, monitor));
}

int main() {
  const tanda::internal::Table<float> table = clouds();
  const tanda::internal::Dataset<float> data = table.view();
  for (const tanda::internal::Method& method : tanda::internal::registry().methods()) {
    tanda::internal::FitOptions options;
    options.scale = tanda::internal::Scale::none;
    options.method = method.info->id;
    if (!counted_fit(data, options)) {
      std::fprintf(stderr, "%s cannot be fitted\n", method.info->id);
      return 1;
    }
    std::printf("%s\n", method.info->id);
  }
  return 0;
}
