// The C ABI's options: the words of the command line.
#include <cstring>

#include "handles.hpp"
#include "tanda/base/text.hpp"
#include "tanda/base/version.hpp"

namespace tanda::abi {

namespace {

void copy_text(char* to, std::size_t room, const char* from) noexcept {
  std::size_t length = std::strlen(from);
  if (length >= room) {
    length = room - 1;
    while (length > 0 && (from[length] & 0xc0) == 0x80) --length;  // not within a character
  }
  std::memcpy(to, from, length);
  to[length] = '\0';
}

struct Option {
  const char* name;
  Status (*set)(tanda_options& options, const char* name, const std::string& value);
};

template <Index tanda_options::*field, Index least, Index most>
Status set_count(tanda_options& options, const char* name, const std::string& value) {
  Index count = 0;
  if (Status s = parse_count(name, value, least).get(count); !s) return s;
  if (count > most) return Status(Code::bad_argument, joined({name, ": at most ", most}));
  options.*field = count;
  return {};
}

template <bool tanda_options::*field>
Status set_flag(tanda_options& options, const char* name, const std::string& value) {
  return parse_flag(name, value).get(options.*field);
}

/// One column by its name or number; said again, one more.
template <std::vector<std::string> CsvOptions::*field>
Status add_columns(tanda_options& options, const char*, const std::string& value) {
  (options.csv.*field).push_back(value);
  return {};
}

constexpr Index many = 100000;

// By name, for people; found one by one.
constexpr Option option_table[] = {
    {"baseline", set_flag<&tanda_options::baseline>},
    {"best-dims", [](tanda_options& o, const char* name,
                     const std::string& value) { return parse_best_dims(name, value).get(o.best_dims); }},
    {"classifier", [](tanda_options& o, const char* name,
                      const std::string& value) { return parse_classifier(name, value, o.fit); }},
    {"confusion", set_flag<&tanda_options::confusion>},
    {"decimal", [](tanda_options& o, const char* name,
                   const std::string& value) { return parse_decimal(name, value).get(o.csv.decimal); }},
    {"dims",
     [](tanda_options& o, const char* name, const std::string& value) {
       o.dims = value;
       return value == "auto" ? Status() : parse_dims(name, value).status();
     }},
    {"drop", add_columns<&CsvOptions::drop>},
    {"folds", set_count<&tanda_options::folds, 2, many>},
    {"format", [](tanda_options& o, const char* name,
                  const std::string& value) { return parse_format(name, value).get(o.exported.format); }},
    {"honest", set_flag<&tanda_options::honest>},
    {"id",
     [](tanda_options& o, const char*, const std::string& value) {
       o.csv.id = value;
       return Status();
     }},
    {"keep", add_columns<&CsvOptions::keep>},
    {"label",
     [](tanda_options& o, const char*, const std::string& value) {
       o.csv.label = value;
       return Status();
     }},
    {"labelled", set_count<&tanda_options::labelled, 1, max_count>},
    {"memory-limit",
     [](tanda_options& o, const char* name, const std::string& value) {
       if (Status s = parse_bytes(name, value).get(o.fit.memory_limit); !s) return s;
       o.csv.memory_limit = o.fit.memory_limit;
       return Status();
     }},
    {"method", [](tanda_options& o, const char*,
                  const std::string& value) { return parse_method(registry(), value).get(o.fit.method); }},
    {"methods",
     [](tanda_options& o, const char*, const std::string& value) {
       o.methods.push_back(value);
       return parse_contestants(registry(), value, false).status();
     }},
    {"missing",
     [](tanda_options& o, const char* name, const std::string& value) {
       int word = 0;
       if (Status s = parse_word(name, value, {"error", "drop", "mean"}).get(word); !s) return s;
       o.csv.missing = static_cast<Missing>(word);
       return Status();
     }},
    {"name",
     [](tanda_options& o, const char*, const std::string& value) {
       o.exported.name = value;
       return Status();
     }},
    {"neighbors", set_count<&tanda_options::neighbors, 1, many>},
    {"pca", [](tanda_options& o, const char* name,
               const std::string& value) { return parse_pca(name, value).get(o.fit.pca); }},
    {"prototypes",
     [](tanda_options& o, const char* name, const std::string& value) {
       return parse_count(name, value, 1).get(o.exported.prototypes);
     }},
    {"quantize", [](tanda_options& o, const char* name,
                    const std::string& value) { return parse_quantize(name, value).get(o.exported.int8); }},
    {"repeats", set_count<&tanda_options::repeats, 1, many>},
    {"scalar",
     [](tanda_options& o, const char* name, const std::string& value) {
       if (Status s = parse_scalar(name, value).get(o.in_double); !s) return s;
       if (o.in_double && !double_samples)
         return Status(Code::bad_argument, "scalar: this build takes samples in float only",
                       "leave scalar out");
       return Status();
     }},
    {"scale", [](tanda_options& o, const char* name,
                 const std::string& value) { return parse_scale(name, value).get(o.fit.scale); }},
    {"seed", [](tanda_options& o, const char* name,
                const std::string& value) { return parse_seed(name, value).get(o.fit.seed); }},
    {"select",
     [](tanda_options& o, const char*, const std::string& value) {
       o.selects.push_back(value);
       return Status();
     }},
    {"sep", [](tanda_options& o, const char* name,
               const std::string& value) { return parse_separator(name, value).get(o.csv.separator); }},
    {"set",
     [](tanda_options& o, const char* name, const std::string& value) {
       Setting setting;
       if (Status s = parse_setting(name, value).get(setting); !s) return s;
       o.fit.settings.push_back(std::move(setting));
       return Status();
     }},
    {"splits", set_count<&tanda_options::splits, 1, many>},
    {"test", [](tanda_options& o, const char* name,
                const std::string& value) { return parse_part(name, value).get(o.test); }},
    {"threads", set_count<&tanda_options::threads, 1, 256>},
    {"train", [](tanda_options& o, const char* name,
                 const std::string& value) { return parse_part(name, value).get(o.train); }},
    {"tune", set_flag<&tanda_options::tune>},
};

/// On a copy, so that a value that is refused changes nothing.
Status set_option(tanda_options& options, const std::string& name, const std::string& value) {
  std::vector<std::string> names;
  for (const Option& option : option_table) {
    if (name == option.name) {
      tanda_options changed = options;
      if (Status s = option.set(changed, option.name, value); !s) return s;
      options = std::move(changed);
      return {};
    }
    names.emplace_back(option.name);
  }
  const std::string near = nearest_word(name, names);
  return {Code::bad_argument, joined({"there is no option \"", name.substr(0, 40), "\""}),
          near.empty() ? "tanda.h lists them" : joined({"did you mean ", near, "?"})};
}

/// A number for each row.
int32_t set_rows(tanda_options* options, std::vector<int> tanda_options::*field, const char* name,
                 const int32_t* values, std::size_t rows, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (!options) return missing_argument("options");
    if (!values && rows > 0) return missing_argument(name);
    options->*field = rows > 0 ? std::vector<int>(values, values + rows) : std::vector<int>();
    return {};
  });
}

