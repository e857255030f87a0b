// Status and Result: how functions report failure. Nothing throws, prints or aborts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "tanda/code.hpp"
#include "tanda/detail/api.h"

namespace tanda {

/// A code, with a message about what was wrong and where. `text()` adds what to do about it. Every function
/// that can fail returns one. Small; uses the heap only if there is a message in addition to the code. \code
///   const tanda::Status status = tanda::fit(*table, "ldaa").status();
///   if (status.code() == tanda::Code::unknown_method) return fail(status.text());
/// \endcode
class [[nodiscard]] TANDA_API Status {
 public:
  /// Success.
  Status() = default;
  /// With the code's own text and remedy.
  /// @param code what happened
  explicit Status(Code code) : code_(code) {}
  /// With a specific message; if memory runs out, only the code is kept.
  /// @param code what happened
  /// @param message what is wrong, and where
  Status(Code code, std::string message) noexcept : Status(code, std::move(message), {}) {}
  /// With a specific message and remedy; if memory runs out, only the code is kept.
  /// @param code what happened
  /// @param message what is wrong, and where
  /// @param remedy what to do about it
  Status(Code code, std::string message, std::string remedy) noexcept;
  /// A copy; if memory runs out, only the code is copied.
  /// @param other what is copied
  Status(const Status& other) noexcept;
  /// Takes the texts of `other`, which keeps its code.
  /// @param other the status to move from
  Status(Status&& other) noexcept = default;
  /// Copy or move assignment, depending on how the argument was constructed.
  /// @param other the new value
  Status& operator=(Status other) noexcept {
    code_ = other.code_;
    text_ = std::move(other.text_);
    return *this;
  }
  ~Status() = default;

  /// Whether the call succeeded.
  explicit operator bool() const { return code_ == Code::ok; }
  Code code() const { return code_; }                              ///< Code::ok = success
  ErrorCategory category() const { return info(code_).category; }  ///< what kind of error
  std::string message()
      const noexcept;  ///< what is wrong, and where; "no memory" if its text cannot be allocated
  std::string remedy() const noexcept;  ///< what to do about it; "no memory" if its text cannot be allocated
  /// "row 17, column "age": the value is missing (use `missing = Missing::drop` or ...)"; "no memory" if that
  /// text cannot be allocated. `info(code())` needs no memory.
  std::string text() const noexcept;

 private:
  struct Text {
    std::string message, remedy;
  };
  struct Forget {
    void operator()(const Text* text) const noexcept;
  };
  Code code_ = Code::ok;
  std::unique_ptr<const Text, Forget> text_;
};

/// A value or the status that says why there is none. \code
///   const tanda::Result<tanda::Plan> need = tanda::plan(1000, 64, 10, "lda");
///   if (!need) return fail(need.status().text());
///   std::printf("%g MB\n", double(need->bytes) / 1e6);
/// \endcode
template <class T>
class [[nodiscard]] Result {
 public:
  /// A value.
  /// @param value the value
  Result(T value) : value_(std::move(value)) {}
  /// Why there is none.
  /// @param status not Code::ok
  Result(Status status) : status_(std::move(status)) {}

  /// Whether there is a value.
  explicit operator bool() const { return value_.has_value(); }
  const Status& status() const { return status_; }  ///< why there is no value; success if there is one
  T& operator*() { return *value_; }                ///< the value; there must be one
  const T& operator*() const { return *value_; }    ///< the value; there must be one
  T* operator->() { return &*value_; }              ///< a member of the value; there must be one
  const T* operator->() const { return &*value_; }  ///< a member of the value; there must be one

  /// Moves the value out: `if (Status s = read(text).get(table); !s) return s;`
  /// @param out receives the value; unchanged if there is none
  Status get(T& out) && {
    if (value_) out = std::move(*value_);
    return std::move(status_);
  }

 private:
  Status status_;
  std::optional<T> value_;
};

}  // namespace tanda
