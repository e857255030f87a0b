// Model → bytes: docs/MODEL_FILE.md.
#include <cstring>
#include <limits>
#include <string>

#include "tanda/model/format.hpp"
#include "tanda/model/model.hpp"

namespace tanda {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// Collects sections behind a header and a table that are filled in at the end.
class Writer {
 public:
  explicit Writer(std::uint32_t sections)
      : bytes_(padded(sizeof(FileHeader) + sections * sizeof(FileSection))) {
    table_.reserve(sections);
  }

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
  /// Row after row in the scalar T. Of another shape than it should have, it becomes NaN, which no reader
  /// accepts.
  template <class T, class Expression>
  void put_rows(const Expression& matrix, Index rows, Index cols) {
    const bool there = matrix.rows() == rows && matrix.cols() == cols;
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < cols; ++j)
        put(there ? static_cast<T>(matrix(i, j)) : std::numeric_limits<T>::quiet_NaN());
  }
  void put_names(const std::vector<std::string>& names) {
    std::uint32_t offset = 0;
    put(offset);
    for (const std::string& name : names) put(offset += static_cast<std::uint32_t>(name.size() + 1));
    for (const std::string& name : names) put(name.c_str(), name.size() + 1);
  }

  Bytes finish(FileHeader header) {
    std::memcpy(header.magic, file_magic, sizeof file_magic);
    header.version = file_version;
    header.bytes = bytes_.size();
    header.sections = static_cast<std::uint32_t>(table_.size());
    std::memcpy(bytes_.data(), &header, sizeof header);
    std::memcpy(bytes_.data() + sizeof header, table_.data(), table_.size() * sizeof(FileSection));
    header.crc = crc32(bytes_.data() + crc_begin, bytes_.size() - crc_begin);
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
  header.flags =
      (model.unit_length ? flag_unit_length : 0u) | (model.double_precision ? flag_double_map : 0u);
  header.rule = count(model.rule);
  header.inputs = count(model.inputs());
  header.outputs = count(model.outputs());
  header.references = count(model.references.cols());
  header.classes = count(model.classes.size());
  header.neighbors = count(model.neighbors);
  header.block = count(model.block);
  return header;
}

}  // namespace

std::vector<std::uint8_t> encode(const Model& model) {
  const Index r = model.outputs(), d = model.inputs(), m = model.references.cols();
  Writer writer(section_kinds);
  const auto section = [&](Section kind, auto fill) {
    writer.begin(kind);
    fill();
    writer.end();
  };
  section(Section::projection, [&] { writer.put_rows<float>(model.projection, r, d); });
  section(Section::offset, [&] { writer.put_rows<float>(model.offset, r, 1); });
  section(Section::mean, [&] { writer.put_rows<float>(model.mean, d, 1); });
  if (m > 0) {
    section(Section::references, [&] { writer.put_rows<float>(model.references.transpose(), m, r); });
    section(Section::labels,
            [&] { writer.put(model.labels.data(), model.labels.size() * sizeof(std::int32_t)); });
  }
  if (!model.classes.empty()) section(Section::class_names, [&] { writer.put_names(model.classes); });
  if (!model.features.empty()) section(Section::feature_names, [&] { writer.put_names(model.features); });
  if (!model.record.is_null()) {
    const std::string text = model.record.dump();
    section(Section::record, [&] { writer.put(text.data(), text.size()); });
  }
  if (model.double_precision) {
    section(Section::double_map, [&] {
      writer.put_rows<double>(model.projection, r, d);
      writer.put_rows<double>(model.offset, r, 1);
      writer.put_rows<double>(model.mean, d, 1);
    });
  }
  return writer.finish(header_of(model));
}

}  // namespace tanda
