// What the front door's callers ask for, in the terms of the inside.
#pragma once

#include "options/options.hpp"
#include "tanda/fit.hpp"

namespace tanda::internal {

/// No method and 0 dims are to be chosen.
Result<Options> options_of(std::string_view method, tanda::Settings settings,
                           const tanda::FitOptions& options);
Result<Options> options_of(std::string_view method, tanda::Settings settings, const tanda::TuneOptions& how,
                           const tanda::FitOptions& options);
Result<Options> options_of(std::string_view methods, const tanda::EvaluateOptions& options);

/// Of values in the order of the method's parameters. Those that have their default are not set.
Result<std::vector<Setting>> settings_of(const detail::MethodValues& method);

/// Tells the caller what a monitor is told.
Monitor monitor_of(const Progress& progress);

}  // namespace tanda::internal
