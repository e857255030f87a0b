// ModelView: a model file read in place, out of flash or a mapped file. No heap, no copies, no exceptions.
// Freestanding: firmware includes this file and needs nothing else of tanda. TANDA_HOSTED, which the library
// defines, makes it project through Eigen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tanda/code.hpp"
#include "tanda/detail/format.hpp"
#include "tanda/detail/map.hpp"
#include "tanda/detail/plain_projection.hpp"
#include "tanda/detail/rule.hpp"
#include "tanda/detail/scores.hpp"
#include "tanda/detail/vote.hpp"
#ifdef TANDA_HOSTED
#include "tanda/projection.hpp"
#endif

namespace tanda {

/// Refers to the bytes without copying, so they must stay in place and unchanged. `open` checks everything
/// once; later calls do not check again. \code
///   tanda::ModelView model;
///   if (tanda::ModelView::open(flash, size, model) != tanda::Code::ok) return;
///   float y[8], scores[4];                 // room for at least outputs() and classes() numbers
///   if (!model.project(x, y)) return;      // its map is not linear
///   const int label = model.classify(y);   // a class number
///   if (model.scores(y, scores)) std::printf("class %d, %g\n", label, double(scores[label]));
/// \endcode
class ModelView {
 public:
  /// A text within the file.
  struct Text {
    const char* data;  ///< names end with a zero byte, the record does not
    std::size_t size;  ///< without that
  };
  /// Up to this number of neighbours, `classify` needs no memory from the caller.
  static constexpr std::size_t stack_neighbors = 32;

  /// Opens a model file in memory. Code::bad_model: the bytes are not a complete model, or do not begin at a
  /// multiple of 4. Code::model_version: the model is of another version. O(size)
  /// @param bytes where it begins
  /// @param size number of bytes; those after the model, as in a flash partition, are ignored
  /// @param out receives the view; unchanged if the code is not Code::ok
  [[nodiscard]] static Code open(const void* bytes, std::size_t size, ModelView& out);
  /// The same for programs that only run linear maps, which avoids linking the code that checks other maps:
  /// Code::no_projection for a model with another map. O(size)
  /// @param bytes where it begins
  /// @param size number of bytes
  /// @param out receives the view; unchanged if the code is not Code::ok
  [[nodiscard]] static Code open_linear(const void* bytes, std::size_t size, ModelView& out);

  /// Bytes of the model, which may be fewer than were given.
  std::size_t bytes() const { return static_cast<std::size_t>(header_.bytes); }
  std::size_t inputs() const { return header_.inputs; }    ///< features of a sample
  std::size_t outputs() const { return header_.outputs; }  ///< dimensions of a projected sample
  /// Whether each sample is scaled to unit length first.
  bool unit_length() const { return (header_.flags & flag_unit_length) != 0; }
  Map map() const { return static_cast<Map>(header_.map); }                ///< how a sample is mapped
  const float* projection() const { return floats(Section::projection); }  ///< r×d, row after row, or null
  const float* offset() const { return floats(Section::offset); }          ///< or null
  const float* mean() const { return floats(Section::mean); }              ///< of the training samples
  const float* range() const { return floats(Section::range); }            ///< d, or null

  /// How the model classifies, as in the header of the file: never Rule::mean; see `has_means` for that.
  Rule rule() const { return static_cast<Rule>(header_.rule); }
  std::size_t neighbors() const { return header_.neighbors; }  ///< k of Rule::neighbors
  std::size_t block() const { return header_.block; }  ///< columns of each class, for Rule::membership
  std::size_t references() const { return header_.references; }  ///< number of points the model classifies by
  /// A reference point, `outputs()` numbers.
  /// @param i from 0 to references() - 1
  const float* reference(std::size_t i) const { return floats(Section::references) + i * outputs(); }
  const std::uint32_t* labels() const {
    return words(Section::labels);
  }  ///< of the reference points; may be null for an embedding

  std::size_t classes() const { return header_.classes; }  ///< how many
  /// Whether the features have names.
  bool has_feature_names() const { return part(Section::feature_names).data != nullptr; }
  /// The name of a class.
  /// @param i its number, from 0 to classes() - 1
  Text class_name(std::size_t i) const { return name(Section::class_names, classes(), i); }
  /// The name of a feature, if they have names.
  /// @param j its number, from 0 to inputs() - 1
  Text feature_name(std::size_t j) const { return name(Section::feature_names, inputs(), j); }
  Text record() const;  ///< how the model was made, as JSON

  /// The numbers of the map in double precision, or null. Not aligned for doubles: copy them before use.
  const void* double_map() const { return part(Section::double_map).data; }

  FileKernel kernel() const;  ///< parameters for Map::kernel; else zeros
  /// A section of float32 numbers within the file (format.hpp), or null.
  /// @param s which one
  const float* floats(Section s) const { return reinterpret_cast<const float*>(part(s).data); }

