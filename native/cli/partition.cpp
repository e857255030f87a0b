// tanda partition: divides the samples into the patches of a manifold partition, and shows how flat they are.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/json.hpp"
#include "command.hpp"
#include "describe.hpp"
#include "geometry/partition_parameters.hpp"
#include "input.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "text.hpp"

namespace cli {

namespace {

using tanda::internal::Json;

struct PartitionArguments {
  DataArguments data;
  std::string out;
  bool patches = false, json = false;
};

/// One patch, for the text and the JSON report.
struct Patch {
  std::string label;
  Index samples = 0;
  double linearity = 1;
};

template <class S>
std::vector<Patch> patches_of(const tanda::internal::Partition& partition,
                              const tanda::internal::Table<S>& table) {
  std::vector<Patch> patches(static_cast<std::size_t>(partition.count));
  for (std::size_t i = 0; i < partition.patch.size(); ++i) {
    if (partition.patch[i] < 0) continue;
    const std::size_t number = static_cast<std::size_t>(partition.patch[i]);
    Patch& patch = patches[number];
    ++patch.samples;
    patch.linearity = partition.linearity[number];
    if (table.has_labels) {
      patch.label = table.labels.classes[static_cast<std::size_t>(table.labels.numbers[i])];
    }
  }
  return patches;
}

std::string summary(const std::vector<Patch>& patches, std::size_t classes) {
  Index smallest = patches[0].samples, largest = 0;
  double sum = 0, samples = 0;
  std::size_t bent = 0;
  for (std::size_t p = 0; p < patches.size(); ++p) {
    smallest = std::min(smallest, patches[p].samples);
    largest = std::max(largest, patches[p].samples);
    sum += patches[p].linearity * static_cast<double>(patches[p].samples);
    samples += static_cast<double>(patches[p].samples);
    if (patches[p].linearity > patches[bent].linearity) bent = p;
  }
  return counted(patches.size(), "patch", "patches") + " of " + std::to_string(smallest) + " to " +
         std::to_string(largest) + " samples" +
         (classes > 0 ? " in " + counted(classes, "class", "classes") : "") +
         "; path over distance (1 = flat): mean " + rounded(sum / samples) + ", largest " +
         rounded(patches[bent].linearity) + " in patch " + std::to_string(bent);
}

std::string patch_lines(const std::vector<Patch>& patches, bool labels) {
  std::string text = std::string("patch,samples,linearity") + (labels ? ",label\n" : "\n");
  for (std::size_t p = 0; p < patches.size(); ++p) {
    text += std::to_string(p) + ',' + std::to_string(patches[p].samples) + ',' +
            number(static_cast<float>(patches[p].linearity)) +
            (labels ? ',' + csv_field(patches[p].label) : "") + '\n';
  }
  return text;
}

std::string sample_lines(const tanda::internal::Partition& partition) {
  std::string text = "patch,linearity\n";
  for (const int patch : partition.patch) {
    if (patch >= 0) {
      text += std::to_string(patch) + ',' +
              number(static_cast<float>(partition.linearity[static_cast<std::size_t>(patch)]));
    } else {
      text += ',';
    }
    text += '\n';
  }
  return text;
}

std::string json_text(const tanda::internal::Partition& partition, const std::vector<Patch>& patches,
                      bool labels) {
  Json list = Json::array(), of = Json::array();
  for (const Patch& patch : patches) {
    Json entry = Json::object().set("samples", patch.samples).set("linearity", patch.linearity);
    if (labels) entry.set("label", patch.label);
    list.push(std::move(entry));
  }
  for (const int patch : partition.patch) of.push(patch < 0 ? Json() : Json(double(patch)));
  return Json::object().set("patches", std::move(list)).set("patch", std::move(of)).dump(2) + '\n';
}

template <class S>
Status run_as(const PartitionArguments& arguments, const Options& asked,
              const tanda::internal::PartitionOptions& options) {
  if (Status status = check_writable(arguments.out, {arguments.data.path}); !status) return status;
  Progress progress;
  tanda::internal::Monitor monitor(progress.callback());
  tanda::internal::Table<S> table;
  if (Status status = read_table<S>(arguments.data.path, asked.csv, monitor).get(table); !status)
    return status;
  tanda::internal::Partition partition;
  Status status =
      tanda::internal::partition<S>(table.view(), asked.fit.scale, asked.fit.pca, options, monitor)
          .get(partition);
  if (!status) return status;
  const std::vector<Patch> patches = patches_of(partition, table);
  Output out;
  if (status = out.open(arguments.out); !status) return status;
  status = out.write(arguments.json      ? json_text(partition, patches, table.has_labels)
                     : arguments.patches ? patch_lines(patches, table.has_labels)
                                         : sample_lines(partition));
  if (!status) return status;
  if (status = out.commit(); !status) return status;
  progress.erase();
  for (const std::string& note : table.notes)
    std::fprintf(stderr, "note: %s\n", for_terminal(spelled(note)).c_str());
  std::fprintf(stderr, "%s\n", summary(patches, table.labels.classes.size()).c_str());
  return {};
}

Status run(const PartitionArguments& arguments) {
  Options asked;
  if (Status status = arguments.data.words.options().get(asked); !status) return status;
  const Result<tanda::internal::Parameters> parameters =
      tanda::internal::Parameters::make(tanda::internal::partition_parameters, asked.fit.settings);
  if (!parameters) {
    return {parameters.status().code(), parameters.status().message(), "see `tanda partition --help`"};
  }
  const tanda::internal::PartitionOptions options = parameters->as<tanda::internal::PartitionOptions>();
  return asked.in_double ? run_as<double>(arguments, asked, options)
                         : run_as<float>(arguments, asked, options);
}

}  // namespace

Command partition_command(CLI::App& program) {
  const auto arguments = std::make_shared<PartitionArguments>();
  CLI::App* app = program.add_subcommand("partition",
                                         "Cut each class into nearly flat patches: columns patch, linearity");
  app->add_option("DATA", arguments->data.path, data_help)->required()->option_text(" ");
  arguments->data.words.add_to(*app, tanda::internal::takes_partition | tanda::internal::takes_read);
  app->add_flag("--patches", arguments->patches, "A line for each patch instead of each sample");
  app->add_flag("--json", arguments->json, "Both, as JSON");
  app->add_option("-o,--output", arguments->out, "File to write (default: standard output)")
      ->option_text("OUT");
  return {app, [arguments] { return run(*arguments); },
          [] { return Result<std::string>(parameter_table(tanda::internal::partition_parameters)); }};
}

}  // namespace cli
