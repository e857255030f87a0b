#include "model/export_npz.hpp"

#include <algorithm>
#include <string>

#include "base/spelling.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "row_bytes.hpp"
#include "zip.hpp"

namespace tanda::internal {
namespace {

/// The number of characters of the longest text, at least one.
std::size_t widest(const std::vector<std::string>& list) {
  std::size_t most = 1;
  for (const std::string& text : list) {
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size(); ++width) utf8_next(text, at);
    most = std::max(most, width);
  }
  return most;
}

/// An array of fixed-width texts pads every name to the length of the longest: one long name among many makes
/// the file huge. This is refused if it takes more than 16 MB and more than 16 times the size of the names.
Status check_names(const char* what, const std::vector<std::string>& names) {
  constexpr double allowed = 16e6, times = 16;
  double bytes = 0;
  for (const std::string& name : names) bytes += double(name.size());
  const std::size_t width = widest(names);
  const double filled = double(width) * double(names.size()) * sizeof(char32_t);
  if (filled <= std::max(allowed, times * bytes)) return {};
  return {Code::bad_argument,
          joined({"a ", what, "'s name has ", width, " characters, and an npz file would fill up all ",
                  names.size(), " names to that length: ", static_cast<long long>(filled / 1e6), " MB"}),
          "shorten the name, or export as json"};
}

/// The approximate size of all arrays, from the dimensions alone.
double npz_bytes(const Model& model) {
  const double value = model.double_precision() ? sizeof(double) : sizeof(float);
  const KernelMap& kernel = model.kernel();
  const double values = double(model.projection().size()) + double(model.offset().size()) +
                        double(model.mean().size()) + double(kernel.factor.size()) +
                        double(kernel.basis.size()) + double(kernel.points.size()) +
                        double(kernel.coefficients.size());
  const double names = double(widest(model.classes())) * double(model.classes().size()) +
                       double(widest(model.features())) * double(model.features().size());
  return value * values + 4 * (double(model.references().size()) + double(model.range().size()) +
                               double(model.labels().size()) + names + double(model.record().dump().size()));
}

/// Collects the arrays. An .npy file consists of a magic number, the length of the header, the header (a
/// Python dictionary, padded so that the numbers begin at a multiple of 64), and the numbers row by row.
class Npz {
 public:
  void add(const char* name, std::string_view type, std::initializer_list<Index> shape,
           std::string_view content) {
    std::string sizes;
    for (Index size : shape) append(sizes, {size, ","});
    std::string header =
        joined({"{'descr': '", type, "', 'fortran_order': False, 'shape': (", sizes, "), }"});
    const std::size_t head = 10;  // magic, version, length
    header.resize((head + header.size() + 1 + 63) / 64 * 64 - head - 1, ' ');
    header += '\n';
    std::string file("\x93NUMPY\x01\x00", 8);
    file += static_cast<char>(header.size() & 255);
    file += static_cast<char>(header.size() >> 8);
    file += header;
    zip_.add(joined({name, ".npy"}), file, content);
  }

  template <class T>
  void values(const char* name, const char* type, std::initializer_list<Index> shape, const T* data,
              Index count) {
    add(name, type, shape,
        {reinterpret_cast<const char*>(data), static_cast<std::size_t>(count) * sizeof(T)});
  }
  void number(const char* name, std::int64_t value) { values(name, "<i8", {}, &value, 1); }
  void number(const char* name, double value) { values(name, "<f8", {}, &value, 1); }
  void flag(const char* name, bool value) { add(name, "|b1", {}, {value ? "\1" : "\0", 1}); }

  template <class T>
  void matrix(const char* name, const Operand<T>& matrix, bool as_double) {
    add(name, type_of(as_double), {matrix.height(), matrix.width()}, row_bytes(matrix, as_double));
  }
  template <class T>
  void column(const char* name, const Operand<T>& column, bool as_double) {
    add(name, type_of(as_double), {column.height()}, row_bytes(column, as_double));
  }

  void text(const char* name, const std::string& value) { texts(name, {value}, {}); }
  void texts(const char* name, const std::vector<std::string>& list) {
    texts(name, list, {static_cast<Index>(list.size())});
  }

  std::vector<std::uint8_t> finish() && { return std::move(zip_).finish(); }

 private:
  static const char* type_of(bool as_double) { return as_double ? "<f8" : "<f4"; }

  /// Adds texts in UTF-32, each padded to the length of the longest; bytes that are not UTF-8 become U+FFFD.
  void texts(const char* name, const std::vector<std::string>& list, std::initializer_list<Index> shape) {
    const std::size_t width = widest(list);
    std::u32string all;
    all.reserve(width * list.size());
    for (const std::string& text : list) {
      const std::size_t end = all.size() + width;
      for (std::size_t at = 0; at < text.size();) all += utf8_next(text, at);
      all.resize(end);
    }
    add(name, joined({"<U", width}), shape,
        {reinterpret_cast<const char*>(all.data()), all.size() * sizeof(char32_t)});
  }

  Zip zip_;
};

void add_map(Npz& npz, const Model& model) {
  const bool as_double = model.double_precision();
  npz.column<double>("mean", model.mean(), as_double);
  if (model.map() == Map::linear) {
    npz.matrix<double>("projection", model.projection(), as_double);
    npz.column<double>("offset", model.offset(), as_double);
  }
  if (model.map() == Map::kernel) {
    const KernelMap& map = model.kernel();
    npz.text("kernel", map.kernel.info->id);
    npz.number("width", map.kernel.width);
    npz.number("degree", std::int64_t{map.kernel.degree});
    npz.number("kernel_offset", map.kernel.offset);
    npz.column<double>("factor", map.factor, as_double);
    if (map.basis.size() > 0) npz.matrix<double>("basis", map.basis, as_double);
    npz.matrix<double>("points", map.points.transpose(), as_double);
    npz.matrix<double>("coefficients", map.coefficients, as_double);
  }
}

}  // namespace

Result<std::vector<std::uint8_t>> model_npz(const Model& model) {
  if (Status status = check_names("class", model.classes()); !status) return status;
  if (Status status = check_names("feature", model.features()); !status) return status;
  constexpr double headers = 1e5;
  if (npz_bytes(model) + headers > double(Zip::most_bytes))
    return Status(Code::bad_argument, "the model has more than 4 GB, which is all such a file can hold",
                  "condense its reference points");
  Npz npz;
  npz.text("map", map_name(model.map()));
  npz.flag("unit_length", model.unit_length());
  add_map(npz, model);
  if (model.range().size() > 0) npz.column<float>("range", model.range(), false);
  npz.text("rule", rule_name(model.rule()));
  npz.number("neighbors", std::int64_t{model.neighbors()});
  npz.number("block", std::int64_t{model.block()});
  if (model.references().cols() > 0) npz.matrix<float>("references", model.references().transpose(), false);
  const Index labels = static_cast<Index>(model.labels().size());
  if (labels > 0) npz.values("labels", "<i4", {labels}, model.labels().data(), labels);
  npz.texts("classes", model.classes());
  if (!model.features().empty()) npz.texts("features", model.features());
  npz.text("record", spelled_json(model.record(), Spelling::c).dump());

  return std::move(npz).finish();
}

}  // namespace tanda::internal
