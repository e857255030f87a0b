// The ways to classify projected samples. Each classifier is one file in classifiers/ and one line in
// classifiers/table.cpp; option words, model files, exports and every front end read that table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/classifier.hpp"
#include "model/parts.hpp"

namespace tanda::internal {

template <class S>
class ReferenceTree;

/// At most panel_samples projected samples, and the memory for their labels and scores.
template <class S>
struct Batch {
  const Classifier& by;
  ConstMatrixView<S> samples;  ///< r×n
  Index classes;
  int* labels;    ///< n, or null
  float* scores;  ///< classes×n, sample after sample, or null; defined in detail/scores.hpp
  Workspace* scratch;
  const ReferenceTree<S>* tree;  ///< tree of the reference points, or null
};

/// The facts that a fit passes to a classifier's `set`.
struct ClassifierSetting {
  Index count;   ///< the number after the colon of the option
  Index points;  ///< number of labelled samples
  Index block;   ///< columns per class if each class has its own, else 0
};

struct ClassifierInfo {
  const char* id;        ///< the option word
  const char* argument;  ///< "K": a whole number from 1 follows the word and a colon; "" = nothing follows
  const char* about;     ///< a description in one line
  std::int32_t number;   ///< value of tanda_model_info.rule; must never change
  /// The rule in the header of a model file. A file without a classifier's name means the first one in the
  /// table with its rule; any other classifier is named in the record. Readers that do not know that name
  /// predict by the rule, from the same points.
  Rule rule;
  /// Called before the training samples are projected: sets neighbors and block, or fails with the reason.
  Status (*set)(ModelParts& parts, const ClassifierSetting& setting);
  /// Called when `parts` has all labelled training samples as references and labels: replaces them by those
  /// that the model keeps. Null: all are kept.
  void (*finish)(ModelParts& parts);
  /// Whether the parts of any model fit this classifier; null: they do if they have its rule.
  bool (*fits)(const ModelParts& parts);
  /// Sets labels and scores of a batch; null: the classifier gives none.
  void (*decide)(const Batch<float>& batch);
  void (*decide_doubles)(const Batch<double>& batch);

  bool classifies() const { return decide != nullptr; }
  void decide_on(const Batch<float>& batch) const { decide(batch); }
  void decide_on(const Batch<double>& batch) const { decide_doubles(batch); }
};

struct ClassifierTable {
  const ClassifierInfo* const* first;
  std::size_t count;
  const ClassifierInfo* const* begin() const { return first; }
  const ClassifierInfo* const* end() const { return first + count; }
};
/// All classifiers, in the order of the help text.
ClassifierTable classifiers();

/// The classifier of a model file that has this rule and names no classifier.
const ClassifierInfo& classifier_of_rule(Rule rule);
/// The classifier whose points are the means of the classes.
extern const ClassifierInfo mean_classifier;
/// Whether the parts can belong to a model with this classifier.
bool is_of(const ClassifierInfo& info, const ModelParts& parts);
/// The classifier with this id; null if there is none.
const ClassifierInfo* find_classifier(std::string_view id);
/// "knn:K, membership, mean or none"
std::string classifier_words();
/// The words, each with its description.
std::string classifier_help();
/// "knn:3" → its classifier and 3; null for any other text.
const ClassifierInfo* parse_classifier_word(std::string_view word, Index& count);
/// The option word for a classifier and its count: "knn:3".
std::string classifier_word(const ClassifierInfo& info, Index count);

}  // namespace tanda::internal
