// What firmware includes, without Eigen in sight: bytes that are no model are told from one.
#include <tanda/micro.hpp>

int main() {
  alignas(16) const unsigned char bytes[64] = {};
  tanda::ModelView model;
  return tanda::ModelView::open(bytes, sizeof bytes, model) == tanda::Code::ok;
}
