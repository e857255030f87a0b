// Every method stops within half a second when it is cancelled. This is the only test with a clock. It
// measures processor time, since a busy machine may keep a process waiting for any length of time, and scales
// it by the time of a known amount of work on this machine.
#include <algorithm>
#include <ctime>

#include "linalg/dense.hpp"
#include "model/fit.hpp"
#include "synthetic.hpp"
#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace cancel_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

double seconds_now() {
  return double(std::clock()) / CLOCKS_PER_SEC;
}

/// Work that takes about 0.03 seconds on a machine of 2020.
double seconds_of_known_work() {
  const MatrixD a = MatrixD::Constant(500, 500, 0.5);
  const double start = seconds_now();
  for (int i = 0; i < 4; ++i) expect(product(a, a)(0, 0) == 125.0);
  return seconds_now() - start;
}

struct Heard {
  double late = 0;     ///< seconds from the cancellation to the end of the fit
  std::string stage;   ///< the stage when it was cancelled
  double longest = 0;  ///< the longest time in seconds between two calls of the progress callback
  std::string longest_in;
};

/// Fits; from `moment` on (in seconds) the progress callback returns false.
Heard fit_until(const MethodInfo& info, const Dataset<float>& data, double moment) {
  Heard heard;
  const double start = seconds_now();
  double last = start;
  const auto gap = [&](const std::string& stage) {
    const double now = seconds_now();
    if (now - last > heard.longest) {
      heard.longest = now - last;
      heard.longest_in = heard.stage + " to " + stage;
    }
    last = now;
    heard.stage = stage;
    return now - start < moment;
  };
  Monitor monitor([&](const char* stage, double) { return gap(stage); });
  FitOptions options;
  options.method = info.id;
  const Status status = fit(registry(), data, options, monitor).status();
  const std::string in = heard.stage;
  gap("the end");
  heard.stage = in;
  heard.late = std::max(0.0, seconds_now() - start - moment);
  expect(bool(status) || status.code() == Code::cancelled) << info.id << status.text();
  return heard;
}

void check(const synthetic::Set<float>& set, std::uint64_t seed) {
  const Dataset<float> data = set.view();
  Random random(seed);
  for (const Method& method : registry().methods()) {
    const double moment = 0.1 + random.uniform(), before = seconds_of_known_work();
    const Heard heard = fit_until(*method.info, data, moment);
    const double unit = std::max(before, seconds_of_known_work());
    const double most = std::max(0.5, 20 * unit);
    expect(heard.late <= most) << method.info->id << "cancelled after" << moment << "s, in" << heard.stage
                               << "stopped" << heard.late << "s later";
    expect(heard.longest <= most) << method.info->id << "did not ask for" << heard.longest << "s, from"
                                  << heard.longest_in;
  }
}

const suite cancel_suite = [] {
  tag("clock") / "a fit of many samples stops within half a second"_test = [] {
    check(synthetic::gaussian(3000, 40, 3, 1).cast<float>(), 1);
  };
  tag("clock") / "so does one of many features"_test = [] {
    check(synthetic::gaussian(1900, 1800, 3, 2).cast<float>(), 2);
  };
};

}  // namespace cancel_test
