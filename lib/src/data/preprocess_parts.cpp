#include "preprocess_parts.hpp"

#include <cmath>

#include "base/decimal.hpp"
#include "base/text.hpp"
#include "data/precision.hpp"

namespace tanda::internal {
namespace {

// Squares of samples whose largest value is in this range keep their digits, also as floats.
constexpr double small_values = 0x1p-40, large_values = 0x1p50;
// A model of floats is possible for largest values in this range.
constexpr double smallest_values = 0x1p-112, largest_values = 0x1p120;

}  // namespace

Scale chosen_scale(bool differ_in_scale, Monitor& monitor) {
  if (!differ_in_scale) return Scale::none;
  monitor.note(
      "features differ in scale by more than 10 times: each was scaled to deviation 1 ({scale=none} "
      "leaves them as they are)");
  return Scale::zscore;
}

double working_unit(double largest) {
  const bool safe = largest >= small_values && largest <= large_values;
  return safe ? 1 : std::ldexp(1.0, -std::ilogb(largest));
}

Status check_reach(double largest) {
  if (!(largest <= largest_values))
    return Status(Code::too_large, joined({"values differ by up to ", decimal_text(2 * largest, 3),
                                           ", too much to square safely"}));
  if (!(largest > 0))
    return Status(
        Code::no_variation, "all samples are equal",
        joined({"check for constant columns and duplicate rows; if samples differ in digits that floats "
                "do not keep, ",
                keep_digits}));
  if (largest < smallest_values)
    return Status(Code::not_representable,
                  joined({"values differ by no more than ", decimal_text(2 * largest, 3),
                          ", too little for a model, whose numbers are floats"}),
                  "use other units");
  return {};
}

Index axes_to_keep(const VectorD& values, PcaChoice pca) {
  const Index n = values.size(), rank = rank_of(values);
  if (pca.dims > 0) return std::min(pca.dims, rank);
  if (!(pca.energy > 0 && pca.energy < 1)) return rank;
  const double total = values.tail(rank).sum();
  double sum = 0;
  for (Index kept = 1; kept <= rank; ++kept) {
    sum += values[n - kept];
    if (sum >= pca.energy * total * (1 - 1e-12)) return kept;
  }
  return rank;
}

}  // namespace tanda::internal
