// tanda export: writes the model in another format.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "apply.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "input.hpp"
#include "model/condense.hpp"
#include "model/export.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace cli {

namespace {

struct ExportArguments {
  std::string model, out;
  DataArguments data;
};

std::string in_percent(double fraction) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * fraction);
  return text;
}

/// Of the labelled samples of a table, the fraction that is predicted correctly.
template <class S>
double right_part(const std::vector<int>& found, const tanda::internal::Table<S>& table,
                  const tanda::internal::Model& model) {
  double labelled = 0, right = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const int label = table.labels.numbers[i];
    if (label < 0) continue;
    labelled += 1;
    // Compared by name, because the table has its own numbering.
    right += table.labels.classes[static_cast<std::size_t>(label)] ==
             model.classes()[static_cast<std::size_t>(found[i])];
  }
  return labelled > 0 ? right / labelled : 0;
}

/// The accuracy lost on this table, which is read as `predict` reads it.
template <class S>
Result<std::string> loss_on_data(const ExportArguments& arguments, const tanda::internal::Model& model,
                                 const tanda::internal::Model& exported, bool int8) {
  tanda::internal::CsvOptions csv;
  if (Status s = wanted_columns(arguments.data, model).get(csv); !s) return s;
  tanda::internal::Monitor monitor;
  tanda::internal::Table<S> table;
  if (Status s = read_table<S>(arguments.data.path, csv, monitor).get(table); !s) return s;
  if (!table.has_labels)
    return Status(Code::no_labels,
                  tanda::internal::literal_text(arguments.data.path) + ": there are no labels");
  const tanda::internal::Dataset<S> data = table.view();
  const Result<std::vector<int>> before = tanda::internal::predict<S>(model, data.x);
  if (!before) return before.status();
  const tanda::internal::Matrix<float> floats =
      int8 ? tanda::internal::Matrix<float>(data.x.template cast<float>()) : tanda::internal::Matrix<float>();
  const Result<std::vector<int>> after =
      int8 ? tanda::internal::predict_int8(exported, tanda::internal::ConstMatrixView<float>(
                                                         floats.data(), floats.rows(), floats.cols()))
           : tanda::internal::predict<S>(exported, data.x);
  if (!after) return after.status();
  return "accuracy on " + arguments.data.path + ": " + in_percent(right_part(*before, table, model)) +
         " before, " + in_percent(right_part(*after, table, model)) + " as exported";
}

/// The accuracy lost: on the table that was given, otherwise on the reference points in the model.
Result<std::string> loss_text(const ExportArguments& arguments, const tanda::internal::Model& model,
                              const tanda::internal::Model& exported, bool int8) {
  if (!arguments.data.path.empty())
    return tanda::internal::fitted_in_double(model) ? loss_on_data<double>(arguments, model, exported, int8)
                                                    : loss_on_data<float>(arguments, model, exported, int8);
  if (!arguments.data.words.has("prototypes") || model.rule() != tanda::Rule::neighbors) return std::string();
  const Result<tanda::internal::OwnAccuracy> own = tanda::internal::own_accuracy(model, exported);
  if (!own) return own.status();
  return "accuracy on the model's own points: " + in_percent(own->all) + " by all the others, " +
         in_percent(own->prototypes) + " by the prototypes";
}

Status run(const ExportArguments& arguments) {
  Options asked;
  if (Status status = arguments.data.words.options().get(asked); !status) return status;
  tanda::internal::ExportOptions options = asked.exported;
  if (Status status = check_writable(arguments.out, {arguments.model, arguments.data.path}); !status)
    return status;
  const Result<ModelFile> file = read_model(arguments.model);
  if (!file) return file.status();
  tanda::internal::Model exported = file->model;
  if (options.prototypes > 0) {  // once, for both the file and the loss
    if (Status status = tanda::internal::condense(file->model, options.prototypes).get(exported); !status)
      return status;
    options.prototypes = 0;
  }
  std::string bytes, loss;
  if (Status status = tanda::internal::export_model(exported, options).get(bytes); !status) return status;
  if (Status status = loss_text(arguments, file->model, exported, options.int8).get(loss); !status)
    return status;
  Output out;
  if (Status status = out.open(arguments.out); !status) return status;
  if (Status status = out.write(bytes); !status) return status;
  if (Status status = out.commit(); !status) return status;
  if (!loss.empty()) std::fprintf(stderr, "%s\n", loss.c_str());
  return {};
}

}  // namespace

Command export_command(CLI::App& program) {
  const auto arguments = std::make_shared<ExportArguments>();
  CLI::App* app = program.add_subcommand("export", "Write a model in another format");
  app->add_option("MODEL", arguments->model, "Model file made by `tanda fit`")->required()->option_text(" ");
  arguments->data.words.add_to(*app, tanda::internal::takes_export | tanda::internal::takes_read);
  app->add_option("--data", arguments->data.path, "Labelled table: tell the accuracy before and after on it")
      ->option_text("DATA");
  app->add_option("-o,--output", arguments->out, "File to write (default: standard output)")
      ->option_text("OUT");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace cli
