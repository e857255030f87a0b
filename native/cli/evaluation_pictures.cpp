#include "evaluation_pictures.hpp"

#include <algorithm>

#include "command.hpp"
#include "tanda/select/scoring.hpp"
#include "text.hpp"

namespace cli {

namespace {

/// The picture of a method on the first split: both parts in two dimensions, and what is taken for what.
template <class S>
Result<EvaluationPicture> picture_of(const tanda::Registry& registry, const tanda::Contestant& contestant,
                                     const tanda::SplitScore& score, Index dims, tanda::Trial<S>& trial,
                                     std::uint64_t seed, tanda::Monitor& monitor) {
  tanda::FitOptions fit = contestant.fit;
  if (fit.dims == 0) fit.dims = tanda::default_scored_dims;
  fit.seed = seed;
  fit.settings = tanda::merged(fit.settings, score.chosen);
  const Result<tanda::Model> model = trial.model(*registry.find(fit.method), fit, monitor);
  if (!model) return model.status();
  EvaluationPicture picture{contestant.name, "", ""};
  ScatterPlot plot;
  plot.caption = {contestant.name + ": first two dimensions", "filled: training, hollow: test", ""};
  plot.x_name = "y1";
  plot.y_name = "y2";
  plot.groups = model->classes;
  plot.open_name = "test";
  plot.width = 520;
  ConfusionMatrix matrix;
  matrix.classes = model->classes;
  matrix.counts.assign(matrix.classes.size() * matrix.classes.size(), 0);
  for (const bool held_out : {false, true}) {
    const tanda::Dataset<S> part = held_out ? trial.test() : trial.train();
    tanda::Matrix<S> y;
    if (Status s = tanda::transform(*model, part.x).get(y); !s) return s;
    for (Index i = 0; i < y.cols() && y.rows() > 1; ++i) {
      plot.points.push_back(
          {static_cast<double>(y(0, i)), static_cast<double>(y(1, i)), part.labels[i], held_out});
    }
    if (!held_out) continue;
    std::vector<int> found;
    const tanda::ConstMatrixView<S> view(y.data(), y.rows(), y.cols());
    const Index most = model->block > 0 ? model->block : y.rows();
    if (Status s = tanda::classify_in<S>(tanda::classifier_of(*model), view, std::min(dims, most)).get(found);
        !s)
      return s;
    for (std::size_t i = 0; i < found.size(); ++i) {
      ++matrix.counts[static_cast<std::size_t>(part.labels[i]) * matrix.classes.size() +
                      static_cast<std::size_t>(found[i])];
    }
  }
  matrix.caption = {contestant.name + ": confusion in " +
                        counted(static_cast<std::uint64_t>(dims), "dimension", "dimensions"),
                    "test samples of the first split", ""};
  if (!plot.points.empty()) picture.scatter = scatter_svg(plot);
  picture.confusion = confusion_svg(matrix);
  return picture;
}

}  // namespace

template <class S>
std::vector<EvaluationPicture> evaluation_pictures(const tanda::Registry& registry,
                                                   const tanda::Dataset<S>& data,
                                                   const tanda::EvaluateOptions& options,
                                                   const tanda::Evaluation& evaluation) {
  std::vector<EvaluationPicture> pictures;
  if (evaluation.finished() == 0) return pictures;
  const std::uint64_t seed = tanda::derived_seed(options.seed, 0);
  tanda::Split split;
  if (!tanda::stratified_split(data.labels, data.samples(), options.train, tanda::Unlabelled::train, seed)
           .get(split))
    return pictures;
  tanda::Trial<S> trial(data, split, tanda::Sharing::yes);
  const std::vector<tanda::Standing> all = tanda::standings(evaluation);
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (options.contestants[c].baseline() || all[c].error.n == 0) continue;
    const tanda::SplitScore& score = *evaluation.contests[c].splits[0];
    const Index dims = score.chosen_dims > 0 ? score.chosen_dims : all[c].dims;
    tanda::Monitor monitor;  // not cancelled: a report that was asked for early shall be whole, too
    EvaluationPicture picture;
    if (picture_of(registry, options.contestants[c], score, dims, trial, seed, monitor).get(picture)) {
      pictures.push_back(std::move(picture));
    }
  }
  return pictures;
}

template std::vector<EvaluationPicture> evaluation_pictures(const tanda::Registry&,
                                                            const tanda::Dataset<float>&,
                                                            const tanda::EvaluateOptions&,
                                                            const tanda::Evaluation&);
template std::vector<EvaluationPicture> evaluation_pictures(const tanda::Registry&,
                                                            const tanda::Dataset<double>&,
                                                            const tanda::EvaluateOptions&,
                                                            const tanda::Evaluation&);

}  // namespace cli
