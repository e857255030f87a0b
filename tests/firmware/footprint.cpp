// A program that only opens a model, projects and classifies, with WITH_SCORES also scores, so that its size
// is the cost of these. footprint.py reads its symbols; it is not run.
#include "tanda/micro.hpp"

extern "C" {
tanda::Code footprint_open(const void* bytes, std::size_t size, tanda::ModelView& model) {
  return tanda::ModelView::open_linear(bytes, size, model);
}
int footprint_classify(const tanda::ModelView& model, const float* x, float* y) {
  return model.project(x, y) ? model.classify(y) : -1;
}
#ifdef WITH_SCORES
bool footprint_scores(const tanda::ModelView& model, const float* y, float* scores) {
  return model.scores(y, scores);
}
#endif
}

int main() {
  // volatile, so that the compiler does not know the addresses
  const void* volatile bytes = nullptr;
  float* volatile numbers = nullptr;
  tanda::ModelView model;
  // A second call keeps plain_project from being inlined, so that its size can be measured.
  const std::size_t volatile size = 0;
  tanda::plain_project<float>(numbers, numbers, size, size, numbers, numbers);
  if (footprint_open(bytes, 1000, model) != tanda::Code::ok) return 1;
#ifdef WITH_SCORES
  if (!footprint_scores(model, numbers, numbers)) return 2;
#endif
  return footprint_classify(model, numbers, numbers);
}
