// A model as one header: data, project, classify and a self-test. In C99 for firmware that wants no library
// at all, in C++17 as a Projection of fixed size.
#pragma once

#include <string>

#include "model/model.hpp"

namespace tanda::internal {

struct CExport {
  enum Language : unsigned char { c99, cpp17 };
  std::string name = "model";  ///< prefix of everything in the header: a C identifier of at most 40 letters
  bool int8 = false;        ///< weights and inputs in 8 bits (quantized.hpp); the model has to know its range
  Language language = c99;  ///< C++17 needs Eigen and tanda/projection.hpp
  const Matrix<float>* example = nullptr;  ///< d×n samples for the self-test; null or n = 0 = made up
};

/// C99 that is C++ too, without a warning, and without anything but <stdint.h>; or C++17. Labels are as
/// `predict` gives them. Code::no_projection for a model that is not linear; bad_argument for a name that is
/// no identifier, or a class name longer than C allows; wrong_shape, not_finite, bad_model as they say.
Result<std::string> model_c(const Model& model, const CExport& options);

}  // namespace tanda::internal
