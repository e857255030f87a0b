#include "evaluation_pictures.hpp"

#include "command.hpp"
#include "text.hpp"

namespace cli {

namespace {

/// Training and test samples in two dimensions.
template <class S>
Result<std::string> scatter_of(const tanda::internal::Replay<S>& replay, const std::string& name) {
  ScatterPlot plot;
  plot.caption = {name + ": first two dimensions", "filled: training, hollow: test", ""};
  plot.x_name = "y1";
  plot.y_name = "y2";
  plot.groups = replay.model.classes();
  plot.open_name = "test";
  plot.width = 520;
  for (const bool held_out : {false, true}) {
    const tanda::internal::Dataset<S> part = held_out ? replay.trial.test() : replay.trial.train();
    tanda::internal::Matrix<S> y;
    if (Status s = tanda::internal::transform(replay.model, part.x).get(y); !s) return s;
    for (Index i = 0; i < y.cols() && y.rows() > 1; ++i) {
      plot.points.push_back(
          {static_cast<double>(y(0, i)), static_cast<double>(y(1, i)), part.labels[i], held_out});
    }
  }
  return plot.points.empty() ? std::string() : scatter_svg(plot);
}

/// The confusion matrix.
template <class S>
std::string confusion_of(const tanda::internal::Replay<S>& replay, const std::string& name) {
  ConfusionMatrix matrix;
  matrix.classes = replay.model.classes();
  const int classes = static_cast<int>(matrix.classes.size());
  for (int actual = 0; actual < classes; ++actual) {
    for (int predicted = 0; predicted < classes; ++predicted)
      matrix.counts.push_back(replay.confusion.count(actual, predicted));
  }
  matrix.caption = {
      name + ": confusion in " + counted(static_cast<std::uint64_t>(replay.dims), "dimension", "dimensions"),
      "test samples of the first split", ""};
  return confusion_svg(matrix);
}

}  // namespace

template <class S>
EvaluationPictures evaluation_pictures(const tanda::internal::Registry& registry,
                                       const tanda::internal::Dataset<S>& data,
                                       const tanda::internal::EvaluateOptions& options,
                                       const tanda::internal::Evaluation& evaluation) {
  EvaluationPictures pictures;
  tanda::internal::Monitor monitor;  // not cancelled: a report that was stopped early has its pictures, too
  const auto draw = [&](const tanda::internal::Replay<S>& replay) {
    const std::string& name = evaluation.contests[replay.contest].name;
    EvaluationPicture picture{name, "", confusion_of(replay, name)};
    if (Status s = scatter_of(replay, name).get(picture.scatter); !s) return s;
    pictures.all.push_back(std::move(picture));
    return Status();
  };
  // Pictures that cannot be drawn are left out; the numbers of the report are complete without them.
  const Result<std::vector<std::string>> replayed =
      tanda::internal::replay<S>(registry, data, options, evaluation, monitor, draw);
  pictures.failures =
      replayed ? *replayed : std::vector<std::string>{"any method: " + replayed.status().text()};
  return pictures;
}

template EvaluationPictures evaluation_pictures(const tanda::internal::Registry&,
                                                const tanda::internal::Dataset<float>&,
                                                const tanda::internal::EvaluateOptions&,
                                                const tanda::internal::Evaluation&);
template EvaluationPictures evaluation_pictures(const tanda::internal::Registry&,
                                                const tanda::internal::Dataset<double>&,
                                                const tanda::internal::EvaluateOptions&,
                                                const tanda::internal::Evaluation&);

}  // namespace cli
