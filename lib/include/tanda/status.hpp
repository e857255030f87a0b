// Status and Result: how every function that can fail says so. Nothing throws, prints or aborts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "tanda/code.hpp"
#include "tanda/detail/api.h"

namespace tanda {

/// A code and what exactly was wrong and where. `text()` adds what to do about it. Small, and nothing on the
/// heap unless there is more to say than the code does: every function that can fail returns one. \code
///   const tanda::Status status = tanda::fit(*table, "ldaa").status();
///   if (status.code() == tanda::Code::unknown_method) return fail(status.text());
/// \endcode
class [[nodiscard]] TANDA_API Status {
 public:
  /// Done: there is nothing to say.
  Status() = default;
  /// With the code's own text and remedy.
  /// @param code what happened
  explicit Status(Code code) : code_(code) {}
  /// With a message that says more; where memory is short, the code alone.
  /// @param code what happened
  /// @param message what is wrong, and where
  Status(Code code, std::string message) noexcept : Status(code, std::move(message), {}) {}
  /// With a remedy that knows more than the code's own; where memory is short, the code alone.
  /// @param code what happened
  /// @param message what is wrong, and where
  /// @param remedy what to do about it
  Status(Code code, std::string message, std::string remedy) noexcept;
  /// A copy; where memory is short, of the code alone.
  /// @param other what is copied
  Status(const Status& other) noexcept;
  /// Takes the texts of `other`, which keeps its code.
  /// @param other where they are now
  Status(Status&& other) noexcept = default;
  /// Copies or moves, as the argument is made.
  /// @param other the new value
  Status& operator=(Status other) noexcept {
    code_ = other.code_;
    text_ = std::move(other.text_);
    return *this;
  }
  ~Status() = default;

  /// Whether it was done.
  explicit operator bool() const { return code_ == Code::ok; }
  Code code() const { return code_; }                              ///< Code::ok = done
  ErrorCategory category() const { return info(code_).category; }  ///< what kind of error
  std::string message() const noexcept;  ///< what is wrong, and where; "no memory" where there is none for it
  std::string remedy() const noexcept;   ///< what to do about it; "no memory" where there is none for it
  /// "row 17, column "age": the value is missing (use `missing = Missing::drop` or ...)"; "no memory" where
  /// there is none for it. `info(code())` needs none.
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
  /// @param value it
  Result(T value) : value_(std::move(value)) {}
  /// Why there is none.
  /// @param status not Code::ok
  Result(Status status) : status_(std::move(status)) {}

  /// Whether there is a value.
  explicit operator bool() const { return value_.has_value(); }
  const Status& status() const { return status_; }  ///< why not; done where there is a value
  T& operator*() { return *value_; }                ///< the value; there has to be one
  const T& operator*() const { return *value_; }    ///< the value; there has to be one
  T* operator->() { return &*value_; }              ///< of the value; there has to be one
  const T* operator->() const { return &*value_; }  ///< of the value; there has to be one

  /// Moves the value out: `if (Status s = read(text).get(table); !s) return s;`
  /// @param out where to; left alone where there is no value
  Status get(T& out) && {
    if (value_) out = std::move(*value_);
    return std::move(status_);
  }

 private:
  Status status_;
  std::optional<T> value_;
};

}  // namespace tanda
