// Helpers that the tests of the front door share.
#pragma once

#include <string>

#include "embedded.hpp"
#include "tanda/tanda.hpp"
#include "ut.hpp"

namespace front_support {
using namespace ut;

template <class S>
tanda::Table<S> wine() {
  tanda::Table<S> table;
  expect(bool(tanda::read_csv_text<S>(embedded("wine.csv")).get(table)));
  return table;
}

inline tanda::FitOptions two_dims() {
  tanda::FitOptions how;
  how.dims = 2;
  return how;
}

/// Expects this code and a message that contains `part`.
inline void refuses(const tanda::Status& status, tanda::Code code, const char* part) {
  expect(status.code() == code && status.text().find(part) != std::string::npos)
      << tanda::info(code).name << part << ":" << status.text();
}

}  // namespace front_support
