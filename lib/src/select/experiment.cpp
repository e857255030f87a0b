#include "experiment.hpp"

#include <cmath>
#include <cstring>

#include "base/text.hpp"
#include "tanda/version.hpp"

namespace tanda::internal {
namespace {

/// A 64-bit checksum: detects mistakes, not malice.
class Checksum {
 public:
  void add(std::uint64_t word) {
    std::uint64_t z = (state_ ^ word) + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    state_ = z ^ (z >> 31);
  }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(std::uint64_t(static_cast<unsigned char>(c)));
  }
  std::string text() const {
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[state_ >> shift & 15];
    return digits;
  }

 private:
  std::uint64_t state_ = 0;
};

template <class S>
std::string data_text(const Dataset<S>& data) {
  Checksum sum;
  for (Index i = 0; i < data.samples() * data.dims(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, data.x.data() + i, sizeof(S));
    sum.add(bits);
  }
  return joined({data.samples(), "x", data.dims(), " ", sum.text()});
}

template <class S>
std::string labels_text(const Dataset<S>& data) {
  Checksum sum;
  for (Index i = 0; i < data.samples(); ++i) sum.add(std::uint64_t(data.labels[i] + 1));
  for (const std::string& name : data.classes) sum.add(name);
  return joined({data.classes.size(), " classes ", sum.text()});
}

/// A checksum of one number for each sample, as text.
std::string numbers_text(const int* numbers, Index samples) {
  if (!numbers || samples == 0) return "none";
  Checksum sum;
  for (Index i = 0; i < samples; ++i) sum.add(std::uint64_t(numbers[i] + 1));
  return sum.text();
}

std::string size_text(SampleSize size) {
  if (!size.given()) return "rest";
  return size.per_class > 0 ? joined({size.per_class, " of each class"}) : number_text(size.fraction);
}

std::string pca_text(PcaChoice pca) {
  if (!pca.wanted()) return "none";
  return pca.dims > 0 ? joined({pca.dims}) : number_text(pca.energy);
}

std::string classifier_text(const FitOptions& fit) {
  return fit.classifier ? classifier_word(*fit.classifier, fit.neighbors) : "default";
}

std::string grid_text(const Grid& grid) {
  std::string text;
  for (const Axis& axis : grid) {
    append(text, {text.empty() ? "" : ";", axis.name, "="});
    for (const std::string& value : axis.values) append(text, {&value == &axis.values[0] ? "" : ",", value});
  }
  return text.empty() ? "none" : text;
}

/// `text_of` each contestant: once where all texts are equal, otherwise with the names. The contestant
/// `original` is left out, because apart from the PCA it equals the others.
template <class TextOf>
std::string of_contestants(const std::vector<Contestant>& contestants, TextOf text_of) {
  std::string all, first;
  bool alike = true;
  for (const Contestant& contestant : contestants) {
    if (contestant.name == original_name) continue;
    const std::string text = text_of(contestant);
    if (&contestant == &contestants[0]) first = text;
    alike = alike && text == first;
    append(all, {all.empty() ? "" : " ", contestant.name, ":", text});
  }
  return alike ? first : all;
}

}  // namespace

template <class S>
Experiment experiment_of(const Dataset<S>& data, const EvaluateOptions& options) {
  std::string methods;
  for (const Contestant& contestant : options.contestants) {
    if (contestant.name != original_name)  // it comes with the PCA
      append(methods, {methods.empty() ? "" : ",", contestant.name});
  }
  const auto of = [&](auto text_of) { return of_contestants(options.contestants, text_of); };
  return {
      {"version", version},
      {"scalar", sizeof(S) == sizeof(double) ? "double" : "float"},
      {"data", data_text(data)},
      {"labels", labels_text(data)},
      {"methods", std::move(methods)},
      {"train", size_text(options.train)},
      {"test", size_text(options.test)},
      {"labelled", options.labelled > 0 ? joined({options.labelled, " of each class"}) : "all"},
      {"strata", numbers_text(options.strata.data(), Index(options.strata.size()))},
      {"patches", numbers_text(data.patches, data.samples())},
      {"dims", of([&](const Contestant& c) { return dims_text(options.dims, c.fit.dims); })},
      {"scale", of([](const Contestant& c) { return std::string(scale_name(c.fit.scale)); })},
      {"pca", of([](const Contestant& c) { return pca_text(c.fit.pca); })},
      {"classifier", of([](const Contestant& c) { return classifier_text(c.fit); })},
      {"select", of([](const Contestant& c) { return grid_text(c.grid); })},
      {"folds", joined({options.folds})},
      {"honest", options.honest ? "true" : "false"},
      {"best_dims", options.best_dims == BestDims::split ? "split" : "mean"},
      {"seed", whole_text(options.seed)},
  };
}

