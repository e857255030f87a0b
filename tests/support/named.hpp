// Values of parameters by name. Methods have typed options; only tests, which loop over all methods, need
// names.
#pragma once

#include <cstdlib>
#include <string>

#include "base/parameters.hpp"

class Named {
 public:
  explicit Named(const tanda::internal::Parameters& parameters) : parameters_(parameters) {}

  double get(const std::string& name) const { return parameters_.value(find(name)); }
  int count(const std::string& name) const { return int(get(name)); }
  bool flag(const std::string& name) const { return get(name) != 0; }
  std::string choice(const std::string& name) const { return parameters_.text(find(name)); }

 private:
  const tanda::internal::Parameter& find(const std::string& name) const {
    for (const tanda::internal::Parameter& p : parameters_.list())
      if (name == p.name) return p;
    std::abort();
  }
  const tanda::internal::Parameters& parameters_;
};
