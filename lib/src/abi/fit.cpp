// The C ABI from data to models and evaluations.
#include <algorithm>

#include "base/text.hpp"
#include "data/precision.hpp"
#include "front/run.hpp"
#include "handles.hpp"
#include "input.hpp"

namespace tanda::internal::abi {

namespace {

Status check_options(const tanda_options* options) {
  return options ? Status() : missing_argument("options");
}

/// Notes about the samples, found before a fit or an evaluation.
using Notes = std::vector<std::string>;

/// A feature whose values differ in the caller's precision but not in that of the fit; -1 = there is none.
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

/// Calls `work` with samples of precision S, which are copied only if the caller's have the other precision.
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
                " differs between rows only in digits that floats do not have: ", subtract_first}));
  const Dataset<S> set{ConstMatrixView<S>(values ? values : copied.data(), static_cast<Index>(data.cols),
                                          static_cast<Index>(data.rows)),
                       input.labels, input.classes, input.features, input.patches};
  return work(set, notes);
}

/// Calls `work` with the samples in the precision that the options select.
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

Monitor monitor_of(const tanda_options& options, const Notes& notes) {
  Monitor monitor = options.monitor();
  for (const std::string& note : notes) monitor.note(note);
  return monitor;
}

/// Records the names of the label and id columns in the model, from the options the table was read with. A
/// column given by its number has no name here.
Model remember_columns_of(const tanda_options& options, bool labelled, const Model& model) {
  const std::string& label = options.csv.label;
  const bool known = labelled && label != "none";
  const Result<Index> number = parse_count("label", label, 1);
  const bool id_is_number = bool(parse_count("id", options.csv.id, 1));
  return remember_columns(model, known && !number ? label : "", known && number ? *number : 0,
                          id_is_number ? "" : options.csv.id);
}

}  // namespace

}  // namespace tanda::internal::abi

using namespace tanda::internal::abi;
using tanda::Status;

extern "C" {

int32_t tanda_fit(const tanda_options* options, const tanda_data* data, tanda_model** model,
                  tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (Status s = check_options(options); !s) return s;
    if (!model) return missing_argument("model");
    return with_samples(*options, data, [&](const auto& set, const Notes& notes) -> Status {
      tanda::internal::Monitor monitor = monitor_of(*options, notes);
      const tanda::Result<tanda::internal::Model> made =
          tanda::internal::run_fit(tanda::internal::registry(), *options, set, monitor);
      if (!made) return made.status();
      *model = new tanda_model{remember_columns_of(*options, set.labels != nullptr, *made)};
      return {};
    });
  });
}

int32_t tanda_fit_in(const tanda_options* options, const tanda_data* data, void* memory, size_t size,
                     tanda_model** model, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (Status s = check_options(options); !s) return s;
    if (!model) return missing_argument("model");
    if (!memory) return missing_argument("memory");
    const std::size_t off = reinterpret_cast<std::uintptr_t>(memory) % tanda::Workspace::alignment;
    const std::size_t skipped = off > 0 ? tanda::Workspace::alignment - off : 0;
    return with_samples(*options, data, [&](const auto& set, const Notes& notes) -> Status {
      tanda::Workspace workspace(static_cast<char*>(memory) + skipped, size > skipped ? size - skipped : 0);
      tanda::internal::Monitor monitor = monitor_of(*options, notes);
      const tanda::Result<tanda::internal::Model> made =
          tanda::internal::run_fit(tanda::internal::registry(), *options, set, monitor, &workspace);
      if (!made) return made.status();
      *model = new tanda_model{remember_columns_of(*options, set.labels != nullptr, *made)};
      return {};
    });
  });
}

int32_t tanda_workspace(const tanda_options* options, const tanda_data* data, uint64_t* bytes,
                        tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (Status s = check_options(options); !s) return s;
    if (!bytes) return missing_argument("bytes");
    return with_samples(*options, data, [&](const auto& set, const Notes&) -> Status {
      const auto planned = tanda::internal::run_plan(*options, set);
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
    const std::size_t scalar = options->in_double ? sizeof(double) : sizeof(float);
    const auto planned = tanda::internal::run_plan(tanda::internal::registry(), *options,
                                                   {rows, cols, classes, largest_class, scalar});
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
      tanda::internal::Monitor monitor = options->monitor();
      const auto run = tanda::internal::run_tune(*options, set, monitor);
      if (!run) return run.status();
      return give(told(tune_json(run->found, run->how)), json);
    });
  });
}

int32_t tanda_evaluate(const tanda_options* options, const tanda_data* data, tanda_bytes** json,
                       tanda_error* error) {
  return tanda_evaluate_merged(options, data, "[]", 2, json, error);
}

int32_t tanda_evaluate_merged(const tanda_options* options, const tanda_data* data, const char* reports,
                              size_t size, tanda_bytes** json, tanda_error* error) {
  return guarded(error, [&]() -> Status {
    if (Status s = check_options(options); !s) return s;
    if (!json) return missing_argument("json");
    if (!reports) return missing_argument("reports");
    tanda::internal::Json parts;
    if (Status s = tanda::internal::Json::parse({reports, size}).get(parts); !s) return s;
    if (options->train.size() > 1)
      return Status(tanda::Code::bad_argument, "{train}: one size of training set at a time",
                    "evaluate each size by itself");
    tanda::internal::EvaluateOptions how;
    if (Status s = evaluate_options(*options, tanda::internal::registry()).get(how); !s) return s;
    return with_samples(*options, data, [&](const auto& set, const Notes&) -> Status {
      tanda::internal::Monitor monitor = options->monitor();
      tanda::internal::Evaluation evaluation;
      if (Status s = tanda::internal::merged(set, how, parts).get(evaluation); !s) return s;
      if (Status s = tanda::internal::evaluate(tanda::internal::registry(), set, how, evaluation, monitor);
          !s)
        return s;
      using S = std::remove_const_t<std::remove_reference_t<decltype(*set.x.data())>>;
      std::map<std::size_t, tanda::internal::Confusion> confusions;
      const auto keep = [&](const tanda::internal::Replay<S>& replay) {
        confusions[replay.contest] = replay.confusion;
        return Status();
      };
      if (options->confusion) {
        const auto replayed =
            tanda::internal::replay<S>(tanda::internal::registry(), set, how, evaluation, monitor, keep);
        if (!replayed) return replayed.status();
      }
      return give(told(tanda::internal::evaluation_json(evaluation, true, confusions)), json);
    });
  });
}

}  // extern "C"
