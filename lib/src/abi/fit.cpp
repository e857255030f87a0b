// The C ABI's way from data to models and judgements.
#include <algorithm>

#include "handles.hpp"
#include "tanda/base/text.hpp"
#include "tanda/select/choose.hpp"
#include "tanda/select/tune.hpp"

namespace tanda::abi {

namespace {

Status check_options(const tanda_options* options) {
  return options ? Status() : missing_argument("options");
}

/// Names and labels of the caller's samples, checked once; the values stay where they are.
struct Input {
  std::vector<std::string> classes, features;
  std::vector<int> labels;
  bool labelled = false;
  const int* patches = nullptr;  ///< the options'
};

Result<Input> input_of(const tanda_data* data) {
  if (!data) return missing_argument("data");
  if (!data->values == !data->doubles)
    return Status(Code::bad_argument, "data: give values or doubles, one of the two");
  if (data->rows == 0 || data->cols == 0) return Status(Code::empty_data);
  // The address space of the values bounds both, so that nothing computed from them can wrap.
  const std::size_t most = static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(double);
  if (data->rows > most / data->cols || data->rows > max_count || data->cols > max_count)
    return Status(Code::wrong_shape, "data: rows times columns is more than memory can hold");
  Input input;
  if (data->features) {
    for (std::size_t j = 0; j < data->cols; ++j) {
      if (!data->features[j]) return missing_argument("data: a feature's name");
      input.features.emplace_back(data->features[j]);
    }
  }
  if (!data->labels) return input;
  input.labelled = true;
  input.labels.assign(data->labels, data->labels + data->rows);
  const int highest = *std::max_element(input.labels.begin(), input.labels.end());
  const int lowest = *std::min_element(input.labels.begin(), input.labels.end());
  const std::size_t numbered = highest < 0 ? 0 : static_cast<std::size_t>(highest) + 1;
  const std::size_t count = data->class_count > 0 ? data->class_count : numbered;
  if (lowest < -1 || (highest >= 0 && static_cast<std::size_t>(highest) >= count))
    return Status(Code::wrong_shape, joined({"data: a label is not between -1 and ", count, " - 1"}));
  // Each class needs a sample: a count that does not fit the rows is a mistake, and could be any size.
  if (count > data->rows)
    return Status(Code::wrong_shape, "data: there are more classes than rows",
                  "number the classes from 0 without gaps");
  for (std::size_t c = 0; c < count; ++c) {
    if (data->classes && !data->classes[c]) return missing_argument("data: a class's name");
    input.classes.push_back(data->classes ? data->classes[c] : std::to_string(c));
  }
  return input;
}

/// What is to be said about the samples before anything is made of them.
using Notes = std::vector<std::string>;

/// A feature whose values differ in the caller's precision and not in that of the fit; -1 = there is none.
template <class S, class Other>
Index lost_feature(const std::vector<S>& copied, const Other* values, std::size_t cols) {
  for (std::size_t j = 0; sizeof(S) < sizeof(Other) && j < cols; ++j) {
    bool varies = false, kept = false;
    for (std::size_t at = j; at < copied.size() && !kept; at += cols) {
      varies |= values[at] != values[j];
      kept |= copied[at] != copied[j];
    }
    if (varies && !kept) return static_cast<Index>(j);
  }
  return -1;
}

/// Calls `work` with samples of precision S, which are copied only where the caller's are of the other one.
template <class S, class Other, class Work>
Status with_values(const S* values, const Other* others, const tanda_data& data, const Input& input,
                   Work work) {
  std::vector<S> copied;
  if (!values) copied.assign(others, others + data.rows * data.cols);
  const Index lost = values ? -1 : lost_feature(copied, others, data.cols);
  Notes notes;
  if (lost >= 0)
    notes.push_back(
        joined({"feature ", lost + 1,
                " differs between rows only in digits that floats do not have: subtract a constant "
                "first, or use --scalar double"}));
  const Dataset<S> set{ConstMatrixView<S>(values ? values : copied.data(), static_cast<Index>(data.cols),
                                          static_cast<Index>(data.rows)),
                       input.labelled ? input.labels.data() : nullptr, input.classes, input.features,
                       input.patches};
  return work(set, notes);
}

/// Calls `work` with the samples in the precision that the options say.
template <class Work>
Status with_samples(const tanda_options& options, const tanda_data* data, Work work) {
  Input input;
  if (Status s = input_of(data).get(input); !s) return s;
  if (!options.patches.empty()) {
    if (options.patches.size() != data->rows)
      return Status(Code::wrong_shape,
                    joined({"there are ", options.patches.size(), " patches for ", data->rows, " rows"}));
    input.patches = options.patches.data();
  }
  if constexpr (double_samples) {
    if (options.in_double) return with_values(data->doubles, data->values, *data, input, work);
  }
  return with_values(data->values, data->doubles, *data, input, work);
}

/// No method and 0 dimensions are still to be chosen.
Result<FitOptions> fit_options(const tanda_options& options) {
  FitOptions fit = options.fit;
  if (Status s = check_settings(registry(), fit); !s) return s;
  if (Status s = parse_fit_dims("dims", options.dims).get(fit.dims); !s) return s;
  fit.threads = static_cast<int>(options.threads);
  return fit;
}

/// For what takes a method by name.
Result<FitOptions> named_fit_options(const tanda_options& options) {
  if (options.fit.method.empty())
    return Status(Code::bad_argument, "no method was named", "set the option method");
  return fit_options(options);
}

Result<TuneOptions> tune_options(const tanda_options& options, const FitOptions& fit, bool defaults) {
  const ParameterList parameters = registry().find(fit.method)->info->parameters;
  TuneOptions how;
  how.folds = static_cast<int>(options.folds);
  how.repeats = static_cast<int>(options.repeats);
  how.seed = fit.seed;
  if (Status s = parse_grid(defaults, options.selects, parameters).get(how.grid); !s) return s;
  return how;
}

template <class S>
Result<TuneResult> tune_with(const Dataset<S>& set, FitOptions fit, TuneOptions how, Monitor& monitor) {
  if (fit.dims > 0) how.dims = {fit.dims};  // what was given stays
  if (fit.dims == 0) fit.dims = most_chosen_dims;
  return tune(registry(), set, fit, how, monitor);
}

/// For a fit in memory of the caller's: nothing is left to be chosen.
Result<FitOptions> settled_fit_options(const tanda_options& options) {
  if (options.tune || !options.selects.empty())
    return Status(Code::bad_argument, "a fit in memory of your own takes parameters as they are",
                  "tune first, without it");
  return named_fit_options(options);
}

template <class S>
Result<Model> fit_with(const tanda_options& options, const Dataset<S>& set, const Notes& notes) {
  FitOptions fit;
  if (Status s = fit_options(options).get(fit); !s) return s;
  if (fit.method.empty() && !options.selects.empty())
    return Status(Code::bad_argument, "select: no method was named, and its values are those of a method",
                  "set the option method");
  Monitor monitor = options.monitor();
  for (const std::string& note : notes) monitor.note(note);
  const bool tunes = options.tune || !options.selects.empty();
  if (!tunes || fit.method.empty()) {
    Choice choice;
    if (Status s = choose(registry(), set, fit, monitor).get(choice); !s) return s;
    Result<Model> model = tanda::fit(registry(), set, choice.fit, monitor);
    if (model && choice.folds > 0) model->record.set("chosen", choice.record());
    return model;
  }
  TuneOptions how;
  if (Status s = tune_options(options, fit, options.tune).get(how); !s) return s;
  TuneResult tuned;
  if (Status s = tune_with(set, fit, how, monitor).get(tuned); !s) return s;
  fit.settings = merged(fit.settings, tuned.settings());
  fit.dims = tuned.dims;
  Result<Model> model = tanda::fit(registry(), set, fit, monitor);
  if (model) model->record.set("tuned", tune_record(tuned, how));
  return model;
}

/// The options are those the table was read with, if it was. A column given by its number has no name here.
void remember_columns_of(const tanda_options& options, bool labelled, Model& model) {
  const std::string& label = options.csv.label;
  const bool known = labelled && label != "none";
  const Result<Index> number = parse_count("label", label, 1);
  const bool id_is_number = bool(parse_count("id", options.csv.id, 1));
  remember_columns(model, known && !number ? label : "", known && number ? *number : 0,
                   id_is_number ? "" : options.csv.id);
}

Json tune_json(const TuneResult& tuned, const TuneOptions& how) {
  Json points = Json::array();
  for (std::size_t p = 0; p < tuned.points.size(); ++p) {
    Json point =
        Json::object().set("settings", settings_json(tuned.points[p])).set("errors", tuned.errors[p]);
    if (!tuned.failures[p].empty()) point.set("failure", tuned.failures[p]);
    points.push(std::move(point));
  }
  return Json::object().set("best", tune_record(tuned, how)).set("points", std::move(points));
}

Result<EvaluateOptions> evaluate_options(const tanda_options& options) {
  EvaluateOptions how;
  if (options.baseline) how.contestants = baselines(options.fit.pca);
  for (const std::string& list : options.methods) {
    std::vector<Contestant> more;
    if (Status s = parse_contestants(registry(), list, options.tune).get(more); !s) return s;
    how.contestants.insert(how.contestants.end(), more.begin(), more.end());
  }
  if (how.contestants.empty() || options.methods.empty())
    return Status(Code::bad_argument, "no methods were named", "set the option methods");
  for (const std::string& list : options.selects)
    if (Status s = add_grids(registry(), "select", list, how.contestants); !s) return s;
  DimsChoice dims;
  if (Status s = parse_dims("dims", options.dims == "auto" ? "" : options.dims).get(dims); !s) return s;
  how.dims = dims.listed;
  FitOptions common = options.fit;
  common.dims = dims.most;
  prepare_alike(how.contestants, common, options.neighbors);
  how.best_dims = options.best_dims;
  how.train = options.train;
  how.test = options.test;
  how.labelled = options.labelled;
  how.strata = options.strata;
  how.splits = static_cast<int>(options.splits);
  how.folds = static_cast<int>(options.folds);
  how.seed = options.fit.seed;
  how.honest = options.honest;
  how.threads = static_cast<int>(options.threads);
  return how;
}

}  // namespace

}  // namespace tanda::abi

