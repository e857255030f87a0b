// Builds an ONNX model from constants, nodes, inputs and outputs. Field numbers are those of onnx.proto.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

#include "protobuf.hpp"
#include "row_bytes.hpp"

namespace tanda::internal {

class OnnxGraph {
 public:
  enum class Type : unsigned { float32 = 1, int64 = 7, text = 8, float64 = 11 };
  template <class T>
  static constexpr Type type_of = std::is_same_v<T, float>          ? Type::float32
                                  : std::is_same_v<T, std::int64_t> ? Type::int64
                                                                    : Type::float64;

  /// A tensor, given by its index in the graph; its name contains that of the operator.
  using Value = int;
  using Values = std::initializer_list<Value>;
  struct Attribute {
    const char* name;
    std::int64_t value;
    bool list = false;  ///< write a list with this single number
  };
  using Attributes = std::initializer_list<Attribute>;

  /// Adds a node with one output. Without a name for the output, it is named after the operator.
  Value node(const char* op, Values inputs, Attributes attributes = {}, const char* output = nullptr);
  Value node_of_all(const char* op, const std::vector<Value>& inputs, Attributes attributes);
  std::vector<Value> node_of_many(const char* op, Values inputs, Attributes attributes, Index outputs);

  using Shape = std::initializer_list<Index>;
  template <class T>
  Value constant(const char* name, Shape shape, const std::vector<T>& values) {
    return tensor(name, shape, type_of<T>, values.data(), values.size() * sizeof(T));
  }
  /// Adds a constant in double.
  Value matrix(const char* name, const Operand<double>& values) {
    return tensor(name, {values.height(), values.width()}, Type::float64,
                  Protobuf().bytes(9, row_bytes(values, true)));
  }
  /// Adds a constant in float.
  template <class T>
  Value floats(const char* name, Shape shape, const Operand<T>& values) {
    return tensor(name, shape, Type::float32, Protobuf().bytes(9, row_bytes(values, false)));
  }
  template <class T>
  Value scalar(const char* name, T value) {
    return tensor(name, {}, type_of<T>, &value, sizeof(T));
  }
  Value texts(const char* name, const std::vector<std::string>& values);
  Value indices(const char* name, const std::vector<std::int64_t>& values) {
    return constant(name, {static_cast<Index>(values.size())}, values);
  }

  /// Adds an input of N×`columns`, or N if that is 0. N is only known when the model runs.
  Value input(const char* name, Type type, Index columns) {
    inputs_.message(11, value_info(name, type, columns));
    return named(name);
  }
  void output(const char* name, Type type, Index columns) {
    outputs_.message(12, value_info(name, type, columns));
  }
  void metadata(const char* key, const std::string& value) {
    metadata_.message(14, Protobuf().bytes(1, key).bytes(2, value));
  }
  std::string finish() const;

 private:
  static Protobuf value_info(const char* name, Type type, Index columns);
  Value tensor(const char* name, Shape shape, Type type, const Protobuf& content);
  Value tensor(const char* name, Shape shape, Type type, const void* values, std::size_t bytes) {
    return tensor(name, shape, type, Protobuf().bytes(9, {static_cast<const char*>(values), bytes}));
  }
  Value named(std::string name);
  Value fresh(const char* name);
  const std::string& name_of(Value value) const { return names_[std::size_t(value)]; }
  void add(const char* op, const Value* inputs, std::size_t count, Attributes attributes,
           const std::vector<Value>& outputs);

  std::vector<std::string> names_;
  Protobuf nodes_, constants_, inputs_, outputs_, metadata_;
};

}  // namespace tanda::internal
