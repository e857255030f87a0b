#include "methods/registry.hpp"

#include "base/json.hpp"
#include "base/text.hpp"

// Every method: its file NAME.cpp in this folder, and its line here.
#define TANDA_METHODS(X) \
  X(pca)                 \
  X(lda)                 \
  X(ulda)                \
  X(lpp)                 \
  X(npe)                 \
  X(lltsa)               \
  X(mfa)                 \
  X(lsda)                \
  X(lfda)                \
  X(dne)                 \
  X(ldne)                \
  X(dag_dne)             \
  X(apps_dag_dne)        \
  X(dla)                 \
  X(sle)                 \
  X(laplda)              \
  X(kernel_laplda)       \
  X(lsdr)                \
  X(tsd)                 \
  X(kernel_tsd)          \
  X(pmpda)               \
  X(mpda)                \
  X(lpfe)                \
  X(mp_lpfe)             \
  X(ltsimr)              \
  X(mp_ltsimr)           \
  X(tsimr)               \
  X(mp_tsimr)

namespace tanda::internal {

#define TANDA_DECLARE(id) Method id##_method();
TANDA_METHODS(TANDA_DECLARE)

const Registry& registry() {
#define TANDA_ENTRY(id) id##_method(),
  static const Registry all({TANDA_METHODS(TANDA_ENTRY)});
  return all;
}

Result<Method> Registry::find(std::string_view id, std::initializer_list<const char*> other_words) const {
  std::vector<std::string> ids(other_words.begin(), other_words.end());
  for (const Method& method : methods_) {
    if (id == method.info->id) return method;
    ids.push_back(method.info->id);
  }
  const std::string word(id.substr(0, 40)), nearest = nearest_word(id, ids);
  return Status(Code::unknown_method,
                joined({"there is no method \"", literal_text(word), "\"",
                        (nearest.empty() ? "" : joined({", did you mean \"", nearest, "\"?"}))}));
}

namespace {

bool is_id(std::string_view id) {
  return !id.empty() && id[0] >= 'a' && id[0] <= 'z' &&
         id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

}  // namespace

Status Registry::add(const Method& method) {
  const MethodInfo& info = *method.info;
  const std::string_view id = info.id;
  if (!is_id(id))
    return {Code::bad_argument, joined({"\"", id.substr(0, 40), "\" is no id for a method"}),
            "use small letters, digits and _, a letter first"};
  for (const std::string_view word :
       {"auto", "all", "none", "majority"})  // reserved words of options and of reports
    if (id == word)
      return {Code::bad_argument, joined({"\"", id, "\" has a meaning of its own"}), "take another id"};
  for (const Method& other : methods_)
    if (id == other.info->id)
      return {Code::bad_argument, joined({"there is a method \"", id, "\" already"}), "take another id"};
  for (const Parameter& parameter : info.parameters) {
    for (const Parameter* before = info.parameters.begin(); before != &parameter; ++before)
      if (std::string_view(before->name) == parameter.name)
        return {Code::bad_parameter, joined({"the method \"", id, "\" has two parameters ", parameter.name})};
    const bool in_range = parameter.automatic && parameter.fallback == automatic_value;
    if (!in_range && !(parameter.fallback >= parameter.min && parameter.fallback <= parameter.most()))
      return {Code::bad_parameter, joined({"the method \"", id, "\" has a default of ", parameter.name,
                                           " that is out of its range"})};
  }
  methods_.push_back(method);
  return {};
}

const char* family_name(Family family) {
  switch (family) {
    case Family::global:
      return "global";
    case Family::local:
      return "local";
    case Family::graph:
      return "graph discriminant";
    case Family::signed_graph:
      return "signed graph";
    case Family::tangent:
      return "tangent space";
  }
  return "";
}

namespace {

const char* limit_name(Limit limit) {
  switch (limit) {
    case Limit::rank:
      return "rank";
    case Limit::classes_minus_one:
      return "classes-1";
    case Limit::per_class:
      return "per-class";
    case Limit::samples:
      return "samples-1";
  }
  return "";
}

const char* output_name(Output output) {
  switch (output) {
    case Output::projection:
      return "projection";
    case Output::kernel:
      return "kernel";
    case Output::embedding:
      return "embedding";
  }
  return "";
}

Json parameter_json(const Parameter& p) {
  Json json = Json::object().set("name", p.name).set("type", kind_name(p.kind));
  if (p.kind == Kind::flag) {
    json.set("default", p.fallback != 0);
  } else if (p.kind == Kind::choice) {
    Json choices = Json::array();
    for (double at = 0; at <= p.most(); ++at) choices.push(parameter_text(p, at));
    json.set("default", parameter_text(p, p.fallback)).set("choices", std::move(choices));
  } else {
    json.set("default", p.fallback).set("min", p.min).set("max", p.max).set("step", p.step);
    if (p.automatic) json.set("auto", true);
  }
  if (p.tune[0] != '\0') json.set("tune", p.tune);
  return json.set("doc", p.help());
}

}  // namespace

std::string methods_json(const Registry& registry) {
  Json list = Json::array();
  for (const Method& method : registry.methods()) {
    const MethodInfo& info = *method.info;
    Json parameters = Json::array();
    for (const Parameter& p : info.parameters) parameters.push(parameter_json(p));
    list.push(Json::object()
                  .set("id", info.id)
                  .set("title", info.title)
                  .set("family", family_name(info.family))
                  .set("summary", info.summary)
                  .set("paper", info.paper)
                  .set("supervised", info.supervision != Supervision::none)
                  .set("unlabelled", info.supervision != Supervision::labels)
                  .set("output", output_name(info.output))
                  .set("dims", limit_name(info.limit))
                  .set("parameters", std::move(parameters)));
  }
  return list.dump(2);
}

}  // namespace tanda::internal