using namespace tanda::abi;
using tanda::Status;

extern "C" {

int32_t tanda_fit(const tanda_options* options, const tanda_data* data, tanda_model** model,
                  tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (Status s = check_options(options); !s) return s;
    if (!model) return missing_argument("model");
    auto made = std::make_unique<tanda_model>();
    Status status = with_samples(*options, data, [&](const auto& set, const Notes& notes) -> Status {
      if (Status s = fit_with(*options, set, notes).get(made->model); !s) return s;
      remember_columns_of(*options, set.labels != nullptr, made->model);
      return {};
    });
    if (!status) return status;
    *model = made.release();
    return {};
  });
}

int32_t tanda_fit_in(const tanda_options* options, const tanda_data* data, void* memory, size_t size,
                     tanda_model** model, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (Status s = check_options(options); !s) return s;
    if (!model) return missing_argument("model");
    if (!memory) return missing_argument("memory");
    tanda::FitOptions fit;
    if (Status s = settled_fit_options(*options).get(fit); !s) return s;
    const std::size_t off = reinterpret_cast<std::uintptr_t>(memory) % tanda::Workspace::alignment;
    const std::size_t skipped = off > 0 ? tanda::Workspace::alignment - off : 0;
    auto made = std::make_unique<tanda_model>();
    Status status = with_samples(*options, data, [&](const auto& set, const Notes& notes) -> Status {
      tanda::Workspace workspace(static_cast<char*>(memory) + skipped, size > skipped ? size - skipped : 0);
      tanda::Monitor monitor = options->monitor();
      for (const std::string& note : notes) monitor.note(note);
      if (Status s = tanda::fit(tanda::registry(), set, fit, monitor, &workspace).get(made->model); !s)
        return s;
      remember_columns_of(*options, set.labels != nullptr, made->model);
      return {};
    });
    if (!status) return status;
    *model = made.release();
    return {};
  });
}

