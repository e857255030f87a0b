#include "options/options.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ut.hpp"

namespace options_tests {
using namespace ut;
using namespace tanda::internal;
using tanda::Code;
using tanda::Status;

suite options_suite = [] {
  "the table has each name once for each taker, and a line of help for it"_test = [] {
    std::set<std::pair<std::string, unsigned>> seen;
    for (const OptionInfo& option : option_table()) {
      const std::string help = option.help;
      expect(help.size() > 5 && help.find('\n') == std::string::npos && option.takers != 0) << option.name;
      for (unsigned taker = 1; taker <= takes_plot; taker *= 2)
        if (option.takers & taker) expect(seen.emplace(option.name, taker).second) << option.name << taker;
    }
  };

  "a value that is refused changes nothing, and the message names the option"_test = [] {
    Options options;
    expect(bool(set_option(options, registry(), "dims", "3")) && options.has("dims"));
    const Status status = set_option(options, registry(), "dims", "x");
    expect(status.code() == Code::bad_argument && status.message().find("{dims}: \"x\"") == 0)
        << status.message();
    expect(options.dims == "3" && !options.has("folds"));
    expect(set_option(options, registry(), "fold", "3").remedy() == "did you mean {folds}?");
    expect(!set_option(options, registry(), "partition", "3")) << "only the program has files";
  };

  "an option means the same to all functions that take it"_test = [] {
    Options options;
    for (const auto& [name, value] : std::vector<std::pair<const char*, const char*>>{{"method", "lda"},
                                                                                      {"classifier", "knn:3"},
                                                                                      {"memory-limit", "1K"},
                                                                                      {"threads", "1000"},
                                                                                      {"train", "5,10"},
                                                                                      {"missing", "mean"},
                                                                                      {"drop", "a,b"},
                                                                                      {"drop", "c"},
                                                                                      {"dims", "auto"}})
      expect(bool(set_option(options, registry(), name, value))) << name;
    const auto fit = fit_options(options, registry());
    expect(fit && fit->method == "lda" && fit->neighbors == 3 && fit->dims == 0 && fit->threads == 256);
    expect(options.fit.memory_limit == 1024u && options.csv.memory_limit == 1024u);
    expect(options.train.size() == 2u && options.csv.missing == Missing::mean);
    expect(options.csv.drop == std::vector<std::string>{"a,b", "c"}) << "a column may be called so";
    expect(!evaluate_options(options, registry())) << "no methods";
    for (const char* train : {"10,5", "0.5,10", "5,5", "", "1.5", "5,"})
      expect(!set_option(options, registry(), "train", train)) << train;
  };
};
}  // namespace options_tests
