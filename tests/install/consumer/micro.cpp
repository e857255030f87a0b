// What firmware includes, without Eigen: opens a model, and refuses bytes that are none.
#include <tanda/micro.hpp>

int main() {
  alignas(16) const unsigned char bytes[64] = {};
  tanda::ModelView model;
  return tanda::ModelView::open(bytes, sizeof bytes, model) == tanda::Code::ok;
}
