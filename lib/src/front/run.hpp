// What the options of a caller ask for, done: what the C++ front door, the C ABI and the program share.
#pragma once

#include "options/options.hpp"
#include "select/settle.hpp"

namespace tanda::internal {

/// A fit: with what is to be tuned tuned, else with what is open chosen. In a workspace of the caller's, of a
/// method by name and with parameters as they are. `settled`: what was tuned and chosen, where somebody wants
/// to know.
template <class S>
Result<Model> run_fit(const Registry& registry, const Options& options, const Dataset<S>& data,
                      Monitor& monitor, Workspace* workspace = nullptr, Settled* settled = nullptr);

/// Of a fit in a workspace.
template <class S>
Result<Plan> run_plan(const Options& options, const Dataset<S>& data);

/// Samples that are not there yet.
struct Sizes {
  std::size_t rows, cols, classes;
  std::size_t largest_class;  ///< 0 = all are of one size
  std::size_t scalar_bytes;
};
/// The most that a fit of such samples can take, whatever is chosen.
Result<Plan> run_plan(const Registry& registry, const Options& options, const Sizes& sizes);

/// What was tried, and how.
struct TuneRun {
  TuneOptions how;
  TuneResult found;
  std::vector<Setting> settings;  ///< those that were given, and the best
};
template <class S>
Result<TuneRun> run_tune(const Options& options, const Dataset<S>& data, Monitor& monitor);

}  // namespace tanda::internal
