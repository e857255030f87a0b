// Comparing a map fitted on a device with the one that the library fits to the same samples, its hosted twin.
#pragma once

#include <string>
#include <vector>

#include "base/parameters.hpp"
#include "model/model.hpp"

/// The first `dims` rows of a projection that is stored row by row.
tanda::internal::MatrixD rows_of(const float* matrix, tanda::internal::Index inputs,
                                 tanda::internal::Index dims);
tanda::internal::MatrixD rows_of(const double* matrix, tanda::internal::Index inputs,
                                 tanda::internal::Index dims);

/// "lda float ridge=0.1"
std::string twin_name(const char* method, const std::vector<tanda::internal::Setting>& settings,
                      std::size_t bytes);

struct TwinTolerance {
  double angle;  ///< largest angle allowed between the spans; other differences may be twenty times as large
  tanda::internal::Index block = 0;  ///< number of columns that span a space together, 0 = all
  bool turned = false;               ///< eigenvalues are equal: only the metric P'P is determined
};

/// Expects the same span, the same rows with their lengths and signs, and the same offset.
void expect_twins(const tanda::internal::Model& hosted, const tanda::internal::MatrixD& rows,
                  const tanda::internal::VectorD& offset, const TwinTolerance& tolerance,
                  const std::string& name);
