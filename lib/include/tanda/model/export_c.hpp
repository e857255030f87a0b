// A model as ONE C header: data, project, classify and a self-test, for firmware that wants no library at
// all.
#pragma once

#include <string>

#include "tanda/model/model.hpp"

namespace tanda {

struct CExport {
  std::string name = "model";  ///< prefix of everything in the header: a C identifier of at most 40 letters
  bool int8 = false;  ///< weights and inputs in 8 bits (quantized.hpp); the model has to know its range
  const Matrix<float>* example = nullptr;  ///< d×n samples for the self-test; null or n = 0 = made up
};

/// C99 and C++, without a warning, and without anything but <stdint.h>. Labels are as `predict` gives them.
/// Code::no_projection for a model that is not linear; bad_argument for a name that is no identifier, or a
/// class name longer than C allows; wrong_shape, not_finite, bad_model as they say.
Result<std::string> model_c(const Model& model, const CExport& options);

}  // namespace tanda
