#include "c_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/text.hpp"
#include "tanda/detail/quantized.hpp"

namespace tanda::internal {
namespace {

bool each_finite(const std::vector<float>& values) {
  return std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
}

}  // namespace

Status CModel::quantize() {
  const std::size_t d = inputs(), r = outputs();
  if (!view_.range())
    return {Code::bad_argument, "the model does not know the ranges of its features, which int8 needs",
            "fit it again"};
  if (d > max_quantized_inputs)
    return {Code::wrong_shape,
            joined({d, " features are too many for 32-bit sums: at most ", max_quantized_inputs})};
  if (Status status = check_offset(); !status) return status;
  int8_ = {std::vector<std::int8_t>(r * d), std::vector<float>(r), std::vector<float>(d)};
  const Code code = tanda::quantize(view_.projection(), view_.range(), d, r, int8_.weights.data(),
                                    int8_.scale.data(), int8_.inverse.data());
  return code == Code::ok ? Status() : Status(code);
}

/// The 8-bit code subtracts the mean first and has no offset, so the model's offset must be −P·mean.
Status CModel::check_offset() const {
  const std::size_t d = inputs();
  for (std::size_t i = 0; i < outputs(); ++i) {
    double offset = static_cast<double>(view_.offset()[i]), size = std::fabs(offset);
    for (std::size_t j = 0; j < d; ++j) {
      const double part = static_cast<double>(view_.projection()[i * d + j]) * double(view_.mean()[j]);
      offset += part;
      size += std::fabs(part);
    }
    // The error of rounding to float is far below a thousandth.
    if (std::fabs(offset) > 1e-3 * size)
      return {Code::bad_model,
              joined({"8 bits need a model whose offset is that of its mean; output ", i, " has another"})};
  }
  return {};
}

void CModel::project(const float* x, float* y) const {
  if (!options_.int8) {
    view_.project(x, y);
    return;
  }
  std::vector<std::int8_t> steps(inputs());
  const QuantizedView map{int8_.weights.data(), int8_.scale.data(), view_.mean(),
                          int8_.inverse.data(), inputs(),           outputs(),
                          view_.unit_length()};
  tanda::project(map, x, steps.data(), y);
}

int CModel::label(const std::vector<float>& y) const {
  std::vector<Neighbor<float>> room(view_.scratch());
  return view_.classify(y.data(), room.data());
}

std::vector<float> CModel::scores(const std::vector<float>& y) const {
  std::vector<Neighbor<float>> room(view_.scratch());
  std::vector<float> result(view_.classes());
  view_.scores(y.data(), result.data(), room.data());
  return result;
}

Status CModel::make_selftest() {
  const std::size_t d = inputs();
  const Matrix<float>* example = options_.example;
  const bool given = example && example->cols() > 0;
  if (given && example->rows() != static_cast<Index>(d))
    return {Code::wrong_shape,
            joined({"the examples have ", example->rows(), " features, the model wants ", d})};
  test_.count = given ? static_cast<std::size_t>(example->cols()) : 1;
  for (std::size_t s = 0; s < test_.count; ++s) {
    const std::vector<float> x =
        given ? std::vector<float>(example->data() + s * d, example->data() + (s + 1) * d) : made_up_sample();
    std::vector<float> y(outputs()), tolerance(outputs());
    project(x.data(), y.data());
    tolerate(x.data(), tolerance.data());
    if (!each_finite(x) || !each_finite(y) || !each_finite(tolerance))
      return {Code::not_finite, joined({"example ", s, " is not projected to finite numbers"})};
    test_.x.insert(test_.x.end(), x.begin(), x.end());
    test_.y.insert(test_.y.end(), y.begin(), y.end());
    test_.tolerance.insert(test_.tolerance.end(), tolerance.begin(), tolerance.end());
    if (view_.rule() != Rule::none) settle(y, tolerance);
  }
  return {};
}

/// A sample near the mean in which every feature has an effect; the origin if that one overflows.
std::vector<float> CModel::made_up_sample() const {
  std::vector<float> x(inputs()), y(outputs()), tolerance(outputs());
  for (std::size_t j = 0; j < x.size(); ++j) {
    const float size = options_.int8 ? view_.range()[j] : std::max(1.f, std::fabs(view_.mean()[j]));
    x[j] = view_.mean()[j] + 0.25f * (static_cast<float>(j % 7) - 3) * size;
  }
  project(x.data(), y.data());
  tolerate(x.data(), tolerance.data());
  if (!each_finite(x) || !each_finite(y) || !each_finite(tolerance)) std::fill(x.begin(), x.end(), 0.f);
  return x;
}

/// Sets the largest difference that another order of rounding can cause: fused multiply-adds and, in 8 bits,
/// an input that is rounded to the neighbouring step. Infinite where another order of the sum may overflow.
void CModel::tolerate(const float* x, float* tolerance) const {
  const std::size_t d = inputs();
  const LengthScale<float> scale = view_.unit_length() ? unit_length_scale(x, d) : LengthScale<float>();
  const double roundings = 8 + std::sqrt(static_cast<double>(d));
  for (std::size_t i = 0; i < outputs(); ++i) {
    double size = std::fabs(static_cast<double>(view_.offset()[i]));
    for (std::size_t j = 0; j < d; ++j)
      size += std::fabs(static_cast<double>(view_.projection()[i * d + j]) * double(scale(x[j])));
    const bool overflows = size > static_cast<double>(std::numeric_limits<float>::max());
    if (options_.int8) size = 127.0 * static_cast<double>(d) * static_cast<double>(int8_.scale[i]);
    double allowed = roundings * static_cast<double>(std::numeric_limits<float>::epsilon()) * size;
    if (options_.int8) allowed += 2 * 127.0 * static_cast<double>(int8_.scale[i]);
    tolerance[i] = overflows ? std::numeric_limits<float>::infinity()
                             : static_cast<float>(allowed) + std::numeric_limits<float>::denorm_min();
  }
}

/// Adds the expected label, or −1 if it is not the same everywhere within the tolerance of y, and the
/// expected scores. The tolerance of the scores is a multiple of their variation there.
void CModel::settle(const std::vector<float>& y, const std::vector<float>& tolerance) {
  const int wanted = label(y);
  const std::vector<float> sure = scores(y);
  bool settled = true;
  float apart = 0;
  for (int pattern = 0; pattern < 4; ++pattern) {
    std::vector<float> near = y;
    for (std::size_t i = 0; i < near.size(); ++i) {
      const bool up = pattern < 2 ? pattern == 0 : (i % 2 == 0) == (pattern == 2);
      near[i] += up ? tolerance[i] : -tolerance[i];
    }
    settled = settled && label(near) == wanted;
    const std::vector<float> there = scores(near);
    for (std::size_t c = 0; c < sure.size(); ++c) apart = std::max(apart, std::fabs(there[c] - sure[c]));
  }
  test_.labels.push_back(settled ? wanted : -1);
  test_.scores.insert(test_.scores.end(), sure.begin(), sure.end());
  test_.scores_tolerance.push_back(settled ? 8 * apart + 1e-4f : 1.f);
}

}  // namespace tanda::internal