  /// Projects a sample by a linear map; with another map returns false and leaves y unchanged. O(r d)
  /// @param x the sample, inputs() numbers
  /// @param y room for outputs() numbers; does not overlap x
  bool project(const float* x, float* y) const {
    if (map() != Map::linear) return false;
#ifdef TANDA_HOSTED
    tanda::project(projection(), offset(), inputs(), outputs(), unit_length(), x, y);
#else
    const auto plain = unit_length() ? plain_project_unit_length<float> : plain_project<float>;
    plain(projection(), offset(), inputs(), outputs(), x, y);
#endif
    return true;
  }
  /// The class number of a projected sample. -1: the model has no classifier, or uses more than
  /// `stack_neighbors` neighbours, which needs the overload with `room`. O(m r) with m reference points
  /// @param y what `project` made, outputs() numbers
  int classify(const float* y) const;
  /// The same for any number of neighbours.
  /// @param y what `project` made, outputs() numbers
  /// @param room for scratch() neighbours
  int classify(const float* y, Neighbor<float>* room) const;
  /// How many neighbours `classify` and `scores` need room for: k, at most the number of reference points.
  std::size_t scratch() const {
    return neighbors() < references() ? neighbors() : references();
  }
  /// Scores of a projected sample: a number in [0, 1] for each class, summing to 1; the class that `classify`
  /// gives has the largest. Returns false, and writes nothing, where `classify` gives -1. O(m r)
  /// @param y what `project` made, outputs() numbers
  /// @param out room for classes() numbers
  bool scores(const float* y, float* out) const;
  /// The same for any number of neighbours.
  /// @param y what `project` made, outputs() numbers
  /// @param out room for classes() numbers
  /// @param room for scratch() neighbours
  bool scores(const float* y, float* out, Neighbor<float>* room) const;
  /// Whether the reference points are the class means according to the record (Rule::mean); then `rule` is
  /// Rule::neighbors with k = 1. O(size of the record)
  bool has_means() const;

 private:
  struct Part {
    const unsigned char* data;
    std::size_t bytes;
  };
  const Part& part(Section s) const {
    return parts_[static_cast<std::uint32_t>(s)];
  }
  const std::uint32_t* words(Section s) const {
    return reinterpret_cast<const std::uint32_t*>(part(s).data);
  }
  Text name(Section s, std::size_t count, std::size_t i) const;
  [[gnu::always_inline]] void find_nearest(const float* y, Nearest<float>& nearest) const;
  [[gnu::always_inline]] float degree(const float* y, std::size_t c) const;
  int most_member(const float* y) const;
  bool record_says_mean() const;

  Code read(const void* bytes, std::size_t size);
  bool header_is_valid() const;
  bool read_sections(const unsigned char* file);
  bool has(Section s, std::uint64_t count, std::size_t unit) const;
  bool floats_are_valid(Section s, std::uint64_t count) const;
  bool range_is_valid() const;
  bool labels_are_valid() const;
  bool names_are_valid(Section s, std::uint64_t count) const;
  bool map_is_valid() const;
  bool has_kernel_parts() const;
  bool linear_is_valid() const;
  bool kernel_is_valid() const;
  bool double_map_is_valid() const;
  static bool doubles_are_finite(const Part& doubles);
  bool contents_are_valid() const;

