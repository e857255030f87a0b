// Threads: every piece is done once, errors and cancellation reach the caller, and fits are equal bit by bit.
#include "base/thread_pool.hpp"

#include <atomic>
#include <chrono>
#include <new>
#include <set>
#include <thread>

#include "model/fit.hpp"
#include "synthetic.hpp"
#include "tanda/detail/format.hpp"
#include "ut.hpp"

namespace thread_pool_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

const suite thread_pool_suite = [] {
  "every piece is done once, whatever the size of the pool"_test = [] {
    for (const int size : {1, 2, 5}) {
      ThreadPool pool(size);
      for (const Index count : {0, 1, 3, 1000}) {
        std::vector<std::atomic<int>> done(std::size_t(count) + 1);
        std::atomic<bool> known{true};
        const bool finished = pool.run(
            count,
            [&](Index i, int worker) {
              ++done[std::size_t(i)];
              if (worker < 0 || worker >= pool.size()) known = false;
            },
            [](double fraction) { return fraction >= 0 && fraction <= 1; });
        expect(finished && known);
        for (Index i = 0; i < count; ++i) expect(done[std::size_t(i)] == 1);
      }
    }
  };

  "an exception of a piece is rethrown once all workers are done"_test = [] {
    ThreadPool pool(3);
    for (int time = 0; time < 20; ++time) {
      bool thrown = false;
      try {
        pool.run(
            50,
            [&](Index i, int) {
              if (i == 7) throw std::bad_alloc();
            },
            [](double) { return true; });
      } catch (const std::bad_alloc&) {
        thrown = true;
      }
      expect(thrown);
    }
    std::atomic<int> done{0};
    expect(pool.run(
               10, [&](Index, int) { ++done; }, [](double) { return true; }) &&
           done == 10)
        << "and the pool works on";
  };

  "a cancelled loop stops early"_test = [] {
    ThreadPool pool(2);
    Monitor monitor([](const char*, double fraction) { return fraction < 0.1; });
    monitor.join(&pool);
    monitor.stage("test");
    std::atomic<int> done{0};
    const bool finished = monitor.share(100000, {}, [&](Index, int) {
      ++done;
      std::this_thread::yield();
    });
    expect(!finished && monitor.cancelled() && done < 100000);
  };

  "the caller is asked while it waits for the others"_test = [] {
    ThreadPool pool(2);
    if (pool.size() < 2) return;  // no threads on this target
    std::atomic<bool> other_works{false}, stop{false};
    std::atomic<int> asked{0};
    const auto wait_for = [](const std::atomic<bool>& flag) {
      for (int i = 0; i < 10000 && !flag; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    const bool finished = pool.run(
        2,
        [&](Index, int worker) {  // one piece each; the caller's ends when the other has begun
          if (worker > 0) other_works = true;
          wait_for(worker > 0 ? stop : other_works);
        },
        [&](double) {
          if (++asked > 1) stop = true;
          return !stop;
        });
    expect(!finished && asked == 2) << "asked" << asked.load();
  };

  "any number of threads gives the same model, bit by bit"_test = [] {
    for (const auto& [rows, columns] : {std::pair{150, 70}, {700, 6}}) {
      const synthetic::Set<float> set = synthetic::gaussian(rows, columns, 3, 9).cast<float>();
      for (const Method& method : registry().methods()) {
        if (rows > 300 && method.info->output != Output::projection) continue;  // slow, nothing new
        FitOptions options;
        options.scale = Scale::none;
        options.method = method.info->id;
        std::vector<std::uint8_t> first;
        for (const int threads : {1, 2, 3}) {
          options.threads = threads;
          Monitor monitor;
          const Result<Model> model = fit(registry(), set.view(), options, monitor);
          expect(bool(model)) << method.info->id << model.status().text();
          if (!model) continue;
          const std::vector<std::uint8_t> bytes = *encode(*model);
          if (threads == 1) first = bytes;
          expect(bytes == first) << method.info->id << "threads" << threads << rows << "x" << columns;
        }
      }
    }
  };
};

}  // namespace thread_pool_test
