// Progress and cancellation: a fit that is cancelled at any call of the callback returns Code::cancelled and
// no model.
#include "base/monitor.hpp"

#include <cstring>

#include "model/fit.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace monitor_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

/// Fits and cancels at the callback's call number `at` (never if negative); returns the number of calls.
int fit_until(const MethodInfo& info, const synthetic::Set<double>& set, int at, PcaChoice pca = {}) {
  int calls = 0;
  Monitor monitor([&](const char* stage, double fraction) {
    expect(stage && std::strlen(stage) > 0) << info.id;
    expect(fraction >= 0 && fraction <= 1) << info.id << stage << fraction;
    expect(at < 0 || calls <= at) << info.id << "is not asked again after it cancelled";
    return calls++ != at;
  });
  FitOptions options;
  options.scale = Scale::none;
  options.method = info.id;
  options.pca = pca;
  const Result<Model> model = fit(registry(), set.view(), options, monitor);
  if (at < 0) {
    expect(bool(model)) << info.id << model.status().text();
    double seconds = 0;
    for (const StageTime& stage : monitor.stages()) seconds += stage.seconds;
    expect(monitor.stages().size() >= 2 && seconds > 0) << info.id << "tells its stages";
  } else {
    expect(!model && model.status().code() == Code::cancelled) << info.id << "cancelled at call" << at;
    expect(monitor.cancelled());
  }
  return calls;
}

const suite monitor_suite = [] {
  tag("slow") / "every fit can be cancelled at every moment"_test = [] {
    const auto tall = synthetic::gaussian(120, 6, 3, 1), wide = synthetic::gaussian(40, 60, 3, 2);
    for (const Method& method : registry().methods()) {
      for (const auto& [set, pca] :
           {std::pair{&tall, PcaChoice{}}, {&tall, PcaChoice{3, 0}}, {&wide, PcaChoice{}}}) {
        const int calls = fit_until(*method.info, *set, -1, pca);
        for (int at = 0; at < calls; ++at) fit_until(*method.info, *set, at, pca);
      }
    }
  };

  "a stage entered twice is one entry, and notes are kept"_test = [] {
    Monitor monitor;
    monitor.stage("a");
    monitor.stage("b");
    monitor.stage("a");
    monitor.finish();
    monitor.note("remark");
    expect(monitor.stages().size() == 2 && monitor.stages()[0].name == "a");
    expect(monitor.notes().size() == 1 && !monitor.cancelled());
    expect(monitor.advance(0.5)) << "without a callback nothing cancels";
  };
};

}  // namespace monitor_test
