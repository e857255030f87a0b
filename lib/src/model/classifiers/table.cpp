// The table of classifiers. To add one, put its file into this folder and a line here.
#include <algorithm>

#include "base/text.hpp"
#include "model/classifiers.hpp"

#define TANDA_CLASSIFIERS(X) \
  X(neighbors_classifier)    \
  X(membership_classifier)   \
  X(mean_classifier)         \
  X(no_classifier)

namespace tanda::internal {

#define TANDA_DECLARE_CLASSIFIER(name) extern const ClassifierInfo name;
TANDA_CLASSIFIERS(TANDA_DECLARE_CLASSIFIER)
#undef TANDA_DECLARE_CLASSIFIER

ClassifierTable classifiers() {
#define TANDA_CLASSIFIER_ENTRY(name) &name,
  static const ClassifierInfo* const all[] = {TANDA_CLASSIFIERS(TANDA_CLASSIFIER_ENTRY)};
#undef TANDA_CLASSIFIER_ENTRY
  return {all, sizeof all / sizeof *all};
}

const ClassifierInfo& classifier_of_rule(Rule rule) {
  const ClassifierTable all = classifiers();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ClassifierInfo* c) { return c->rule == rule; });
  return found == all.end() ? no_classifier : **found;
}

bool is_of(const ClassifierInfo& info, const ModelParts& parts) {
  return info.rule == parts.rule && (!info.fits || info.fits(parts));
}

const ClassifierInfo* find_classifier(std::string_view id) {
  const ClassifierTable all = classifiers();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ClassifierInfo* c) { return c->id == id; });
  return found == all.end() ? nullptr : *found;
}

static std::string listed(bool about) {
  std::string words;
  const ClassifierTable all = classifiers();
  for (std::size_t i = 0; i < all.count; ++i) {
    const ClassifierInfo& one = *all.first[i];
    append(words, {i == 0               ? ""
                   : i + 1 == all.count ? " or "
                                        : ", ",
                   one.id, *one.argument ? ":" : "", one.argument});
    if (about) append(words, {" (", one.about, ")"});
  }
  return words;
}

std::string classifier_words() {
  return listed(false);
}

std::string classifier_help() {
  return listed(true);
}

const ClassifierInfo* parse_classifier_word(std::string_view word, Index& count) {
  const std::size_t colon = word.find(':');
  const ClassifierInfo* const info = find_classifier(word.substr(0, colon));
  if (!info || (colon != std::string_view::npos) != (*info->argument != '\0')) return nullptr;
  if (colon == std::string_view::npos) return info;
  const std::string_view digits = word.substr(colon + 1);
  Index value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9' || value > 200000000) return nullptr;
    value = 10 * value + (c - '0');
  }
  if (value < 1) return nullptr;
  count = value;
  return info;
}

std::string classifier_word(const ClassifierInfo& info, Index count) {
  return *info.argument ? joined({info.id, ":", count}) : info.id;
}

}  // namespace tanda::internal
