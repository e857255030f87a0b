// Conversions between public C++ types and internal ones.
#pragma once

#include "model/model.hpp"
#include "tanda/dataset.hpp"
#include "tanda/model.hpp"

namespace tanda {

/// The data of a Model.
struct Model::Inside {
  internal::Model model;
  std::string method, record;
  std::vector<double> eigenvalues;
};

/// Access to a Model's data for functions of the C++ interface.
struct ModelAccess {
  static Result<Model> wrap(const internal::Model& model);
  static const internal::Model& inside(const Model& model) { return model.inside_->model; }
};

namespace internal {

/// Checks labels and class names; missing names become the numbers.
template <class S>
Result<Dataset<S>> dataset_of(const tanda::Dataset<S>& data);

}  // namespace internal
}  // namespace tanda
