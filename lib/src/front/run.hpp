// Executes the options of a caller: shared by the C++ interface, the C ABI and the program.
#pragma once

#include "options/options.hpp"
#include "select/settle.hpp"

namespace tanda::internal {

/// A fit, after tuning if requested, else after choosing the options left open. In the caller's workspace,
/// the method must be named and nothing is tuned or chosen. `settled`, if not null, receives what was tuned
/// and chosen.
template <class S>
Result<Model> run_fit(const Registry& registry, const Options& options, const Dataset<S>& data,
                      Monitor& monitor, Workspace* workspace = nullptr, Settled* settled = nullptr);

/// The plan of a fit in a workspace.
template <class S>
Result<Plan> run_plan(const Options& options, const Dataset<S>& data);

/// The sizes of samples.
struct Sizes {
  std::size_t rows, cols, classes;
  std::size_t largest_class;  ///< 0 = all are of one size
  std::size_t scalar_bytes;
};
/// An upper bound of the memory of a fit of such samples, for any automatic choice.
Result<Plan> run_plan(const Registry& registry, const Options& options, const Sizes& sizes);

/// The result of tuning, and how it was done.
struct TuneRun {
  TuneOptions how;
  TuneResult found;
  std::vector<Setting> settings;  ///< those that were given, and the best
};
template <class S>
Result<TuneRun> run_tune(const Options& options, const Dataset<S>& data, Monitor& monitor);

}  // namespace tanda::internal
