// Model → bytes: docs/MODEL_FILE.md.
#include <cstring>
#include <string>

#include "base/guarded.hpp"
#include "checksum.hpp"
#include "map_parts.hpp"
#include "model/classifiers.hpp"
#include "model/model.hpp"
#include "row_bytes.hpp"

namespace tanda::internal {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// Collects the sections; header and table are put before them at the end.
class Writer {
 public:
  void begin(Section kind) { table_.push_back({static_cast<std::uint32_t>(kind), 0, bytes_.size(), 0}); }
  void end() {
    table_.back().bytes = bytes_.size() - table_.back().offset;
    bytes_.resize(padded(bytes_.size()));
  }
  void put(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::uint8_t*>(data);
    if (size > 0) bytes_.insert(bytes_.end(), first, first + size);
  }
  template <class T>
  void put(const T& value) {
    put(&value, sizeof value);
  }
  /// Adds a matrix row by row.
  template <class T>
  void put_rows(const Operand<T>& matrix, bool as_double) {
    const std::string bytes = row_bytes(matrix, as_double);
    put(bytes.data(), bytes.size());
  }
  void put_names(const std::vector<std::string>& names) {
    std::uint32_t offset = 0;
    put(offset);
    for (const std::string& name : names) put(offset += static_cast<std::uint32_t>(name.size() + 1));
    for (const std::string& name : names) put(name.c_str(), name.size() + 1);
  }

  Bytes finish(FileHeader header) {
    const std::size_t head = padded(sizeof(FileHeader) + table_.size() * sizeof(FileSection));
    for (FileSection& section : table_) section.offset += head;
    bytes_.insert(bytes_.begin(), head, 0);
    std::memcpy(header.magic, file_magic, sizeof file_magic);
    header.version = file_version;
    header.bytes = bytes_.size();
    header.sections = static_cast<std::uint32_t>(table_.size());
    std::memcpy(bytes_.data(), &header, sizeof header);
    std::memcpy(bytes_.data() + sizeof header, table_.data(), table_.size() * sizeof(FileSection));
    header.crc = crc32_of_many(bytes_.data() + crc_begin, bytes_.size() - crc_begin);
    std::memcpy(bytes_.data() + offsetof(FileHeader, crc), &header.crc, sizeof header.crc);
    return std::move(bytes_);
  }

 private:
  static std::size_t padded(std::size_t size) {
    return (size + section_alignment - 1) / section_alignment * section_alignment;
  }
  Bytes bytes_;
  std::vector<FileSection> table_;
};

FileHeader header_of(const Model& model) {
  const auto count = [](auto value) { return static_cast<std::uint32_t>(value); };
  FileHeader header{};
  if (model.unit_length()) header.flags |= flag_unit_length;
  if (model.double_precision()) header.flags |= flag_double_map;
  header.rule = count(model.rule());
  header.inputs = count(model.inputs());
  header.outputs = count(model.outputs());
  header.references = count(model.references().cols());
  header.classes = count(model.classes().size());
  header.neighbors = count(model.neighbors());
  header.block = count(model.block());
  header.map = count(model.map());
  return header;
}

FileKernel kernel_of(const KernelMap& map) {
  const auto count = [](auto value) { return static_cast<std::uint32_t>(value); };
  return {count(map.kernel.info->number), count(map.kernel.degree), count(map.points.rows()),
          count(map.points.cols()),       map.kernel.width,         map.kernel.offset};
}

std::vector<std::uint8_t> file_of(const Model& model) {
  const Index m = model.references().cols();
  Writer writer;
  const auto section = [&](Section kind, auto fill) {
    writer.begin(kind);
    fill();
    writer.end();
  };
  if (model.map() == Map::kernel) section(Section::kernel, [&] { writer.put(kernel_of(model.kernel())); });
  for_each_map_part(model.parts(), [&](Section kind, const auto& matrix, Index, Index) {
    section(kind, [&] { writer.put_rows<double>(matrix, false); });
  });
  if (m > 0)
    section(Section::references, [&] { writer.put_rows<float>(model.references().transpose(), false); });
  if (m > 0 && !(model.map() == Map::embedding && model.labels().empty())) {
    section(Section::labels,
            [&] { writer.put(model.labels().data(), model.labels().size() * sizeof(std::int32_t)); });
  }
  if (!model.classes().empty()) section(Section::class_names, [&] { writer.put_names(model.classes()); });
  if (!model.features().empty()) section(Section::feature_names, [&] { writer.put_names(model.features()); });
  Json record = model.record();
  if (&model.classifier() != &classifier_of_rule(model.rule()))
    record.set("classifier", model.classifier().id);
  if (!record.is_null()) {
    const std::string text = record.dump();
    section(Section::record, [&] { writer.put(text.data(), text.size()); });
  }
  if (model.range().size() > 0)
    section(Section::range, [&] { writer.put_rows<float>(model.range(), false); });
  if (model.double_precision()) {
    section(Section::double_map, [&] {
      for_each_map_part(model.parts(), [&](Section, const auto& matrix, Index, Index) {
        writer.put_rows<double>(matrix, true);
      });
    });
  }
  return writer.finish(header_of(model));
}

}  // namespace

Result<std::vector<std::uint8_t>> encode(const Model& model) {
  return guarded([&]() -> Result<std::vector<std::uint8_t>> { return file_of(model); });
}

}  // namespace tanda::internal
