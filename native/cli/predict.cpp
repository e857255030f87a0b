// tanda predict: predicts classes; for labelled data it also reports the accuracy.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <numeric>

#include "apply.hpp"
#include "base/text.hpp"
#include "confusion_text.hpp"
#include "model/classifiers.hpp"
#include "text.hpp"

namespace cli {

namespace {

struct PredictArguments {
  ApplyArguments apply;
  bool confusion = false, scores = false;
};

/// Counts samples that coincide with a reference point of the model, as its training samples do: an accuracy
/// on these says little about others.
class TrainingRows {
 public:
  explicit TrainingRows(const tanda::internal::Model& model)
      : points_(model.references()), order_(static_cast<std::size_t>(points_.cols())) {
    // A linear map reproduces the numbers exactly; the coefficients of a kernel map are rounded in the file.
    if (model.map() == tanda::Map::kernel && points_.size() > 0)
      near_ = 1e-5f * points_.cwiseAbs().maxCoeff();
    std::iota(order_.begin(), order_.end(), Index{0});
    std::sort(order_.begin(), order_.end(), [&](Index a, Index b) { return before(column(a), column(b)); });
  }

  template <class S>
  void look_at(const tanda::internal::Matrix<S>& projected, const int* labels) {
    for (Index i = 0; i < projected.cols() && looked_at_ < enough; ++i) {
      if (labels[i] < 0) continue;
      ++looked_at_;
      const tanda::internal::Vector<float> point = projected.col(i).template cast<float>();
      tanda::internal::Vector<float> least = point;
      least[0] -= near_;
      auto at = std::lower_bound(order_.begin(), order_.end(), least.data(),
                                 [&](Index a, const float* wanted) { return before(column(a), wanted); });
      const auto last = at + std::min<std::ptrdiff_t>(order_.end() - at, most_candidates);
      at = std::find_if(at, last,
                        [&](Index a) { return (points_.col(a) - point).cwiseAbs().maxCoeff() <= near_; });
      found_ += at != last;
    }
  }
  bool done() const { return looked_at_ >= enough; }

  std::string note() const {
    if (2 * found_ <= looked_at_) return "";
    return std::to_string(found_) + " of the " + (done() ? "first " : "") + std::to_string(looked_at_) +
           " rows look like rows the model was fitted to: on new rows the accuracy may be lower, `tanda "
           "evaluate` estimates it";
  }

 private:
  static constexpr Index enough = 2048;  // samples, after which the share is known well enough
  static constexpr std::ptrdiff_t most_candidates = 64;

  const float* column(Index at) const { return points_.data() + at * points_.rows(); }
  bool before(const float* a, const float* b) const {
    return std::lexicographical_compare(a, a + points_.rows(), b, b + points_.rows());
  }

  const tanda::internal::Matrix<float>& points_;
  std::vector<Index> order_;
  float near_ = 0;
  Index looked_at_ = 0, found_ = 0;
};

/// Predictions compared with the labels of the table, class by class.
struct Score {
  std::vector<std::string> classes;  ///< the model's, followed by those that only the table has
  std::vector<int> numbers;          ///< for each class of the table, its position in `classes`
  tanda::internal::Confusion confusion;
  std::size_t known = 0;  ///< how many of them the model has

  void number_classes(const tanda::internal::Model& model, const std::vector<std::string>& of_table) {
    if (!classes.empty()) return;
    classes = model.classes();
    known = classes.size();
    std::map<std::string, int> numbered;
    for (std::size_t c = 0; c < classes.size(); ++c) numbered.emplace(classes[c], static_cast<int>(c));
    for (const std::string& name : of_table) {
      const auto [entry, fresh] = numbered.emplace(name, static_cast<int>(classes.size()));
      if (fresh) classes.push_back(name);
      numbers.push_back(entry->second);
    }
  }

