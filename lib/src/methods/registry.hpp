// The registry: the list of all methods. The command line, the C ABI, the types and the docs are generated
// from it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "methods/method.hpp"

namespace tanda::internal {

/// A list of methods; `registry()` is that of the library; a program can add methods to a copy.
class Registry {
 public:
  explicit Registry(std::vector<Method> methods) : methods_(std::move(methods)) {}

  /// Adds a method. Refused are an id that exists, is a reserved word, or contains characters other than
  /// small letters, digits and _; and a parameter that occurs twice or whose default is out of its range.
  [[nodiscard]] Status add(const Method& method);
  const std::vector<Method>& methods() const { return methods_; }
  /// The method, or a status that suggests the nearest id, or one of `other_words`, which are also valid in
  /// its place.
  Result<Method> find(std::string_view id, std::initializer_list<const char*> other_words = {}) const;

 private:
  std::vector<Method> methods_;
};

const Registry& registry();

/// `tanda methods --json`: every descriptor.
std::string methods_json(const Registry& registry);

}  // namespace tanda::internal
