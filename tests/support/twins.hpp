// A map fitted on a device has to be the one that the library fits: its hosted twin.
#pragma once

#include <string>
#include <vector>

#include "base/parameters.hpp"
#include "model/model.hpp"

/// The first `dims` rows of a projection as it lies in memory, row after row.
tanda::internal::MatrixD rows_of(const float* matrix, tanda::internal::Index inputs,
                                 tanda::internal::Index dims);
tanda::internal::MatrixD rows_of(const double* matrix, tanda::internal::Index inputs,
                                 tanda::internal::Index dims);

/// "lda float ridge=0.1"
std::string twin_name(const char* method, const std::vector<tanda::internal::Setting>& settings,
                      std::size_t bytes);

struct TwinTolerance {
  double angle;                      ///< of the spans; the rest may be off by twenty times that
  tanda::internal::Index block = 0;  ///< columns that span something together, 0 = all
  bool turned = false;               ///< eigenvalues are equal: only the metric P'P is determined
};

/// Same span, same rows with their lengths and signs, same offset.
void expect_twins(const tanda::internal::Model& hosted, const tanda::internal::MatrixD& rows,
                  const tanda::internal::VectorD& offset, const TwinTolerance& tolerance,
                  const std::string& name);
