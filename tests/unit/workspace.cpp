// The workspace: a stack, and the counting workspace that says how large it must be.
#include "tanda/workspace.hpp"

#include "base/types.hpp"
#include "measured.hpp"
#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace workspace_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

const suite workspace_suite = [] {
  "what is given back below others becomes free with them"_test = [] {
    alignas(64) static unsigned char memory[1024];
    Workspace w(memory, sizeof memory);
    MemoryBlock a(&w, 100), b(&w, 64), c(&w, 1);
    expect(w.used() == 128 + 64 + 64);
    b = {};
    expect(w.used() == 256);
    a = {};
    expect(w.used() == 256);
    c = {};
    expect(w.used() == 0 && w.peak() == 256);
  };

  "counting takes the same as a stack, whatever the order"_test = [] {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const Measured both = expect_measured("random blocks", [&](Workspace& w) {
        Random random(seed);
        std::vector<MemoryBlock> blocks;
        for (int step = 0; step < 300; ++step) {
          if (blocks.empty() || random.below(5) > 1) {
            blocks.emplace_back(&w, random.below(1000));
          } else {
            const std::size_t which = random.below(blocks.size());
            std::swap(blocks[which], blocks.back());
            blocks.pop_back();
          }
        }
        while (!blocks.empty()) blocks.pop_back();
      });
      expect(both.counted == both.taken);
    }
  };

  "a stack that is full says so; one that may overflow goes on"_test = [] {
    alignas(64) static unsigned char memory[128];
    Workspace w(memory, sizeof memory);
    expect(w.room() == 128);
    bool thrown = false;
    try {
      const MatrixD m(&w, 5, 5);
    } catch (const std::bad_alloc&) {
      thrown = true;
    }
    expect(thrown && w.used() == 0);
    Workspace more(memory, sizeof memory, true);
    MatrixD m(&more, 5, 5);
    m.setOnes();
    expect(m.sum() == 25 && more.used() == 0 && more.peak() == 256);
    m = {};
    expect(more.peak() == 256);
    more.reset_peak();
    expect(more.peak() == 0);
  };

  "matrices stay where they are"_test = [] {
    Workspace w;
    MatrixD a(&w, MatrixD::Identity(3, 3));
    const MatrixD b = a;
    a = MatrixD::Zero(4, 4);
    expect(a.home() == &w && b.home() == &w && w.used() == 2 * 128);
    a.conservativeResize(4, 2);
    expect(a.cols() == 2 && a.sum() == 0);
    a = b.col(1);
    expect(a.rows() == 3 && a.cols() == 1 && a(1, 0) == 1);
    VectorD row(&w, b.row(2));
    expect(row.size() == 3 && row[2] == 1);
    MatrixD moved = std::move(a);
    expect(a.size() == 0 && moved.home() == &w);
    a.swap(moved);
    expect(a.rows() == 3 && moved.size() == 0);
  };

  "arrays grow, and copy where they are"_test = [] {
    Workspace w;
    Array<int> a(&w);
    for (int i = 0; i < 100; ++i) a.push_back(i);
    const Array<int> b = a;
    a.cut(a.begin() + 10);
    a.resize(12, 7);
    expect(a.size() == 12 && a[9] == 9 && a[11] == 7 && b.size() == 100 && b.home() == &w);
  };
};

}  // namespace workspace_test
