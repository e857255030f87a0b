// Lists of methods and of values to try, from words.
#pragma once

#include <string>
#include <vector>

#include "select/evaluate.hpp"

namespace tanda::internal {

/// "lda,lfda:ridge=0:neighbors=3", or "all", the methods that can project new samples; with `grids`, each
/// tries the values that its descriptor proposes.
Result<std::vector<Contestant>> parse_contestants(const Registry& registry, const std::string& list,
                                                  bool grids);
/// "NAME=v1,v2" for every method that has the parameter, "METHOD.NAME=v1,v2" for one; several with ';'.
Status add_grids(const Registry& registry, const char* option, const std::string& list,
                 std::vector<Contestant>& contestants);

}  // namespace tanda::internal
