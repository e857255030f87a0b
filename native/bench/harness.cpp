#include "harness.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>

#include "input.hpp"
#include "memory_meter.hpp"
#include "tanda/core/random.hpp"

namespace bench {

using tanda::Index;

double measure_once(const std::function<void()>& run) {
  using Clock = std::chrono::steady_clock;
  const auto before = Clock::now();
  run();
  return std::chrono::duration<double>(Clock::now() - before).count();
}

Times measure(const std::function<void()>& run) {
  std::vector<double> seconds;
  double total = 0;
  while (seconds.size() < 3 || (total < 1 && seconds.size() < 1000)) {
    seconds.push_back(measure_once(run));
    total += seconds.back();
    if (total > 60) break;
  }
  std::sort(seconds.begin(), seconds.end());
  return {seconds[seconds.size() / 2], seconds.front(), seconds.back()};
}

double gemm_seconds(Index n, Index d) {
  tanda::Matrix<float> x = tanda::Matrix<float>::Constant(d, n, 0.5f), product(d, d);
  return measure([&] { product.noalias() = x * x.transpose(); }).median;
}

tanda::Table<float> gaussian(Index n, Index d, int classes, std::uint64_t seed) {
  tanda::Random random(seed);
  // Twelve uniforms are normal enough here.
  const auto normal = [&] {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random.uniform();
    return float(sum);
  };
  tanda::Table<float> table;
  table.rows = n;
  table.columns = d;
  table.has_labels = true;
  std::vector<float> means(std::size_t(d * classes));
  for (float& mean : means) mean = normal();
  for (int c = 0; c < classes; ++c) table.labels.classes.push_back(std::to_string(c));
  for (Index i = 0; i < n; ++i) {
    const int label = int(i % classes);
    table.labels.numbers.push_back(label);
    for (Index j = 0; j < d; ++j) table.values.push_back(means[std::size_t(label * d + j)] + normal());
  }
  return table;
}

tanda::Table<float> head(const tanda::Table<float>& table, Index n) {
  tanda::Table<float> result = table;
  result.rows = std::min(n, table.rows);
  result.values.resize(std::size_t(result.rows * result.columns));
  result.labels.numbers.resize(std::size_t(result.rows));
  return result;
}

tanda::Table<float> read(const std::string& folder, const std::string& name) {
  tanda::Monitor monitor;
  tanda::Table<float> table;
  if (folder.empty()) return table;
  const tanda::Status status = cli::read_table<float>(folder + "/" + name, {}, monitor).get(table);
  if (!status) std::fprintf(stderr, "%s\n", status.text().c_str());
  return table;
}

FitCost fit_cost(const tanda::Table<float>& table, const tanda::FitOptions& options) {
  FitCost cost;
  const tanda::Dataset<float> data = table.view();
  const std::size_t before = meter::live();
  meter::reset_peak();
  double fastest = std::numeric_limits<double>::infinity();
  cost.times = measure([&] {
    tanda::Monitor monitor;
    const tanda::Result<tanda::Model> model = tanda::fit(tanda::registry(), data, options, monitor);
    if (!model) cost.error = model.status().text();
    double total = 0;
    for (const tanda::StageTime& stage : monitor.stages()) total += stage.seconds;
    if (total >= fastest) return;
    fastest = total;
    cost.stages = monitor.stages();
  });
  cost.peak_bytes = double(meter::peak() - before);
  return cost;
}

std::string fixed(double x, int digits) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, x);
  return buffer;
}

Report::Report(std::string title, std::vector<std::string> columns) : title_(title), columns_(columns) {
  std::printf("\n%s\n", title.c_str());
  for (std::size_t c = 0; c < columns.size(); ++c) std::printf(c == 0 ? "%-24s" : "%12s", columns[c].c_str());
  std::printf("\n");
}

void Report::row(std::vector<std::string> cells, tanda::Json json) {
  for (std::size_t c = 0; c < cells.size(); ++c) std::printf(c == 0 ? "%-24s" : "%12s", cells[c].c_str());
  std::printf("\n");
  std::fflush(stdout);
  rows_.push(std::move(json));
}

tanda::Json Report::json() const {
  return tanda::Json::object().set("title", title_).set("rows", rows_);
}

}  // namespace bench
