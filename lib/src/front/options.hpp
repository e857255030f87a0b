// The options of the C++ interface, converted to internal ones.
#pragma once

#include "options/options.hpp"
#include "tanda/fit.hpp"

namespace tanda::internal {

/// An empty method and 0 dims mean that they are chosen.
Result<Options> options_of(std::string_view method, tanda::Settings settings,
                           const tanda::FitOptions& options);
Result<Options> options_of(std::string_view method, tanda::Settings settings, const tanda::TuneOptions& how,
                           const tanda::FitOptions& options);
Result<Options> options_of(std::string_view methods, const tanda::EvaluateOptions& options);

/// Settings from values in the order of the method's parameters. Values equal to the default are not set.
Result<std::vector<Setting>> settings_of(const detail::MethodValues& method);

/// A monitor that reports progress to the caller's function.
Monitor monitor_of(const Progress& progress);

}  // namespace tanda::internal
