// From the front door's types to those inside, and back.
#pragma once

#include "model/model.hpp"
#include "tanda/dataset.hpp"
#include "tanda/model.hpp"

namespace tanda {

/// What stands behind a Model.
struct Model::Inside {
  internal::Model model;
  std::string method, record;
  std::vector<double> eigenvalues;
};

/// For the front door's own functions.
struct ModelAccess {
  static Result<Model> wrap(const internal::Model& model);
  static const internal::Model& inside(const Model& model) { return model.inside_->model; }
};

namespace internal {

/// Numbers and names of the labels are checked; names that are missing are the numbers.
template <class S>
Result<Dataset<S>> dataset_of(const tanda::Dataset<S>& data);

}  // namespace internal
}  // namespace tanda
