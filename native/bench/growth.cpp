// How the cost of every method grows when n or d doubles, next to what the formulas say; for docs/COSTS.md.
#include "harness.hpp"

namespace bench {
namespace {

using tanda::internal::Index;
using tanda::internal::Json;

constexpr Index many = 4000, few = 1000, columns = 64;
constexpr double long_seconds = 0.3;

/// How many samples to begin with: fewer where a thousand samples take this long, or where a method takes n²
/// bytes, because twice as many then suffice to see the growth.
Index base_of(const tanda::internal::Table<float>& table, const tanda::internal::MethodInfo& info,
              const tanda::internal::FitOptions& options) {
  if (info.output == tanda::internal::Output::kernel) return few;
  tanda::internal::Monitor monitor;
  const tanda::internal::Table<float> small = head(table, few);
  const double seconds = processor_seconds(
      [&] { (void)tanda::internal::fit(tanda::internal::registry(), small.view(), options, monitor); });
  return seconds < long_seconds ? many : few;
}

struct Growth {
  double time, peak;
};
/// From the fastest runs, because disturbances only make a run slower.
Growth growth(const FitCost& from, const FitCost& to) {
  const auto ratio = [](double a, double b) { return b > 0 ? a / b : 0; };
  return {ratio(to.times.fastest, from.times.fastest), ratio(to.peak_bytes, from.peak_bytes)};
}

}  // namespace

Json growth_group(const Request&) {
  const tanda::internal::Table<float> longest = gaussian(2 * many, columns, 10, 1),
                                      widest = gaussian(many, 2 * columns, 10, 1);
  Report report("growth from n×" + std::to_string(columns) + " when n or d doubles",
                {"method", "n", "ms", "2n time", "2n peak", "2d time", "2d peak"});
  for (const tanda::internal::Method& method : tanda::internal::registry().methods()) {
    const tanda::internal::FitOptions options = options_for(method.info->id);
    const Index n = base_of(longest, *method.info, options);
    const FitCost one = fit_cost(head(longest, n), options), twice = fit_cost(head(longest, 2 * n), options),
                  wide = fit_cost(head(widest, n), options);
    const Growth with_n = growth(one, twice), with_d = growth(one, wide);
    report.row({method.info->id, std::to_string(n), fixed(1e3 * one.times.fastest, 1), fixed(with_n.time, 1),
                fixed(with_n.peak, 1), fixed(with_d.time, 1), fixed(with_d.peak, 1)},
               Json::object()
                   .set("method", method.info->id)
                   .set("rows", n)
                   .set("cols", columns)
                   .set("seconds", one.times.fastest)
                   .set("n_time", with_n.time)
                   .set("n_peak", with_n.peak)
                   .set("d_time", with_d.time)
                   .set("d_peak", with_d.peak));
  }
  return report.json();
}

}  // namespace bench
