// tanda plan: how much memory a fit would take, without any data.
#include <CLI/CLI.hpp>
#include <memory>

#include "command.hpp"
#include "front/run.hpp"
#include "options.hpp"
#include "output.hpp"
#include "text.hpp"

namespace cli {

namespace {

struct PlanArguments {
  GivenWords words;
  bool json = false;
};

Status run(const PlanArguments& arguments, const Registry& registry) {
  Options asked;
  if (Status status = arguments.words.options(registry).get(asked); !status) return status;
  const auto rows = std::size_t(asked.rows), cols = std::size_t(asked.cols),
             classes = std::size_t(asked.classes);
  tanda::internal::Plan plan;
  const tanda::internal::Sizes sizes{rows, cols, classes, 0,
                                     asked.in_double ? sizeof(double) : sizeof(float)};
  if (Status status = run_plan(registry, asked, sizes).get(plan); !status) return status;
  if (arguments.json) {
    return print(tanda::internal::Json::object()
                     .set("method", asked.fit.method)
                     .set("rows", rows)
                     .set("cols", cols)
                     .set("classes", classes)
                     .set("scalar", asked.in_double ? "double" : "float")
                     .set("plan_bytes", plan.bytes)
                     .set("unfilled_bytes", plan.unfilled)
                     .dump(2) +
                 '\n');
  }
  return print(asked.fit.method + " on " + std::to_string(rows) + " × " + std::to_string(cols) + ", " +
               counted(classes, "class", "classes") + ": at most " +
               bytes_text(static_cast<double>(plan.bytes)) + " (" + std::to_string(plan.bytes) + " bytes)\n" +
               (plan.unfilled < plan.bytes
                    ? "of that a sparse factor, which may turn out much smaller: " +
                          bytes_text(static_cast<double>(plan.bytes - plan.unfilled)) + "\n"
                    : ""));
}

}  // namespace

Command plan_command(CLI::App& program, const Registry& registry) {
  const auto arguments = std::make_shared<PlanArguments>();
  CLI::App* app = program.add_subcommand("plan", "Tell how much memory a fit would need");
  arguments->words.add_to(*app, tanda::internal::takes_plan);
  app->add_flag("--json", arguments->json, "Print the plan as JSON");
  return {app, [arguments, &registry] { return run(*arguments, registry); }};
}

}  // namespace cli
