// tanda inspect: shows what a model file contains and how the model was made.
#include <CLI/CLI.hpp>
#include <cstring>
#include <iterator>
#include <memory>

#include "base/spelling.hpp"
#include "command.hpp"
#include "input.hpp"
#include "model/classifiers.hpp"
#include "output.hpp"
#include "tanda/detail/format.hpp"
#include "text.hpp"

namespace cli {

namespace {

using tanda::internal::Json;
using tanda::internal::Model;

struct InspectArguments {
  std::string model;
  bool json = false;
};

struct Part {
  std::string name;
  std::size_t bytes;
};

const char* section_name(std::uint32_t kind) {
  const char* const names[] = {"projection",  "offset",        "mean",   "references",   "labels",
                               "class_names", "feature_names", "record", "double_map",   "kernel",
                               "factor",      "basis",         "points", "coefficients", "range"};
  static_assert(std::size(names) == tanda::section_kinds);
  return kind >= 1 && kind <= tanda::section_kinds ? names[kind - 1] : "unknown";
}

/// The size of each section of the file, and of all that is between them. The file was validated when it was
/// read.
std::vector<Part> parts_of(const std::vector<std::uint8_t>& bytes) {
  tanda::FileHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  std::vector<Part> parts;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < header.sections; ++i) {
    tanda::FileSection section;
    std::memcpy(&section, bytes.data() + sizeof header + i * sizeof section, sizeof section);
    parts.push_back({section_name(section.kind), static_cast<std::size_t>(section.bytes)});
    sum += parts.back().bytes;
  }
  parts.push_back({"header", bytes.size() - sum});
  return parts;
}

/// Whether the record names a classifier other than the default of the rule in the file.
bool is_named(const Model& model) {
  return &model.classifier() != &tanda::internal::classifier_of_rule(model.rule());
}

std::string rule_text(const Model& model) {
  const std::string points =
      counted(static_cast<std::uint64_t>(model.references().cols()), "point", "points");
  const tanda::internal::ClassifierInfo& by = model.classifier();
  return tanda::internal::classifier_word(by, model.neighbors()) + (by.classifies() ? " on " + points : "");
}

std::string map_text(const Model& model) {
  const auto count = [](Index n, const char* one, const char* many) {
    return counted(static_cast<std::uint64_t>(n), one, many);
  };
  if (model.map() == tanda::Map::embedding) {
    return "none: " + count(model.references().cols(), "training sample", "training samples") +
           " embedded in " + count(model.outputs(), "dimension", "dimensions") +
           ", new samples cannot be projected";
  }
  std::string text = std::to_string(model.inputs()) + " → " + std::to_string(model.outputs());
  if (model.map() == tanda::Map::kernel) {
    text += std::string(", ") + model.kernel().kernel.info->id + " kernel on " +
            count(model.kernel().points.cols(), "point", "points");
  }
  return text + (model.unit_length() ? ", samples brought to unit length first" : "") +
         (model.double_precision() ? ", double precision" : "");
}

/// A value of the record on one line, with lists shortened and numbers rounded.
std::string value_text(const Json& value) {
  if (value.is_text()) return value.text_or("");
  if (value.is_array()) {
    std::vector<std::string> words;
    for (const Json& item : value.items()) {
      words.push_back(item.is_number() ? rounded(item.number_or(0)) : value_text(item));
    }
    return head(words, 8);
  }
  if (value.is_object()) {
    std::vector<std::string> words;
    for (const Json::Member& member : value.members())
      words.push_back(member.key + '=' + value_text(member.value));
    return join(words, " ");
  }
  return value.dump();
}

std::string summary(const std::string& path, const ModelFile& file) {
  const Model& model = file.model;
  std::vector<std::vector<std::string>> rows = {
      {"map", map_text(model)},
      {"classes", model.classes().empty() ? "none" : head(model.classes(), 10)},
      {"features", model.features().empty() ? "without names" : head(model.features(), 6)},
      {"classifier", rule_text(model)},
  };
  for (const Json::Member& member : model.record().members()) {
    if (member.key == "classifier") continue;  // shown above
    if (member.value.is_array() && member.key == "notes") {
      for (const Json& note : member.value.items()) rows.push_back({"note", spelled(value_text(note))});
    } else if (std::string text = value_text(member.value); !text.empty() && !member.value.is_null()) {
      rows.push_back({member.key, std::move(text)});
    }
  }
  std::vector<std::string> sizes;
  for (const Part& part : parts_of(file.bytes)) sizes.push_back(part.name + ' ' + std::to_string(part.bytes));
  rows.push_back({"bytes", std::to_string(file.bytes.size()) + ": " + join(sizes, ", ")});
  return for_terminal(path) + '\n' + columns(rows, 2);
}

Json summary_json(const ModelFile& file) {
  const Model& model = file.model;
  Json sizes = Json::object().set("total", file.bytes.size());
  for (const Part& part : parts_of(file.bytes)) sizes.set(part.name, part.bytes);
  return Json::object()
      .set("record", model.record())
      .set("map", tanda::map_name(model.map()))
      .set("inputs", model.inputs())
      .set("outputs", model.outputs())
      .set("unit_length", model.unit_length())
      .set("scalar", model.double_precision() ? "double" : "float")
      .set("classifier", is_named(model) ? model.classifier().id : tanda::rule_name(model.rule()))
      .set("neighbors", model.neighbors())
      .set("references", model.references().cols())
      .set("classes", Json::array(model.classes()))
      .set("features", Json::array(model.features()))
      .set("bytes", std::move(sizes));
}

Status run(const InspectArguments& arguments) {
  const Result<ModelFile> file = read_model(arguments.model);
  if (!file) return file.status();
  return print(
      arguments.json
          ? tanda::internal::spelled_json(summary_json(*file), tanda::internal::Spelling::program).dump(2) +
                '\n'
          : summary(arguments.model, *file));
}

}  // namespace

Command inspect_command(CLI::App& program) {
  const auto arguments = std::make_shared<InspectArguments>();
  CLI::App* app = program.add_subcommand("inspect", "Show what is in a model file and how it was made");
  app->add_option("MODEL", arguments->model, "Model file made by `tanda fit`")->required()->option_text(" ");
  app->add_flag("--json", arguments->json, "Print it as JSON");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace cli
