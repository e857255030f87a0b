#include "describe.hpp"

#include <algorithm>
#include <vector>

#include "text.hpp"

namespace cli {

namespace {

using tanda::internal::Kind;
using tanda::internal::Limit;
using tanda::internal::MethodInfo;
using tanda::internal::Parameter;
using Rows = std::vector<std::vector<std::string>>;

std::string range_text(const Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::flag:
      return "true|false";
    case Kind::choice:
      return parameter.words();
    case Kind::integer:  // 1000000, not 1e+06
      return std::to_string(static_cast<long long>(parameter.min)) + " .. " +
             std::to_string(static_cast<long long>(parameter.max));
    case Kind::real:
      break;
  }
  return parameter_text(parameter, parameter.min) + " .. " + parameter_text(parameter, parameter.max) +
         (parameter.automatic ? ", auto" : "");
}

const char* limit_text(Limit limit) {
  switch (limit) {
    case Limit::rank:
      return "up to the rank of the data";
    case Limit::classes_minus_one:
      return "up to the number of classes - 1";
    case Limit::per_class:
      return "--dims for each class";
    case Limit::samples:
      return "up to the number of samples - 1";
  }
  return "";
}

const char* labels_text(tanda::internal::Supervision supervision) {
  switch (supervision) {
    case tanda::internal::Supervision::none:
      return "not used";
    case tanda::internal::Supervision::labels:
      return "needed";
    case tanda::internal::Supervision::semi:
      return "needed; samples without one help too";
  }
  return "";
}

const char* output_text(tanda::internal::Output output) {
  switch (output) {
    case tanda::internal::Output::projection:
      return "a linear map";
    case tanda::internal::Output::kernel:
      return "a kernel expansion: the model keeps its samples";
    case tanda::internal::Output::embedding:
      return "the embedded samples; new ones cannot be projected";
  }
  return "";
}

}  // namespace

std::string parameter_table(tanda::internal::ParameterList parameters) {
  Rows rows = {{"NAME", "TYPE", "DEFAULT", "VALUES", "MEANING"}};
  for (const Parameter& p : parameters) {
    rows.push_back({p.name, kind_name(p.kind), parameter_text(p, p.fallback), range_text(p), p.help()});
  }
  return "Parameters (--set NAME=VALUE):\n" + columns(rows, 2);
}

std::string method_list(const tanda::internal::Registry& registry) {
  std::vector<tanda::internal::Family> families;  // ordered by the first method of each
  std::size_t widest = 0;
  for (const tanda::internal::Method& method : registry.methods()) {
    const tanda::internal::Family family = method.info->family;
    if (std::find(families.begin(), families.end(), family) == families.end()) families.push_back(family);
    widest = std::max(widest, std::string(method.info->id).size());
  }
  std::string out;
  for (const tanda::internal::Family family : families) {
    Rows rows;
    for (const tanda::internal::Method& method : registry.methods()) {
      if (method.info->family != family) continue;
      std::string id = method.info->id;
      id.resize(widest, ' ');  // the same width in every family
      const bool embeds = method.info->output == tanda::internal::Output::embedding;
      rows.push_back(
          {id, std::string(method.info->title) + (embeds ? " (its own samples only, no new ones)" : "")});
    }
    out +=
        std::string(out.empty() ? "" : "\n") + tanda::internal::family_name(family) + '\n' + columns(rows, 2);
  }
  return out;
}

std::string method_page(const MethodInfo& method) {
  Rows rows = {
      {"paper", method.paper},
      {"family", tanda::internal::family_name(method.family)},
      {"labels", labels_text(method.supervision)},
      {"gives", output_text(method.output)},
      {"dims", limit_text(method.limit)},
  };
  if (method.pca_when_wide > 0) {
    rows.push_back({"pca", "with fewer samples than features, " + rounded(100 * method.pca_when_wide) +
                               " % of the variance is kept first"});
  }
  std::string out = std::string(method.id) + ": " + method.title + '\n' + columns({{method.summary}}, 0) +
                    '\n' + columns(rows, 2) + '\n';
  return out + (method.parameters.count > 0 ? parameter_table(method.parameters) : "It has no parameters.\n");
}

}  // namespace cli
