// Status and Result: how every function that can fail says so. Nothing throws, prints or aborts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "tanda/base/code.hpp"

namespace tanda {

/// A code and what exactly was wrong and where. `text()` adds what to do about it. Small, and nothing on the
/// heap unless there is more to say than the code does: every function that can fail returns one.
class [[nodiscard]] Status {
 public:
  Status() = default;
  explicit Status(Code code) : code_(code) {}
  Status(Code code, std::string message) : Status(code, std::move(message), {}) {}
  /// With a remedy that knows more than the code's own.
  Status(Code code, std::string message, std::string remedy);
  /// Where memory is short, the code alone.
  Status(const Status& other) noexcept;
  Status(Status&& other) noexcept = default;
  Status& operator=(Status other) noexcept {
    code_ = other.code_;
    words_ = std::move(other.words_);
    return *this;
  }
  ~Status() = default;

  explicit operator bool() const { return code_ == Code::ok; }
  Code code() const { return code_; }
  Trouble trouble() const { return info(code_).trouble; }
  std::string message() const;
  std::string remedy() const;
  /// "row 17, column "age": the value is missing (use --missing drop or --missing mean)"
  std::string text() const;

 private:
  struct Words {
    std::string message, remedy;
  };
  struct Forget {
    void operator()(const Words* words) const noexcept;
  };
  Code code_ = Code::ok;
  std::unique_ptr<const Words, Forget> words_;
};

/// A value or the status that says why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Status status) : status_(std::move(status)) {}

  explicit operator bool() const { return value_.has_value(); }
  const Status& status() const { return status_; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

  /// Moves the value out: `if (Status s = read(text).get(table); !s) return s;`
  Status get(T& out) && {
    if (value_) out = std::move(*value_);
    return std::move(status_);
  }

 private:
  Status status_;
  std::optional<T> value_;
};

}  // namespace tanda
