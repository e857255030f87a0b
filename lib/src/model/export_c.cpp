#include "tanda/model/export_c.hpp"

#include <algorithm>
#include <limits>

#include "c_code.hpp"
#include "c_model.hpp"
#include "c_text.hpp"
#include "tanda/core/text.hpp"
#include "tanda/core/version.hpp"
#include "tanda/model/projection.hpp"

namespace tanda {
namespace {

constexpr std::size_t longest_literal = 4095;  ///< C99 asks no more of a compiler
constexpr std::size_t line_letters = 110;
constexpr std::size_t most_features = 64;  ///< named in the comment

std::string text_of(float value) {
  return float_text(value);
}
template <class T>
std::string text_of(T value) {
  return std::to_string(value);
}

template <class T>
std::string listed(const T* values, std::size_t count) {
  std::string out, line = " ";
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = joined({" ", text_of(values[i]), ","});
    if (line.size() + text.size() > line_letters) {
      append(out, {line, "\n"});
      line = " ";
    }
    line += text;
  }
  return joined({out, line, "\n"});
}

class Header {
 public:
  explicit Header(const CModel& model)
      : model_(model), view_(model.view()), name_(model.options().name), int8_(model.options().int8) {}

  Result<std::string> write(const std::string& method) const {
    for (std::size_t c = 0; classifies() && c < view_.classes(); ++c)
      if (view_.class_name(c).size >= longest_literal)
        return Status(Code::bad_argument,
                      joined({"the name of class ", c, " is longer than a C compiler has to take"}),
                      "shorten it and fit again");
    return joined({comment(method), named(c_code::head), sizes(), data(), test_data(), code(), "\n#endif\n"});
  }

 private:
  std::size_t inputs() const { return view_.inputs(); }
  std::size_t outputs() const { return view_.outputs(); }
  bool classifies() const { return view_.rule() != Rule::none; }
  bool by_neighbors() const { return view_.rule() == Rule::neighbors; }
  std::size_t label_bytes() const { return view_.classes() <= 256 ? 1 : view_.classes() <= 65536 ? 2 : 4; }
  /// Never of text that comes from a model: names may hold "name_" too.
  std::string named(std::string_view code) const { return with_prefix(code, name_); }

  std::string comment(const std::string& method) const;
  std::string feature_comment() const;
  std::string sizes() const;
  std::string data() const;
  std::string test_data() const;
  std::string code() const;
  std::size_t flash() const;
  std::size_t stack() const;

  template <class T>
  std::string array(const std::string& type, const std::string& name, const T* values,
                    std::size_t count) const {
    return joined({named(joined({"NAME_DATA ", type, " name_", name, "[", count, "] = {\n"})),
                   listed(values, count), "};\n"});
  }
  std::string table(const std::string& name, const std::vector<float>& values, std::size_t columns) const;

