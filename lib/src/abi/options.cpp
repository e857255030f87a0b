// The C ABI's options, and information about the library.
#include <atomic>

#include "data/readers.hpp"
#include "handles.hpp"
#include "tanda/version.hpp"

namespace tanda::internal::abi {

namespace {

std::atomic<int> spelling_now{static_cast<int>(Spelling::c)};

constexpr std::size_t code_count = sizeof code_table / sizeof *code_table;

/// The remedies of all codes, with options in the chosen form, without a heap.
struct Remedies {
  char text[code_count][128];
};

template <Spelling whose>
const Remedies& remedies() {
  static const Remedies made = [] {
    Remedies result;
    for (std::size_t code = 0; code < code_count; ++code)
      spell(code_table[code].remedy, whose, result.text[code], sizeof result.text[code]);
    return result;
  }();
  return made;
}

const Remedies& remedies_now() {
  switch (spelling()) {
    case Spelling::c:
      break;
    case Spelling::program:
      return remedies<Spelling::program>();
    case Spelling::cpp:
      return remedies<Spelling::cpp>();
    case Spelling::javascript:
      return remedies<Spelling::javascript>();
    case Spelling::python:
      return remedies<Spelling::python>();
  }
  return remedies<Spelling::c>();
}

/// Sets an option that has a number for each row.
int32_t set_rows(tanda_options* options, std::vector<int> tanda::internal::Options::*field, const char* name,
                 const int32_t* values, std::size_t rows, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!options) return missing_argument("options");
    if (!values && rows > 0) return missing_argument(name);
    options->*field = rows > 0 ? std::vector<int>(values, values + rows) : std::vector<int>();
    return {};
  });
}

const CodeInfo* info_of(int32_t code) {
  return code >= 0 && code < static_cast<int32_t>(code_count) ? &code_table[code] : nullptr;
}

}  // namespace

Spelling spelling() noexcept {
  return static_cast<Spelling>(spelling_now.load(std::memory_order_relaxed));
}

int tell(tanda_error* error, Code code, const char* message, const char* remedy) noexcept {
  if (error) {
    error->code = static_cast<int32_t>(code);
    spell(message, spelling(), error->message, sizeof error->message);
    spell(remedy, spelling(), error->remedy, sizeof error->remedy);
  }
  return static_cast<int>(code);
}

}  // namespace tanda::internal::abi

using namespace tanda::internal::abi;

extern "C" {

int32_t tanda_abi(void) {
  return TANDA_ABI;
}
const char* tanda_version(void) {
  return tanda::version;
}
const char* tanda_code_name(int32_t code) {
  return info_of(code) ? info_of(code)->name : "unknown";
}
const char* tanda_code_text(int32_t code) {
  return info_of(code) ? info_of(code)->text : "";
}
const char* tanda_code_remedy(int32_t code) {
  return info_of(code) ? remedies_now().text[code] : "";
}

int32_t tanda_spelling(int32_t spelling) {
  if (spelling < 0 || spelling >= tanda::internal::spelling_count) return -1;
  return spelling_now.exchange(spelling, std::memory_order_relaxed);
}

int32_t tanda_methods(tanda_bytes** json, tanda_error* error) {
  return guarded(error, [&]() -> tanda::Status {
    if (!json) return missing_argument("json");
    return give(tanda::internal::methods_json(tanda::internal::registry()), json);
  });
}

int32_t tanda_formats(tanda_bytes** json, tanda_error* error) {
  return guarded(error, [&]() -> tanda::Status {
    if (!json) return missing_argument("json");
    return give("{\"readers\":" + tanda::internal::readers_json() +
                    ",\"exporters\":" + tanda::internal::formats_json() + "}",
                json);
  });
}

tanda_options* tanda_options_new(void) {
  try {
    return new tanda_options();
  } catch (...) {
    return nullptr;
  }
}

void tanda_options_free(tanda_options* options) {
  delete options;
}

int32_t tanda_options_set(tanda_options* options, const char* name, const char* value, tanda_error* error) {
  return guarded(error, [&]() -> tanda::Status {
    if (!options) return missing_argument("options");
    if (!name || !value) return missing_argument(name ? name : "name");
    return tanda::internal::set_option(*options, tanda::internal::registry(), name, value);
  });
}

int32_t tanda_options_strata(tanda_options* options, const int32_t* strata, size_t rows, tanda_error* error) {
  return set_rows(options, &tanda::internal::Options::strata, "strata", strata, rows, error);
}

int32_t tanda_options_patches(tanda_options* options, const int32_t* patches, size_t rows,
                              tanda_error* error) {
  return set_rows(options, &tanda::internal::Options::patches, "patches", patches, rows, error);
}

void tanda_options_progress(tanda_options* options, tanda_progress progress, void* context) {
  if (!options) return;
  options->progress = progress;
  options->context = context;
}

}  // extern "C"
