#include "model/export_c.hpp"

#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "c_code.hpp"
#include "c_model.hpp"
#include "c_text.hpp"
#include "tanda/detail/plain_projection.hpp"
#include "tanda/version.hpp"

namespace tanda::internal {
namespace {

constexpr std::size_t longest_literal = 4095;  ///< the longest string literal that every C99 compiler accepts
constexpr std::size_t line_letters = 110;
constexpr std::size_t most_features = 64;  ///< listed in the comment

std::string text_of(float value) {
  return float_text(value);
}
template <class T>
std::string text_of(T value) {
  return std::to_string(value);
}

/// Builds the text of a header from the first line to the last.
class Header {
 public:
  explicit Header(const CModel& model)
      : model_(model),
        view_(model.view()),
        name_(model.options().name),
        int8_(model.options().int8),
        cpp_(model.options().language == CExport::cpp17) {}

  Result<std::string> write(std::string_view method) {
    for (std::size_t c = 0; classifies() && c < view_.classes(); ++c)
      if (view_.class_name(c).size >= longest_literal)
        return Status(Code::bad_argument,
                      joined({"the name of class ", c, " is longer than a C compiler has to take"}),
                      "shorten it and fit again");
    put_comment(method);
    put_code(c_code::head);
    if (cpp_) put_code(c_code::cpp_head);
    if (cpp_ && nearest_only()) put_code(c_code::cpp_head_nearest);
    put_sizes();
    put_data();
    put_test_data();
    put_functions();
    put({"\n#endif\n"});
    return std::move(out_);
  }

 private:
  std::size_t inputs() const { return view_.inputs(); }
  std::size_t outputs() const { return view_.outputs(); }
  bool classifies() const { return view_.rule() != Rule::none; }
  bool by_neighbors() const { return view_.rule() == Rule::neighbors; }
  bool by_means() const { return view_.has_means(); }
  bool nearest_only() const { return by_neighbors() && view_.scratch() == 1; }
  std::size_t label_bytes() const { return view_.classes() <= 256 ? 1 : view_.classes() <= 65536 ? 2 : 4; }
  std::size_t flash() const;
  std::size_t stack() const;
  std::size_t selftest_stack() const;

  void put_comment(std::string_view method);
  void put_feature_comment();
  void put_sizes();
  void put_data();
  void put_test_data();
  void put_functions();

  void put(std::initializer_list<Piece> pieces) { append(out_, pieces); }
  /// Appends code with the prefix inserted. Not for text from a model: that may contain "name_" itself.
  void put_code(std::string_view code) { append_with_prefix(out_, code, name_); }
  void put_define(const char* name, const Piece& value) {
    put_code(joined({"#define NAME_", name, " ", value, "\n"}));
  }
  template <class T>
  void put_array(const char* type, const char* name, const T* values, std::size_t count) {
    put_code(joined({"NAME_DATA ", type, " name_", name, "[", count, "] = {\n"}));
    put_list(values, count);
    put({"};\n"});
  }
  void put_table(const char* name, const std::vector<float>& values, std::size_t columns);
  template <class T>
  void put_list(const T* values, std::size_t count) {
    std::string line = " ";
    for (std::size_t i = 0; i < count; ++i) put_item(line, text_of(values[i]));
    put({line, "\n"});
  }
  void put_item(std::string& line, const std::string& text);

