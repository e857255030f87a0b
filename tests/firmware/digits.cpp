// Runs all digits through the model in flash, in float and in 8 bits. For each sample it prints "label by
// neighbours, by the nearest mean, by neighbours in 8 bits: y...", y as the bits of floats; digits.py
// compares them.
#include "console.hpp"
#include "tanda/micro.hpp"
#include "text.hpp"

extern "C" const unsigned char digits_model[], digits_model_end[];
extern "C" const float digits_samples[], digits_samples_end[];

namespace {

constexpr std::size_t max_inputs = 64, max_outputs = 10, max_classes = 10;
float means[max_classes * max_outputs];

/// The quantised map, made on the board by the same code that a host runs.
struct Int8 {
  std::int8_t weights[max_outputs * max_inputs], steps[max_inputs];
  float scale[max_outputs], range[max_inputs], inverse[max_inputs];
} int8;

/// The range of every other sample, which are those that the model was trained on.
void find_range(const tanda::ModelView& model) {
  const std::size_t d = model.inputs();
  for (const float* x = digits_samples; x != digits_samples_end; x += 2 * d) {
    for (std::size_t j = 0; j < d; ++j) {
      const float distance = x[j] < model.mean()[j] ? model.mean()[j] - x[j] : x[j] - model.mean()[j];
      if (distance > int8.range[j]) int8.range[j] = distance;
    }
    if (digits_samples_end - x == static_cast<std::ptrdiff_t>(d)) break;  // an odd number of samples
  }
}

}  // namespace

int main() {
  tanda::ModelView model;
  const std::size_t bytes = static_cast<std::size_t>(digits_model_end - digits_model);
  if (tanda::ModelView::open_linear(digits_model, bytes, model) != tanda::Code::ok) return 2;
  const std::size_t d = model.inputs(), r = model.outputs();
  if (d > max_inputs || r > max_outputs || model.classes() > max_classes) return 3;
  if (!tanda::class_means(model, means)) return 4;
  find_range(model);
  if (tanda::quantize(model.projection(), int8.range, d, r, int8.weights, int8.scale, int8.inverse) !=
      tanda::Code::ok)
    return 5;
  const tanda::QuantizedView small{int8.weights,       int8.scale, model.mean(), int8.inverse, d, r,
                                   model.unit_length()};

  for (const float* x = digits_samples; x != digits_samples_end; x += d) {
    float y[max_outputs], rough[max_outputs];
    if (!model.project(x, y)) return 6;
    tanda::project(small, x, int8.steps, rough);
    Line line;
    line.number(model.classify(y)).letter(' ');
    line.number(tanda::nearest_mean(y, means, model.classes(), r)).letter(' ');
    line.number(model.classify(rough));
    for (std::size_t i = 0; i < r; ++i) line.letter(' ').bits(y[i]);
    say(line.letter('\n').text());
  }
  return 0;
}
