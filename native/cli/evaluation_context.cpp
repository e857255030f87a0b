#include "evaluation_context.hpp"

#include <set>

#include "text.hpp"

namespace cli {

namespace {

using tanda::internal::Evaluation;

/// Where some classes have fewer than `wanted` samples in a stratum: which, and how many they give.
std::string fewer(Index wanted, const std::vector<Index>& given, const std::vector<Index>& strata,
                  const Evaluation& evaluation) {
  constexpr std::size_t most = 3;
  std::vector<std::string> words;
  for (std::size_t c = 0; c < given.size(); ++c) {
    if (given[c] == 0 || given[c] >= wanted * strata[c]) continue;
    words.push_back(std::to_string(given[c]) + " of class " + in_quotes(evaluation.classes[c]));
  }
  if (words.size() > most) return "fewer of " + std::to_string(words.size()) + " smaller classes";
  return join(words, ", ");
}

/// "25 %", "30 samples", "5, 10, 20 samples"; all sizes are of the same kind.
std::string sizes_text(const std::vector<tanda::internal::SampleSize>& sizes) {
  std::vector<std::string> numbers;
  for (const tanda::internal::SampleSize size : sizes)
    numbers.push_back(size.per_class > 0 ? std::to_string(size.per_class) : rounded(100 * size.fraction));
  const bool one = sizes.size() == 1 && sizes[0].per_class == 1;
  return join(numbers, ", ") + (sizes[0].per_class == 0 ? " %" : one ? " sample" : " samples");
}

/// "10 splits, 30 samples of each class and digit for training, 5 of them labelled, 100 samples to test, seed
/// 0"
std::string split_text(const EvaluateArguments& arguments, const tanda::internal::EvaluateOptions& options,
                       const std::vector<tanda::internal::SampleSize>& train,
                       const std::string& fewer_trained) {
  std::string text =
      counted(static_cast<std::uint64_t>(options.splits), "split", "splits") + ", " + sizes_text(train) +
      " of each class" +
      (!arguments.data.words.has("by") ? "" : " and " + for_terminal(arguments.data.words.text("by"))) +
      " for training" + (fewer_trained.empty() ? "" : " (" + for_terminal(fewer_trained) + ")");
  if (options.labelled > 0) text += ", " + std::to_string(options.labelled) + " of them labelled";
  if (options.test.given()) text += ", " + sizes_text({options.test}) + " to test";
  return text + ", seed " + std::to_string(options.seed);
}

}  // namespace

std::vector<Index> strata_of_classes(const std::vector<int>& labels, const std::vector<int>& strata,
                                     std::size_t classes) {
  std::set<std::pair<int, int>> cells;
  for (std::size_t i = 0; i < strata.size(); ++i) cells.emplace(labels[i], strata[i]);
  std::vector<Index> counts(classes, strata.empty() ? 1 : 0);
  for (const auto& [label, stratum] : cells)
    if (label >= 0) ++counts[static_cast<std::size_t>(label)];
  return counts;
}

EvaluationContext evaluation_context(const EvaluateArguments& arguments,
                                     const tanda::internal::EvaluateOptions& options, TableShape shape,
                                     const std::vector<tanda::internal::SampleSize>& train,
                                     const Evaluation& evaluation, const std::vector<Index>& strata) {
  EvaluationContext context;
  const GivenWords& words = arguments.data.words;
  context.classifier = words.has("neighbors") ? words.text("neighbors") + "-NN"
                                              : "1-NN (membership where a method has columns for each class)";
  context.data = arguments.data.path == "-" ? "standard input"
                                            : arguments.data.path.substr(arguments.data.path.rfind('/') + 1);
  context.what = std::to_string(shape.rows) + " × " + std::to_string(shape.columns) + ", " +
                 counted(evaluation.classes.size(), "class", "classes");
  const bool one = train.size() == 1;  // of several sizes, some may be larger than a small class on purpose
  context.split =
      split_text(arguments, options, train,
                 one ? fewer(options.train.per_class, evaluation.trained, strata, evaluation) : "");
  if (const std::string scale = arguments.text_or("scale", "auto"); scale != "none")
    context.note += "scale " + scale;
  if (words.has("pca")) context.note += (context.note.empty() ? "PCA " : ", PCA ") + words.text("pca");
  return context;
}

std::vector<std::string> size_notes(const EvaluateArguments& arguments,
                                    const tanda::internal::EvaluateOptions& options,
                                    const Evaluation& evaluation, const std::vector<Index>& strata) {
  std::vector<std::string> notes;
  const auto look = [&](const std::string& option, Index wanted, const std::vector<Index>& given,
                        const char* why) {
    const std::string less = fewer(wanted, given, strata, evaluation);
    if (!less.empty()) notes.push_back(option + " is more than some classes have" + why + less);
  };
  look("--train " + arguments.text_or("train", "0.25"), options.train.per_class, evaluation.trained,
       ", one sample of each being kept for the test: trained on ");
  look("--test " + arguments.text_or("test", ""), options.test.per_class, evaluation.tested,
       " besides those they are trained on: tested on ");
  look("--labelled " + arguments.text_or("labelled", ""), options.labelled, evaluation.labelled,
       " in the training set: labelled are ");
  return notes;
}

}  // namespace cli
