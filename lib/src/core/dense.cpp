// What the dense operations have in common, whatever does the products.
#include "tanda/core/dense.hpp"

#include <algorithm>
#include <cmath>

namespace tanda {
namespace {

double* column(const Target<double>& a, Index j) {
  return a.data + j * a.stride;
}

/// Takes what v has along the first `count` columns of an orthonormal basis away.
void take_away(const MatrixD& basis, Index count, Target<double> v) {
  for (int twice = 0; twice < 2; ++twice) {
    const MatrixD parts = product(basis.leftCols(count).transpose(), Operand<double>(v));
    add_product(v, basis.leftCols(count), parts, -1);
  }
}

}  // namespace

void add_square_lower(Target<double> c, Operand<double> a, double scale) {
  add_product_lower(c, a, a.transpose(), scale);
}

MatrixD square_lower(Operand<double> a) {
  MatrixD result = MatrixD::Zero(a.height(), a.height());
  add_square_lower(result, a);
  return result;
}

void fill_upper(Target<double> a) {
  for (Index j = 1; j < a.cols; ++j) {
    for (Index i = 0; i < j; ++i) column(a, j)[i] = column(a, i)[j];
  }
}

MatrixD orthonormal_columns(MatrixD columns) {
  Index axis = 0;
  for (Index j = 0; j < columns.cols(); ++j) {
    auto v = columns.col(j);
    double least = 1e-12 * std::sqrt(squared_length(v));
    take_away(columns, j, v);
    double length = std::sqrt(squared_length(v));
    while (length <= least) {  // it depends on those before: any other direction will do
      if (axis == columns.rows()) return columns.leftCols(j);
      columns.col(j).setZero();
      columns(axis++, j) = 1;
      take_away(columns, j, v);
      length = std::sqrt(squared_length(v));
      least = 0.5 / std::sqrt(double(columns.rows()));
    }
    for (Index i = 0; i < columns.rows(); ++i) columns(i, j) /= length;
  }
  return columns;
}

void centre_columns(Target<double> a) {
  for (Index i = 0; i < a.rows; ++i) {
    double mean = 0;
    for (Index j = 0; j < a.cols; ++j) mean += column(a, j)[i];
    mean /= double(a.cols);
    for (Index j = 0; j < a.cols; ++j) column(a, j)[i] -= mean;
  }
}

void scale_columns(Target<double> a, Operand<double> factors) {
  for (Index j = 0; j < a.cols; ++j) {
    for (Index i = 0; i < a.rows; ++i) column(a, j)[i] *= factors.data[j];
  }
}

void scale_rows(Target<double> a, Operand<double> factors) {
  for (Index j = 0; j < a.cols; ++j) {
    for (Index i = 0; i < a.rows; ++i) column(a, j)[i] *= factors.data[i];
  }
}

VectorD squared_lengths(Operand<double> a) {
  VectorD result(a.cols);
  for (Index j = 0; j < a.cols; ++j) {
    Operand<double> one = a;
    one.data += j * a.stride;
    one.cols = 1;
    result[j] = squared_length(one);
  }
  return result;
}

double largest_magnitude(Operand<double> a) {
  double largest = 0;
  for (Index j = 0; j < a.cols; ++j) {
    for (Index i = 0; i < a.rows; ++i) largest = std::max(largest, std::abs(a.data[i + j * a.stride]));
  }
  return largest;
}

}  // namespace tanda
