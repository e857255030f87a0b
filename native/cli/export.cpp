// tanda export: the model in another program's format.
#include <memory>

#include "command.hpp"
#include "input.hpp"
#include "options.hpp"
#include "output.hpp"

namespace cli {

namespace {

struct Arguments {
  std::string model, format, out;
};

Status run(const Arguments& arguments) {
  if (const Result<int> format = parse_word("--format", arguments.format, {"json"}); !format)
    return format.status();
  if (Status status = check_writable(arguments.out); !status) return status;
  const Result<ModelFile> file = read_model(arguments.model);
  if (!file) return file.status();
  Output out;
  if (Status status = out.open(arguments.out); !status) return status;
  if (Status status = out.write(tanda::model_json(file->model) + '\n'); !status) return status;
  return out.commit();
}

}  // namespace

Command export_command(CLI::App& program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("export", "Write a model in another format");
  app->add_option("MODEL", arguments->model, "Model file made by `tanda fit`")->required()->option_text(" ");
  app->add_option("--format", arguments->format, "json (required)")->required()->option_text("FORMAT");
  app->add_option("-o,--output", arguments->out, "File to write (default: standard output)")
      ->option_text("OUT");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace cli
