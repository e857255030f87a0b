// The table of options. The allowed words for classifiers, exporters and methods come from their own lists.
#include "base/text.hpp"
#include "options/contestants.hpp"
#include "options/options.hpp"
#include "tanda/detail/format.hpp"

namespace tanda::internal {

namespace option_words {

using Text = std::string;

template <class Field>
Status set_count(Field& field, const char* name, const Text& value, Index least, Index most) {
  Index count = 0;
  if (Status s = parse_count(name, value, least).get(count); !s) return s;
  if (count > most) return Status(Code::bad_argument, joined({option_text(name), ": at most ", most}));
  field = static_cast<Field>(count);
  return {};
}

template <Index Options::*field, Index least, Index most>
static Status count(Options& options, const Registry&, const char* name, const Text& value) {
  return set_count(options.*field, name, value, least, most);
}

template <bool Options::*field>
static Status flag(Options& options, const Registry&, const char* name, const Text& value) {
  return parse_flag(name, value).get(options.*field);
}

template <Text Options::*field>
static Status text(Options& options, const Registry&, const char*, const Text& value) {
  options.*field = value;
  return {};
}

template <Text CsvOptions::*field>
static Status column(Options& options, const Registry&, const char*, const Text& value) {
  options.csv.*field = value;
  return {};
}

template <std::vector<Text> CsvOptions::*field>
static Status columns(Options& options, const Registry&, const char*, const Text& value) {
  (options.csv.*field).push_back(value);
  return {};
}

static Status method(Options& o, const Registry& registry, const char*, const Text& value) {
  return parse_method(registry, value).get(o.fit.method);
}
static Status methods(Options& o, const Registry& registry, const char*, const Text& value) {
  o.methods.push_back(value);
  return parse_contestants(registry, value, false).status();
}
static Status fit_dims(Options& o, const Registry&, const char* name, const Text& value) {
  o.dims = value;
  return parse_fit_dims(name, value).status();
}
static Status scored_dims(Options& o, const Registry&, const char* name, const Text& value) {
  o.dims = value;
  return parse_dims(name, value).status();
}
static Status shown_dims(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_shown_dims(name, value).get(o.shown);
}
static Status best_dims(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_best_dims(name, value).get(o.best_dims);
}
static Status train(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_sizes(name, value).get(o.train);
}
static Status test(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_size(name, value).get(o.test);
}
static Status setting(Options& o, const Registry&, const char* name, const Text& value) {
  Setting made;
  if (Status s = parse_setting(name, value).get(made); !s) return s;
  o.fit.settings.push_back(std::move(made));
  return {};
}
static Status scale(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_scale(name, value).get(o.fit.scale);
}
static Status pca(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_pca(name, value).get(o.fit.pca);
}
static Status scalar(Options& o, const Registry&, const char* name, const Text& value) {
  if (Status s = parse_scalar(name, value).get(o.in_double); !s) return s;
  if (!o.in_double || double_samples) return {};
  return Status(Code::bad_argument, joined({option_text(name), ": this build takes samples in float only"}),
                joined({"leave ", option_text(name), " out"}));
}
static Status classifier(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_classifier(name, value, o.fit);
}
/// Limited to `most_threads`: the result does not depend on the number.
static Status threads(Options& o, const Registry&, const char* name, const Text& value) {
  Index threads = 0;
  if (Status s = parse_count(name, value, 1).get(threads); !s) return s;
  o.fit.threads = static_cast<int>(threads < most_threads ? threads : most_threads);
  return {};
}
static Status seed(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_seed(name, value).get(o.fit.seed);
}
static Status select(Options& o, const Registry&, const char*, const Text& value) {
  o.selects.push_back(value);
  return {};
}
static Status missing(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_missing(name, value).get(o.csv.missing);
}
static Status malformed(Options& o, const Registry&, const char* name, const Text& value) {
  int word = 0;
  if (Status s = parse_word(name, value, {"error", "missing"}).get(word); !s) return s;
  o.csv.skip_malformed = word == 1;
  return {};
}
static Status header(Options& o, const Registry&, const char* name, const Text& value) {
  int word = 0;
  if (Status s = parse_word(name, value, {"auto", "true", "false"}).get(word); !s) return s;
  o.csv.header = word == 0 ? HeaderRow::automatic : word == 1 ? HeaderRow::first_row : HeaderRow::none;
  return {};
}
static Status separator(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_separator(name, value).get(o.csv.separator);
}
static Status decimal(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_decimal(name, value).get(o.csv.decimal);
}
static Status memory_limit(Options& o, const Registry&, const char* name, const Text& value) {
  if (Status s = parse_bytes(name, value).get(o.fit.memory_limit); !s) return s;
  o.csv.memory_limit = o.fit.memory_limit;
  return {};
}
static Status format(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_format(name, value).get(o.exported.format);
}
static Status report_format(Options& o, const Registry&, const char* name, const Text& value) {
  int word = 0;
  if (Status s = parse_word(name, value, {"table", "json", "csv", "html"}).get(word); !s) return s;
  o.report = static_cast<ReportFormat>(word);
  return {};
}
static Status export_name(Options& o, const Registry&, const char*, const Text& value) {
  o.exported.name = value;
  return {};
}
static Status quantize(Options& o, const Registry&, const char* name, const Text& value) {
  return parse_quantize(name, value).get(o.exported.int8);
}
static Status scatter(Options& o, const Registry&, const char* name, const Text& value) {
  int word = 0;
  if (Status s = parse_word(name, value, {"pooled", "class"}).get(word); !s) return s;
  o.scatter = word == 0 ? Scatter::pooled : Scatter::per_class;
  return {};
}
static Status prototypes(Options& o, const Registry&, const char* name, const Text& value) {
  return set_count(o.exported.prototypes, name, value, 1, max_count);
}

constexpr unsigned fits = takes_fit | takes_plan | takes_tune;
constexpr unsigned all_fits = fits | takes_evaluate;

static_assert(default_scored_dims == 30, "the help of dims says so");

// clang-format off
constexpr OptionInfo table[] = {
    {"method", fits, Times::once, "ID|auto", "The method, see below; auto (default): the best of several by cross-validation", method},
    {"methods", takes_evaluate, Times::repeated, "ID,ID,...", "Methods: pca,lda,lfda:ridge=0, or all (required)", methods},
    {"train", takes_evaluate, Times::once, "PART|N",
     "Part of each class to train on, or samples of each (default 0.25); several, such as 5,10,20: how the error falls with them", train},
    {"test", takes_evaluate, Times::once, "PART|N", "The same of what is not trained on (default: all of it)", test},
    {"labelled", takes_evaluate, Times::once, "N", "So many of each class keep their label in the training set (default: all)",
     count<&Options::labelled, 1, max_count>},
    {"by", takes_evaluate, Times::once, "COL", "Column that splits a class further: the sizes above are of each of its values; no feature",
     text<&Options::by>, true},
    {"splits", takes_evaluate, Times::once, "N", "Random splits (default 10)", count<&Options::splits, 1, most_rounds>},
    {"dims", fits, Times::once, "R|auto", "Dimensions of the projection; auto (default): by cross-validation", fit_dims},
    {"dims", takes_evaluate, Times::once, "LIST", "Dimensions to compare: 10, 2,5,10, 1-40 or all (default 1-30)", scored_dims},
    {"dims", takes_plot, Times::once, "I,J", "One or two dimensions to show (default: 1,2)", shown_dims, true},
    {"best-dims", takes_evaluate, Times::once, "HOW",
     "mean (default): where the mean error is smallest; split: the best of each split, averaged", best_dims},
    {"neighbors", takes_evaluate, Times::once, "K",
     "Classify by K neighbours (default 1; methods with columns for each class: by membership)", count<&Options::neighbors, 1, most_rounds>},
    {"rows", takes_plan, Times::once, "N", "Number of samples (required)", count<&Options::rows, 1, max_count>, true},
    {"cols", takes_plan, Times::once, "D", "Number of features (required)", count<&Options::cols, 1, max_count>, true},
    {"classes", takes_plan, Times::once, "C", "Number of classes (default 2)", count<&Options::classes, 1, max_count>, true},
    {"set", fits, Times::repeated, "NAME=VALUE", "Set a parameter of the method; repeatable", setting},
    {"set", takes_partition, Times::repeated, "NAME=VALUE", "Set a parameter of the partition; repeatable", setting},
    {"scale", all_fits | takes_partition, Times::once, "HOW",
     "auto (default: zscore where features differ in scale by more than 10 times, else none), none, zscore, minmax or unit", scale},
    {"pca", all_fits | takes_partition, Times::once, "N|ENERGY", "PCA first: to N dimensions, or a part of the variance (0.95)", pca},
    {"scalar", all_fits | takes_partition, Times::once, "TYPE", "float (default) or double", scalar},
    {"classifier", fits, Times::once, "RULE", "; default knn:1", classifier, false, classifier_help},
    {"threads", fits, Times::once, "N", "Threads that share the work (default: one for each core)", threads},
    {"label", takes_fit | takes_read, Times::once, "COL", "Label column by name or number; none = no labels", column<&CsvOptions::label>},
    {"drop", takes_read, Times::listed, "COL,...", "Columns to leave out, by name or number; repeatable", columns<&CsvOptions::drop>},
    {"keep", takes_read, Times::listed, "COL,...", "The only columns to take as features; repeatable", columns<&CsvOptions::keep>},
    {"id", takes_fit | takes_read, Times::once, "COL", "Column that names the rows: no feature, but in the output", column<&CsvOptions::id>},
    {"missing", takes_read, Times::once, "HOW", "Missing values: error (default), drop or mean", missing},
    {"malformed", takes_read, Times::once, "HOW",
     "Features that are no numbers: error (default), or missing; rows of another length are then left out", malformed},
    {"header", takes_read, Times::once, "HOW", "Whether the first row has names: auto (default), true or false", header},
    {"sep", takes_read, Times::once, "CHAR", "Separator: a character or tab, space, pipe (default: found)", separator},
    {"decimal", takes_read, Times::once, "CHAR", "Decimal sign: . or , (default: found)", decimal},
    {"memory-limit", takes_fit | takes_tune | takes_evaluate | takes_read, Times::once, "BYTES", "Refuse what needs more, table and all (512M, 2GiB)", memory_limit},
    {"partition", takes_fit | takes_evaluate, Times::once, "COL",
     "Column with a partition of one's own, for methods that take one: rows of a class with the same value make a patch",
     column<&CsvOptions::patches>, true},
    {"tune", takes_fit | takes_tune, Times::once, "", "Choose parameters and dimensions by cross-validation", flag<&Options::tune>},
    {"tune", takes_evaluate, Times::once, "", "Try what each method proposes by cross-validation", flag<&Options::tune>},
    {"select", takes_fit | takes_tune, Times::repeated, "NAME=V1,V2", "Values to choose from; repeatable, implies {tune} for them", select},
    {"select", takes_evaluate, Times::repeated, "[ID.]NAME=V1,V2", "Try these values by cross-validation; several with ; or repeated", select},
    {"folds", takes_fit | takes_tune | takes_evaluate, Times::once, "F", "Folds of the cross-validation (default 5)", count<&Options::folds, 2, most_rounds>},
    {"repeats", takes_fit | takes_tune, Times::once, "N", "Repetitions of it (default 1)", count<&Options::repeats, 1, most_rounds>},
    {"honest", takes_evaluate, Times::once, "", "Choose the dimension by cross-validation, too", flag<&Options::honest>},
    {"threads", takes_evaluate, Times::once, "N", "Splits side by side (default: one for each core)", threads},
    {"seed", takes_fit | takes_tune | takes_evaluate, Times::once, "N", "Seed of all random choices (default 0)", seed},
    {"baseline", takes_evaluate, Times::once, "", "Leave out the rows none (no reduction) and majority", flag<&Options::baseline>, false, nullptr, true},
    {"confusion", takes_evaluate, Times::once, "", "Which classes are taken for which, on the first split (html always shows it)", flag<&Options::confusion>},
    {"resume", takes_evaluate, Times::once, "REPORT", "Go on with a report of {format=json}", text<&Options::resume>, true},
    {"format", takes_evaluate, Times::once, "HOW", "table (default), json, csv or html", report_format, true},
    {"format", takes_export, Times::once, "FORMAT", " (required)", format, false, [] { return format_list(); }},
    {"name", takes_export, Times::once, "NAME", ": what its names begin with (default model)", export_name, false, [] { return format_list(with_name); }},
    {"quantize", takes_export, Times::once, "HOW", ": none (default), or int8 weights and inputs", quantize, false, [] { return format_list(with_quantize); }},
    {"scatter", takes_statistics, Times::once, "OF", "pooled (default): of all classes together; class: of each, which some parameters need", scatter},
    {"prototypes", takes_export, Times::once, "N", "Condense the reference points to at most N", prototypes},
};
// clang-format on

}  // namespace option_words

OptionTable option_table() {
  return {option_words::table, sizeof option_words::table / sizeof *option_words::table};
}

}  // namespace tanda::internal
