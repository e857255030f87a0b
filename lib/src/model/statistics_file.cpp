#include "model/statistics_file.hpp"

#include <cmath>
#include <cstring>

#include "base/guarded.hpp"
#include "base/json.hpp"
#include "checksum.hpp"
#include "tanda/detail/format.hpp"

namespace tanda::internal {
namespace {

constexpr std::uint32_t statistics_version = 1;

/// The head of the file. It is followed by `text` bytes of JSON and, if there are rows, by four numbers per
/// feature and the bytes of `Statistics::save`.
struct Head {
  unsigned char magic[8];
  std::uint32_t version;
  std::uint32_t crc;  ///< of all bytes after this field
  std::uint64_t text;
};
static_assert(sizeof(Head) == 24, "the head is 24 bytes on every target");
constexpr std::size_t checked_from = offsetof(Head, text);

Status damaged() {
  return {Code::bad_model, "these bytes are not whole statistics",
          "copy the file again, or collect them again"};
}

/// The numbers per feature, in the order of the file.
constexpr std::vector<double> RunningStatistics::*columns[] = {
    &RunningStatistics::low, &RunningStatistics::high, &RunningStatistics::at_low,
    &RunningStatistics::at_high};

Json head_json(const RunningStatistics& s) {
  return Json::object()
      .set("scatter", s.kept == Scatter::pooled ? "pooled" : "class")
      .set("labelled", s.labelled)
      .set("cols", s.dims)
      .set("left_out", s.left_out)
      .set("label", s.label_name)
      .set("label_column", s.label_column)
      .set("classes", Json::array(s.classes))
      .set("features", Json::array(s.features));
}

/// Reads a whole number from 0 to `most`; false for anything else.
bool read_count(const Json& json, const char* name, double most, double& count) {
  count = json.number_or(name, -1);
  return count >= 0 && count <= most && count == std::floor(count);
}

bool read_names(const Json& json, const char* name, std::vector<std::string>& names) {
  const Json* list = json.find(name);
  if (!list || !list->is_array()) return false;
  for (const Json& item : list->items()) {
    if (!item.is_text()) return false;
    names.push_back(item.text_or(""));
  }
  return true;
}

bool read_head(const Json& json, RunningStatistics& s) {
  const std::string scatter = json.text_or("scatter", "");
  if (scatter != "pooled" && scatter != "class") return false;
  s.kept = scatter == "class" ? Scatter::per_class : Scatter::pooled;
  s.labelled = json.bool_or("labelled", false);
  s.label_name = json.text_or("label", "");
  double dims = 0, column = 0;
  if (!read_count(json, "cols", 65535, dims) || !read_count(json, "label_column", max_count, column) ||
      !read_count(json, "left_out", 0x1p53, s.left_out))
    return false;
  s.dims = Index(dims);
  s.label_column = Index(column);
  if (!read_names(json, "classes", s.classes) || !read_names(json, "features", s.features)) return false;
  if (!s.features.empty() && s.features.size() != std::size_t(s.dims)) return false;
  return s.labelled ? encode_labels(s.classes).classes == s.classes : s.classes.empty();
}

/// Whether there can be rows that give these statistics.
bool possible(const RunningStatistics& s) {
  const double rows = s.rows();
  if (!(rows <= 0x1p53)) return false;
  for (std::size_t j = 0; j < s.low.size(); ++j) {
    for (const double x : {s.low[j], s.high[j]})
      if (!(std::abs(x) <= RunningStatistics::Of<Scatter::pooled>::largest_value)) return false;
    for (const double count : {s.at_low[j], s.at_high[j]})
      if (!(count >= 0 && count <= rows)) return false;
    if (s.low[j] > s.high[j]) return false;
  }
  return true;
}

Status read_numbers(RunningStatistics& s, const char* from, std::size_t size) {
  const std::size_t d = std::size_t(s.dims), column = d * sizeof(double);
  if (size == 0) return {};
  if (d == 0 || size / 4 < column) return damaged();
  for (const auto member : columns) {
    (s.*member).resize(d);
    std::memcpy((s.*member).data(), from, column);
    from += column;
  }
  const Code code = s.with([&](auto& seen) { return seen.load(from, size - 4 * column); });
  if (code == Code::out_of_memory) return Status(code);
  const int classes = s.with([](const auto& seen) { return seen.classes(); });
  const int dims = s.with([](const auto& seen) { return seen.dims(); });
  if (code != Code::ok || dims != int(d)) return damaged();
  if (std::size_t(classes) != (s.labelled ? s.classes.size() : 1) || !(s.rows() > 0) || !possible(s))
    return damaged();
  return {};
}

}  // namespace

std::string encode_statistics(const RunningStatistics& s) {
  const std::string text = head_json(s).dump();
  const bool rows = !s.low.empty();
  const std::size_t column = s.low.size() * sizeof(double), numbers = sizeof(Head) + text.size();
  const std::size_t saved = rows ? s.with([](const auto& seen) { return seen.saved_bytes(); }) : 0;
  std::string bytes(numbers + 4 * column + saved, '\0');
  Head head{{}, statistics_version, 0, text.size()};
  std::memcpy(head.magic, statistics_magic, sizeof statistics_magic);
  std::memcpy(&bytes[sizeof head], text.data(), text.size());
  for (std::size_t k = 0; rows && k < 4; ++k)
    std::memcpy(&bytes[numbers + k * column], (s.*columns[k]).data(), column);
  if (rows) s.with([&](const auto& seen) { seen.save(&bytes[numbers + 4 * column]); });
  std::memcpy(&bytes[0], &head, sizeof head);
  head.crc = crc32_of_many(&bytes[checked_from], bytes.size() - checked_from);
  std::memcpy(&bytes[offsetof(Head, crc)], &head.crc, sizeof head.crc);
  return bytes;
}

Result<RunningStatistics> decode_statistics(const void* bytes, std::size_t size) {
  return guarded([&]() -> Result<RunningStatistics> {
    const char* const from = static_cast<const char*>(bytes);
    Head head;
    if (size < sizeof head || std::memcmp(from, statistics_magic, sizeof statistics_magic) != 0)
      return Status(Code::bad_model, "these are not tanda statistics",
                    "pass the bytes of statistics that were saved");
    std::memcpy(&head, from, sizeof head);
    if (head.version != statistics_version)
      return Status(Code::model_version, "these statistics are of another version of tanda",
                    "use that version, or collect them again");
    if (head.crc != crc32_of_many(from + checked_from, size - checked_from)) return damaged();
    if (head.text > size - sizeof head) return damaged();
    const std::size_t text = std::size_t(head.text);
    const Result<Json> json = Json::parse({from + sizeof head, text});
    RunningStatistics s;
    if (!json || !read_head(*json, s)) return damaged();
    const std::size_t begin = sizeof head + text;
    if (Status status = read_numbers(s, from + begin, size - begin); !status) return status;
    return s;
  });
}

}  // namespace tanda::internal
