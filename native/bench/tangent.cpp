// Tangent-space methods: their cost compared with LFDA's, the published problem compared with the eliminated
// one, memory, and growth with n.
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <cstdio>

#include "geometry/elimination.hpp"
#include "harness.hpp"
#include "tanda/detail/random.hpp"

namespace bench {
namespace {

using tanda::internal::Index;
using tanda::internal::Json;
using tanda::internal::MatrixD;

struct Fit {
  const char* name;
  const char* method;
  std::vector<tanda::internal::Setting> settings;
};

tanda::internal::FitOptions options_of(const Fit& fit, tanda::internal::PcaChoice pca = {}) {
  tanda::internal::FitOptions options;
  options.method = fit.method;
  options.settings = fit.settings;
  options.dims = 9;
  options.pca = pca;
  options.neighbors = 0;
  return options;
}

std::string mebibytes(double bytes) {
  return fixed(bytes / 1048576, 1);
}

double stage_seconds(const FitCost& cost, const char* name) {
  for (const tanda::internal::StageTime& stage : cost.stages) {
    if (stage.name == name) return stage.seconds;
  }
  return 0;
}

/// Classes that are closed curves in d dimensions, like pictures of rotating objects.
tanda::internal::Table<float> turning(Index n, Index d, int classes, std::uint64_t seed) {
  constexpr int waves = 5;
  tanda::Random random(seed);
  const auto normal = [&] {
    return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(6.283185307179586 * random.uniform());
  };
  tanda::internal::Table<float> table;
  table.rows = n;
  table.columns = d;
  table.has_labels = true;
  MatrixD curve(d, classes * (2 * waves + 1));
  for (Index j = 0; j < curve.cols(); ++j) {
    for (Index i = 0; i < d; ++i) curve(i, j) = normal();
  }
  for (int c = 0; c < classes; ++c) table.labels.classes.push_back(std::to_string(c));
  for (Index i = 0; i < n; ++i) {
    const int label = int(i % classes);
    const double angle = 6.283185307179586 * random.uniform();
    const Index first = label * (2 * waves + 1);
    tanda::internal::VectorD x = curve.col(first);
    for (int w = 1; w <= waves; ++w) {
      x += (std::cos(w * angle) * curve.col(first + 2 * w - 1) +
            std::sin(w * angle) * curve.col(first + 2 * w)) /
           w;
    }
    table.labels.numbers.push_back(label);
    for (Index j = 0; j < d; ++j) table.values.push_back(float(x[j] + 0.1 * normal()));
  }
  return table;
}

/// Every fifth sample.
tanda::internal::Table<float> fifth(const tanda::internal::Table<float>& table) {
  tanda::internal::Table<float> result = table;
  result.rows = 0;
  result.values.clear();
  result.labels.numbers.clear();
  for (Index i = 0; i < table.rows; i += 5) {
    const auto first = table.values.begin() + i * table.columns;
    result.values.insert(result.values.end(), first, first + table.columns);
    result.labels.numbers.push_back(table.labels.numbers[std::size_t(i)]);
    ++result.rows;
  }
  return result;
}

void compare(Report& report, const std::string& set, const tanda::internal::Table<float>& table,
             const std::vector<Fit>& fits, tanda::internal::PcaChoice pca = {}) {
  double unit = 0;
  for (const Fit& fit : fits) {
    const FitCost cost = fit_cost(table, options_of(fit, pca));
    if (unit == 0) unit = cost.times.median;
    const std::string size = std::to_string(table.rows) + "x" + std::to_string(table.columns);
    report.row(
        {set + ", " + fit.name, cost.error.empty() ? size : cost.error, fixed(1e3 * cost.times.median, 1),
         fixed(cost.times.median / unit, 2), mebibytes(cost.peak_bytes)},
        Json::object()
            .set("set", set)
            .set("fit", fit.name)
            .set("rows", table.rows)
            .set("cols", table.columns)
            .set("seconds", cost.times.median)
            .set("ratio", cost.times.median / unit)
            .set("peak_bytes", cost.peak_bytes)
            .set("error", cost.error));
  }
}

const Fit lfda{"lfda", "lfda", {}};
const Fit tsd{"tsd", "tsd", {}};
const Fit pmpda{"pmpda", "pmpda", {}};
const Fit mpda{"mpda", "mpda", {}};
const Fit mpda_flat{"mpda, no geodesics", "mpda", {{"geodesic", "false"}}};

Json compared_with_lfda(const std::string& data) {
  Report report("cost beside lfda", {"set, fit", "size", "ms", "/ lfda", "peak MiB"});
  const std::vector<Fit> fits{lfda, tsd, pmpda, mpda, mpda_flat};
  struct Named {
    const char* name;
    tanda::internal::Table<float> table;
  };
  const Named real[] = {{"USPS test 20 %", fifth(read(data, "usps_test.csv.gz"))},
                        {"Semeion", read(data, "semeion.csv")},
                        {"OptDigits", read(data, "optdigits.csv")}};
  for (const Named& set : real) {
    if (set.table.rows > 0) compare(report, set.name, set.table, fits);
  }
  compare(report, "turning", turning(400, 256, 10, 1), fits);
  compare(report, "turning", turning(1600, 256, 10, 1), fits);
  compare(report, "turning", turning(5600, 64, 10, 1), fits);
  return report.json();
}

/// TSD as published: one dense problem of d + mn unknowns. Only its eigenvalues are computed, so the real
/// cost is higher.
double full_seconds(const tanda::internal::Table<float>& table, Index m) {
  const Index d = table.columns, n = table.rows, size = d + m * n;
  const tanda::internal::Dataset<float> data = table.view();
  tanda::internal::Samples<double> samples{data.x.cast<double>(), tanda::internal::VectorD::Zero(d)};
  tanda::internal::Classes classes{{0, n}};
  tanda::internal::Array<int> original(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) original[std::size_t(i)] = int(i);
  tanda::internal::Monitor monitor;
  const tanda::internal::Points<double> points{samples, classes, original, monitor};
  const tanda::internal::NeighborLists lists = tanda::internal::nearest(points, m + 1);
  const tanda::internal::Graph graph = tanda::internal::or_graph(lists);
  const tanda::internal::Owners owners = tanda::internal::point_owners(lists);
  const auto system =
      tanda::internal::tangent_system(samples, graph, owners, 0, n, tanda::internal::TangentChoice{m, 1});
  MatrixD s = MatrixD::Identity(size, size), a = MatrixD::Zero(size, size);
  s.topLeftCorner(d, d) += 2 * tanda::internal::laplacian_scatter(samples, graph, monitor);
  s.bottomLeftCorner(size - d, d) = -system.pull.transpose();
  for (Index o = 0; o < system.bases.owners(); ++o) {
    const Index at = d + system.bases.begin[std::size_t(o)], dims = system.bases.dims(o);
    s.block(at, at, dims, dims) += system.curvature(o);
  }
  a.topLeftCorner(d, d) = tanda::internal::laplacian_scatter(samples, graph, monitor);
  return processor_seconds([&] {
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(a, s, Eigen::EigenvaluesOnly);
    if (solver.info() != Eigen::Success) std::printf("the full problem was not solved\n");
  });
}

Json published_and_eliminated(bool whole) {
  Report report("tsd as published, (d+mn)×(d+mn), beside tsd with the tangent vectors eliminated, m = 7",
                {"size", "unknowns", "full s", "ms", "ratio"});
  for (const Index n : {Index{175}, Index{350}, whole ? Index{1400} : Index{0}}) {
    if (n == 0) continue;
    const tanda::internal::Table<float> table = turning(n, 100, 5, 1);
    const double full = full_seconds(table, 7);
    const FitCost cost =
        fit_cost(table, options_of({"tsd", "tsd", {{"neighbors", "8"}, {"tangent_dims", "7"}}}));
    report.row({std::to_string(n) + "x100", std::to_string(100 + 7 * n), fixed(full, 2),
                fixed(1e3 * cost.times.median, 1), fixed(full / cost.times.median, 0)},
               Json::object()
                   .set("rows", n)
                   .set("cols", 100)
                   .set("full_seconds", full)
                   .set("seconds", cost.times.median)
                   .set("ratio", full / cost.times.median));
  }
  if (!whole) std::printf("(--full adds 1400x100, which takes ten minutes)\n");
  return report.json();
}

Json where_memory_ran_out(const std::string& data) {
  Report report("where the published form runs out of memory",
                {"set, fit", "size", "ms", "/ pmpda", "peak MiB"});
  const std::vector<Fit> fits{pmpda, mpda};
  const tanda::internal::Table<float> digits = read(data, "optdigits.csv");
  if (digits.rows > 0) compare(report, "OptDigits", digits, fits);
  compare(report, "100 classes, PCA 95 %", turning(7200, 1024, 100, 1), fits, {0, 0.95});
  return report.json();
}

Json growth_with_n() {
  Report report("growth when n doubles, 64 features, 10 classes",
                {"fit", "n", "ms", "2n time", "no search", "2n peak"});
  for (const Fit& fit : {lfda, tsd, pmpda, mpda_flat}) {
    FitCost before;
    for (const Index n : {2000, 4000, 8000, 16000}) {
      const FitCost cost = fit_cost(turning(n, 64, 10, 1), options_of(fit));
      const auto beyond_search = [](const FitCost& c) {
        return c.times.fastest - stage_seconds(c, "neighbors");
      };
      const bool first = before.peak_bytes == 0;
      const double time = first ? 0 : cost.times.fastest / before.times.fastest;
      const double rest = first ? 0 : beyond_search(cost) / beyond_search(before);
      const double peak = first ? 0 : cost.peak_bytes / before.peak_bytes;
      const auto shown = [&](double x) { return first ? std::string("-") : fixed(x, 2); };
      report.row({fit.name, std::to_string(n), fixed(1e3 * cost.times.median, 1), shown(time), shown(rest),
                  shown(peak)},
                 Json::object()
                     .set("fit", fit.name)
                     .set("rows", n)
                     .set("seconds", cost.times.median)
                     .set("time", time)
                     .set("time_beyond_search", rest)
                     .set("peak", peak));
      before = cost;
    }
  }
  return report.json();
}

}  // namespace

Json tangent_group(const Request& request) {
  Json result = Json::array();
  result.push(compared_with_lfda(request.data));
  result.push(growth_with_n());
  result.push(where_memory_ran_out(request.data));
  result.push(published_and_eliminated(request.full));
  return result;
}

}  // namespace bench
