// The registry: the list of all methods. The command line, the C ABI, the types and the docs are made from
// it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "methods/method.hpp"

namespace tanda::internal {

/// A list of methods; `registry()` is the one of the library, and a program may add its own to a copy.
class Registry {
 public:
  explicit Registry(std::vector<Method> methods) : methods_(std::move(methods)) {}

  /// One more method. Refused: an id that is taken, a word with a meaning of its own, or not of small
  /// letters, digits and _; and a parameter that is there twice or whose default is out of its range.
  [[nodiscard]] Status add(const Method& method);
  const std::vector<Method>& methods() const { return methods_; }
  /// The method, or a status that suggests the nearest id, or one of the other words that could have stood
  /// there.
  Result<Method> find(std::string_view id, std::initializer_list<const char*> other_words = {}) const;

 private:
  std::vector<Method> methods_;
};

const Registry& registry();

/// `tanda methods --json`: every descriptor.
std::string methods_json(const Registry& registry);

}  // namespace tanda::internal
