// Writes the features of sensor windows with the state of the machine: the table that a model is fitted to.
// Runs on the host only.
#include <cstdio>

#include "sensor.hpp"

int main() {
  edge::Sensor sensor(1);
  for (const char* name : edge::feature_names) std::printf("%s,", name);
  std::puts("label");
  for (int i = 0; i < 300; ++i) {
    const int state = i % edge::state_count;
    float window[edge::window_samples], features[edge::feature_count];
    sensor.read(state, window);
    edge::extract(window, features);
    for (float feature : features) std::printf("%.9g,", static_cast<double>(feature));
    std::puts(edge::state_names[state]);
  }
}