  FileHeader header_{};
  Part parts_[section_kinds + 1] = {};
};

inline Code ModelView::open(const void* bytes, std::size_t size, ModelView& out) {
  ModelView view;
  if (const Code code = view.read(bytes, size); code != Code::ok) return code;
  if (!view.map_is_valid()) return Code::bad_model;
  out = view;
  return Code::ok;
}

inline Code ModelView::open_linear(const void* bytes, std::size_t size, ModelView& out) {
  ModelView view;
  if (const Code code = view.read(bytes, size); code != Code::ok) return code;
  if (view.map() != Map::linear) return Code::no_projection;
  if (!view.linear_is_valid()) return Code::bad_model;
  out = view;
  return Code::ok;
}

/// Reads and checks everything but the map.
inline Code ModelView::read(const void* bytes, std::size_t size) {
  const unsigned char* file = static_cast<const unsigned char*>(bytes);
  if (!file || size < sizeof(FileHeader)) return Code::bad_model;
  if (reinterpret_cast<std::uintptr_t>(bytes) % alignof(float) != 0) return Code::bad_model;
  std::memcpy(&header_, file, sizeof header_);
  if (std::memcmp(header_.magic, file_magic, sizeof file_magic) != 0) return Code::bad_model;
  if (header_.version != file_version) return Code::model_version;
  if (header_.bytes < sizeof header_ || header_.bytes > size) return Code::bad_model;
#ifndef TANDA_FUZZ  // a fuzzer would hardly ever produce a valid checksum
  if (crc32(file + crc_begin, this->bytes() - crc_begin) != header_.crc) return Code::bad_model;
#endif
  return header_is_valid() && read_sections(file) && contents_are_valid() ? Code::ok : Code::bad_model;
}

inline bool ModelView::header_is_valid() const {
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

/// Every section lies inside the file, aligned, after the previous one; known kinds occur once.
inline bool ModelView::read_sections(const unsigned char* file) {
  const std::size_t room = bytes() - sizeof(FileHeader);
  if (header_.sections > room / sizeof(FileSection)) return false;
  const unsigned char* entry = file + sizeof(FileHeader);
  std::size_t end = sizeof(FileHeader) + header_.sections * sizeof(FileSection);
  for (std::uint32_t i = 0; i < header_.sections; ++i, entry += sizeof(FileSection)) {
    FileSection section;
    std::memcpy(&section, entry, sizeof section);
    if (section.offset > bytes() || section.bytes > bytes() - section.offset) return false;
    const Part found{file + static_cast<std::size_t>(section.offset),
                     static_cast<std::size_t>(section.bytes)};
    if (section.offset % section_alignment != 0 || section.offset < end) return false;
    end = static_cast<std::size_t>(section.offset) + found.bytes;
    if (section.kind == 0 || section.kind > section_kinds) continue;
    if (parts_[section.kind].data) return false;
    parts_[section.kind] = found;
  }
  return true;
}

inline bool ModelView::contents_are_valid() const {
  const std::uint64_t d = header_.inputs, r = header_.outputs, m = header_.references, c = header_.classes;
  const bool points = m == 0 || (floats_are_valid(Section::references, m * r) && labels_are_valid());
  return floats_are_valid(Section::mean, d) && range_is_valid() && points &&
         (c == 0 || names_are_valid(Section::class_names, c)) &&
         (!has_feature_names() || names_are_valid(Section::feature_names, d)) && double_map_is_valid();
}

/// The sections of the map are valid, and there are none of other maps.
inline bool ModelView::map_is_valid() const {
  if (map() == Map::linear) return linear_is_valid();
  if (projection() || offset()) return false;
  return map() == Map::kernel ? kernel_is_valid() : !has_kernel_parts();
}

inline bool ModelView::has_kernel_parts() const {
  for (std::uint32_t s = first_kernel_section; s <= last_kernel_section; ++s)
    if (parts_[s].data) return true;
  return false;
}

inline bool ModelView::linear_is_valid() const {
  const std::uint64_t d = header_.inputs, r = header_.outputs;
  return !has_kernel_parts() && floats_are_valid(Section::projection, r * d) &&
         floats_are_valid(Section::offset, r);
}

/// The kernel's numbers are checked in place, and as bits: comparing doubles would link a software
/// floating-point library into firmware.
inline bool ModelView::kernel_is_valid() const {
  if (!has(Section::kernel, 1, sizeof(FileKernel)) ||
      !doubles_are_finite({part(Section::kernel).data + offsetof(FileKernel, width), 2 * sizeof(double)}))
    return false;
  const std::uint32_t* k = words(Section::kernel);
  const std::uint64_t degree = k[1], p = k[2], q = k[3], d = header_.inputs;
  if (degree > max_count || p - 1 >= max_count || q - 1 >= max_count) return false;
  return (part(Section::basis).data ? floats_are_valid(Section::basis, d * p) : p == d) &&
         floats_are_valid(Section::factor, d) && floats_are_valid(Section::points, p * q) &&
         floats_are_valid(Section::coefficients, header_.outputs * q);
}

/// Compares counts by division, so that products of malicious numbers cannot overflow.
inline bool ModelView::has(Section s, std::uint64_t count, std::size_t unit) const {
  return part(s).data && part(s).bytes % unit == 0 && part(s).bytes / unit == count;
}

inline bool ModelView::floats_are_valid(Section s, std::uint64_t count) const {
  if (!has(s, count, sizeof(float))) return false;
  for (std::size_t i = 0; i < part(s).bytes; i += sizeof(float)) {
    std::uint32_t bits;
    std::memcpy(&bits, part(s).data + i, sizeof bits);
    if ((bits & 0x7f800000u) == 0x7f800000u) return false;
  }
  return true;
}

inline bool ModelView::range_is_valid() const {
  if (!range()) return true;
  if (!floats_are_valid(Section::range, header_.inputs)) return false;
  for (std::size_t j = 0; j < inputs(); ++j)
    if (range()[j] < 0) return false;
  return true;
}

inline bool ModelView::double_map_is_valid() const {
  const bool expected = (header_.flags & flag_double_map) != 0;
  if (!expected) return double_map() == nullptr;
  // Sections do not overlap, so the sum is less than the file.
  std::size_t bytes = 0;
  for (Section s : map_sections) bytes += part(s).bytes;
  const Part& doubles = part(Section::double_map);
  return doubles.data && doubles.bytes % sizeof(double) == 0 && doubles.bytes / 2 == bytes &&
         doubles_are_finite(doubles);
}

/// Little-endian: the exponent is in the upper word.
inline bool ModelView::doubles_are_finite(const Part& doubles) {
  for (std::size_t i = sizeof(std::uint32_t); i < doubles.bytes; i += sizeof(double)) {
    std::uint32_t upper;
    std::memcpy(&upper, doubles.data + i, sizeof upper);
    if ((upper & 0x7ff00000u) == 0x7ff00000u) return false;
  }
  return true;
}

inline bool ModelView::labels_are_valid() const {
  const bool free = map() == Map::embedding;
  if (free && !labels()) return true;
  if (!has(Section::labels, header_.references, sizeof(std::uint32_t))) return false;
  for (std::size_t i = 0; i < references(); ++i)
    if (labels()[i] >= header_.classes && !(free && labels()[i] == no_label)) return false;
  return true;
}

inline bool ModelView::names_are_valid(Section s, std::uint64_t count) const {
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
  find_nearest(y, nearest);
  return nearest.vote(labels());
}

inline bool ModelView::scores(const float* y, float* out) const {
  if (rule() == Rule::neighbors && scratch() > stack_neighbors) return false;
  Neighbor<float> room[stack_neighbors];
  return scores(y, out, room);
}

inline bool ModelView::scores(const float* y, float* out, Neighbor<float>* room) const {
  if (rule() == Rule::none) return false;
  if (rule() == Rule::membership) {
    for (std::size_t c = 0; c < classes(); ++c) out[c] = degree(y, c);
    shares(out, classes());
  } else if (has_means()) {
    for (std::size_t c = 0; c < classes(); ++c) out[c] = __builtin_huge_valf();
    for (std::size_t i = 0; i < references(); ++i)
      out[labels()[i]] = detail::defined_distance(squared_distance(reference(i), y, outputs()));
    inverse_shares(out, classes());
  } else {
    Nearest<float> nearest(room, scratch());
    find_nearest(y, nearest);
    neighbor_scores(nearest, labels(), classes(), out);
  }
  return true;
}

inline void ModelView::find_nearest(const float* y, Nearest<float>& nearest) const {
  for (std::size_t i = 0; i < references(); ++i) {
    nearest.offer(squared_distance(reference(i), y, outputs()), static_cast<std::uint32_t>(i));
  }
}

/// Each class only uses its own block of columns. O(m r / C)
inline float ModelView::degree(const float* y, std::size_t c) const {
  float own = __builtin_huge_valf(), rest = own;
  for (std::size_t i = 0; i < references(); ++i) {
    const float sum = squared_distance(reference(i) + c * block(), y + c * block(), block());
    float& nearest = labels()[i] == c ? own : rest;
    if (sum < nearest) nearest = sum;
  }
  return membership_degree(rest, own);
}

/// O(m r), without memory.
inline int ModelView::most_member(const float* y) const {
  int winner = 0;
  float highest = -1;
  for (std::size_t c = 0; c < classes(); ++c) {
    const float own = degree(y, c);
    if (own > highest) {
      highest = own;
      winner = static_cast<int>(c);
    }
  }
  return winner;
}

inline bool ModelView::has_means() const {
  if (rule() != Rule::neighbors || neighbors() != 1) return false;
  for (std::size_t i = 1; i < references(); ++i)
    if (labels()[i] <= labels()[i - 1]) return false;
  return record_says_mean();
}

/// Whether the record, a JSON object, has the member "classifier" with that value.
inline bool ModelView::record_says_mean() const {
  const Text text = record();
  const auto is_at = [&](std::size_t at, const char* wanted, std::size_t size) {
    return at <= text.size && size <= text.size - at && std::memcmp(text.data + at, wanted, size) == 0;
  };
  const auto after_space = [&](std::size_t at) {
    while (at < text.size && (text.data[at] == ' ' || (text.data[at] >= '\t' && text.data[at] <= '\r'))) ++at;
    return at;
  };
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size; ++i) {
    const char c = text.data[i];
    depth += c == '{' || c == '[';
    depth -= c == '}' || c == ']';
    if (c != '"') continue;
    const std::size_t begin = i;
    for (++i; i < text.size && text.data[i] != '"'; ++i) i += text.data[i] == '\\';
    if (depth != 1 || !is_at(begin, record_classifier, sizeof record_classifier - 1)) continue;
    const std::size_t colon = after_space(i + 1);
    if (is_at(colon, ":", 1)) return is_at(after_space(colon + 1), record_mean, sizeof record_mean - 1);
  }
  return false;
}

}  // namespace tanda
