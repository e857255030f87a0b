// Measuring: medians, a yardstick, aligned tables and JSON. Ratios in one run mean something on a noisy
// machine; milliseconds do not.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tanda/core/json.hpp"
#include "tanda/data/dataset.hpp"
#include "tanda/model/fit.hpp"

namespace bench {

struct Times {
  double median = 0, fastest = 0, slowest = 0;
};

/// Runs at least three times and for about a second, at most a minute.
Times measure(const std::function<void()>& run);

/// Runs once, whatever it takes: for what takes minutes.
double measure_once(const std::function<void()>& run);

/// Seconds of Eigen's own product of 2·n·d² flops in float: X (d×n) times X'.
double gemm_seconds(tanda::Index n, tanda::Index d);

/// Gaussian classes around random means.
tanda::Table<float> gaussian(tanda::Index n, tanda::Index d, int classes, std::uint64_t seed);
/// The first n rows.
tanda::Table<float> head(const tanda::Table<float>& table, tanda::Index n);
/// A CSV of the data folder given with --data; empty when it is not there.
tanda::Table<float> read(const std::string& folder, const std::string& name);

/// One fit: time, and peak bytes beyond the caller's data.
struct FitCost {
  Times times;
  double peak_bytes = 0;
  std::vector<tanda::StageTime> stages;  ///< of the fastest run
  std::string error;
};
FitCost fit_cost(const tanda::Table<float>& table, const tanda::FitOptions& options);

/// Rows for people on standard output, and the same rows as JSON.
class Report {
 public:
  Report(std::string title, std::vector<std::string> columns);
  void row(std::vector<std::string> cells, tanda::Json json);
  tanda::Json json() const;

 private:
  std::string title_;
  std::vector<std::string> columns_;
  tanda::Json rows_ = tanda::Json::array();
};

std::string fixed(double x, int digits);

/// What was asked for.
struct Request {
  std::string data;   ///< the folder given with --data, or ""
  bool full = false;  ///< what takes ten minutes, too
};

/// A group of measurements.
using Group = tanda::Json (*)(const Request& request);
tanda::Json methods_group(const Request& request);
tanda::Json growth_group(const Request& request);
tanda::Json tangent_group(const Request& request);
tanda::Json select_group(const Request& request);

}  // namespace bench
