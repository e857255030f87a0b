#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <thread>

#include "text.hpp"

namespace cli {

using tanda::internal::OptionInfo;
using tanda::internal::Times;

void GivenWords::add_to(CLI::App& app, unsigned takers) {
  for (const OptionInfo& info : tanda::internal::option_table()) {
    if ((info.takers & takers) == 0) continue;
    Word& word = words_.emplace_back(Word{&info});
    const std::string help = spelled(info.full_help());
    const std::string name = (info.on ? "--no-" : "--") + std::string(info.name);
    if (info.flag()) {
      app.add_flag(name, word.flag, help);
      continue;
    }
    CLI::Option* option = info.times == Times::once
                              ? app.add_option(name, word.text, help)
                              : app.add_option(name, word.texts, help)->allow_extra_args(false);
    option->option_text(info.value);
    if (help.find("(required)") != std::string::npos) option->required();
  }
}

const std::string& GivenWords::text(std::string_view name) const {
  static const std::string none;
  for (const Word& word : words_)
    if (word.info->name == name) return word.text;
  return none;
}

bool GivenWords::has(std::string_view name) const {
  return std::any_of(words_.begin(), words_.end(), [&](const Word& word) {
    return word.info->name == name && (word.flag || !word.text.empty() || !word.texts.empty());
  });
}

Result<Options> GivenWords::options(const Registry& registry) const {
  Options options;
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  options.fit.threads =
      static_cast<int>(std::min<tanda::internal::Index>(cores, tanda::internal::most_threads));
  const auto set = [&](const OptionInfo& info, const std::string& value) {
    return tanda::internal::set_option(options, registry, info, value);
  };
  for (const Word& word : words_) {
    const OptionInfo& info = *word.info;
    if (word.flag)
      if (Status s = set(info, info.on ? "false" : "true"); !s) return s;
    if (!word.text.empty())
      if (Status s = set(info, word.text); !s) return s;
    for (const std::string& text : word.texts) {
      if (info.times != Times::listed) {
        if (Status s = set(info, text); !s) return s;
        continue;
      }
      for (const std::string& item : tanda::internal::split_at(text, ','))
        if (!item.empty())
          if (Status s = set(info, item); !s) return s;
    }
  }
  return options;
}

Result<std::uint64_t> memory_left(std::uint64_t limit, std::uint64_t taken, std::uint64_t lanes) {
  if (limit == 0) return limit;
  if (limit > taken && (limit - taken) / lanes > 0) return (limit - taken) / lanes;
  return Status(Code::memory_limit, "the table and its copies take " + std::to_string(taken) +
                                        " bytes, the limit is " + std::to_string(limit));
}

}  // namespace cli
