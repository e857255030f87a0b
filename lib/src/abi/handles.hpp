// What stands behind the C ABI's handles, and the one `try` of the library.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tanda/model/export.hpp"
#include "tanda/model/format.hpp"
#include "tanda/select/words.hpp"
#include "tanda/tanda.h"

struct tanda_options {
  tanda::FitOptions fit;
  std::string dims = "auto";  ///< a number for a fit, a list for an evaluation
  bool in_double = false;
  bool tune = false, honest = false, baseline = true, confusion = false;
  std::vector<std::string> selects, methods;
  tanda::Index folds = 5, repeats = 1, splits = 10, threads = 1, neighbors = 0;
  tanda::PartSize train{0.25, 0}, test;
  tanda::Index labelled = 0;
  tanda::BestDims best_dims = tanda::BestDims::mean;
  std::vector<int> strata, patches;  ///< of the rows
  tanda::CsvOptions csv;
  tanda::ExportOptions exported;
  tanda_progress progress = nullptr;
  void* context = nullptr;

  tanda::Monitor monitor() const {
    if (!progress) return tanda::Monitor();
    return tanda::Monitor([call = progress, with = context](const char* stage, double part) {
      return call(with, stage, part) == 0;
    });
  }
};

struct tanda_model {
  tanda::Model model;
};

struct tanda_table {
  tanda::Table<float> table;
  std::vector<const char*> classes, features;  ///< into the table
};

struct tanda_bytes {
  std::string data;
};

namespace tanda::abi {

/// Says it in the caller's words; never allocates.
int tell(tanda_error* error, Code code, const char* message, const char* remedy) noexcept;

/// Runs work that gives a Status. What runs out of memory inside, in Eigen or anywhere, comes back as one (in
/// WebAssembly, which has no exceptions, by way of the loader: wasm/memory.cpp).
template <class Work>
int guarded(tanda_error* error, Work work) noexcept {
  try {
    const Status status = work();
    if (status) return tell(error, Code::ok, "", "");
    return tell(error, status.code(), status.message().c_str(), status.remedy().c_str());
  } catch (...) {  // bad_alloc, or the length_error of a vector that cannot be
    return tell(error, Code::out_of_memory, info(Code::out_of_memory).text, info(Code::out_of_memory).remedy);
  }
}

inline Status missing_argument(const char* name) {
  return {Code::bad_argument, std::string(name) + " is missing: it was NULL"};
}

/// Hands bytes out.
inline Status give(std::string data, tanda_bytes** out) {
  auto made = std::make_unique<tanda_bytes>();
  made->data = std::move(data);
  *out = made.release();
  return {};
}

}  // namespace tanda::abi
