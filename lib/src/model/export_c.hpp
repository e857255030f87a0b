// Writes a model as one header with data, project, classify and a self-test: in C99 for firmware, without any
// library, or in C++17 as a Projection of fixed size.
#pragma once

#include <string>

#include "model/model.hpp"

namespace tanda::internal {

struct CExport {
  enum Language : unsigned char { c99, cpp17 };
  std::string name = "model";  ///< prefix of everything in the header: a C identifier of at most 40 letters
  bool int8 = false;           ///< weights and inputs in 8 bits (quantized.hpp); the model must have a range
  Language language = c99;     ///< C++17 needs Eigen and tanda/projection.hpp
  const Matrix<float>* example = nullptr;  ///< d×n, for the self-test; null or n = 0 = generated
};

/// The text of the header: C99 that also compiles as C++ without a warning and includes only <stdint.h>, or
/// C++17. Labels are those of `predict`. Code::no_projection for a model that is not linear; bad_argument for
/// a name that is not an identifier, or a class name longer than C allows; wrong_shape, not_finite and
/// bad_model as for every model.
Result<std::string> model_c(const Model& model, const CExport& options);

}  // namespace tanda::internal
