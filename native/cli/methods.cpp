// tanda methods: the list, the page of one method, or everything as JSON.
#include <CLI/CLI.hpp>
#include <memory>

#include "command.hpp"
#include "describe.hpp"
#include "output.hpp"

namespace cli {

namespace {

struct MethodsArguments {
  std::string id;
  bool json = false;
};

Status run(const MethodsArguments& arguments, const Registry& registry) {
  if (arguments.id.empty()) {
    if (arguments.json) return print(tanda::internal::methods_json(registry) + '\n');
    return print(method_list(registry) + "\n`tanda methods ID` shows a method and its parameters.\n");
  }
  const Result<tanda::internal::Method> method = registry.find(arguments.id);
  if (!method) return method.status();
  if (arguments.json) return print(tanda::internal::methods_json(Registry({*method})) + '\n');
  return print(method_page(*method->info));
}

}  // namespace

Command methods_command(CLI::App& program, const Registry& registry) {
  const auto arguments = std::make_shared<MethodsArguments>();
  CLI::App* app = program.add_subcommand("methods", "List the methods, or show one and its parameters");
  app->add_option("ID", arguments->id, "Show this method")->option_text(" ");
  app->add_flag("--json", arguments->json, "Print the descriptors as JSON");
  return {app, [arguments, &registry] { return run(*arguments, registry); }};
}

}  // namespace cli
