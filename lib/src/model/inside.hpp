// Data that a model prepares once and shares among its copies.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "applied_map.hpp"
#include "model/model.hpp"
#include "reference_tree.hpp"
#include "scratch_pool.hpp"

namespace tanda::internal {

struct Model::Inside {
  explicit Inside(ModelParts checked) : parts(std::move(checked)) {
    if (parts.kind() != Map::embedding) floats_.emplace(parts, nullptr);
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() { delete doubles_.load(); }

  /// The map for samples of this precision. The map for doubles is prepared at the first call.
  template <class S>
  const AppliedMap<S>& applied() const {
    if constexpr (sizeof(S) == sizeof(float)) {
      return *floats_;
    } else {
      const AppliedMap<double>* made = doubles_.load(std::memory_order_acquire);
      if (made) return *made;
      auto fresh = std::make_unique<AppliedMap<double>>(parts, nullptr);
      if (doubles_.compare_exchange_strong(made, fresh.get())) return *fresh.release();
      return *made;  // another thread was first
    }
  }

  /// The tree of the reference points, or null if a tree does not pay yet. `samples` are added to the number
  /// of samples asked about so far.
  template <class S>
  const ReferenceTree<S>* tree(Index samples) const {
    if (parts.rule != Rule::neighbors) return nullptr;
    const ConstMatrixView<float> points(parts.references.data(), parts.references.rows(),
                                        parts.references.cols());
    if constexpr (sizeof(S) == sizeof(float)) {
      return float_tree_.after(samples, points);
    } else {
      return double_tree_.after(samples, points);
    }
  }

  ModelParts parts;  ///< without the record
  ScratchPool scratch;
  const LinearMap no_linear{};
  const KernelMap no_kernel{};

 private:
  std::optional<AppliedMap<float>> floats_;
  mutable std::atomic<const AppliedMap<double>*> doubles_{nullptr};
  SharedTree<float> float_tree_;
  SharedTree<double> double_tree_;
};

}  // namespace tanda::internal
