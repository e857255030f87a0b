// How the samples of an experiment are split, and how its contestants are fitted.
#include "base/text.hpp"
#include "experiment.hpp"

namespace tanda::internal {
namespace {

/// What a split is stratified by: classes, or the numbers of `strata` within each class. So the number of
/// training and test samples of a class does not depend on the seed.
template <class S>
Result<std::vector<int>> strata_of(const Dataset<S>& data, const std::vector<int>& strata) {
  std::vector<int> result(data.labels, data.labels + data.samples());
  if (strata.empty()) return result;
  if (Index(strata.size()) != data.samples())
    return Status(Code::wrong_shape,
                  joined({"there are ", strata.size(), " strata for ", data.samples(), " samples"}));
  std::map<std::pair<int, int>, int> numbers;
  for (std::size_t i = 0; i < strata.size(); ++i) {
    if (result[i] < 0) continue;
    if (strata[i] < 0)
      return Status(Code::missing_value, joined({"row ", i + 1, " has a label, but no value to stratify by"}),
                    "give it one, or leave the sample out");
    const auto number = int(numbers.size());
    result[i] = numbers.emplace(std::pair<int, int>(result[i], strata[i]), number).first->second;
  }
  return result;
}

}  // namespace

FitOptions scored_options(const Contestant& contestant) {
  FitOptions fit = contestant.fit;
  if (fit.dims == 0) fit.dims = default_scored_dims;
  fit.need_classifier();
  return fit;
}

template <class S>
Result<Split> split_of(const Dataset<S>& data, const EvaluateOptions& options, Unlabelled unlabelled,
                       std::uint64_t seed) {
  std::vector<int> strata;
  if (Status s = strata_of(data, options.strata).get(strata); !s) return s;
  return stratified_split(strata.data(), data.samples(), {options.train, options.test, options.labelled},
                          unlabelled, seed);
}

template Result<Split> split_of(const Dataset<float>&, const EvaluateOptions&, Unlabelled, std::uint64_t);
template Result<Split> split_of(const Dataset<double>&, const EvaluateOptions&, Unlabelled, std::uint64_t);

}  // namespace tanda::internal
