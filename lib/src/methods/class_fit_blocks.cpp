// Directions in blocks, one for each class, in coordinates that whiten the data.
#include <algorithm>

#include "linalg/dense.hpp"
#include "methods/class_fit.hpp"

namespace tanda::internal {
namespace {

/// Orthonormal columns: `first`, then the principal axes made orthogonal to the columns before.
MatrixD completed(const VectorD& first, const MatrixD& axes) {
  MatrixD columns(first.home(), first.size(), axes.cols() + 1);
  if (measuring(first.home())) return orthonormal_columns(std::move(columns));
  columns.col(0) = first;
  for (Index j = 0; j < axes.cols(); ++j) columns.col(j + 1) = axes.col(j);
  return orthonormal_columns(std::move(columns));
}

}  // namespace

bool ClassFit::begin_blocks(int blocks) {
  blocks_ = blocks;
  p.data.means();  // computed first, so that they lie below all other blocks
  return true;
}

void ClassFit::whiten(small::Part part, bool leaves_open) {
  p.monitor.stage("scatter");
  MatrixD total = scatter(part);
  white_ = whitening_of_range(total, &p.monitor);
  const Index more = std::min(p.dims, white_.cols()) - 1;
  if (more < 1 || !leaves_open || stopped()) return;
  const Eigenpairs principal = extreme_eigen(MatrixD(total), more, End::largest, &p.monitor);
  if (stopped()) return;
  fill_upper(total);
  const MatrixD turned = product(total, principal.vectors, p.home());
  axes_ = product(white_.transpose(), turned, p.home());
}

void ClassFit::begin_directions() {
  p.monitor.stage("solve");
  if (stopped()) blocks_ = 0;
  const Index block = std::min(p.dims, white_.cols());
  if (block == 0) blocks_ = 0;
  solution_ = {MatrixD(p.home(), white_.rows(), blocks_ * block), VectorD(p.home(), blocks_ * block),
               blocks_ > 1 ? block : 0};
}

/// When counting, classes have sizes only, and the largest one stands for all.
Index ClassFit::block_class(Index block) const {
  Index most = block;
  for (Index c = 0; blocks_ > 1 && measuring(p.home()) && c < p.data.classes(); ++c)
    if (p.data.size(c) > p.data.size(most)) most = c;
  return most;
}

bool ClassFit::take_block(Index block) {
  if (stopped()) return false;
  const Index size = block_.vectors.cols();
  set_product(solution_.directions.middleCols(block * size, size), white_, block_.vectors);
  library_product(p.home(), white_.rows(), size, white_.cols(), sizeof(double));
  if (!measuring(p.home())) solution_.values.segment(block * size, size) = block_.values;
  block_ = {};
  pull_ = {};
  return !measuring(p.home());
}

double ClassFit::pull(int c) {
  VectorD u(p.home(), white_.rows());
  if (!measuring(p.home())) u = p.data.size(c) * p.data.means().col(c);
  pull_ = VectorD(p.home(), product(white_.transpose(), u, p.home()));
  return measuring(p.home()) ? 0 : pull_.norm();
}

void ClassFit::complete(double first_value, double others) {
  VectorD first(p.home(), pull_.size());
  if (!measuring(p.home())) {
    const double length = pull_.norm();
    first.setZero();
    if (length > 0) {
      first = pull_ / length;
    } else {
      first[0] = 1;
    }
  }
  block_.vectors = completed(first, axes_);
  block_.values = VectorD(p.home(), block_.vectors.cols());
  if (measuring(p.home())) return;
  block_.values.setConstant(others);
  block_.values[0] = first_value;
}

void ClassFit::project(int c) {
  if (measuring(p.home())) {  // classes of other sizes may leave directions open
    complete(0, 0);
    block_ = {};
  }
  MatrixD inside = p.data.class_total(c);
  fill_upper(inside);
  a_ = long_product(inside, white_, &p.monitor, p.home());
  if (!stopped()) a_ = long_product(white_.transpose(), a_, &p.monitor, p.home());
}

void ClassFit::combine(double of_a, double of_identity, double of_pull) {
  if (stopped()) return;
  if (!measuring(p.home())) {
    a_ *= of_a;
    for (Index i = 0; i < a_.rows(); ++i) a_(i, i) += of_identity;
  }
  add_square_lower(a_, pull_, of_pull);
}

void ClassFit::solve_white(End end) {
  if (!stopped())
    block_ = internal::solve(Pencil{std::move(a_), {}, end}, p.dims, Columns::b_normal, &p.monitor);
}

}  // namespace tanda::internal
