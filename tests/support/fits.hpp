// Fits of synthetic sets, and the directions they give.
#pragma once

#include <utility>
#include <vector>

#include "synthetic.hpp"
#include "tanda/model/fit.hpp"
#include "ut.hpp"

template <class S>
tanda::Result<tanda::Model> fit_set(const synthetic::Set<S>& set, const char* method,
                                    std::vector<tanda::Setting> settings = {}, tanda::Index dims = 0,
                                    tanda::Monitor* shared = nullptr, std::uint64_t seed = 1) {
  tanda::FitOptions options;
  options.scale = tanda::Scale::none;
  options.method = method;
  options.settings = std::move(settings);
  options.dims = dims;
  options.seed = seed;
  tanda::Monitor own;
  return tanda::fit(tanda::registry(), set.view(), options, shared ? *shared : own);
}

/// As columns; none if the fit failed, which is a failure of the test.
inline tanda::MatrixD directions_of(const tanda::Result<tanda::Model>& model) {
  ut::expect(bool(model)) << model.status().text();
  return model ? tanda::MatrixD(model->projection.transpose()) : tanda::MatrixD(0, 0);
}
