#include "tanda/base/status.hpp"

#include "tanda/base/text.hpp"

namespace tanda {

Status::Status(Code code, std::string message, std::string remedy)
    : code_(code), words_(new Words{std::move(message), std::move(remedy)}) {}

Status::Status(const Status& other) noexcept : code_(other.code_) {
#ifdef __cpp_exceptions
  try {
    if (other.words_) words_.reset(new Words(*other.words_));
  } catch (...) {  // no memory for the words: the code is what counts
  }
#else
  if (other.words_) words_.reset(new Words(*other.words_));
#endif
}

void Status::Forget::operator()(const Words* words) const noexcept {
  delete words;
}

std::string Status::message() const {
  if (code_ == Code::ok) return {};
  return words_ ? words_->message : info(code_).text;
}

std::string Status::remedy() const {
  return words_ && !words_->remedy.empty() ? words_->remedy : info(code_).remedy;
}

std::string Status::text() const {
  return code_ == Code::ok ? "ok" : joined({message(), " (", remedy(), ")"});
}

}  // namespace tanda
