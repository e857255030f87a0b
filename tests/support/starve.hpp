// Running work with each of its allocations failing in turn.
#pragma once

#include "memory_meter.hpp"
#include "tanda/status.hpp"
#include "ut.hpp"

namespace starve_support {
using namespace ut;

/// Runs work that returns a status, with its first, second, ... allocation and all later ones failing, until
/// it succeeds. Nothing may be thrown.
template <class Work>
void starve(const char* name, Work work) {
  expect(bool(work())) << name;  // allocates what is made once only, thread stacks too
  const std::size_t live = meter::live();
  tanda::Code code = tanda::Code::out_of_memory;
  std::size_t skip = 0, unexpected = 0, thrown = 0;
  for (; code != tanda::Code::ok && skip < 20000; ++skip) {
    code = tanda::Code::out_of_memory;
    meter::fail_at(meter::allocations() + skip, true);
    try {
      code = work().code();
    } catch (...) {
      ++thrown;
    }
    meter::never_fail();
    unexpected += code != tanda::Code::ok && code != tanda::Code::out_of_memory;
  }
  expect(code == tanda::Code::ok && skip > 1) << name << double(skip);
  expect(thrown == 0) << name << "threw" << double(thrown);
  expect(unexpected == 0) << name << double(unexpected);
  expect(meter::live() == live) << name;
}

}  // namespace starve_support
