#include "harness.hpp"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>

#include "input.hpp"
#include "memory_meter.hpp"
#include "tanda/detail/random.hpp"

namespace bench {

using tanda::internal::Index;

namespace {

double processor_clock() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Processor time by stage; the library's own times are wall-clock times.
class StageClock {
 public:
  void enter(const char* stage) {
    if (!stages_.empty() && stages_[current_].name == stage) return;
    leave();
    for (current_ = 0; current_ < stages_.size() && stages_[current_].name != stage;) ++current_;
    if (current_ == stages_.size()) stages_.push_back({stage, 0});
  }
  void leave() {
    const double now = processor_clock();
    if (!stages_.empty()) stages_[current_].seconds += now - since_;
    since_ = now;
  }
  const std::vector<tanda::internal::StageTime>& stages() const { return stages_; }

 private:
  std::vector<tanda::internal::StageTime> stages_;
  std::size_t current_ = 0;
  double since_ = 0;
};

}  // namespace

double processor_seconds(const std::function<void()>& run) {
  const double before = processor_clock();
  run();
  return processor_clock() - before;
}

double wall_seconds(const std::function<void()>& run) {
  using Clock = std::chrono::steady_clock;
  const auto before = Clock::now();
  run();
  return std::chrono::duration<double>(Clock::now() - before).count();
}

void append_times(std::vector<double>& seconds, const std::function<void()>& run, Stopwatch stopwatch) {
  double total = 0;
  for (int runs = 0; runs < 3 || (total < 1 && runs < 1000); ++runs) {
    seconds.push_back(stopwatch(run));
    total += seconds.back();
    if (total > 10) break;
  }
}

double median(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

Times measure(const std::function<void()>& run, Stopwatch stopwatch) {
  std::vector<double> seconds;
  append_times(seconds, run, stopwatch);
  const auto [fastest, slowest] = std::minmax_element(seconds.begin(), seconds.end());
  return {median(seconds), *fastest, *slowest};
}

tanda::internal::Table<float> gaussian(Index n, Index d, int classes, std::uint64_t seed) {
  tanda::Random random(seed);
  // The sum of twelve uniform numbers is close enough to a normal one.
  const auto normal = [&] {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random.uniform();
    return float(sum);
  };
  tanda::internal::Table<float> table;
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

tanda::internal::Table<float> head(const tanda::internal::Table<float>& table, Index n) {
  tanda::internal::Table<float> result = table;
  result.rows = std::min(n, table.rows);
  result.values.resize(std::size_t(result.rows * result.columns));
  result.labels.numbers.resize(std::size_t(result.rows));
  return result;
}

tanda::internal::Table<float> read(const std::string& folder, const std::string& name) {
  tanda::internal::Monitor monitor;
  tanda::internal::Table<float> table;
  if (folder.empty()) return table;
  const tanda::Status status = cli::read_table<float>(folder + "/" + name, {}, monitor).get(table);
  if (!status) std::fprintf(stderr, "%s\n", status.text().c_str());
  return table;
}

double data_bytes(const tanda::internal::Table<float>& table) {
  return double(table.values.size() * sizeof(float));
}

tanda::internal::FitOptions options_for(const char* id) {
  tanda::internal::FitOptions options;
  options.method = id;
  options.dims = compared_dims;
  options.neighbors = 0;
  return options;
}

FitCost fit_cost(const tanda::internal::Table<float>& table, const tanda::internal::FitOptions& options,
                 Stopwatch stopwatch) {
  FitCost cost;
  const tanda::internal::Dataset<float> data = table.view();
  const std::size_t before = meter::live();
  meter::reset_peak();
  double fastest = std::numeric_limits<double>::infinity();
  const auto fit = [&] {
    StageClock clock;
    tanda::internal::Monitor monitor([&](const char* stage, double) {
      clock.enter(stage);
      return true;
    });
    const tanda::Result<tanda::internal::Model> model =
        tanda::internal::fit(tanda::internal::registry(), data, options, monitor);
    clock.leave();
    if (!model) cost.error = model.status().text();
    double total = 0;
    for (const tanda::internal::StageTime& stage : clock.stages()) total += stage.seconds;
    if (total >= fastest) return;
    fastest = total;
    cost.stages = clock.stages();
  };
  cost.times = measure(fit, stopwatch);
  cost.peak_bytes = double(meter::peak() - before);
  return cost;
}

std::string fixed(double x, int digits) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, x);
  return buffer;
}

namespace {

/// Counts characters: continuation bytes of UTF-8 do not count.
std::size_t width_of(const std::string& text) {
  return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// The first cell is aligned left, the others right, in columns wide enough for their headings.
void print_line(const std::vector<std::string>& cells, const std::vector<std::string>& columns) {
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::size_t least = columns.size() > 8 ? 9 : 12;  // so that the table fits on a screen
    const std::size_t wide = c == 0 ? 24 : std::max(least, width_of(columns[c]) + 2),
                      own = width_of(cells[c]);
    const std::string gap(wide > own ? wide - own : 1, ' ');
    std::printf("%s%s", c == 0 ? cells[c].c_str() : gap.c_str(), c == 0 ? gap.c_str() : cells[c].c_str());
  }
  std::printf("\n");
}

}  // namespace

Report::Report(std::string title, std::vector<std::string> columns) : title_(title), columns_(columns) {
  std::printf("\n%s\n", title.c_str());
  print_line(columns_, columns_);
}

void Report::row(std::vector<std::string> cells, tanda::internal::Json json) {
  print_line(cells, columns_);
  std::fflush(stdout);
  rows_.push(std::move(json));
}

tanda::internal::Json Report::json() const {
  return tanda::internal::Json::object().set("title", title_).set("rows", rows_);
}

}  // namespace bench
