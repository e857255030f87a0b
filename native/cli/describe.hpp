// A method's descriptor as text for people: all that help says of methods comes from here.
#pragma once

#include <string>

#include "tanda/methods/registry.hpp"

namespace cli {

/// Every method's id and title, grouped by family.
std::string method_list(const tanda::Registry& registry);
/// Title, summary, paper, dimensions and the parameters with default, range and meaning.
std::string method_page(const tanda::MethodInfo& method);

}  // namespace cli