  /// A note about labels that the model does not know, or "": the accuracy is lower because of them.
  std::string unknown_note() const {
    Index rows = 0;
    std::vector<std::string> names;
    for (std::size_t c = known; c < classes.size(); ++c) {
      if (const Index of_class = confusion.samples(static_cast<int>(c)); of_class > 0) {
        rows += of_class;
        names.push_back(in_quotes(shortened(for_terminal(classes[c]), 24)));
      }
    }
    if (rows == 0) return "";
    const std::size_t few = std::min<std::size_t>(names.size(), 3);
    const std::string more = names.size() > few ? " and " + std::to_string(names.size() - few) + " more" : "";
    names.resize(few);
    return counted(static_cast<std::uint64_t>(rows), "row has a label", "rows have labels") +
           " that the model does not know (" + join(names, ", ") + more +
           "): " + (rows == 1 ? "it counts" : "they count") + " as wrong";
  }
};

template <class S>
Status predict_as(const PredictArguments& arguments, const tanda::internal::Model& model) {
  Score score;
  TrainingRows training(model);
  std::vector<int> predicted;
  tanda::internal::Matrix<float> scores;  // classes × samples of the last block
  const auto lines = [&](const tanda::internal::Table<S>& table, Index first,
                         Index count) -> Result<std::vector<std::string>> {
    const auto samples = block(table, first, count);
    predicted.resize(static_cast<std::size_t>(count));
    scores.resize(static_cast<Index>(model.classes().size()), count);
    if (Status s = tanda::internal::predict<S>(model, samples, predicted.data(), scores.data()); !s) return s;
    if (table.has_labels && !training.done()) {
      tanda::internal::Matrix<S> projected;
      if (Status s = tanda::internal::transform<S>(model, samples).get(projected); !s) return s;
      training.look_at(projected, table.labels.numbers.data() + first);
    }
    if (table.has_labels) score.number_classes(model, table.labels.classes);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      const std::string& name = model.classes()[static_cast<std::size_t>(predicted[i])];
      out.push_back(text_field(arguments.apply, name));
      // Compared by name, because the table has its own numbering.
      const int label = table.has_labels ? table.labels.numbers[static_cast<std::size_t>(first) + i] : -1;
      if (label >= 0) score.confusion.add(score.numbers[static_cast<std::size_t>(label)], predicted[i]);
    }
    return out;
  };
  std::string columns = "score";
  for (std::size_t c = 0; arguments.scores && c < model.classes().size(); ++c)
    columns += ',' + text_field(arguments.apply, "score:" + model.classes()[c]);
  const auto scores_of = [&](Index i) {
    std::string fields = number(scores(predicted[static_cast<std::size_t>(i)], i));
    for (Index c = 0; arguments.scores && c < scores.rows(); ++c) fields += ',' + number(scores(c, i));
    return fields;
  };
  if (Status s = apply<S>(arguments.apply, model, {"predicted", lines, columns, scores_of}); !s) return s;
  if (score.confusion.samples() == 0) return {};
  std::string text = accuracy_lines(score.confusion, score.classes);
  if (arguments.confusion) text += confusion_table(score.confusion, score.classes);
  for (const std::string& note : {score.unknown_note(), training.note()})
    if (!note.empty()) text += "note: " + spelled(note) + '\n';
  std::fputs(text.c_str(), stderr);
  return {};
}

Status predict(const PredictArguments& arguments) {
  const Result<ModelFile> file = model_to_apply(arguments.apply);
  if (!file) return file.status();
  if (!file->model.classifier().classifies()) {
    return {Code::bad_argument,
            tanda::internal::literal_text(arguments.apply.model) + ": the model has no classifier",
            "fit it with --classifier knn:1 and labels"};
  }
  return tanda::internal::fitted_in_double(file->model) ? predict_as<double>(arguments, file->model)
                                                        : predict_as<float>(arguments, file->model);
}

}  // namespace

Command predict_command(CLI::App& program) {
  const auto arguments = std::make_shared<PredictArguments>();
  CLI::App* app = program.add_subcommand("predict", "Predict the class of samples");
  add_apply_options(*app, arguments->apply);
  app->add_flag("--scores", arguments->scores,
                "A column score:CLASS for each class, too: how sure it is of that");
  app->add_flag("--confusion", arguments->confusion,
                "With labelled data: show which classes are taken for which");
  return {app, [arguments] { return predict(*arguments); }};
}

}  // namespace cli
