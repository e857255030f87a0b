// The operations that a back end provides, for both precisions.
#include <products.hpp>  // of the back end that TANDA_DENSE selects

namespace tanda::internal {

double product_bytes(Index rows, Index cols, Index depth, double scalar_bytes) {
  return backend::product_bytes(rows, cols, depth, scalar_bytes);
}
MatrixD product(Operand<double> a, Operand<double> b, Workspace* w) {
  return backend::product(a, b, w);
}
void set_product(Target<double> c, Operand<double> a, Operand<double> b) {
  backend::set_product(c, a, b);
}
void set_product(Target<float> c, Operand<float> a, Operand<float> b) {
  backend::set_product(c, a, b);
}
void add_product(Target<double> c, Operand<double> a, Operand<double> b, double scale) {
  backend::add_product(c, a, b, scale);
}
void add_product(Target<float> c, Operand<float> a, Operand<float> b, float scale) {
  backend::add_product(c, a, b, scale);
}
void add_product_lower(Target<double> c, Operand<double> a, Operand<double> b, double scale) {
  backend::add_product_lower(c, a, b, scale);
}
void add_product_lower(Target<float> c, Operand<float> a, Operand<float> b, float scale) {
  backend::add_product_lower(c, a, b, scale);
}
void set_symmetric_product(Target<double> y, Operand<double> a, Operand<double> x) {
  backend::set_symmetric_product(y, a, x);
}
void solve_triangle(Operand<double> l, Target<double> x) {
  backend::solve_triangle(l, x);
}
void solve_triangle_right(Operand<double> l, Target<double> x) {
  backend::solve_triangle_right(l, x);
}
void solve_triangle_right(Operand<float> l, Target<float> x) {
  backend::solve_triangle_right(l, x);
}
double squared_length(Operand<double> a) {
  return backend::squared_length(a);
}
bool all_finite(Operand<double> a) {
  return backend::all_finite(a);
}
bool all_finite(Operand<float> a) {
  return backend::all_finite(a);
}

}  // namespace tanda::internal
