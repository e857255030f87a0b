// The types behind the C ABI's handles; exceptions are caught here.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/spelling.hpp"
#include "data/running_statistics.hpp"
#include "options/options.hpp"
#include "tanda/detail/format.hpp"
#include "tanda/tanda.h"

struct tanda_options : tanda::internal::Options {
  tanda_progress progress = nullptr;
  void* context = nullptr;

  tanda::internal::Monitor monitor() const {
    if (!progress) return tanda::internal::Monitor();
    return tanda::internal::Monitor([call = progress, with = context](const char* stage, double part) {
      return call(with, stage, part) == 0;
    });
  }
};

struct tanda_model {
  tanda::internal::Model model;
};

struct tanda_table {
  tanda::internal::Table<float> table;
  std::vector<const char*> classes, features;  ///< into the table
};

struct tanda_statistics {
  tanda::internal::RunningStatistics statistics;
};

struct tanda_reader {
  tanda::internal::CsvReader<float> reader;
  explicit tanda_reader(tanda::internal::CsvOptions options) : reader(std::move(options)) {}
};

struct tanda_bytes {
  std::string data;
};

namespace tanda::internal::abi {

/// The form in which texts write options: see tanda_spelling.
Spelling spelling() noexcept;

/// Fills in the error, with options in the caller's form, and returns the code; never allocates.
int tell(tanda_error* error, Code code, const char* message, const char* remedy) noexcept;

/// Runs `work`, which returns a Status. If memory runs out inside, in Eigen or elsewhere, that becomes a
/// status. (WebAssembly has no exceptions: there the package starts a new instance, wasm/src/api.ts.)
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

/// The text of a result, with options in notes and failures in the caller's form.
inline std::string told(const Json& result) {
  return spelled_json(result, spelling()).dump();
}

/// Describes how a text is read, as JSON.
Json described(const CsvLayout& layout);

/// Gives a table to the caller, if reading succeeded.
Status give_table(Result<Table<float>> table, tanda_table** out);

/// Gives bytes to the caller.
inline Status give(std::string data, tanda_bytes** out) {
  auto made = std::make_unique<tanda_bytes>();
  made->data = std::move(data);
  *out = made.release();
  return {};
}

}  // namespace tanda::internal::abi
