// Every method of the registry: where its time and memory go, compared with yardsticks measured in the same
// run.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "yardsticks.hpp"

namespace bench {
namespace {

using tanda::internal::Index;
using tanda::internal::Json;

/// Stages as they are shown; each stage name of the library belongs to one column, all others to the last.
struct StageColumn {
  const char* title;
  std::vector<std::string> names;
};
const StageColumn stage_columns[] = {
    {"neighbors", {"neighbors"}}, {"graph", {"graph", "partition"}},       {"scatter", {"scatter", "kernel"}},
    {"tangents", {"tangents"}},   {"solve", {"solve", "start", "search"}}, {"other", {}}};

std::vector<std::string> stage_cells(const FitCost& cost) {
  constexpr std::size_t count = std::size(stage_columns);
  double seconds[count] = {};
  for (const tanda::internal::StageTime& stage : cost.stages) {
    std::size_t at = 0;
    const auto holds = [&](const StageColumn& column) {
      return std::find(column.names.begin(), column.names.end(), stage.name) != column.names.end();
    };
    while (at + 1 < count && !holds(stage_columns[at])) ++at;
    seconds[at] += stage.seconds;
  }
  std::vector<std::string> cells;
  for (const double s : seconds) cells.push_back(s > 0 ? fixed(1e3 * s, 1) : "");
  return cells;
}

/// A fit that would take more (n×n, or a factor that fills in) would take minutes, too: skipped without
/// --full.
constexpr std::uint64_t most_bytes = std::uint64_t(2) << 30;

struct Row {
  const char* method;
  FitCost cost;
};

std::vector<Row> measured(const tanda::internal::Table<float>& table, bool full) {
  const bool seen = isatty(STDERR_FILENO);
  std::vector<Row> rows;
  for (const tanda::internal::Method& method : tanda::internal::registry().methods()) {
    if (seen) std::fprintf(stderr, "\r%-20s\r", method.info->id);
    tanda::internal::FitOptions options = options_for(method.info->id);
    if (!full) options.memory_limit = most_bytes;
    rows.push_back({method.info->id, fit_cost(table, options)});
  }
  if (seen) std::fprintf(stderr, "\r%-20s\r", "");
  return rows;
}

Json row_json(const Row& row, const tanda::internal::Table<float>& table, const Yardsticks& yardsticks) {
  const FitCost& cost = row.cost;
  Json stages = Json::object();
  for (const tanda::internal::StageTime& stage : cost.stages) stages.set(stage.name, stage.seconds);
  Json json = Json::object()
                  .set("method", row.method)
                  .set("rows", table.rows)
                  .set("cols", table.columns)
                  .set("seconds", cost.times.median)
                  .set("fastest", cost.times.fastest)
                  .set("slowest", cost.times.slowest)
                  .set("over_product", cost.times.median / yardsticks.product())
                  .set("over_eigenproblem", cost.times.median / yardsticks.eigenproblem());
  if (yardsticks.lda()) json.set("over_sklearn_lda", cost.times.median / *yardsticks.lda());
  if (yardsticks.pca()) json.set("over_sklearn_pca", cost.times.median / *yardsticks.pca());
  return json.set("peak_bytes", cost.peak_bytes)
      .set("peak_over_data", cost.peak_bytes / data_bytes(table))
      .set("stages", std::move(stages));
}

Json methods_on(const std::string& name, const tanda::internal::Table<float>& table, bool full) {
  Yardsticks yardsticks(table);
  yardsticks.read();
  const std::vector<Row> rows = measured(table, full);
  yardsticks.read();

  std::vector<std::string> columns{"method", "ms", "min", "max"};
  for (const StageColumn& column : stage_columns) columns.push_back(column.title);
  for (const char* title : {"peak/data", "/product", "/eigen", "/sk lda", "/sk pca"})
    columns.push_back(title);
  Report report("fit on " + name + ", " + std::to_string(table.rows) + "×" + std::to_string(table.columns) +
                    ": " + yardsticks.text(),
                columns);
  for (const Row& row : rows) {
    if (const std::string& error = row.cost.error; !error.empty()) {
      report.row({row.method, "left out (--full): " + error},
                 Json::object().set("method", row.method).set("error", error));
      continue;
    }
    const Times& times = row.cost.times;
    std::vector<std::string> cells{row.method, fixed(1e3 * times.median, 1), fixed(1e3 * times.fastest, 1),
                                   fixed(1e3 * times.slowest, 1)};
    for (std::string& cell : stage_cells(row.cost)) cells.push_back(std::move(cell));
    cells.push_back(fixed(row.cost.peak_bytes / data_bytes(table), 2));
    for (const std::optional<double> yardstick :
         {std::optional(yardsticks.product()), std::optional(yardsticks.eigenproblem()), yardsticks.lda(),
          yardsticks.pca()})
      cells.push_back(ratio_text(times.median, yardstick));
    report.row(std::move(cells), row_json(row, table, yardsticks));
  }
  return report.json().set("set", name).set("yardsticks", yardsticks.json());
}

}  // namespace

Json methods_group(const Request& request) {
  Json result = Json::array();
  result.push(methods_on("digits", read(TANDA_SOURCE_FOLDER "/native/data", "digits.csv"), request.full));
  result.push(methods_on("Gaussian classes", gaussian(2000, 256, 10, 1), request.full));
  result.push(methods_on("Gaussian classes", gaussian(10000, 64, 10, 1), request.full));
  const tanda::internal::Table<float> usps = read(request.data, "usps_train.csv.gz");
  if (usps.rows > 0) result.push(methods_on("USPS train", usps, request.full));
  std::printf(
      "\nms: processor time of a fit, median, fastest and slowest; stages of the fastest one; memory beyond "
      "the "
      "data in units of it;\nratios of medians against Eigen and scikit-learn (one thread), read before and "
      "after "
      "each set.\n");
  return result;
}

}  // namespace bench
