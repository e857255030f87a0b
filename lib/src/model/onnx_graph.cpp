#include "onnx_graph.hpp"

#include "base/text.hpp"
#include "tanda/version.hpp"

namespace tanda::internal {
namespace {

// The versions of ONNX 1.8 (2020): every runtime knows them, and no operator used here has changed since.
constexpr std::uint64_t ir_version = 7, operator_set = 13;

}  // namespace

OnnxGraph::Value OnnxGraph::named(std::string name) {
  names_.push_back(std::move(name));
  return static_cast<Value>(names_.size()) - 1;
}

OnnxGraph::Value OnnxGraph::fresh(const char* name) {
  return named(joined({name, "_", names_.size()}));
}

OnnxGraph::Value OnnxGraph::node(const char* op, Values inputs, Attributes attributes, const char* output) {
  const Value value = output ? named(output) : fresh(op);
  add(op, inputs.begin(), inputs.size(), attributes, {value});
  return value;
}

OnnxGraph::Value OnnxGraph::node_of_all(const char* op, const std::vector<Value>& inputs,
                                        Attributes attributes) {
  const Value value = fresh(op);
  add(op, inputs.data(), inputs.size(), attributes, {value});
  return value;
}

std::vector<OnnxGraph::Value> OnnxGraph::node_of_many(const char* op, Values inputs, Attributes attributes,
                                                      Index outputs) {
  std::vector<Value> values;
  for (Index j = 0; j < outputs; ++j) values.push_back(fresh(op));
  add(op, inputs.begin(), inputs.size(), attributes, values);
  return values;
}

OnnxGraph::Value OnnxGraph::texts(const char* name, const std::vector<std::string>& values) {
  Protobuf content;
  for (const std::string& value : values) content.bytes(6, value);
  return tensor(name, {static_cast<Index>(values.size())}, Type::text, content);
}

std::string OnnxGraph::finish() const {
  Protobuf graph;
  graph.append(nodes_).bytes(2, "tanda").append(constants_).append(inputs_).append(outputs_);
  Protobuf model;
  model.number(1, ir_version).bytes(2, "tanda").bytes(3, version);
  model.message(7, graph).message(8, Protobuf().bytes(1, "").number(2, operator_set)).append(metadata_);
  return model.data();
}

Protobuf OnnxGraph::value_info(const char* name, Type type, Index columns) {
  Protobuf shape;
  shape.message(1, Protobuf().bytes(2, "N"));
  if (columns > 0) shape.message(1, Protobuf().number(1, static_cast<std::uint64_t>(columns)));
  Protobuf tensor_type;
  tensor_type.number(1, static_cast<std::uint64_t>(type)).message(2, shape);
  return Protobuf().bytes(1, name).message(2, Protobuf().message(1, tensor_type));
}

OnnxGraph::Value OnnxGraph::tensor(const char* name, Shape shape, Type type, const Protobuf& content) {
  const Value unique = fresh(name);
  Protobuf tensor;
  for (Index size : shape) tensor.number(1, static_cast<std::uint64_t>(size));
  tensor.number(2, static_cast<std::uint64_t>(type)).bytes(8, name_of(unique)).append(content);
  constants_.message(5, tensor);
  return unique;
}

void OnnxGraph::add(const char* op, const Value* inputs, std::size_t count, Attributes attributes,
                    const std::vector<Value>& outputs) {
  constexpr std::uint64_t one_number = 2, numbers = 7;  // AttributeProto.AttributeType
  Protobuf node;
  for (std::size_t i = 0; i < count; ++i) node.bytes(1, name_of(inputs[i]));
  for (Value output : outputs) node.bytes(2, name_of(output));
  node.bytes(3, joined({name_of(outputs.front()), "_node"})).bytes(4, op);
  for (const Attribute& attribute : attributes) {
    Protobuf message;
    message.bytes(1, attribute.name);
    message.number(attribute.list ? 8 : 3, static_cast<std::uint64_t>(attribute.value));
    message.number(20, attribute.list ? numbers : one_number);
    node.message(5, message);
  }
  nodes_.message(1, node);
}

}  // namespace tanda::internal