  const CModel& model_;
  const ModelView& view_;
  const std::string& name_;
  bool int8_;
};

std::string Header::comment(const std::string& method) const {
  const auto line = [](const std::string& text) {
    return text.empty() ? " *\n" : joined({" * ", text, "\n"});
  };
  std::string out = joined({"/* A model made by tanda ", version, ", method ", c_comment(method), ": ",
                            inputs(), " features to ", outputs(), " numbers"});
  if (view_.unit_length()) out += ", samples of length one";
  if (int8_) out += ", in 8 bits";
  append(out, {".\n", line("Plain C99 and C++, no library, no heap.")});
  if (classifies())
    out += line(joined({view_.classes(), " classes, by ",
                        (by_neighbors() ? joined({"the ", view_.scratch(), " nearest of "})
                                        : "degrees of membership among "),
                        view_.references(), " reference points."}));
  out += line(joined({"Flash: ", flash(), " bytes of data, the self-test's not counted."}));
  out += line(joined({"RAM: none but ", stack(), " bytes of arrays on the stack."}));
  out += line("") + line(named("  float x[NAME_INPUTS] = { ... }, y[NAME_OUTPUTS];"));
  out += line(named("  if (name_selftest() != 0) { ... }    once, at the start"));
  out += line(named("  name_project(x, y);"));
  if (classifies()) out += line(named("  const char* label = name_class_names[name_classify(x)];"));
  out += line("") + line("Include it in one source file: each gets a copy of the data.");
  return out + feature_comment() + named(" */\n#ifndef NAME_TANDA_H\n#define NAME_TANDA_H\n");
}

/// What x[j] means; the first ones of very many.
std::string Header::feature_comment() const {
  if (!view_.has_feature_names()) return "";
  std::string out = " *\n";
  for (std::size_t j = 0; j < std::min(inputs(), most_features); ++j) {
    const ModelView::Text name = view_.feature_name(j);
    append(out, {" * x[", j, "] ", c_comment({name.data, name.size}), "\n"});
  }
  return inputs() > most_features ? joined({out, " * ...\n"}) : out;
}

std::string Header::sizes() const {
  std::string out = "\n";
  const auto define = [&](const char* name, const std::string& value) {
    append(out, {"#define NAME_", name, " ", value, "\n"});
  };
  const auto count = [&](const char* name, std::size_t value) { define(name, std::to_string(value)); };
  count("INPUTS", inputs());
  count("OUTPUTS", outputs());
  if (classifies()) {
    count("CLASSES", view_.classes());
    count("REFERENCES", view_.references());
    if (by_neighbors()) count("NEIGHBORS", view_.scratch());
    if (!by_neighbors()) count("BLOCK", view_.block());
    define("MAX", float_text(std::numeric_limits<float>::max()));
  }
  if (view_.unit_length()) {
    using Range = detail::SafeRange<float>;
    define("SMALL", float_text(Range::small));
    define("LARGE", float_text(Range::large));
    define("UP", float_text(Range::up));
    define("DOWN", float_text(Range::down));
  }
  count("TESTS", model_.selftest().count);
  return joined({named(out), "\n"});
}

std::string Header::data() const {
  const std::size_t d = inputs(), r = outputs(), m = view_.references();
  std::string out;
  if (int8_) {
    const Int8Map& map = model_.int8();
    out +=
        array("int8_t", "weights", map.weights.data(), r * d) + array("float", "scale", map.scale.data(), r);
    out += array("float", "mean", view_.mean(), d) + array("float", "inverse", map.inverse.data(), d);
  } else {
    out += array("float", "matrix", view_.projection(), r * d) + array("float", "offset", view_.offset(), r);
  }
  if (!classifies()) return out;
  const std::string label_type = joined({"uint", 8 * label_bytes(), "_t"});
  out += array("float", "references", view_.reference(0), m * r);
  out += array(label_type, "labels", view_.labels(), m);
  out += named("NAME_DATA char* const name_class_names[NAME_CLASSES] = {\n");
  for (std::size_t c = 0; c < view_.classes(); ++c)
    append(out, {"  ", c_string({view_.class_name(c).data, view_.class_name(c).size}), ",\n"});
  return joined({out, "};\n"});
}

std::string Header::test_data() const {
  const SelfTest& test = model_.selftest();
  std::string out = table("test_x", test.x, inputs()) + table("test_y", test.y, outputs()) +
                    table("test_tolerance", test.tolerance, outputs());
  if (classifies()) out += array("int32_t", "test_labels", test.labels.data(), test.labels.size());
  return out;
}

std::string Header::table(const std::string& name, const std::vector<float>& values,
                          std::size_t columns) const {
  std::string out = named(joined({"NAME_DATA float name_", name, "[NAME_TESTS][", columns, "] = {\n"}));
  for (std::size_t i = 0; i < values.size(); i += columns)
    append(out, {"{\n", listed(values.data() + i, columns), "},\n"});
  return joined({out, "};\n"});
}

std::string Header::code() const {
  namespace c = c_code;  // its names are also those of functions in C++
  const bool unit = view_.unit_length();
  std::string out = unit ? c::unit_length : "";
  if (int8_) {
    append(out, {c::project_int8_begin, (unit ? c::project_int8_unit_length : c::project_int8_plain),
                 c::project_int8_end});
  } else {
    out += unit ? c::project_unit_length : c::project;
  }
  if (classifies())
    append(out, {by_neighbors() ? c::label_by_neighbors : c::label_by_membership, c::classify});
  return named(out + c::selftest + (classifies() ? c::selftest_label : "") + c::selftest_end);
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
  const std::size_t room = by_neighbors() ? 8 * view_.scratch() : 0, steps = int8_ ? inputs() : 0;
  // classify holds y; project and label come one after the other.
  return classifies() ? 4 * outputs() + std::max(room, steps) : steps;
}

}  // namespace

Result<std::string> model_c(const Model& model, const CExport& options) {
  if (!is_c_prefix(options.name))
    return Status(Code::bad_argument, joined({c_string(options.name), " is no name for things in C"}),
                  "use at most 40 letters, digits and underscores, a letter first");
  if (model.map == Map::embedding) return Status(Code::no_projection);
  if (model.map == Map::kernel)
    return Status(Code::no_projection, "a kernel model cannot be written as a C header",
                  "fit a method with a linear projection; `tanda methods` says which");
  // What is exported is what every other target reads: the numbers of the model file.
  const std::vector<std::uint8_t> bytes = encode(model);
  ModelView view;
  if (const Code code = ModelView::open_linear(bytes.data(), bytes.size(), view); code != Code::ok)
    return Status(code, "the parts of the model do not fit together, or a number is not finite");
  CModel numbers(view, options);
  if (options.int8)
    if (Status status = numbers.quantize(); !status) return status;
  if (Status status = numbers.make_selftest(); !status) return status;
  return Header(numbers).write(model.record.text_or("method", "unknown"));
}

}  // namespace tanda
