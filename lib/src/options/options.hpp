// The options of all front ends in one table, and their parsed values. All option texts are parsed here.
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

/// The largest values accepted: of splits, folds and neighbours; and of threads.
inline constexpr Index most_rounds = 100000, most_threads = 256;

/// The output format of the program's evaluation.
enum class ReportFormat : unsigned char { table, json, csv, html };

/// The options of all functions together; each function uses those it knows.
struct Options {
  FitOptions fit;              ///< without dims, whose syntax differs between a fit and an evaluation
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
  std::vector<const char*> given{};  ///< names of the options that were set

  bool has(std::string_view name) const;
  bool tunes() const { return tune || !selects.empty(); }
};

/// The functions of the library, and commands of the program with additional options, that take an option.
enum Taker : unsigned short {
  takes_fit = 1,
  takes_plan = 2,
  takes_tune = 4,
  takes_evaluate = 8,
  takes_partition = 16,  ///< the program's command
  takes_read = 32,       ///< everything that reads a table
  takes_export = 64,
  takes_statistics = 128,  ///< everything that collects them
  takes_plot = 256,        ///< the program's command
};

/// How often an option may be given. For a list, each occurrence is one item; the program also takes several
/// separated by commas.
enum class Times : unsigned char { once, repeated, listed };

/// One line of the table: an option's name, its takers, a placeholder for its value, and a description.
struct OptionInfo {
  const char* name;
  unsigned takers;
  Times times;
  const char* value;  ///< as shown in the help; "" = a flag, true or false
  const char* help;   ///< one line
  Status (*set)(Options& options, const Registry& registry, const char* name, const std::string& value);
  bool program_only = false;       ///< it concerns files, which only the program uses
  std::string (*ids)() = nullptr;  ///< lists the allowed words, with which the help begins
  std::string full_help() const { return ids ? ids() + help : help; }
  bool on = false;  ///< a flag that is true by default: the program has --no-NAME
  bool flag() const { return *value == '\0'; }
};

/// All options, in the order of the help. Two lines may have the same name, for different
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

/// The options of a fit; an empty method and 0 dimensions mean that they are chosen. Checked against the
/// registry.
Result<FitOptions> fit_options(const Options& options, const Registry& registry);
/// The same for functions that need a method by name.
Result<FitOptions> named_fit_options(const Options& options, const Registry& registry);
/// The grid: the values that the method proposes, if `proposed`, replaced or extended by selected ones.
Result<TuneOptions> tune_options(const Options& options, const FitOptions& fit, const Registry& registry,
                                 bool proposed);
/// The options of an evaluation, with the first of the training set sizes.
Result<EvaluateOptions> evaluate_options(const Options& options, const Registry& registry);

}  // namespace tanda::internal
