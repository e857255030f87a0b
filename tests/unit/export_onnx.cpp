// The contents of an ONNX file. That it computes the right result is tested in ONNX Runtime:
// tests/export/onnx.mjs.
#include "model/export_onnx.hpp"

#include <cmath>
#include <limits>
#include <set>

#include "models.hpp"
#include "onnx_reader.hpp"
#include "ut.hpp"

namespace export_onnx_test {
using namespace ut;
using tanda::Code;
using tanda::Rule;
using tanda::internal::Model;
using Texts = std::vector<std::string>;

constexpr std::uint64_t float32 = 1, int64 = 7, text = 8, float64 = 11;

/// Every tensor is produced once, before it is used; constants have as many values as their shapes say; all
/// outputs are produced.
bool well_formed(const onnx::Model& model) {
  std::set<std::string> known;
  bool good = model.valid && model.ir_version == 7 && model.operator_set == 13;
  for (const onnx::Value& input : model.inputs) good = good && known.insert(input.name).second;
  for (const auto& [name, tensor] : model.constants) {
    good = good && known.insert(name).second;
    const std::size_t unit = tensor.type == float32 ? 4 : 8;
    good = good && (tensor.type == text ? tensor.texts.size() : tensor.raw.size() / unit) == tensor.size();
  }
  for (const onnx::Node& node : model.nodes) {
    for (const std::string& input : node.inputs) good = good && known.count(input) == 1;
    for (const std::string& output : node.outputs) good = good && known.insert(output).second;
  }
  for (const onnx::Value& output : model.outputs) good = good && known.count(output.name) == 1;
  return good;
}

onnx::Model written(const Model& model) {
  const auto bytes = tanda::internal::model_onnx(model);
  expect(bool(bytes)) << bytes.status().text();
  if (!bytes) return {};
  const std::string copy(bytes->begin(), bytes->end());
  onnx::Model result = onnx::Reader(copy).model;
  expect(well_formed(result));
  return result;
}

const onnx::Tensor& constant(const onnx::Model& model, const onnx::Node& node, std::size_t input) {
  static const onnx::Tensor none;
  const auto found = model.constants.find(node.inputs.size() > input ? node.inputs[input] : "");
  return found == model.constants.end() ? none : found->second;
}

const suite onnx_suite{[] {
  "a linear map is one Gemm"_test = [] {
    const Model model = models::make(Rule::none, true);
    const onnx::Model file = written(model);
    expect(file.operators() == "Gemm" && file.producer == "tanda");
    expect(file.inputs.size() == 1 && file.inputs[0].name == "x" && file.inputs[0].type == float32 &&
           file.inputs[0].shape == Texts{"N", "4"});
    expect(file.outputs.size() == 1 && file.outputs[0].name == "y" &&
           file.outputs[0].shape == Texts{"N", "3"});
    const onnx::Node& gemm = file.maker("y");
    expect(gemm.inputs[0] == "x" && gemm.attributes.at("transB") == 1);
    const onnx::Tensor &projection = constant(file, gemm, 1), &offset = constant(file, gemm, 2);
    expect(projection.dims == std::vector<std::uint64_t>{3, 4} && projection.type == float32);
    expect(projection.values<float>()[6] == float(model.projection()(1, 2)));
    expect(offset.dims == std::vector<std::uint64_t>{3} &&
           offset.values<float>()[2] == float(model.offset()[2]));
  };

  "the nearest point, and its class"_test = [] {
    models::Parts model = models::make(Rule::neighbors);
    model.neighbors = 1;
    const onnx::Model file = written(model);
    expect(file.operators() ==
           "Gemm Split Sub Mul Sub Mul Add Sub Mul Add ArgMin Gather Unsqueeze Equal Cast Gather")
        << file.operators();
    expect(file.outputs[1].name == "label" && file.outputs[1].type == int64 &&
           file.outputs[1].shape == Texts{"N"});
    expect(file.outputs[2].name == "class" && file.outputs[2].type == text &&
           file.outputs[2].shape == Texts{"N"});
    expect(file.outputs[3].name == "scores" && file.outputs[3].type == float32 &&
           file.outputs[3].shape == Texts{"N", "3"});
    const std::vector<std::int64_t> labels = constant(file, file.maker("label"), 0).values<std::int64_t>();
    expect(std::equal(labels.begin(), labels.end(), model.labels.begin(), model.labels.end()));
    expect(constant(file, file.maker("class"), 0).texts == model.classes);
    const onnx::Node& difference = file.nodes[4];
    expect(difference.inputs[0] == file.nodes[1].outputs[1]);
    const std::vector<float> column = constant(file, difference, 1).values<float>();
    expect(column.size() == 7 && column[3] == model.references(1, 3));
  };

  "several neighbours vote, more than there are means all"_test = [] {
    for (const auto& [asked, used] : {std::pair<int, std::int64_t>{2, 2}, {7, 7}, {1000, 7}}) {
      models::Parts model = models::make(Rule::neighbors);
      model.neighbors = asked;
      const onnx::Model file = written(model);
      const std::size_t at = file.operators().find("TopK");
      expect(file.operators().substr(at) ==
             "TopK Gather Unsqueeze Equal Cast ReduceSum GatherElements ArgMax GatherElements Squeeze "
             "Unsqueeze Where ReduceMin ReduceMin Equal Div Where Greater Where Mul ReduceSum Div Add Div "
             "Gather");
      for (const onnx::Node& node : file.nodes) {
        if (node.op != "TopK") continue;
        expect(node.attributes.at("largest") == 0 && node.outputs.size() == 2);
        expect(constant(file, node, 1).values<std::int64_t>() == std::vector<std::int64_t>{used});
      }
    }
  };

  "memberships look at their own columns and members"_test = [] {
    const Model model = models::make(Rule::membership);
    const onnx::Model file = written(model);
    expect(file.maker("label").op == "ArgMax");
    std::vector<std::vector<std::int64_t>> gathered;
    for (const onnx::Node& node : file.nodes)
      if (node.op == "Gather" && node.outputs[0] != "class")
        gathered.push_back(constant(file, node, 1).values<std::int64_t>());
    expect(gathered.size() == 6 && gathered[0] == std::vector<std::int64_t>{0, 3, 6} &&
           gathered[1] == std::vector<std::int64_t>{1, 2, 4, 5} &&
           gathered[4] == std::vector<std::int64_t>{2, 5});
  };

  "a class without members is infinitely far"_test = [] {
    models::Parts model = models::make(Rule::membership);
    model.labels.assign(7, 1);
    const onnx::Model file = written(model);
    std::size_t infinities = 0;
    for (const auto& [name, tensor] : file.constants)
      if (tensor.type == float32 && tensor.size() == 1)
        infinities += tensor.values<float>()[0] == std::numeric_limits<float>::infinity();
    expect(infinities == 3) << infinities;  // members of 0 and 2, and the rest of 1
  };

  "unit length comes before the map"_test = [] {
    models::Parts model = models::make(Rule::none);
    model.unit_length = true;
    const onnx::Model file = written(model);
    expect(file.operators() == "Abs ReduceMax Equal Where Div ReduceSumSquare Sqrt Max Div Gemm")
        << file.operators();
    expect(file.maker("y").inputs[0] == file.nodes[8].outputs[0]);
  };

  "kernel maps in double"_test = [] {
    const auto operators = [](const char* kernel, bool basis) {
      const onnx::Model file = written(models::make_kernel(kernel, Rule::none, true, basis));
      for (const auto& [name, tensor] : file.constants) expect(tensor.type == float64) << name;
      expect(file.outputs[0].type == float32);
      return file.operators();
    };
    expect(operators("linear", false) == "Cast Sub Mul MatMul MatMul Cast");
    expect(operators("poly", true) == "Cast Sub Mul MatMul MatMul Div Add Pow MatMul Cast");
    expect(operators("rbf", true) ==
           "Cast Sub Mul MatMul MatMul ReduceSumSquare Add Add Max Div Neg Exp MatMul Cast");
    expect(operators("laplace", true) ==
           "Cast Sub Mul MatMul Split Sub Abs Sub Abs Add Div Neg Exp MatMul Cast");
    expect(operators("cosine", false) ==
           "Cast Sub Mul Abs ReduceMax Equal Where Div ReduceSumSquare Sqrt Max Div MatMul MatMul Cast");
  };

  "names of all kinds, and what metadata say"_test = [] {
    models::Parts model = models::make(Rule::neighbors);
    model.classes = {"", "\"quoted\", \xC3\xA4", "\xFF\x41"};
    const onnx::Model file = written(model);
    expect(constant(file, file.maker("class"), 0).texts == Texts{"", model.classes[1], "\xEF\xBF\xBD\x41"});
    const auto classes = tanda::internal::Json::parse(file.metadata.at("classes"));
    expect(classes && classes->items()[1].text_or("") == model.classes[1]);
    expect(bool(tanda::internal::Json::parse(file.metadata.at("features"))));
    expect(file.metadata.at("record") == model.record.dump());
    expect(written(models::make(Rule::none, false, false)).metadata.count("features") == 0);
  };

  "one class, one feature, one dimension"_test = [] {
    models::Parts model;
    model.linear().projection = tanda::internal::MatrixD::Constant(1, 1, 2);
    model.linear().offset = model.mean = tanda::internal::VectorD::Zero(1);
    model.rule = Rule::neighbors;
    model.references = tanda::internal::Matrix<float>::Ones(1, 2);
    model.labels = {0, 0};
    model.classes = {"only"};
    for (int neighbors : {1, 2}) {
      model.neighbors = neighbors;
      const onnx::Model file = written(model);
      expect(file.operators().find("Split") == std::string::npos && file.nodes[1].inputs[0] == "y");
    }
    model.rule = Rule::membership;
    model.block = 1;
    expect(written(model).maker("label").op == "ArgMax");
  };

  "what cannot be exported is a status"_test = [] {
    expect(tanda::internal::model_onnx(models::make_embedding(true)).status().code() == Code::no_projection);
  };
}};
}  // namespace export_onnx_test