int32_t tanda_workspace(const tanda_options* options, const tanda_data* data, uint64_t* bytes,
                        tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (Status s = check_options(options); !s) return s;
    if (!bytes) return missing_argument("bytes");
    tanda::FitOptions fit;
    if (Status s = settled_fit_options(*options).get(fit); !s) return s;
    return with_samples(*options, data, [&](const auto& set, const Notes&) -> Status {
      const tanda::Result<tanda::Plan> planned = tanda::plan(tanda::registry(), set, fit);
      if (planned) *bytes = planned->workspace_unfilled + tanda::Workspace::alignment;
      return planned.status();
    });
  });
}

int32_t tanda_plan(const tanda_options* options, size_t rows, size_t cols, size_t classes,
                   size_t largest_class, uint64_t* bytes, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (Status s = check_options(options); !s) return s;
    if (!bytes) return missing_argument("bytes");
    for (const size_t size : {rows, cols, classes, largest_class}) {
      if (size > tanda::max_count)
        return Status(tanda::Code::wrong_shape, "more than 2147483647 rows, columns or classes");
    }
    if (rows == 0 || cols == 0) return Status(tanda::Code::empty_data);
    tanda::FitOptions fit;
    if (Status s = named_fit_options(*options).get(fit); !s) return s;
    const std::size_t scalar = options->in_double ? sizeof(double) : sizeof(float);
    const tanda::Result<tanda::Plan> planned = tanda::plan_choice(
        tanda::registry(), fit, static_cast<tanda::Index>(rows), static_cast<tanda::Index>(cols),
        static_cast<tanda::Index>(classes), scalar, static_cast<tanda::Index>(largest_class));
    if (planned) *bytes = planned->bytes;
    return planned.status();
  });
}

