// tanda transform: projects samples.
#include <CLI/CLI.hpp>
#include <memory>

#include "apply.hpp"
#include "text.hpp"

namespace cli {

namespace {

template <class S>
Status transform_as(const ApplyArguments& arguments, const tanda::internal::Model& model) {
  std::vector<std::string> names;
  for (Index i = 0; i < model.outputs(); ++i) names.push_back('y' + std::to_string(i + 1));

  const auto lines = [&](const tanda::internal::Table<S>& table, Index first,
                         Index count) -> Result<std::vector<std::string>> {
    const Result<tanda::internal::Matrix<S>> projected =
        tanda::internal::transform<S>(model, block(table, first, count));
    if (!projected) return projected.status();
    std::vector<std::string> out(static_cast<std::size_t>(count));
    for (Index j = 0; j < count; ++j) {
      std::string& line = out[static_cast<std::size_t>(j)];
      for (Index i = 0; i < projected->rows(); ++i) {
        if (i > 0) line += ',';
        line += number((*projected)(i, j));
      }
    }
    return out;
  };
  return apply<S>(arguments, model, {join(names, ","), lines, "", nullptr});
}

Status transform(const ApplyArguments& arguments) {
  const Result<ModelFile> file = model_to_apply(arguments);
  if (!file) return file.status();
  return tanda::internal::fitted_in_double(file->model) ? transform_as<double>(arguments, file->model)
                                                        : transform_as<float>(arguments, file->model);
}

}  // namespace

Command transform_command(CLI::App& program) {
  const auto arguments = std::make_shared<ApplyArguments>();
  CLI::App* app = program.add_subcommand("transform", "Project samples: columns y1, y2, ...");
  add_apply_options(*app, *arguments);
  return {app, [arguments] { return transform(*arguments); }};
}

}  // namespace cli
