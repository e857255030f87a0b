// ModelView: a model file read in place, out of flash or a mapped file. No heap, no copies, no exceptions.
// Freestanding: firmware includes this file and needs nothing else of tanda.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "tanda/core/code.hpp"
#include "tanda/model/format.hpp"
#include "tanda/model/map.hpp"
#include "tanda/model/projection.hpp"
#include "tanda/model/rule.hpp"
#include "tanda/model/vote.hpp"

namespace tanda {

/// Everything is checked once by `open`; after that nothing is. The bytes must stay where they are.
class ModelView {
 public:
  struct Text {
    const char* data;  ///< names end with a zero byte, the record does not
    std::size_t size;
  };
  /// Up to this many neighbours `classify` needs no memory of the caller.
  static constexpr std::size_t stack_neighbors = 32;

  /// Code::bad_model for anything that is not a whole model, also when `bytes` is not aligned to 4;
  /// Code::model_version for a model of another version. Bytes behind the end of the model are passed over: a
  /// flash partition may be larger.
  [[nodiscard]] static Code open(const void* bytes, std::size_t size, ModelView& out);

  std::size_t bytes() const { return static_cast<std::size_t>(header_.bytes); }
  std::size_t inputs() const { return header_.inputs; }
  std::size_t outputs() const { return header_.outputs; }
  bool unit_length() const { return (header_.flags & flag_unit_length) != 0; }
  Map map() const { return static_cast<Map>(header_.map); }
  const float* projection() const { return floats(Section::projection); }  ///< r×d, row after row, or null
  const float* offset() const { return floats(Section::offset); }          ///< or null
  const float* mean() const { return floats(Section::mean); }
  const float* range() const { return floats(Section::range); }  ///< d, or null

  Rule rule() const { return static_cast<Rule>(header_.rule); }
  std::size_t neighbors() const { return header_.neighbors; }
  std::size_t block() const { return header_.block; }
  std::size_t references() const { return header_.references; }
  const float* reference(std::size_t i) const { return floats(Section::references) + i * outputs(); }
  const std::uint32_t* labels() const { return words(Section::labels); }  ///< of an embedding: may be null

  std::size_t classes() const { return header_.classes; }
  bool has_feature_names() const { return part(Section::feature_names).data != nullptr; }
  Text class_name(std::size_t i) const { return name(Section::class_names, classes(), i); }
  Text feature_name(std::size_t j) const { return name(Section::feature_names, inputs(), j); }
  Text record() const;

  /// The numbers of the map in double, or null. Not aligned for doubles: copy them out.
  const void* double_map() const { return part(Section::double_map).data; }

  FileKernel kernel() const;  ///< of Map::kernel; else zeros
  /// A section of float32 numbers as it lies in the file (format.hpp), or null.
  const float* floats(Section s) const { return reinterpret_cast<const float*>(part(s).data); }

  /// x has `inputs()` values, y room for `outputs()`. Only for Map::linear: with another map it gives false
  /// and leaves y alone.
  bool project(const float* x, float* y) const {
    if (map() != Map::linear) return false;
    tanda::project(projection(), offset(), inputs(), outputs(), unit_length(), x, y);
    return true;
  }
  /// Class number of a projected sample; -1 when the rule is none, or needs more than `stack_neighbors`.
  int classify(const float* y) const;
  /// The same for any number of neighbours, with room for `scratch()` of them.
  int classify(const float* y, Neighbor<float>* room) const;
  std::size_t scratch() const { return neighbors() < references() ? neighbors() : references(); }

 private:
  struct Part {
    const unsigned char* data;
    std::size_t bytes;
  };
  const Part& part(Section s) const { return parts_[static_cast<std::uint32_t>(s)]; }
  const std::uint32_t* words(Section s) const { return reinterpret_cast<const std::uint32_t*>(part(s).data); }
  static bool is_finite(std::uint64_t bits) { return (bits & 0x7ff0000000000000u) != 0x7ff0000000000000u; }
  Text name(Section s, std::size_t count, std::size_t i) const;
  int most_member(const float* y) const;

  bool header_is_sound() const;
  bool read_sections(const unsigned char* file);
  bool has(Section s, std::uint64_t count, std::size_t unit) const;
  bool floats_are_sound(Section s, std::uint64_t count) const;
  bool range_is_sound() const;
  bool labels_are_sound() const;
  bool names_are_sound(Section s, std::uint64_t count) const;
  bool map_is_sound() const;
  bool kernel_is_sound(const FileKernel& kernel) const;
  bool double_map_is_sound() const;
  bool contents_are_sound() const;

