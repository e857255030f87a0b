// .npy, a NumPy array: a short header, then n×d numbers row by row.
#include "base/text.hpp"
#include "data/npy_array.hpp"
#include "data/readers.hpp"

namespace tanda::internal {
namespace csv {
namespace {

Status npy_status(const std::string& what) {
  return {Code::bad_text, joined({"this .npy file ", what}),
          "save a table with rows of numbers: np.save(file, np.ascontiguousarray(x, '<f8'))"};
}

class Npy final : public Reader {
 public:
  Status feed(std::string_view piece, std::string& csv) override {
    held_ += piece;
    if (!begun_) {
      if (Status s = begin(); !s || !begun_) return s;
    }
    std::size_t at = 0;
    for (; at + header_.item <= held_.size(); at += header_.item) {
      if (values_ == header_.count()) return npy_status("goes on after its last value");
      append_npy_value(header_, held_.data() + at, csv);
      csv += ++values_ % header_.columns == 0 ? '\n' : ',';
    }
    held_.erase(0, at);
    return {};
  }

  Status finish(std::string&, bool&) override {
    if (!begun_ || values_ < header_.count()) return npy_status("ends too early");
    return held_.empty() ? Status() : npy_status("goes on after its last value");
  }

 private:
  /// Waits until the whole header has been read.
  Status begin() {
    const NpyAnswer answer = read_npy_header(held_, header_);
    if (answer.incomplete) return {};
    if (!answer.wrong.empty()) return npy_status(answer.wrong);
    if (header_.text()) return npy_status("holds texts, not numbers");
    if (header_.dims == 1)
      return {Code::bad_text, "this .npy file is a list of numbers and no table of rows and columns",
              "save samples and labels together: np.savez(file, x=x, y=labels)"};
    if (header_.by_columns) return npy_status("has its values column by column");
    if (header_.dims != 2 || header_.columns == 0 || (header_.rows > 0 && header_.count() == 0))
      return npy_status("is no table of rows and columns");
    held_.erase(0, header_.size);
    begun_ = true;
    return {};
  }

  std::string held_;
  bool begun_ = false;
  NpyHeader header_;
  std::uint64_t values_ = 0;
};

}  // namespace
}  // namespace csv

const ReaderInfo& npy_reader() {
  static constexpr ReaderInfo info{
      "npy", "npy", "an array of NumPy, rows of numbers",
      [](std::string_view head) { return head.substr(0, csv::npy_magic.size()) == csv::npy_magic; },
      [](CsvOptions& options) -> std::unique_ptr<csv::Reader> {
        options.separator = ',';
        options.decimal = '.';
        options.header = HeaderRow::none;
        return std::make_unique<csv::Npy>();
      }};
  return info;
}

}  // namespace tanda::internal