const CodeInfo* info_of(int32_t code) {
  return code >= 0 && code < static_cast<int32_t>(sizeof code_table / sizeof *code_table) ? &code_table[code]
                                                                                          : nullptr;
}

}  // namespace

int tell(tanda_error* error, Code code, const char* message, const char* remedy) noexcept {
  if (error) {
    error->code = static_cast<int32_t>(code);
    copy_text(error->message, sizeof error->message, message);
    copy_text(error->remedy, sizeof error->remedy, remedy);
  }
  return static_cast<int>(code);
}

}  // namespace tanda::abi

using namespace tanda::abi;

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
  return info_of(code) ? info_of(code)->remedy : "";
}

int32_t tanda_methods(tanda_bytes** json, tanda_error* error) {
  return guarded(error, [&]() -> tanda::Status {
    if (!json) return missing_argument("json");
    return give(tanda::methods_json(tanda::registry()), json);
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
    return set_option(*options, name, value);
  });
}

int32_t tanda_options_strata(tanda_options* options, const int32_t* strata, size_t rows, tanda_error* error) {
  return set_rows(options, &tanda_options::strata, "strata", strata, rows, error);
}

int32_t tanda_options_patches(tanda_options* options, const int32_t* patches, size_t rows,
                              tanda_error* error) {
  return set_rows(options, &tanda_options::patches, "patches", patches, rows, error);
}

void tanda_options_progress(tanda_options* options, tanda_progress progress, void* context) {
  if (!options) return;
  options->progress = progress;
  options->context = context;
}

}  // extern "C"