int32_t tanda_tune(const tanda_options* options, const tanda_data* data, tanda_bytes** json,
                   tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (Status s = check_options(options); !s) return s;
    if (!json) return missing_argument("json");
    return with_samples(*options, data, [&](const auto& set, const Notes&) -> Status {
      tanda::FitOptions fit;
      if (Status s = named_fit_options(*options).get(fit); !s) return s;
      tanda::TuneOptions how;
      if (Status s = tune_options(*options, fit, options->tune || options->selects.empty()).get(how); !s)
        return s;
      tanda::Monitor monitor = options->monitor();
      tanda::TuneResult tuned;
      if (Status s = tune_with(set, fit, how, monitor).get(tuned); !s) return s;
      return give(tune_json(tuned, how).dump(), json);
    });
  });
}

int32_t tanda_evaluate(const tanda_options* options, const tanda_data* data, tanda_bytes** json,
                       tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (Status s = check_options(options); !s) return s;
    if (!json) return missing_argument("json");
    tanda::EvaluateOptions how;
    if (Status s = evaluate_options(*options).get(how); !s) return s;
    return with_samples(*options, data, [&](const auto& set, const Notes&) -> Status {
      tanda::Monitor monitor = options->monitor();
      tanda::Evaluation evaluation;
      if (Status s = tanda::evaluate(tanda::registry(), set, how, evaluation, monitor); !s) return s;
      using S = std::remove_const_t<std::remove_reference_t<decltype(*set.x.data())>>;
      std::map<std::size_t, tanda::Confusion> confusions;
      const auto keep = [&](const tanda::Replay<S>& replay) {
        confusions[replay.contest] = replay.confusion;
        return Status();
      };
      if (options->confusion) {
        const auto replayed = tanda::replay<S>(tanda::registry(), set, how, evaluation, monitor, keep);
        if (!replayed) return replayed.status();
      }
      return give(tanda::evaluation_json(evaluation, true, confusions).dump(), json);
    });
  });
}

}  // extern "C"
