// tanda plot: draws samples in one or two dimensions of the projection.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "apply.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "svg.hpp"
#include "text.hpp"

namespace cli {

namespace {

struct PlotArguments {
  std::string model, out, title;
  DataArguments data;
  bool ellipses = false;
};

/// The one or two dimensions to show, counted from 0.
using Dims = std::vector<Index>;

/// The dimensions that were asked for; by default the first two.
Result<Dims> shown_dims(const Dims& asked, Index outputs) {
  if (asked.empty()) return outputs > 1 ? Dims{0, 1} : Dims{0};
  Dims dims;
  for (const Index dim : asked) {
    if (dim > outputs)
      return Status(Code::bad_argument, "--dims: the model has no dimension " + std::to_string(dim),
                    outputs == 1 ? "it has one" : "it has 1 to " + std::to_string(outputs));
    dims.push_back(dim - 1);
  }
  return dims;
}

/// The model's number of each class of the table, by name, so that a class has the same colour in all
/// pictures of a model. Classes unknown to the model are appended.
std::vector<int> numbers_in_model(const std::vector<std::string>& names, std::vector<std::string>& classes) {
  std::vector<int> numbers;
  for (const std::string& name : names) {
    const auto found = std::find(classes.begin(), classes.end(), name);
    numbers.push_back(static_cast<int>(found - classes.begin()));
    if (found == classes.end()) classes.push_back(name);
  }
  return numbers;
}

template <class Column>
PlotPoint point_of(const Column& column, const Dims& dims, int group) {
  const auto at = [&](std::size_t i) { return static_cast<double>(column[dims[i]]); };
  return {at(0), dims.size() > 1 ? at(1) : 0.0, group};
}

/// Projects the table as `transform` does.
template <class S>
Status add_samples(const PlotArguments& arguments, const tanda::internal::Model& model, const Dims& dims,
                   ScatterPlot& plot) {
  tanda::internal::CsvOptions csv;
  if (Status status = wanted_columns(arguments.data, model).get(csv); !status) return status;
  Progress progress;
  tanda::internal::Monitor monitor(progress.callback());
  tanda::internal::Table<S> table;
  if (Status status = read_table<S>(arguments.data.path, std::move(csv), monitor).get(table); !status)
    return status;

  std::vector<int> numbers;
  if (table.has_labels) {
    plot.groups = model.classes();
    numbers = numbers_in_model(table.labels.classes, plot.groups);
  }
  monitor.stage("project");
  for (Index first = 0; first < table.rows; first += block_samples) {
    const Index count = std::min(block_samples, table.rows - first);
    tanda::internal::Matrix<S> projected;
    if (Status status = tanda::internal::transform<S>(model, block(table, first, count)).get(projected);
        !status)
      return status;
    for (Index i = 0; i < count; ++i) {
      const int label = table.has_labels ? table.labels.numbers[static_cast<std::size_t>(first + i)] : -1;
      plot.points.push_back(
          point_of(projected.col(i), dims, label < 0 ? -1 : numbers[static_cast<std::size_t>(label)]));
    }
    const double fraction = static_cast<double>(first + count) / static_cast<double>(table.rows);
    if (!monitor.advance(fraction)) return Status(Code::cancelled);
  }
  progress.erase();
  for (const std::string& note : table.notes)
    std::fprintf(stderr, "note: %s\n", for_terminal(spelled(note)).c_str());
  return {};
}

/// Adds the samples of a model that consists of its embedded training set only.
void add_embedded(const tanda::internal::Model& model, const Dims& dims, ScatterPlot& plot) {
  const bool labels = !model.labels().empty();
  if (labels) plot.groups = model.classes();
  for (Index i = 0; i < model.references().cols(); ++i)
    plot.points.push_back(
        point_of(model.references().col(i), dims, labels ? model.labels()[static_cast<std::size_t>(i)] : -1));
}

std::string file_name(const std::string& path) {
  return path == "-" ? "standard input" : path.substr(path.rfind('/') + 1);
}

Caption caption_of(const PlotArguments& arguments, const tanda::internal::Model& model,
                   const ScatterPlot& plot, bool embedded) {
  Caption caption;
  const std::string method = model.record().text_or("method", "projection");
  caption.title =
      method + (embedded ? ": " + file_name(arguments.model) : " of " + file_name(arguments.data.path));
  if (!arguments.title.empty()) caption.title = arguments.title;
  std::vector<bool> present(plot.groups.size(), false);
  std::size_t finite = 0;
  for (const PlotPoint& point : plot.points) {
    if (point.group >= 0) present[static_cast<std::size_t>(point.group)] = true;
    finite += std::isfinite(point.x) && std::isfinite(point.y);
  }
  const auto classes = static_cast<std::uint64_t>(std::count(present.begin(), present.end(), true));
  caption.subtitle = counted(plot.points.size(), embedded ? "training sample" : "sample",
                             embedded ? "training samples" : "samples");
  if (classes > 0) caption.subtitle += ", " + counted(classes, "class", "classes");
  if (finite < plot.points.size())
    caption.subtitle += ", " + std::to_string(plot.points.size() - finite) + " too far out to draw";
  if (plot.ellipses) caption.subtitle += ", ellipses at two standard deviations";
  return caption;
}

Status fill(const PlotArguments& arguments, const tanda::internal::Model& model, const Dims& dims,
            ScatterPlot& plot) {
  if (model.map() == tanda::Map::embedding) {
    add_embedded(model, dims, plot);
    std::fprintf(stderr, "note: the method embeds its training set only: the picture shows that%s\n",
                 arguments.data.path.empty() ? "" : ", the data are not used");
    return {};
  }
  if (arguments.data.path.empty())
    return {Code::bad_argument, "DATA is missing: the samples to plot", "tanda plot MODEL DATA -o OUT.svg"};
  return model.double_precision() ? add_samples<double>(arguments, model, dims, plot)
                                  : add_samples<float>(arguments, model, dims, plot);
}

Status run(const PlotArguments& arguments) {
  Options asked;
  if (Status status = arguments.data.words.options().get(asked); !status) return status;
  const Result<ModelFile> file = read_model(arguments.model);
  if (!file) return file.status();
  const tanda::internal::Model& model = file->model;
  Dims dims;
  if (Status status = shown_dims(asked.shown, model.outputs()).get(dims); !status) return status;
  if (Status status = check_writable(arguments.out, {arguments.model, arguments.data.path}); !status)
    return status;

  ScatterPlot plot;
  plot.x_name = 'y' + std::to_string(dims[0] + 1);
  if (dims.size() > 1) plot.y_name = 'y' + std::to_string(dims[1] + 1);
  plot.ellipses = arguments.ellipses && dims.size() > 1;
  if (Status status = fill(arguments, model, dims, plot); !status) return status;
  plot.caption = caption_of(arguments, model, plot, model.map() == tanda::Map::embedding);

  Output out;
  if (Status status = out.open(arguments.out); !status) return status;
  if (Status status = out.write(dims.size() > 1 ? scatter_svg(plot) : strips_svg(plot)); !status)
    return status;
  return out.commit();
}

}  // namespace

Command plot_command(CLI::App& program) {
  const auto arguments = std::make_shared<PlotArguments>();
  CLI::App* app = program.add_subcommand("plot", "Draw projected samples as an SVG picture");
  app->add_option("MODEL", arguments->model, "Model file made by `tanda fit`")->required()->option_text(" ");
  app->add_option("DATA", arguments->data.path,
                  std::string(data_help) +
                      ". Not needed for a method "
                      "that embeds its "
                      "training set only")
      ->option_text(" ");
  app->add_flag("--ellipses", arguments->ellipses, "Ellipses at two standard deviations of each class");
  app->add_option("--title", arguments->title, "Title of the picture")->option_text("TEXT");
  arguments->data.words.add_to(*app, tanda::internal::takes_plot | tanda::internal::takes_read);
  app->add_option("-o,--output", arguments->out, "File to write (default: standard output)")
      ->option_text("OUT.svg");
  return {app, [arguments] { return run(*arguments); }};
}

}  // namespace cli
