#include "tanda/status.hpp"

#include "base/text.hpp"

namespace tanda {

Status::Status(Code code, std::string message, std::string remedy)
    : code_(code), text_(new Text{std::move(message), std::move(remedy)}) {}

Status::Status(const Status& other) noexcept : code_(other.code_) {
#ifdef __cpp_exceptions
  try {
    if (other.text_) text_.reset(new Text(*other.text_));
  } catch (...) {  // no memory for the message: the code remains
  }
#else
  if (other.text_) text_.reset(new Text(*other.text_));
#endif
}

void Status::Forget::operator()(const Text* text) const noexcept {
  delete text;
}

std::string Status::message() const {
  if (code_ == Code::ok) return {};
  return text_ ? text_->message : info(code_).text;
}

std::string Status::remedy() const {
  return text_ && !text_->remedy.empty() ? text_->remedy : info(code_).remedy;
}

std::string Status::text() const {
  return code_ == Code::ok ? "ok" : internal::joined({message(), " (", remedy(), ")"});
}

}  // namespace tanda
