// The options of every front end, as one table of words, and what they come to. Nothing else parses a word.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv.hpp"
#include "model/export.hpp"
#include "options/words.hpp"
#include "select/evaluate.hpp"
#include "tanda/statistics.hpp"

namespace tanda::internal {

/// The most that options take: of splits, folds, neighbours; and of threads.
inline constexpr Index most_rounds = 100000, most_threads = 256;

/// How the program's evaluation is written.
enum class ReportFormat : unsigned char { table, json, csv, html };

/// What was asked for, of all functions together: each takes what it knows.
struct Options {
  FitOptions fit;              ///< but for the dims, which a fit and an evaluation write differently
  std::string dims = "auto";   ///< a number for a fit, a list for an evaluation
  std::vector<Index> shown{};  ///< dimensions of the program's picture, from 1; none = the first two
  bool in_double = false;
  bool tune = false, honest = false, baseline = true, confusion = false;
  std::vector<std::string> selects, methods;
  Index folds = 5, repeats = 1, splits = 10, neighbors = 0, labelled = 0;
  Index rows = 0, cols = 0, classes = 2;     ///< of the program's plan
  std::vector<SampleSize> train{{0.25, 0}};  ///< ascending; more than one is a learning curve
  SampleSize test;
  BestDims best_dims = BestDims::mean;
  std::vector<int> strata, patches;  ///< of the rows
  CsvOptions csv;
  ExportOptions exported;
  Scatter scatter = Scatter::pooled;  ///< of statistics
  std::string by, resume;             ///< of the program's evaluation
  ReportFormat report = ReportFormat::table;
  std::vector<const char*> given{};  ///< names of the table that were set

  bool has(std::string_view name) const;
  bool tunes() const { return tune || !selects.empty(); }
};

/// Who takes an option: functions of the library, and commands of the program with options of their own.
enum Taker : unsigned short {
  takes_fit = 1,
  takes_plan = 2,
  takes_tune = 4,
  takes_evaluate = 8,
  takes_partition = 16,  ///< the program's command
  takes_read = 32,       ///< whatever reads a table
  takes_export = 64,
  takes_statistics = 128,  ///< whatever collects them
  takes_plot = 256,        ///< the program's command
};

/// How often a word may be given. Of a list, each time is one item; the program takes several with commas,
/// too.
enum class Times : unsigned char { once, repeated, listed };

/// One line of the table: a word, who takes it, what stands for its value, and what it is for.
struct OptionInfo {
  const char* name;
  unsigned takers;
  Times times;
  const char* value;  ///< as a help shows it; "" = a flag, true or false
  const char* help;   ///< one line
  Status (*set)(Options& options, const Registry& registry, const char* name, const std::string& value);
  bool program_only = false;       ///< it is about files, which only the program knows
  std::string (*ids)() = nullptr;  ///< of the table that has its words; the help begins with them
  std::string full_help() const { return ids ? ids() + help : help; }
  bool on = false;  ///< a flag that is true where nothing is said: the program has --no-NAME
  bool flag() const { return *value == '\0'; }
};

/// All options, in the order in which a help shows them. Two lines may have the same name, for different
/// takers.
struct OptionTable {
  const OptionInfo* first;
  std::size_t count;
  const OptionInfo* begin() const { return first; }
  const OptionInfo* end() const { return first + count; }
};
OptionTable option_table();

/// Sets an option of the table, or changes nothing.
Status set_option(Options& options, const Registry& registry, const OptionInfo& option,
                  const std::string& value);
/// The same by name, for functions that share one set of options: each line of that name may take the value.
Status set_option(Options& options, const Registry& registry, const std::string& name,
                  const std::string& value);

/// What a fit is to do; no method and 0 dimensions are to be chosen. Checked against the registry.
Result<FitOptions> fit_options(const Options& options, const Registry& registry);
/// For what takes a method by name.
Result<FitOptions> named_fit_options(const Options& options, const Registry& registry);
/// The grid: what the method proposes, if `proposed`, with what was selected instead or on top.
Result<TuneOptions> tune_options(const Options& options, const FitOptions& fit, const Registry& registry,
                                 bool proposed);
/// With the first of the sizes of training parts.
Result<EvaluateOptions> evaluate_options(const Options& options, const Registry& registry);

}  // namespace tanda::internal
