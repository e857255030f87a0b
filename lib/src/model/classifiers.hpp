// The ways to classify projected samples. One is a file in classifiers/ and a line in classifiers/table.cpp;
// option words, model files, exports and every front end know it from there.
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

/// Some projected samples and where to put what they are. At most panel_samples of them.
template <class S>
struct Batch {
  const Classifier& by;
  ConstMatrixView<S> samples;  ///< r×n
  Index classes;
  int* labels;    ///< n, or null
  float* scores;  ///< classes×n, sample after sample, or null: detail/scores.hpp says what they must be
  Workspace* scratch;
  const ReferenceTree<S>* tree;  ///< of the reference points, or null
};

/// What a fit knows before it makes its classifier.
struct ClassifierSetting {
  Index count;   ///< what stood after the colon
  Index points;  ///< labelled samples
  Index block;   ///< columns that each class has of its own, or 0
};

struct ClassifierInfo {
  const char* id;        ///< the word for it
  const char* argument;  ///< "K": a whole number from 1 follows the word and a colon; "" = nothing follows
  const char* about;     ///< one line
  std::int32_t number;   ///< tanda_model_info.rule: never another one
  /// How it stands in the header of a model file. The first in the table with this rule is what a file means
  /// that says no more; any other one is named in the record, and readers that do not know it predict by the
  /// rule, from the same points.
  Rule rule;
  /// Before the training samples are projected: sets neighbors and block, or says why it cannot be.
  Status (*set)(ModelParts& parts, const ClassifierSetting& setting);
  /// Makes of references and labels, which are all labelled training samples, what is kept; null = all.
  void (*finish)(ModelParts& parts);
  /// Whether parts from anywhere are of this classifier; null = those with its rule are.
  bool (*fits)(const ModelParts& parts);
  /// Labels and scores of samples; null = there are none.
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
/// All there are, in the order of a help.
ClassifierTable classifiers();

/// What a file means that names none.
const ClassifierInfo& classifier_of_rule(Rule rule);
/// The one whose points are the means of the classes.
extern const ClassifierInfo mean_classifier;
/// Whether these can be of it.
bool is_of(const ClassifierInfo& info, const ModelParts& parts);
/// Null when there is none.
const ClassifierInfo* find_classifier(std::string_view id);
/// "knn:K, membership, mean or none"
std::string classifier_words();
/// The same, and what each does.
std::string classifier_help();
/// "knn:3" → its classifier and 3; null when it is none of the words.
const ClassifierInfo* parse_classifier_word(std::string_view word, Index& count);
/// The word again.
std::string classifier_word(const ClassifierInfo& info, Index count);

}  // namespace tanda::internal
