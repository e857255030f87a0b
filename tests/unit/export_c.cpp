#include "model/export_c.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "models.hpp"
#include "ut.hpp"

namespace export_c_test {
using namespace ut;
using tanda::Code;
using tanda::Rule;
using tanda::internal::CExport;

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// The numbers between the braces of an array.
std::vector<float> numbers(const std::string& text, const std::string& name) {
  std::vector<float> values;
  std::size_t at = text.find(" " + name + "[");
  if (at == std::string::npos) return values;
  const char* p = text.c_str() + text.find('{', at) + 1;
  for (;;) {
    char* end;
    const float value = std::strtof(p, &end);
    if (end == p) return values;
    values.push_back(value);
    while (*end == 'f' || *end == ',') ++end;
    p = end;
  }
}

models::Parts linear(Rule rule = Rule::neighbors) {
  models::Parts model = models::make(rule);
  model.range = tanda::internal::Vector<float>::Constant(model.inputs(), 2);
  return model;
}

CExport int8_options() {
  CExport options;
  options.int8 = true;
  return options;
}

void refused(const tanda::internal::Model& model, const CExport& options, Code code,
             const std::string& message) {
  const auto text = tanda::internal::model_c(model, options);
  expect(!text && text.status().code() == code && holds(text.status().message(), message))
      << (text ? "accepted" : text.status().text()) << "wanted:" << message;
}

const suite export_c_suite{[] {
  "every number of a header reads back to the same float"_test = [] {
    models::Parts model = linear();
    const double hard[] = {1e-45, 1.17549435e-38, 3.4028234e38, -0.1, 1.0 / 3, 16777217.0, -0.0, 1e10};
    for (tanda::internal::Index i = 0; i < 8; ++i) model.linear().projection(i / 4, i % 4) = hard[i];
    model.linear().offset.setConstant(0.7);
    model.mean.setZero();
    const auto text = tanda::internal::model_c(model, {});
    expect(bool(text));
    const std::vector<float> matrix = numbers(*text, "model_matrix"),
                             references = numbers(*text, "model_references"),
                             labels = numbers(*text, "model_labels");
    expect(matrix.size() == 12 && references.size() == 21 && labels.size() == 7);
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      const float wanted = static_cast<float>(
          model.linear().projection(tanda::internal::Index(i / 4), tanda::internal::Index(i % 4)));
      expect(std::memcmp(&wanted, &matrix[i], sizeof wanted) == 0) << i << matrix[i] << wanted;
    }
    expect(std::equal(references.begin(), references.end(), model.references.data()));
    expect(labels[4] == 1 && numbers(*text, "model_offset")[2] == 0.7f);
  };

  "a header holds what the model can do and no more"_test = [] {
    const auto knn = tanda::internal::model_c(linear(), {}),
               member = tanda::internal::model_c(linear(Rule::membership), {}),
               none = tanda::internal::model_c(linear(Rule::none), {});
    expect(knn && member && none);
    for (const auto* text : {&*knn, &*member, &*none})
      for (const char* part : {"#define MODEL_INPUTS 4\n", "#define MODEL_OUTPUTS 3\n", "void model_project(",
                               "int model_selftest(void)", "method lda", "bytes of data"})
        expect(holds(*text, part)) << part;
    expect(holds(*knn, "model_classify(") && holds(*knn, "#define MODEL_NEIGHBORS 2\n"));
    expect(holds(*member, "model_classify(") && holds(*member, "#define MODEL_BLOCK 1\n"));
    expect(!holds(*none, "classify") && !holds(*none, "references") && !holds(*none, "class_names"));
    expect(!holds(*knn, " int8_t ") && !holds(*knn, "unit_length") && !holds(*knn, "double"));
    // 3·4 + 3 floats, 7 points of 3 floats and a byte, names of 3, 0 and 7 letters with their pointers.
    expect(holds(*knn, "Flash: " + std::to_string(4 * 15 + 7 * 13 + 12 + 13) + " bytes"));
    models::Parts unit = linear();
    unit.unit_length = true;
    const auto with_length = tanda::internal::model_c(unit, {});
    expect(with_length && holds(*with_length, "model_unit_length(x, factor)"));
  };

  "the prefix is everywhere"_test = [] {
    CExport options;
    options.name = "gait_2";
    const auto text = tanda::internal::model_c(linear(), options);
    expect(text && holds(*text, "gait_2_classify(") && holds(*text, "GAIT_2_INPUTS"));
    expect(!holds(*text, "name_") && !holds(*text, "NAME_") && !holds(*text, "model_"));
  };

  "a wide model has wide labels"_test = [] {
    models::Parts model = linear();
    model.classes.assign(300, "c");
    model.labels[0] = 299;
    const auto text = tanda::internal::model_c(model, {});
    expect(text && holds(*text, "uint16_t model_labels") && numbers(*text, "model_labels")[0] == 299);
    model.neighbors = 1000;  // more than there are points
    expect(holds(*tanda::internal::model_c(model, {}), "#define MODEL_NEIGHBORS 7\n"));
  };

  "8 bits take the integers of quantize"_test = [] {
    const tanda::internal::Model model = linear();
    const auto text = tanda::internal::model_c(model, int8_options());
    expect(bool(text));
    const auto weights = numbers(*text, "model_weights"), scale = numbers(*text, "model_scale"),
               inverse = numbers(*text, "model_inverse"), mean = numbers(*text, "model_mean");
    expect(weights.size() == 12 && scale.size() == 3 && inverse.size() == 4 && mean.size() == 4);
    for (std::size_t i = 0; i < 12; ++i) {
      expect(std::fabs(weights[i]) <= 127 && weights[i] == std::round(weights[i]));
      const double p = model.projection()(tanda::internal::Index(i / 4), tanda::internal::Index(i % 4));
      expect(std::fabs(double(weights[i] * scale[i / 4] * inverse[i % 4]) - p) <= 0.5 / 127 * 1.001) << i;
    }
    expect(!holds(*text, "model_matrix") && !holds(*text, "model_offset"));
    models::Parts unit = model;
    unit.unit_length = true;
    expect(holds(*tanda::internal::model_c(unit, int8_options()), "model_unit_length(x, factor)"));
  };

  "hostile names stay inside strings and comments"_test = [] {
    models::Parts model = linear();
    model.classes = {"\"; } */ int x; /*", "?\?/\"\\", std::string("\n\r\0\x7f\xff 7", 7) + "name_ NAME_"};
    model.features = {"*/", "?\?/\n", "\\\n#error", "/* \x01 $"};
    model.record.set("method", "*/\n#error ?\?/\n");
    const auto text = tanda::internal::model_c(model, {});
    expect(bool(text));
    const std::size_t end = text->find("*/");
    expect(text->find("#ifndef MODEL_TANDA_H") == end + 3 && !holds(text->substr(0, end), "#error"));
    expect(!holds(text->substr(0, end), "\\") && !holds(*text, "??"));
    expect(holds(*text, R"("\"; } */ int x; /*",)") && holds(*text, R"("\?\?/\"\\",)"));
    expect(holds(*text, R"("\012\015\000\177\377 7name_ NAME_",)"));
    expect(
        std::none_of(text->begin(), text->end(), [](char c) { return c != '\n' && (c < 0x20 || c > 0x7e); }));
    model.classes[1] = std::string(4095, 'x');
    refused(model, {}, Code::bad_argument, "name of class 1");
    model.classes[1].pop_back();
    expect(bool(tanda::internal::model_c(model, {})));
    model.record = tanda::internal::Json();
    expect(holds(*tanda::internal::model_c(model, {}), "method unknown"));
  };

  "examples become the self-test"_test = [] {
    const tanda::internal::Model model = linear();
    const tanda::internal::Matrix<float> x = model.mean().cast<float>().replicate(1, 2) * 3;
    CExport options;
    options.example = &x;
    const auto text = tanda::internal::model_c(model, options);
    expect(text && holds(*text, "#define MODEL_TESTS 2\n"));
    expect(count(*text, "model_test_x[MODEL_TESTS][4]") == 1);
    const tanda::internal::Matrix<float> none(4, 0);
    options.example = &none;
    expect(holds(*tanda::internal::model_c(model, options), "#define MODEL_TESTS 1\n"));
    const tanda::internal::Matrix<float> wrong = tanda::internal::Matrix<float>::Zero(3, 1);
    options.example = &wrong;
    refused(model, options, Code::wrong_shape, "the examples have 3 features, the model wants 4");
    tanda::internal::Matrix<float> broken = x;
    broken(2, 1) = NAN;
    options.example = &broken;
    refused(model, options, Code::not_finite, "example 1");
  };

  "a made-up sample does not overflow"_test = [] {
    models::Parts model = linear();
    model.mean.setConstant(3e38);
    model.linear().offset.setConstant(1);
    const auto text = tanda::internal::model_c(model, {});
    expect(text && !holds(*text, "inf.0f") && !holds(*text, "nan.0f"));
  };

  "what cannot be a header is refused"_test = [] {
    for (const char* name : {"", "1st", "a-b", "_x", "a b", "a\n", "\xC3\xA4", "x\"*/"}) {
      CExport options;
      options.name = name;
      refused(linear(), options, Code::bad_argument, "is no name");
    }
    CExport long_name;
    long_name.name.assign(41, 'a');
    refused(linear(), long_name, Code::bad_argument, "is no name");
    refused(models::make_kernel("rbf", Rule::neighbors), {}, Code::no_projection, "");
    refused(models::make_embedding(true), {}, Code::no_projection, "embeds its training set");
  };

  "8 bits want ranges and the mean's offset"_test = [] {
    models::Parts model = linear();
    model.range.resize(0);
    refused(model, int8_options(), Code::bad_argument, "ranges");
    for (float bad : {-1.f, NAN, INFINITY}) {
      model = linear();
      model.range[1] = bad;
      expect(models::refusal(model) == Code::bad_model) << bad;
    }
    model = linear();
    model.linear().offset[2] += 1;
    refused(model, int8_options(), Code::bad_model, "output 2");
  };
}};
}  // namespace export_c_test
