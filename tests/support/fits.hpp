// Fits of synthetic sets, and the directions they found.
#pragma once

#include <utility>
#include <vector>

#include "model/fit.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

template <class S>
tanda::Result<tanda::internal::Model> fit_set(const synthetic::Set<S>& set, const char* method,
                                              std::vector<tanda::internal::Setting> settings = {},
                                              tanda::internal::Index dims = 0,
                                              tanda::internal::Monitor* shared = nullptr,
                                              std::uint64_t seed = 1) {
  tanda::internal::FitOptions options;
  options.scale = tanda::internal::Scale::none;
  options.method = method;
  options.settings = std::move(settings);
  options.dims = dims;
  options.seed = seed;
  tanda::internal::Monitor own;
  return tanda::internal::fit(tanda::internal::registry(), set.view(), options, shared ? *shared : own);
}

/// The directions as columns; without any if the fit failed, which fails the test.
inline tanda::internal::MatrixD directions_of(const tanda::Result<tanda::internal::Model>& model) {
  ut::expect(bool(model)) << model.status().text();
  return model ? tanda::internal::MatrixD(model->projection().transpose()) : tanda::internal::MatrixD(0, 0);
}
