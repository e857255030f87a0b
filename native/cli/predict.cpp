// tanda predict: samples in, predicted classes out; with labelled data the accuracy too.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "apply.hpp"
#include "text.hpp"

namespace cli {

namespace {

struct Score {
  std::size_t labelled = 0, right = 0;
};

void print_accuracy(const Score& score) {
  if (score.labelled == 0) return;
  const double percent = 100.0 * static_cast<double>(score.right) / static_cast<double>(score.labelled);
  std::fprintf(stderr, "accuracy %.1f %% (%zu of %zu)\n", percent, score.right, score.labelled);
}

template <class S>
Status predict_as(const ApplyArguments& arguments, const tanda::Model& model) {
  Score score;
  const auto lines = [&](const tanda::Table<S>& table, Index first,
                         Index count) -> Result<std::vector<std::string>> {
    const Result<std::vector<int>> predicted = tanda::predict<S>(model, block(table, first, count));
    if (!predicted) return predicted.status();
    std::vector<std::string> out;
    for (std::size_t i = 0; i < predicted->size(); ++i) {
      const std::string& name = model.classes[static_cast<std::size_t>((*predicted)[i])];
      out.push_back(csv_field(name));
      // Classes are compared by name: the table numbers its own.
      const int label = table.has_labels ? table.labels.numbers[static_cast<std::size_t>(first) + i] : -1;
      if (label < 0) continue;
      ++score.labelled;
      score.right += table.labels.classes[static_cast<std::size_t>(label)] == name;
    }
    return out;
  };
  if (Status status = apply<S>(arguments, model, {"predicted", lines}); !status) return status;
  print_accuracy(score);
  return {};
}

Status predict(const ApplyArguments& arguments) {
  const Result<ModelFile> file = model_to_apply(arguments);
  if (!file) return file.status();
  if (file->model.rule == tanda::Rule::none) {
    return {Code::bad_argument, arguments.model + ": the model has no classifier",
            "fit it with --classifier knn:1 and labels"};
  }
  return file->model.double_precision ? predict_as<double>(arguments, file->model)
                                      : predict_as<float>(arguments, file->model);
}

}  // namespace

Command predict_command(CLI::App& program) {
  const auto arguments = std::make_shared<ApplyArguments>();
  CLI::App* app = program.add_subcommand("predict", "Predict the class of samples");
  add_apply_options(*app, *arguments);
  return {app, [arguments] { return predict(*arguments); }};
}

}  // namespace cli
