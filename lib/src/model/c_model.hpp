// The numbers of an exported C header: those of the model file, quantized to 8 bits if wanted, and the
// results that its self-test expects.
#pragma once

#include <vector>

#include "model/export_c.hpp"
#include "tanda/model_view.hpp"

namespace tanda::internal {

struct Int8Map {
  std::vector<std::int8_t> weights;
  std::vector<float> scale, inverse;
};

/// Samples x, their projections, the tolerance of these, and the expected labels and scores.
struct SelfTest {
  std::vector<float> x, y, tolerance;
  std::vector<int> labels;              ///< −1 = too close to call; empty without a classifier
  std::vector<float> scores;            ///< of each class, sample after sample
  std::vector<float> scores_tolerance;  ///< one for each sample
  std::size_t count = 0;
};

class CModel {
 public:
  /// Both arguments must outlive this object; with options.int8, `quantize` must be called first.
  CModel(const ModelView& view, const CExport& options) : view_(view), options_(options) {}

  Status quantize();
  Status make_selftest();
  void project(const float* x, float* y) const;

  const ModelView& view() const { return view_; }
  const CExport& options() const { return options_; }
  const Int8Map& int8() const { return int8_; }
  const SelfTest& selftest() const { return test_; }

 private:
  std::size_t inputs() const { return view_.inputs(); }
  std::size_t outputs() const { return view_.outputs(); }
  Status check_offset() const;
  int label(const std::vector<float>& y) const;
  std::vector<float> made_up_sample() const;
  void tolerate(const float* x, float* tolerance) const;
  std::vector<float> scores(const std::vector<float>& y) const;
  void settle(const std::vector<float>& y, const std::vector<float>& tolerance);

  const ModelView& view_;
  const CExport& options_;
  Int8Map int8_;
  SelfTest test_;
};

}  // namespace tanda::internal
