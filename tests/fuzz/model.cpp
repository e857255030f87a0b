// Any bytes as a model file: they are refused, or every number and name in them can be used.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "tanda/micro.hpp"

namespace {

volatile unsigned used;  // keeps the compiler from removing the reads

void use(tanda::ModelView::Text text) {
  for (std::size_t i = 0; i < text.size; ++i) used = used + static_cast<unsigned char>(text.data[i]);
}

void use(const tanda::ModelView& model) {
  for (std::size_t c = 0; c <= model.classes() && c < 1000; ++c) use(model.class_name(c));
  for (std::size_t j = 0; j <= model.inputs() && j < 1000; ++j) use(model.feature_name(j));
  use(model.record());
  // An accepted model has all its numbers in the file, so these sizes are no larger than the input; skip slow
  // ones.
  if (model.outputs() > 1 << 16 || model.inputs() > 1 << 16) return;
  const std::vector<float> x(model.inputs(), 0.5f);
  std::vector<float> y(model.outputs(), 0.25f);
  model.project(x.data(), y.data());
  if (const int label = model.classify(y.data()); label >= static_cast<int>(model.classes())) std::abort();
  if (model.references() == 0 || model.classes() > 1 << 10) return;
  std::vector<float> means(model.classes() * model.outputs());
  if (tanda::class_means(model, means.data()))
    used = used + static_cast<unsigned>(
                      tanda::nearest_mean(y.data(), means.data(), model.classes(), model.outputs()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // An aligned copy of exactly that size, so that a sanitizer detects reads beyond it.
  std::vector<std::uint8_t> bytes(data, data + size);
  tanda::ModelView model, linear;
  const tanda::Code code = tanda::ModelView::open(bytes.data(), bytes.size(), model);
  const tanda::Code other = tanda::ModelView::open_linear(bytes.data(), bytes.size(), linear);
  if ((code == tanda::Code::ok && model.map() == tanda::Map::linear) != (other == tanda::Code::ok))
    std::abort();
  if (code == tanda::Code::ok) use(model);
  if (other == tanda::Code::ok) use(linear);
  return 0;
}
