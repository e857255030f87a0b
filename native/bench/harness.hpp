// Measuring: medians, sets to measure on, aligned tables and JSON. On a noisy machine only ratios within one
// run are meaningful, not milliseconds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "data/dataset.hpp"
#include "model/fit.hpp"

namespace bench {

/// How many dimensions every fit of a comparison has, those of other libraries too.
inline constexpr tanda::internal::Index compared_dims = 9;

struct Times {
  double median = 0, fastest = 0, slowest = 0;
};

/// How a run is timed. Processor time is not affected by other programs on the machine; work shared by
/// threads needs wall-clock time.
using Stopwatch = double (*)(const std::function<void()>& run);
double processor_seconds(const std::function<void()>& run);
double wall_seconds(const std::function<void()>& run);

/// Appends the seconds of at least three runs, about a second in total; of a single run if that takes ten
/// seconds.
void append_times(std::vector<double>& seconds, const std::function<void()>& run,
                  Stopwatch stopwatch = processor_seconds);
double median(std::vector<double> seconds);
Times measure(const std::function<void()>& run, Stopwatch stopwatch = processor_seconds);

/// Gaussian classes around random means.
tanda::internal::Table<float> gaussian(tanda::internal::Index n, tanda::internal::Index d, int classes,
                                       std::uint64_t seed);
/// The first n rows.
tanda::internal::Table<float> head(const tanda::internal::Table<float>& table, tanda::internal::Index n);
/// Reads a CSV file of a folder; empty if it does not exist or no folder was given.
tanda::internal::Table<float> read(const std::string& folder, const std::string& name);
double data_bytes(const tanda::internal::Table<float>& table);

/// The method with its defaults and a few dimensions. No classifier, because its reference points are the
/// caller's choice, not the method's cost.
tanda::internal::FitOptions options_for(const char* id);

/// One fit: time, and peak bytes beyond the caller's data.
struct FitCost {
  Times times;
  double peak_bytes = 0;
  std::vector<tanda::internal::StageTime> stages;  ///< processor time of the fastest run
  std::string error;
};
FitCost fit_cost(const tanda::internal::Table<float>& table, const tanda::internal::FitOptions& options,
                 Stopwatch stopwatch = processor_seconds);

/// Prints rows to standard output, and collects the same rows as JSON.
class Report {
 public:
  Report(std::string title, std::vector<std::string> columns);
  void row(std::vector<std::string> cells, tanda::internal::Json json);
  tanda::internal::Json json() const;

 private:
  std::string title_;
  std::vector<std::string> columns_;
  tanda::internal::Json rows_ = tanda::internal::Json::array();
};

std::string fixed(double x, int digits);

/// The options of the program.
struct Request {
  std::string data;   ///< the folder given with --data, or ""
  bool full = false;  ///< also measure what takes ten minutes
};

/// A group of measurements.
using Group = tanda::internal::Json (*)(const Request& request);
tanda::internal::Json methods_group(const Request& request);
tanda::internal::Json growth_group(const Request& request);
tanda::internal::Json tangent_group(const Request& request);
tanda::internal::Json select_group(const Request& request);
tanda::internal::Json solve_group(const Request& request);
tanda::internal::Json sparse_group(const Request& request);
tanda::internal::Json run_group(const Request& request);
tanda::internal::Json threads_group(const Request& request);

}  // namespace bench
