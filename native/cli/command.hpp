// What the commands have in common: their declaration, and the data options that several of them take.
#pragma once

#include <functional>
#include <string>

#include "methods/registry.hpp"
#include "tanda/status.hpp"

// CLI11 takes longer to compile than most files here; only files that declare options include it.
namespace CLI {
class App;
}

namespace cli {

using tanda::Code;
using tanda::Result;
using tanda::Status;
using tanda::internal::Index;
using tanda::internal::Registry;

/// The options are declared in `app`; `run` does the work after parsing. `extra_help` is shown below the
/// options.
struct Command {
  CLI::App* app;
  std::function<Status()> run;
  std::function<Result<std::string>()> extra_help = {};
};

Command methods_command(CLI::App& program, const Registry& registry);
Command fit_command(CLI::App& program, const Registry& registry);
Command collect_command(CLI::App& program, const Registry& registry);
Command transform_command(CLI::App& program);
Command predict_command(CLI::App& program);
Command inspect_command(CLI::App& program);
Command export_command(CLI::App& program);
Command evaluate_command(CLI::App& program, const Registry& registry);
Command plot_command(CLI::App& program);
Command plan_command(CLI::App& program, const Registry& registry);
Command partition_command(CLI::App& program);

}  // namespace cli
