// A map fitted on a device has to be the one that the library fits: its hosted twin.
#pragma once

#include <string>
#include <vector>

#include "tanda/base/parameters.hpp"
#include "tanda/model/model.hpp"

/// The first `dims` rows of a projection as it lies in memory, row after row.
tanda::MatrixD rows_of(const float* matrix, tanda::Index inputs, tanda::Index dims);
tanda::MatrixD rows_of(const double* matrix, tanda::Index inputs, tanda::Index dims);

/// "lda float ridge=0.1"
std::string twin_name(const char* method, const std::vector<tanda::Setting>& settings, std::size_t bytes);

struct TwinTolerance {
  double angle;            ///< of the spans; the rest may be off by twenty times that
  tanda::Index block = 0;  ///< columns that span something together, 0 = all
  bool turned = false;     ///< eigenvalues are equal: only the metric P'P is determined
};

/// Same span, same rows with their lengths and signs, same offset.
void expect_twins(const tanda::Model& hosted, const tanda::MatrixD& rows, const tanda::VectorD& offset,
                  const TwinTolerance& tolerance, const std::string& name);
