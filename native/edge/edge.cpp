// Sensor window → features → project → classify, on the host and on a microcontroller. The model is one
// header, made by
//   tanda fit recorded.csv --method lda -o edge.tanda
//   tanda export edge.tanda --format c -o model.h
#include "console.hpp"
#include "model.h"
#include "sensor.hpp"

static_assert(MODEL_INPUTS == edge::feature_count, "the model was fitted on other features");

namespace {

bool same(const char* a, const char* b) {
  for (; *a && *a == *b; ++a) ++b;
  return *a == *b;
}

}  // namespace

int main() {
  constexpr int windows = 300;
  if (model_selftest() != 0) return 2;
  edge::Sensor sensor(2024);  // another seed than that of the recorded windows
  int right = 0;
  for (int i = 0; i < windows; ++i) {
    const int state = i % edge::state_count;
    float window[edge::window_samples], features[edge::feature_count];
    sensor.read(state, window);
    edge::extract(window, features);
    const char* predicted = model_class_names[model_classify(features)];
    right += same(predicted, edge::state_names[state]);
    if (i >= 6) continue;
    say(edge::state_names[state]);
    say(" was taken for ");
    say(predicted);
    say("\n");
  }
  say(right * 100 >= windows * 95 ? "at least 95 % of all windows are right\n"
                                  : "too many windows are wrong\n");
  return right * 100 >= windows * 95 ? 0 : 1;
}
