// Every method of the registry against Eigen's own product of the same data, and how cost grows with n and d.
#include "harness.hpp"

namespace bench {
namespace {

using tanda::Index;
using tanda::Json;

tanda::FitOptions options_for(const char* id) {
  tanda::FitOptions options;
  options.method = id;
  options.dims = 9;
  options.neighbors =
      0;  // no classifier: its reference points are the caller's choice, not the method's cost
  return options;
}

double data_bytes(const tanda::Table<float>& table) {
  return double(table.values.size() * sizeof(float));
}

Json methods_on(const std::string& name, const tanda::Table<float>& table) {
  const double gemm = gemm_seconds(table.rows, table.columns);
  Report report("fit on " + name + ", " + std::to_string(table.rows) + "×" + std::to_string(table.columns) +
                    ": one product of 2nd² flops takes " + fixed(1e3 * gemm, 2) + " ms",
                {"method", "ms", "min", "max", "/ product", "peak/data"});
  for (const tanda::Method& method : tanda::registry().methods()) {
    const FitCost cost = fit_cost(table, options_for(method.info->id));
    if (!cost.error.empty()) {
      report.row({method.info->id, cost.error},
                 Json::object().set("method", method.info->id).set("error", cost.error));
      continue;
    }
    Json stages = Json::object();
    for (const tanda::StageTime& stage : cost.stages) stages.set(stage.name, stage.seconds);
    report.row({method.info->id, fixed(1e3 * cost.times.median, 1), fixed(1e3 * cost.times.fastest, 1),
                fixed(1e3 * cost.times.slowest, 1), fixed(cost.times.median / gemm, 1),
                fixed(cost.peak_bytes / data_bytes(table), 2)},
               Json::object()
                   .set("method", method.info->id)
                   .set("rows", table.rows)
                   .set("cols", table.columns)
                   .set("seconds", cost.times.median)
                   .set("over_product", cost.times.median / gemm)
                   .set("peak_bytes", cost.peak_bytes)
                   .set("peak_over_data", cost.peak_bytes / data_bytes(table))
                   .set("stages", std::move(stages)));
  }
  return report.json();
}

}  // namespace

Json methods_group(const Request& request) {
  Json result = Json::array();
  result.push(methods_on("Gaussian classes", gaussian(2000, 256, 10, 1)));
  const tanda::Table<float> usps = read(request.data, "usps_train.csv.gz");
  if (usps.rows > 0) result.push(methods_on("USPS train", usps));
  return result;
}

Json growth_group(const Request&) {
  const Index n = 2000, d = 64;
  const tanda::Table<float> all = gaussian(2 * n, d, 10, 1), base = head(all, n),
                            wide = gaussian(n, 2 * d, 10, 1);
  Report report("growth from " + std::to_string(n) + "×" + std::to_string(d) + " when n or d doubles",
                {"method", "ms", "2n time", "2n peak", "2d time", "2d peak"});
  for (const tanda::Method& method : tanda::registry().methods()) {
    const tanda::FitOptions options = options_for(method.info->id);
    const FitCost one = fit_cost(base, options), long_one = fit_cost(all, options),
                  wide_one = fit_cost(wide, options);
    const auto ratio = [](double a, double b) { return b > 0 ? a / b : 0; };
    const double n_time = ratio(long_one.times.median, one.times.median),
                 n_peak = ratio(long_one.peak_bytes, one.peak_bytes);
    const double d_time = ratio(wide_one.times.median, one.times.median),
                 d_peak = ratio(wide_one.peak_bytes, one.peak_bytes);
    report.row({method.info->id, fixed(1e3 * one.times.median, 1), fixed(n_time, 2), fixed(n_peak, 2),
                fixed(d_time, 2), fixed(d_peak, 2)},
               Json::object()
                   .set("method", method.info->id)
                   .set("n_time", n_time)
                   .set("n_peak", n_peak)
                   .set("d_time", d_time)
                   .set("d_peak", d_peak));
  }
  return report.json();
}

}  // namespace bench
