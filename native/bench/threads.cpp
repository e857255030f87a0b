// Threads: every method that searches neighbours, on one thread and on two.
#include <algorithm>

#include "harness.hpp"

namespace bench {
namespace {

using tanda::internal::Json;

constexpr std::uint64_t memory_limit_bytes = std::uint64_t(1) << 30;  // fits that need more take minutes

double neighbors_share(const FitCost& cost) {
  double all = 0, search = 0;
  for (const tanda::internal::StageTime& stage : cost.stages) {
    all += stage.seconds;
    if (stage.name == "neighbors") search += stage.seconds;
  }
  return all > 0 ? search / all : 0;
}

/// Whether both fits give the same map or, for embeddings, the same embedded samples.
bool same_model(const tanda::internal::Table<float>& table, const tanda::internal::FitOptions& one,
                const tanda::internal::FitOptions& two) {
  tanda::internal::Monitor monitor, other;
  const tanda::Result<tanda::internal::Model> a = tanda::internal::fit(tanda::internal::registry(),
                                                                       table.view(), one, monitor),
                                              b = tanda::internal::fit(tanda::internal::registry(),
                                                                       table.view(), two, other);
  return a && b && a->projection() == b->projection() &&
         a->kernel().coefficients == b->kernel().coefficients && a->references() == b->references();
}

}  // namespace

Json threads_group(const Request&) {
  const tanda::internal::Table<float> table = gaussian(10000, 64, 10, 1);
  Report report("two threads against one, Gaussian classes, 10000×64",
                {"method", "search", "1: ms", "2: ms", "faster", "same bits"});
  for (const tanda::internal::Method& method : tanda::internal::registry().methods()) {
    tanda::internal::FitOptions one = options_for(method.info->id);
    one.memory_limit = memory_limit_bytes;
    tanda::internal::FitOptions two = one;
    two.threads = 2;
    // In turns, and by the fastest run, because other programs take a core away at times.
    const FitCost first = fit_cost(table, one, wall_seconds);
    const double share = neighbors_share(first);
    if (!first.error.empty() || share == 0) continue;
    const FitCost shared = fit_cost(table, two, wall_seconds), again = fit_cost(table, one, wall_seconds),
                  shared_again = fit_cost(table, two, wall_seconds);
    const double alone = std::min(first.times.fastest, again.times.fastest),
                 together = std::min(shared.times.fastest, shared_again.times.fastest);
    const bool same = same_model(table, one, two);
    report.row({method.info->id, fixed(100 * share, 0) + " %", fixed(1e3 * alone, 1),
                fixed(1e3 * together, 1), fixed(alone / together, 2), same ? "yes" : "NO"},
               Json::object()
                   .set("method", method.info->id)
                   .set("neighbors_share", share)
                   .set("one", alone)
                   .set("two", together)
                   .set("faster", alone / together)
                   .set("same", same));
  }
  return report.json();
}

}  // namespace bench