  FileHeader header_{};
  Part parts_[section_kinds + 1] = {};
};

inline Code ModelView::open(const void* bytes, std::size_t size, ModelView& out) {
  const unsigned char* file = static_cast<const unsigned char*>(bytes);
  if (!file || size < sizeof(FileHeader)) return Code::bad_model;
  if (reinterpret_cast<std::uintptr_t>(bytes) % alignof(float) != 0) return Code::bad_model;
  ModelView view;
  FileHeader& header = view.header_;
  std::memcpy(&header, file, sizeof header);
  if (std::memcmp(header.magic, file_magic, sizeof file_magic) != 0) return Code::bad_model;
  if (header.version != file_version) return Code::model_version;
  if (header.bytes < sizeof header || header.bytes > size) return Code::bad_model;
#ifndef TANDA_FUZZ  // a fuzzer would never get past it
  if (crc32(file + crc_begin, view.bytes() - crc_begin) != header.crc) return Code::bad_model;
#endif
  if (!view.header_is_sound() || !view.read_sections(file) || !view.contents_are_sound())
    return Code::bad_model;
  out = view;
  return Code::ok;
}

inline bool ModelView::header_is_sound() const {
  const FileHeader& h = header_;
  if ((h.flags & ~std::uint32_t{known_flags}) != 0 || h.rule > static_cast<std::uint32_t>(Rule::membership))
    return false;
  if (h.inputs == 0 || h.outputs == 0 || h.inputs > max_count || h.outputs > max_count) return false;
  if (h.references > max_count || h.classes > max_count || h.neighbors > max_count || h.block > max_count)
    return false;
  if (h.map > static_cast<std::uint32_t>(Map::embedding)) return false;
  if (map() == Map::embedding) return rule() == Rule::none && h.references > 0;
  if (rule() != Rule::none && h.references == 0) return false;
  if (rule() == Rule::neighbors && h.neighbors == 0) return false;
  return rule() != Rule::membership || (h.block > 0 && std::uint64_t{h.block} * h.classes == h.outputs);
}

/// Every section lies inside the file, aligned, behind the one before; known ones occur once.
inline bool ModelView::read_sections(const unsigned char* file) {
  std::uint64_t end = sizeof(FileHeader) + std::uint64_t{header_.sections} * sizeof(FileSection);
  if (end > header_.bytes) return false;
  for (std::uint32_t i = 0; i < header_.sections; ++i) {
    FileSection section;
    std::memcpy(&section, file + sizeof(FileHeader) + std::size_t{i} * sizeof section, sizeof section);
    if (section.offset % section_alignment != 0 || section.offset < end) return false;
    if (section.offset > header_.bytes || section.bytes > header_.bytes - section.offset) return false;
    end = section.offset + section.bytes;
    if (section.kind == 0 || section.kind > section_kinds) continue;
    if (parts_[section.kind].data) return false;
    parts_[section.kind] = {file + static_cast<std::size_t>(section.offset),
                            static_cast<std::size_t>(section.bytes)};
  }
  return true;
}

inline bool ModelView::contents_are_sound() const {
  const std::uint64_t d = header_.inputs, r = header_.outputs, m = header_.references, c = header_.classes;
  const bool points = m == 0 || (floats_are_sound(Section::references, m * r) && labels_are_sound());
  return map_is_sound() && floats_are_sound(Section::mean, d) && range_is_sound() && points &&
         (c == 0 || names_are_sound(Section::class_names, c)) &&
         (!has_feature_names() || names_are_sound(Section::feature_names, d)) && double_map_is_sound();
}

/// What belongs to another map is not there.
inline bool ModelView::map_is_sound() const {
  const std::uint64_t d = header_.inputs, r = header_.outputs;
  const bool some_linear = projection() || offset();
  bool some_kernel = false;
  for (Section s : {Section::kernel, Section::factor, Section::basis, Section::points, Section::coefficients})
    some_kernel = some_kernel || part(s).data;
  if (map() == Map::embedding) return !some_linear && !some_kernel;
  if (map() == Map::kernel)
    return !some_linear && has(Section::kernel, 1, sizeof(FileKernel)) && kernel_is_sound(kernel());
  return !some_kernel && floats_are_sound(Section::projection, r * d) && floats_are_sound(Section::offset, r);
}

inline bool ModelView::kernel_is_sound(const FileKernel& k) const {
  if (k.kind >= kernel_kinds || k.degree > max_count) return false;
  if (k.dims == 0 || k.points == 0 || k.dims > max_count || k.points > max_count) return false;
  std::uint64_t width, shift;
  std::memcpy(&width, &k.width, sizeof width);
  std::memcpy(&shift, &k.offset, sizeof shift);
  const bool positive = width != 0 && width >> 63 == 0;
  if (!is_finite(width) || !is_finite(shift) || !(positive || k.kind == linear_kernel)) return false;
  const std::uint64_t d = header_.inputs, p = k.dims, q = k.points;
  const bool basis = part(Section::basis).data ? floats_are_sound(Section::basis, d * p) : p == d;
  return basis && floats_are_sound(Section::factor, d) && floats_are_sound(Section::points, p * q) &&
         floats_are_sound(Section::coefficients, header_.outputs * q);
}

/// Compares counts by division: no product of hostile numbers can wrap.
inline bool ModelView::has(Section s, std::uint64_t count, std::size_t unit) const {
  return part(s).data && part(s).bytes % unit == 0 && part(s).bytes / unit == count;
}

inline bool ModelView::floats_are_sound(Section s, std::uint64_t count) const {
  if (!has(s, count, sizeof(float))) return false;
  for (std::size_t i = 0; i < part(s).bytes; i += sizeof(float)) {
    std::uint32_t bits;
    std::memcpy(&bits, part(s).data + i, sizeof bits);
    if ((bits & 0x7f800000u) == 0x7f800000u) return false;
  }
  return true;
}

inline bool ModelView::range_is_sound() const {
  if (!range()) return true;
  if (!floats_are_sound(Section::range, header_.inputs)) return false;
  for (std::size_t j = 0; j < inputs(); ++j)
    if (range()[j] < 0) return false;
  return true;
}

inline bool ModelView::double_map_is_sound() const {
  const bool expected = (header_.flags & flag_double_map) != 0;
  if (!expected) return double_map() == nullptr;
  std::uint64_t count = 0;
  for (Section s : map_sections) count += part(s).bytes / sizeof(float);
  if (!has(Section::double_map, count, sizeof(double))) return false;
  for (std::size_t i = 0; i < part(Section::double_map).bytes; i += sizeof(double)) {
    std::uint64_t bits;
    std::memcpy(&bits, part(Section::double_map).data + i, sizeof bits);
    if (!is_finite(bits)) return false;
  }
  return true;
}

inline bool ModelView::labels_are_sound() const {
  const bool free = map() == Map::embedding;
  if (free && !labels()) return true;
  if (!has(Section::labels, header_.references, sizeof(std::uint32_t))) return false;
  for (std::size_t i = 0; i < references(); ++i)
    if (labels()[i] >= header_.classes && !(free && labels()[i] == no_label)) return false;
  return true;
}

inline bool ModelView::names_are_sound(Section s, std::uint64_t count) const {
  const Part& names = part(s);
  if (!names.data || names.bytes / sizeof(std::uint32_t) < count + 1) return false;
  const std::size_t head = static_cast<std::size_t>(count + 1) * sizeof(std::uint32_t);
  const std::uint32_t* offsets = words(s);
  if (offsets[0] != 0 || offsets[count] != names.bytes - head) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (offsets[i + 1] <= offsets[i] || offsets[i + 1] > names.bytes - head) return false;
    if (names.data[head + offsets[i + 1] - 1] != 0) return false;
  }
  return true;
}

