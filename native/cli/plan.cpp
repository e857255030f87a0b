// tanda plan: how much memory a fit would take, without any data.
#include <CLI/CLI.hpp>
#include <memory>

#include "command.hpp"
#include "options.hpp"
#include "output.hpp"
#include "select/choose.hpp"
#include "text.hpp"

namespace cli {

namespace {

struct PlanArguments {
  GivenWords words;
  std::string rows, cols, classes = "2";
  bool json = false;
};

Status run(const PlanArguments& arguments, const Registry& registry) {
  Options asked;
  if (Status status = arguments.words.options(registry).get(asked); !status) return status;
  tanda::internal::FitOptions options;
  if (Status status = tanda::internal::fit_options(asked, registry).get(options); !status) return status;
  Index rows = 0, cols = 0, classes = 0;
  if (Status status = tanda::internal::parse_count("rows", arguments.rows, 1).get(rows); !status)
    return status;
  if (Status status = tanda::internal::parse_count("cols", arguments.cols, 1).get(cols); !status)
    return status;
  if (Status status = tanda::internal::parse_count("classes", arguments.classes, 1).get(classes); !status)
    return status;
  const std::size_t scalar_bytes = asked.in_double ? sizeof(double) : sizeof(float);
  if (options.method.empty())
    return {Code::bad_argument, "no method was named: what choosing one takes depends on the data",
            "give --method ID"};
  tanda::internal::Plan plan;
  if (Status status =
          tanda::internal::plan_choice(registry, options, rows, cols, classes, scalar_bytes).get(plan);
      !status)
    return status;
  if (arguments.json) {
    return print(tanda::internal::Json::object()
                     .set("method", options.method)
                     .set("rows", rows)
                     .set("cols", cols)
                     .set("classes", classes)
                     .set("scalar", asked.in_double ? "double" : "float")
                     .set("plan_bytes", plan.bytes)
                     .set("unfilled_bytes", plan.unfilled)
                     .dump(2) +
                 '\n');
  }
  return print(options.method + " on " + std::to_string(rows) + " × " + std::to_string(cols) + ", " +
               counted(static_cast<std::uint64_t>(classes), "class", "classes") + ": at most " +
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
  app->add_option("--rows", arguments->rows, "Number of samples (required)")->required()->option_text("N");
  app->add_option("--cols", arguments->cols, "Number of features (required)")->required()->option_text("D");
  app->add_option("--classes", arguments->classes, "Number of classes (default 2)")->option_text("C");
  app->add_flag("--json", arguments->json, "Print the plan as JSON");
  return {app, [arguments, &registry] { return run(*arguments, registry); }};
}

}  // namespace cli
