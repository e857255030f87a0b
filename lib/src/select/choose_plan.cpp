// The memory plan of a choice: of the fits in its folds, and of the fit that follows.
#include <algorithm>

#include "candidates.hpp"

namespace tanda::internal {

Result<Plan> plan_choice(const Registry& registry, const FitOptions& options, Index samples, Index dims,
                         Index classes, std::size_t scalar_bytes, Index largest_class) {
  /// What a fold takes, in multiples of the plan of a fit to all samples: the fit itself, and what it keeps
  /// for the next one.
  constexpr double fold_share = 2;
  const Result<Method> method = registry.find(options.method);
  if (!method) return method.status();
  FitOptions scored = options;
  if (method->info->output != Output::embedding)
    scored.dims = scored_dims(*method->info, options.dims, std::size_t(std::max<Index>(0, classes)));
  Result<Plan> all = plan(registry, scored, samples, dims, classes, scalar_bytes, largest_class);
  if (!all || scored.dims == options.dims || method->info->output == Output::embedding) return all;
  // Folds of a stratified sample run in parallel, each with its own copy of the samples and of what its fits
  // share.
  const Index few = std::min(samples, samples_to_choose_dims);
  const CrossValidation how{folds_to_choose, repeats_to_choose(few, dims), 0, 1};
  const double lanes = std::min(std::max(1, options.threads), how.folds * how.repeats);
  double copies = 0;  // the stratified samples
  for (const Index most : {samples_to_choose_method, samples_to_choose_dims})
    if (samples > most)
      copies += double(most + classes) * (double(dims) * double(scalar_bytes) + 2 * sizeof(int));
  const Index candidates = 1 + Index(with_other_ridges(*method->info, options.settings).size());
  const double overhead_bytes =
      bytes_besides_fits(*method->info, scored.dims, candidates, how, few, dims, classes, scalar_bytes);
  scored.threads = 1;
  const Result<Plan> fold =
      plan(registry, scored, few, dims, classes, scalar_bytes, std::min(largest_class, few));
  if (!fold) return fold;
  const auto taken = [&](std::uint64_t bytes) {
    const double sum = copies + lanes * (overhead_bytes + fold_share * double(bytes));
    return sum < 1.8e19 ? std::uint64_t(sum) : ~std::uint64_t{0};
  };
  return Plan{std::max(all->bytes, taken(fold->bytes)), std::max(all->unfilled, taken(fold->unfilled))};
}

}  // namespace tanda::internal
