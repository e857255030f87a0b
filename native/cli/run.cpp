// run_cli: the table of commands, help, and turning a Status or a parse error into one line and an exit code.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <vector>

#include "base/parameters.hpp"
#include "base/spelling.hpp"
#include "cli.hpp"
#include "command.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "tanda/version.hpp"
#include "text.hpp"

namespace {

using namespace cli;

int exit_code(const Status& status) {
  switch (status.category()) {
    case tanda::ErrorCategory::none:
      return 0;
    case tanda::ErrorCategory::usage:
      return 2;
    case tanda::ErrorCategory::data:
      return 3;
    case tanda::ErrorCategory::fit:
      return 4;
    case tanda::ErrorCategory::io:
      return 5;
  }
  return 4;
}

/// Prints the error with options spelled as the program has them; gives the exit code.
int report(const Status& status) {
  if (status) return 0;
  std::fprintf(stderr, "%s\n", for_terminal("tanda: " + status.text()).c_str());
  return exit_code(status);
}

const char* const quick_example =
    "Example:\n"
    "  tanda fit data.csv -o model.tanda\n"
    "  tanda predict model.tanda new.csv\n"
    "\n"
    "`tanda COMMAND --help` explains a command, `tanda methods` lists the methods.";

/// Names the first unknown word or option, with the nearest one that exists.
Status explain_unknown(const CLI::App& program, const CLI::App* command, const std::string& word) {
  std::vector<std::string> known;
  std::string what;
  if (!command && word[0] == '-') {
    what = "unknown option \"" + word + "\"";
    known = {"--help", "--version"};
  } else if (!command) {
    what = "unknown command \"" + word + "\"";
    for (const CLI::App* sub : program.get_subcommands({})) known.push_back(sub->get_name());
  } else if (word.size() > 1 && word[0] == '-') {
    what = "unknown option \"" + word + "\"";
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  } else {
    return {Code::bad_argument, "one argument too many: \"" + word + "\"",
            "see `tanda " + command->get_name() + " --help`"};
  }
  const std::string near = tanda::internal::nearest_word(word.substr(0, word.find('=')), known);
  const std::string help = command ? "tanda " + command->get_name() + " --help" : "tanda --help";
  return {Code::bad_argument, what, near.empty() ? "see `" + help + "`" : "did you mean " + near + "?"};
}

Status lacks_value(const std::string& name, const CLI::Option& option) {
  return {Code::bad_argument, name + " needs a value", "write " + name + ' ' + option.get_option_text()};
}

/// Puts CLI11's messages about an option, such as "--dims: 1 required TEXT missing", into plainer words.
Status explain_option(const CLI::App& command, const CLI::ParseError& error) {
  const std::string message = error.what();
  const bool flag = error.get_name() == "ConversionError";  // "Could not convert: --tune = abc"
  const std::size_t start = flag ? std::min(message.find("--"), message.size()) : 0;
  const std::string name = message.substr(start, message.find_first_of(": ", start) - start);
  const std::string help = "see `tanda " + command.get_name() + " --help`";
  const CLI::Option* option = command.get_option_no_throw(name);
  if (!option) return {Code::bad_argument, message, help};
  if (error.get_name() == "RequiredError") {
    std::string what = option->get_description();
    if (const std::size_t at = what.rfind(" (required)"); at != std::string::npos) what.resize(at);
    return {Code::bad_argument, name + " is missing: " + what, help};
  }
  if (flag) return {Code::bad_argument, name + " takes no value", "write " + name + " alone"};
  if (message.find("At Most") != std::string::npos)
    return {Code::bad_argument, name + " was given more than once", "give it once"};
  if (message.find("required") != std::string::npos) return lacks_value(name, *option);
  return {Code::bad_argument, message, help};
}

/// Refuses an option with an empty value, such as from an unset shell variable, instead of taking it for not
/// given.
Status check_values_given(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_lnames().empty()) continue;
    for (const std::string& value : option->results())
      if (value.empty()) return lacks_value("--" + option->get_lnames().front(), *option);
  }
  return {};
}

Status explain(const CLI::App& program, const CLI::ParseError& error) {
  const std::vector<CLI::App*> parsed = program.get_subcommands();
  const CLI::App* command = parsed.empty() ? nullptr : parsed.front();
  // An unknown option often makes a required one missing: report the unknown one first.
  const std::vector<std::string> unknown = program.remaining(true);
  if (!unknown.empty()) return explain_unknown(program, command, unknown.front());
  if (command) return explain_option(*command, error);
  return {Code::bad_argument, error.what(), "see `tanda --help`"};
}

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text + '\n';
}

int run(int argc, const char* const* argv, const Registry& registry) {
  CLI::App program("Supervised linear projections: fit them to a table, save them, use them anywhere.",
                   "tanda");
  program.set_version_flag("--version", std::string("tanda ") + tanda::version, "Print the version");
  program.set_help_flag("-h,--help", "Print this help");
  program.get_formatter()->column_width(28);
  program.get_formatter()->label("SUBCOMMAND", "COMMAND");
  program.get_formatter()->label("Positionals", "Arguments");
  program.get_formatter()->label("REQUIRED", "(required)");
  program.require_subcommand(1);

  const std::vector<Command> commands = {
      methods_command(program, registry),
      fit_command(program, registry),
      transform_command(program),
      predict_command(program),
      inspect_command(program),
      export_command(program),
      evaluate_command(program, registry),
      plan_command(program, registry),
      collect_command(program, registry),
      plot_command(program),
      partition_command(program),
  };
  for (const Command& command : commands) command.app->group("Commands");

  if (argc <= 1) {
    std::fputs(trimmed(program.help() + quick_example).c_str(), stderr);
    return 2;
  }
  const auto chosen = [&]() -> const Command* {
    for (const Command& command : commands)
      if (program.got_subcommand(command.app)) return &command;
    return nullptr;
  };
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const Command* command = chosen();
    if (!command) return report(print(trimmed(program.help() + quick_example)));
    std::string extra;
    if (command->extra_help)
      if (Status status = command->extra_help().get(extra); !status)
        return report(tanda::internal::spelled(status, tanda::internal::Spelling::program));
    return report(print(trimmed(program.help() + extra)));
  } catch (const CLI::CallForVersion& version) {
    return report(print(std::string(version.what()) + '\n'));
  } catch (const CLI::ParseError& error) {
    return report(explain(program, error));
  }
  if (Status status = check_values_given(*chosen()->app); !status) return report(status);
  return report(tanda::internal::spelled(chosen()->run(), tanda::internal::Spelling::program));
}

}  // namespace

int run_cli(int argc, const char* const* argv, const tanda::internal::Registry& registry) {
  try {
    catch_interrupts();
    return run(argc, argv, registry);
  } catch (const std::bad_alloc&) {
    return report(Status(Code::out_of_memory));
  } catch (const std::exception& error) {
    return report(Status(Code::bad_argument, error.what()));
  }
}