inline ModelView::Text ModelView::name(Section s, std::size_t count, std::size_t i) const {
  if (i >= count || !part(s).data) return {"", 0};
  const std::uint32_t* offsets = words(s);
  const char* text = reinterpret_cast<const char*>(offsets + count + 1);
  return {text + offsets[i], offsets[i + 1] - offsets[i] - std::size_t{1}};
}

inline ModelView::Text ModelView::record() const {
  return {reinterpret_cast<const char*>(part(Section::record).data), part(Section::record).bytes};
}

inline FileKernel ModelView::kernel() const {
  FileKernel kernel{};
  if (part(Section::kernel).data) std::memcpy(&kernel, part(Section::kernel).data, sizeof kernel);
  return kernel;
}

inline int ModelView::classify(const float* y) const {
  if (rule() == Rule::neighbors && scratch() > stack_neighbors) return -1;
  Neighbor<float> room[stack_neighbors];
  return classify(y, room);
}

inline int ModelView::classify(const float* y, Neighbor<float>* room) const {
  if (rule() == Rule::none) return -1;
  if (rule() == Rule::membership) return most_member(y);
  Nearest<float> nearest(room, scratch());
  for (std::size_t i = 0; i < references(); ++i) {
    const float* point = reference(i);
    float sum = 0;
    for (std::size_t j = 0; j < outputs(); ++j) sum += (point[j] - y[j]) * (point[j] - y[j]);
    nearest.offer(sum, static_cast<std::uint32_t>(i));
  }
  return nearest.vote(labels());
}

/// O(m r), without memory: each class only looks at its own block of columns.
inline int ModelView::most_member(const float* y) const {
  int winner = 0;
  float highest = -1;
  for (std::size_t c = 0; c < classes(); ++c) {
    float own = __builtin_huge_valf(), rest = own;
    for (std::size_t i = 0; i < references(); ++i) {
      const float* point = reference(i);
      float sum = 0;
      for (std::size_t j = c * block(); j < (c + 1) * block(); ++j)
        sum += (point[j] - y[j]) * (point[j] - y[j]);
      float& nearest = labels()[i] == c ? own : rest;
      if (sum < nearest) nearest = sum;
    }
    const float degree = membership_degree(rest, own);
    if (degree > highest) {
      highest = degree;
      winner = static_cast<int>(c);
    }
  }
  return winner;
}

}  // namespace tanda