std::string dims_text(const std::vector<Index>& listed, Index most) {
  if (most == 0) most = default_scored_dims;
  if (listed.empty()) return most >= all_dims ? "all" : most == 1 ? "1" : joined({"1-", most});
  std::string text;
  for (const Index q : listed) append(text, {text.empty() ? "" : ",", q});
  return text;
}

Status same_experiment(const Experiment& report, const Experiment& now) {
  const auto differs = [](const std::string& what) {
    return Status(Code::bad_argument, "the report to resume is of another experiment: " + what,
                  "repeat its data and options, or start anew without {resume}");
  };
  if (report.empty()) return differs("it does not say of which, an older version wrote it");
  for (const Setting& setting : now) {
    std::string there = "not said";
    for (const Setting& other : report) {
      if (other.first == setting.first) there = other.second;
    }
    if (there != setting.second)
      return differs(joined({setting.first, " is \"", literal_text(there), "\" there and \"",
                             literal_text(setting.second), "\" here"}));
  }
  return {};
}

namespace {

/// Whether the errors agree with the counts of each class: wrongly classified, out of so many tested.
bool agrees(const SplitScore& score, const std::vector<Index>& tested) {
  for (std::size_t q = 0; q < score.class_errors.size(); ++q) {
    const std::vector<Index>& wrong = score.class_errors[q];
    if (wrong.size() != tested.size()) return false;
    double all = 0, right_or_wrong = 0, parts = 0, classes = 0;
    for (std::size_t k = 0; k < tested.size(); ++k) {
      if (wrong[k] > tested[k]) return false;
      if (tested[k] == 0) continue;
      all += double(wrong[k]);
      right_or_wrong += double(tested[k]);
      parts += double(wrong[k]) / double(tested[k]);
      ++classes;
    }
    if (classes == 0 || std::abs(all / right_or_wrong - score.errors[q]) > 1e-9 ||
        std::abs(parts / classes - score.balanced[q]) > 1e-9)
      return false;
  }
  return true;
}

}  // namespace

Status check_scores(const Evaluation& evaluation, const EvaluateOptions& options) {
  const auto damaged = [](const char* why) {
    return Status(Code::bad_argument, joined({"the report to resume is damaged: ", why}),
                  "start anew without {resume}");
  };
  const Status wrong = damaged("its scores are not of these methods");
  if (evaluation.contests.size() != options.contestants.size()) return wrong;
  const std::size_t classes = evaluation.tested.size();
  for (std::size_t c = 0; c < options.contestants.size(); ++c) {
    const Contest& contest = evaluation.contests[c];
    if (contest.name != options.contestants[c].name) return wrong;
    for (std::size_t split = 0; split < contest.splits.size(); ++split) {
      const auto& score = contest.splits[split];
      if (!score) continue;
      if (split >= std::size_t(options.splits))
        return Status(Code::bad_argument,
                      joined({"the report to resume has results of split ", split + 1, ", and only ",
                              options.splits, " are asked for"}),
                      "ask for as many splits as it has, or more");
      const std::size_t dims = score->errors.size();
      const bool counted = classes <= most_recall_classes;
      if (score->balanced.size() != dims || score->class_errors.size() != (counted ? dims : 0)) return wrong;
      if (!agrees(*score, evaluation.tested))
        return damaged("its errors are not what its counts of each class say");
    }
  }
  return {};
}

template Experiment experiment_of(const Dataset<float>&, const EvaluateOptions&);
template Experiment experiment_of(const Dataset<double>&, const EvaluateOptions&);

}  // namespace tanda::internal
