// Choosing parameters: lambda among 1024 candidates compared with one, and a grid whose fits share work
// compared with separate fits.
#include "harness.hpp"
#include "select/tune.hpp"
#include "tanda/detail/random.hpp"

namespace bench {
namespace {

using tanda::internal::Index;
using tanda::internal::Json;

/// Word counts: few of many features are not zero, and each class has its own frequent ones.
tanda::internal::Table<float> words(Index n, Index d, int classes, std::uint64_t seed) {
  tanda::Random random(seed);
  tanda::internal::Table<float> table;
  table.rows = n;
  table.columns = d;
  table.has_labels = true;
  table.values.assign(std::size_t(n * d), 0);
  for (int c = 0; c < classes; ++c) table.labels.classes.push_back(std::to_string(c));
  for (Index i = 0; i < n; ++i) {
    const int label = int(i % classes);
    table.labels.numbers.push_back(label);
    for (int word = 0; word < 120; ++word) {
      const bool own = random.uniform() < 0.3;
      const Index j = own ? Index(random.below(std::uint64_t(d / classes))) * classes + label
                          : Index(random.below(std::uint64_t(d)));
      table.values[std::size_t(i * d + std::min(j, d - 1))] += 1;
    }
  }
  return table;
}

tanda::internal::FitOptions choosing(const char* candidates) {
  tanda::internal::FitOptions options;
  options.method = "laplda";
  options.settings = {{"lambda", "auto"}, {"candidates", candidates}};
  options.neighbors = 0;
  return options;
}

void many_against_one(Report& report, const std::string& name, const tanda::internal::Table<float>& table) {
  const FitCost one = fit_cost(table, choosing("1")), many = fit_cost(table, choosing("1024"));
  const double ratio = many.times.fastest / one.times.fastest;
  report.row({name, fixed(1e3 * one.times.fastest, 1), fixed(1e3 * many.times.fastest, 1), fixed(ratio, 2),
              one.error + many.error},
             Json::object()
                 .set("set", name)
                 .set("one", one.times.fastest)
                 .set("many", many.times.fastest)
                 .set("ratio", ratio));
}

Json lambda_of_many(const std::string& data) {
  Report report("laplda, lambda=auto: 1024 candidates against 1, fastest of several runs",
                {"set", "1: ms", "1024: ms", "ratio", ""});
  many_against_one(report, "words 240x8298", words(240, 8298, 4, 1));
  many_against_one(report, "Gaussian 750x256", gaussian(750, 256, 10, 1));
  const tanda::internal::Table<float> usps = read(data, "usps_train.csv.gz");
  if (usps.rows > 0) many_against_one(report, "USPS 750x256", head(usps, 750));
  return report.json();
}

Json shared_grid() {
  Report report("5-fold cross-validation of 16 candidates against 16 times one",
                {"method", "16: ms", "one: ms", "16 / one"});
  const tanda::internal::Table<float> table = gaussian(1500, 64, 10, 1);
  for (const char* method : {"lfda", "mfa", "tsd"}) {
    const char* ridge = std::string(method) == "tsd" ? "gamma" : "ridge";
    tanda::internal::FitOptions options;
    options.method = method;
    options.dims = 20;
    const auto seconds = [&](const tanda::internal::Grid& grid) {
      return measure([&] {
               tanda::internal::Monitor monitor;
               const auto tuned = tanda::internal::tune(tanda::internal::registry(), table.view(), options,
                                                        {grid, {}, 5, 1, 0}, monitor);
               if (!tuned) std::fprintf(stderr, "%s\n", tuned.status().text().c_str());
             })
          .fastest;
    };
    const double all =
                     seconds({{"neighbors", {"3", "5", "7", "11"}}, {ridge, {"0.001", "0.01", "0.1", "1"}}}),
                 one = seconds({});
    report.row(
        {method, fixed(1e3 * all, 1), fixed(1e3 * one, 1), fixed(all / one, 1)},
        Json::object().set("method", method).set("sixteen", all).set("one", one).set("ratio", all / one));
  }
  return report.json();
}

}  // namespace

Json select_group(const Request& request) {
  Json result = Json::array();
  result.push(lambda_of_many(request.data));
  result.push(shared_grid());
  return result;
}

}  // namespace bench