  const CModel& model_;
  const ModelView& view_;
  const std::string& name_;
  bool int8_, cpp_;
  std::string out_;
};

void Header::put_item(std::string& line, const std::string& text) {
  if (line.size() + text.size() + 2 > line_letters) {
    put({line, "\n"});
    line = " ";
  }
  append(line, {" ", text, ","});
}

void Header::put_comment(std::string_view method) {
  put({"/* A model made by tanda ", version, ", method ", c_comment(method), ": ", inputs(), " features to ",
       outputs(), " numbers"});
  if (view_.unit_length()) put({", samples of length one"});
  if (int8_) put({", in 8 bits"});
  put({cpp_ ? ".\n * C++17 with Eigen and tanda/projection.hpp, no heap.\n"
            : ".\n * Plain C99 and C++, no library, no heap.\n"});
  if (classifies()) {
    put({" * ", view_.classes(), " classes, by "});
    if (by_means()) {
      put({"the nearest of ", view_.references(), " class means.\n"});
    } else if (by_neighbors()) {
      put({"the ", view_.scratch(), " nearest of ", view_.references(), " reference points.\n"});
    } else {
      put({"degrees of membership among ", view_.references(), " reference points.\n"});
    }
  }
  put({" * Flash: ", flash(), " bytes of data, the self-test's not counted.\n * RAM: none but ", stack(),
       " bytes of arrays on the stack",
       classifies() ? joined({", ", selftest_stack(), " in the self-test"}) : "", ".\n"});
  put_code(c_code::usage);
  if (classifies()) put_code(c_code::usage_label);
  put({" *\n * Include it in one source file: each gets a copy of the data.\n"});
  if (view_.has_feature_names()) put_feature_comment();
  put_code(" */\n#ifndef NAME_TANDA_H\n#define NAME_TANDA_H\n");
}

/// Lists which feature each x[j] is; only the first ones if there are very many.
void Header::put_feature_comment() {
  put({" *\n"});
  for (std::size_t j = 0; j < std::min(inputs(), most_features); ++j) {
    const ModelView::Text name = view_.feature_name(j);
    put({" * x[", j, "] ", c_comment({name.data, name.size}), "\n"});
  }
  if (inputs() > most_features) put({" * ...\n"});
}

void Header::put_sizes() {
  put({"\n"});
  put_define("INPUTS", inputs());
  put_define("OUTPUTS", outputs());
  if (classifies()) {
    put_define("CLASSES", view_.classes());
    put_define("REFERENCES", view_.references());
    put_define(by_neighbors() ? "NEIGHBORS" : "BLOCK", by_neighbors() ? view_.scratch() : view_.block());
    put_define("MAX", float_text(std::numeric_limits<float>::max()));
    if (by_means()) put_code(joined({"#define NAME_POINTS name_references", cpp_ ? ".points" : "", "\n"}));
  }
  if (view_.unit_length() && !cpp_) {
    using Range = detail::SafeRange<float>;
    put_define("SMALL", float_text(Range::small));
    put_define("LARGE", float_text(Range::large));
    put_define("UP", float_text(Range::up));
    put_define("DOWN", float_text(Range::down));
  }
  put_define("TESTS", model_.selftest().count);
  put({"\n"});
}

void Header::put_data() {
  const std::size_t d = inputs(), r = outputs(), m = view_.references();
  if (int8_) {
    const Int8Map& map = model_.int8();
    put_array("int8_t", "weights", map.weights.data(), r * d);
    put_array("float", "scale", map.scale.data(), r);
    put_array("float", "mean", view_.mean(), d);
    put_array("float", "inverse", map.inverse.data(), d);
  } else if (cpp_) {
    put_code(
        "[[maybe_unused]] static constexpr tanda::Projection<float, NAME_INPUTS, NAME_OUTPUTS> "
        "name_projection = {{\n");
    put_list(view_.projection(), r * d);
    put({"}, {\n"});
    put_list(view_.offset(), r);
    put({"}, ", view_.unit_length() ? "true" : "false", "};\n"});
  } else {
    put_array("float", "matrix", view_.projection(), r * d);
    put_array("float", "offset", view_.offset(), r);
  }
  if (!classifies()) return;
  if (cpp_ && nearest_only()) {
    put_code(
        "[[maybe_unused]] static constexpr tanda::NearestPoint<float, NAME_REFERENCES, "
        "NAME_OUTPUTS> "
        "name_references = {{\n");
    put_list(view_.reference(0), m * r);
    put({"}};\n"});
  } else {
    put_array("float", "references", view_.reference(0), m * r);
  }
  const std::size_t bytes = label_bytes();
  put_array(bytes == 1 ? "uint8_t" : bytes == 2 ? "uint16_t" : "uint32_t", "labels", view_.labels(), m);
  put_code("NAME_DATA char* const name_class_names[NAME_CLASSES] = {\n");
  for (std::size_t c = 0; c < view_.classes(); ++c)
    put({"  ", c_string({view_.class_name(c).data, view_.class_name(c).size}), ",\n"});
  put({"};\n"});
}

void Header::put_test_data() {
  const SelfTest& test = model_.selftest();
  put_table("test_x", test.x, inputs());
  put_table("test_y", test.y, outputs());
  put_table("test_tolerance", test.tolerance, outputs());
  if (!classifies()) return;
  put_array("int32_t", "test_labels", test.labels.data(), test.labels.size());
  put_table("test_scores", test.scores, view_.classes());
  put_array("float", "test_scores_tolerance", test.scores_tolerance.data(), test.scores_tolerance.size());
}

void Header::put_table(const char* name, const std::vector<float>& values, std::size_t columns) {
  put_code(joined({"NAME_DATA float name_", name, "[NAME_TESTS][", columns, "] = {\n"}));
  for (std::size_t i = 0; i < values.size(); i += columns) {
    put({"{\n"});
    put_list(values.data() + i, columns);
    put({"},\n"});
  }
  put({"};\n"});
}

void Header::put_functions() {
  namespace c = c_code;  // c_code has names that are also those of functions in C++
  const bool unit = view_.unit_length();
  if (unit && !cpp_) put_code(c::unit_length);
  if (cpp_) {
    put_code(c::cpp_project);
  } else if (int8_) {
    put_code(c::project_int8_begin);
    put_code(unit ? c::project_int8_unit_length : c::project_int8_plain);
    put_code(c::project_int8_end);
  } else {
    put_code(unit ? c::project_unit_length : c::project);
  }
  if (classifies()) {
    put_code(cpp_ && nearest_only() ? c::cpp_label_by_nearest
             : by_neighbors()       ? c::label_by_neighbors
                                    : c::label_by_membership);
    put_code(c::scores);
    put_code(by_means()               ? c::scores_by_mean
             : cpp_ && nearest_only() ? c::cpp_scores_by_nearest
             : by_neighbors()         ? c::scores_by_neighbors
                                      : c::scores_by_membership);
    put_code(cpp_ ? c::cpp_classify : c::classify);
  }
  put_code(c::selftest);
  if (classifies()) put_code(c::selftest_room);
  put_code(c::selftest_project);
  if (classifies()) put_code(c::selftest_label);
  put_code(c::selftest_end);
}

std::size_t Header::flash() const {
  const std::size_t d = inputs(), r = outputs(), m = view_.references();
  std::size_t bytes = int8_ ? r * d + 4 * (r + 2 * d) : 4 * (r * d + r);
  if (!classifies()) return bytes;
  bytes += 4 * m * r + label_bytes() * m;
  for (std::size_t c = 0; c < view_.classes(); ++c) bytes += 4 + view_.class_name(c).size + 1;
  return bytes;
}

std::size_t Header::stack() const {
  // The C++ code may copy a sample, on processors with vector registers.
  const std::size_t copy = cpp_ && inputs() <= 1024 ? 4 * inputs() : 0;
  const std::size_t room = by_neighbors() ? 8 * view_.scratch() : 0, steps = int8_ ? inputs() : copy;
  // y exists throughout classify; project and label run one after the other and share the rest.
  return classifies() ? 4 * outputs() + std::max(room, steps) : steps;
}

/// Scores need the same memory as a label, and an array.
std::size_t Header::selftest_stack() const {
  return stack() + 4 * view_.classes();
}

}  // namespace

Result<std::string> model_c(const Model& model, const CExport& options) {
  if (!is_c_prefix(options.name))
    return Status(Code::bad_argument, joined({c_string(options.name), " is no name for things in C"}),
                  "use at most 40 letters, digits and underscores, a letter first");
  if (model.map() != Map::linear) return Status(Code::no_projection);
  // The header has the numbers of the model file, which every other target reads.
  const Result<std::vector<std::uint8_t>> bytes = encode(model);
  if (!bytes) return bytes.status();
  ModelView view;
  if (const Code code = ModelView::open_linear(bytes->data(), bytes->size(), view); code != Code::ok)
    return Status(code, "the parts of the model do not fit together, or a number is not finite");
  CModel numbers(view, options);
  if (options.int8)
    if (Status status = numbers.quantize(); !status) return status;
  if (Status status = numbers.make_selftest(); !status) return status;
  return Header(numbers).write(model.record().text_or("method", "unknown"));
}

}  // namespace tanda::internal
