#include "twins.hpp"

#include "spans.hpp"
#include "ut.hpp"

using tanda::internal::Index;
using tanda::internal::MatrixD;
using ut::expect;

MatrixD rows_of(const float* matrix, Index inputs, Index dims) {
  return tanda::internal::ConstMatrixView<float>(matrix, inputs, dims).cast<double>().transpose();
}

MatrixD rows_of(const double* matrix, Index inputs, Index dims) {
  return tanda::internal::ConstMatrixView<double>(matrix, inputs, dims).transpose();
}

std::string twin_name(const char* method, const std::vector<tanda::internal::Setting>& settings,
                      std::size_t bytes) {
  std::string name = method + std::string(bytes == 4 ? " float" : " double");
  for (const auto& [parameter, value] : settings) name += " " + parameter + "=" + value;
  return name;
}

void expect_twins(const tanda::internal::Model& hosted, const MatrixD& rows,
                  const tanda::internal::VectorD& offset, const TwinTolerance& tolerance,
                  const std::string& name) {
  const auto& [angle, block, turned] = tolerance;
  expect(rows.rows() == hosted.projection().rows()) << name << "gives" << double(rows.rows()) << "rows";
  if (rows.rows() != hosted.projection().rows()) return;
  const Index size = block > 0 ? block : rows.rows();
  for (Index first = 0; first < rows.rows(); first += size) {
    const double off = largest_angle(rows.middleRows(first, size).transpose(),
                                     hosted.projection().middleRows(first, size).transpose());
    expect(off <= angle) << name << "angle" << off;
  }
  const MatrixD metric = hosted.projection().transpose() * hosted.projection();
  const double metric_off = (rows.transpose() * rows - metric).norm() / metric.norm();
  expect(metric_off <= 20 * angle) << name << "metric is off by" << metric_off;
  if (turned) return;
  const double rows_off = (rows - hosted.projection()).norm() / hosted.projection().norm();
  expect(rows_off <= 20 * angle) << name << "rows are off by" << rows_off;
  const double length = 1 + (hosted.projection().cwiseAbs() * hosted.mean().cwiseAbs()).norm();
  const double offset_off = (offset - hosted.offset()).norm() / length;
  expect(offset_off <= 20 * angle) << name << "offset is off by" << offset_off;
}
