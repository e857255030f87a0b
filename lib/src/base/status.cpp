#include "tanda/status.hpp"

#include "base/text.hpp"

namespace tanda {
namespace {

/// What work gives, or what is said instead where it runs out of memory.
template <class Work, class Other>
auto where_memory_lasts(Work work, Other other) noexcept -> decltype(other()) {
#ifdef __cpp_exceptions
  try {
    return work();
  } catch (...) {
    return other();
  }
#else
  (void)other;
  return work();
#endif
}

/// So short that a string has it in itself.
std::string no_memory() {
  return "no memory";
}

}  // namespace

Status::Status(Code code, std::string message, std::string remedy) noexcept : code_(code) {
  where_memory_lasts([&] { text_.reset(new Text{std::move(message), std::move(remedy)}); }, [] {});
}

Status::Status(const Status& other) noexcept : code_(other.code_) {
  if (other.text_) where_memory_lasts([&] { text_.reset(new Text(*other.text_)); }, [] {});
}

void Status::Forget::operator()(const Text* text) const noexcept {
  delete text;
}

std::string Status::message() const noexcept {
  return where_memory_lasts(
      [&]() -> std::string { return code_ == Code::ok ? ""
                                    : text_           ? text_->message
                                                      : info(code_).text; },
      no_memory);
}

std::string Status::remedy() const noexcept {
  return where_memory_lasts(
      [&]() -> std::string { return text_ && !text_->remedy.empty() ? text_->remedy : info(code_).remedy; },
      no_memory);
}

std::string Status::text() const noexcept {
  return where_memory_lasts(
      [&]() -> std::string {
        if (code_ == Code::ok) return "ok";
        return internal::joined({text_ ? text_->message : info(code_).text, " (",
                                 text_ && !text_->remedy.empty() ? text_->remedy : info(code_).remedy, ")"});
      },
      no_memory);
}

}  // namespace tanda
