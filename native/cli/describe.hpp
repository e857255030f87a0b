// A method's descriptor as text; everything that help says about methods comes from here.
#pragma once

#include <string>

#include "methods/registry.hpp"

namespace cli {

/// Every method's id and title, grouped by family.
std::string method_list(const tanda::internal::Registry& registry);
/// A table of parameters with their defaults, ranges and meanings.
std::string parameter_table(tanda::internal::ParameterList parameters);
/// Title, summary, paper, dimensions and the parameters.
std::string method_page(const tanda::internal::MethodInfo& method);

}  // namespace cli
