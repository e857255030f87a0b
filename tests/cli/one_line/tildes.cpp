// An example table format in one file, as every reader is written: the first line is "#tildes", and fields
// are separated by tildes.
#include <algorithm>

#include "data/readers.hpp"

namespace tanda::internal {
namespace {

constexpr std::string_view tildes_mark = "#tildes\n";

class Tildes final : public csv::Reader {
 public:
  Status feed(std::string_view piece, std::string& csv) override {
    const std::size_t mark = std::min(piece.size(), tildes_mark.size() - seen_);
    piece.remove_prefix(mark);
    seen_ += mark;
    for (const char c : piece) csv += c == '~' ? ',' : c;
    return {};
  }
  Status finish(std::string&, bool&) override {
    return seen_ == tildes_mark.size() ? Status() : Status(Code::bad_text, "there are no tildes");
  }

 private:
  std::size_t seen_ = 0;
};

}  // namespace

const ReaderInfo& tildes_reader() {
  static constexpr ReaderInfo info{
      "tildes", "tld", "text separated by tildes",
      [](std::string_view head) { return head.substr(0, tildes_mark.size()) == tildes_mark; },
      [](CsvOptions& options) -> std::unique_ptr<csv::Reader> {
        options.separator = ',';
        return std::make_unique<Tildes>();
      }};
  return info;
}

}  // namespace tanda::internal
