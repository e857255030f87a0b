// An ONNX model under construction: constants, nodes, inputs and outputs. Field numbers are those of
// onnx.proto.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "protobuf.hpp"
#include "tanda/core/types.hpp"

namespace tanda {

class OnnxGraph {
 public:
  enum class Type : unsigned { float32 = 1, int64 = 7, text = 8, float64 = 11 };
  template <class T>
  static constexpr Type type_of = std::is_same_v<T, float>          ? Type::float32
                                  : std::is_same_v<T, std::int64_t> ? Type::int64
                                                                    : Type::float64;

  /// A tensor, by its name in the graph.
  using Value = std::string;
  struct Attribute {
    const char* name;
    std::int64_t value;
    bool list = false;  ///< a list of this one number
  };

  /// One node with one output, which is named after the operator if not otherwise.
  Value node(const char* op, const std::vector<Value>& inputs, const std::vector<Attribute>& attributes = {},
             const Value& output = "");
  std::vector<Value> node_of_many(const char* op, const std::vector<Value>& inputs,
                                  const std::vector<Attribute>& attributes, Index outputs);

  template <class T>
  Value constant(const char* name, const std::vector<Index>& shape, const std::vector<T>& values) {
    const auto* bytes = reinterpret_cast<const char*>(values.data());
    return tensor(name, shape, type_of<T>, Protobuf().bytes(9, {bytes, values.size() * sizeof(T)}));
  }
  /// Row after row in the scalar T.
  template <class T, class Expression>
  Value matrix(const char* name, const Expression& values) {
    std::vector<T> rows;
    rows.reserve(static_cast<std::size_t>(values.size()));
    for (Index i = 0; i < values.rows(); ++i)
      for (Index j = 0; j < values.cols(); ++j) rows.push_back(static_cast<T>(values(i, j)));
    return constant(name, {values.rows(), values.cols()}, rows);
  }
  template <class T>
  Value scalar(const char* name, T value) {
    return constant(name, {}, std::vector<T>{value});
  }
  Value texts(const char* name, const std::vector<std::string>& values);
  Value indices(const char* name, const std::vector<std::int64_t>& values) {
    return constant(name, {static_cast<Index>(values.size())}, values);
  }

  /// N×`columns`, or just N when that is 0: N is known when the model runs.
  void input(const char* name, Type type, Index columns) {
    inputs_.message(11, value_info(name, type, columns));
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
  Value tensor(const char* name, const std::vector<Index>& shape, Type type, const Protobuf& content);
  Value fresh(const std::string& name) { return name + "_" + std::to_string(count_++); }
  void add(const char* op, const std::vector<Value>& inputs, const std::vector<Attribute>& attributes,
           const std::vector<Value>& outputs);

  Protobuf nodes_, constants_, inputs_, outputs_, metadata_;
  int count_ = 0;
};

}  // namespace tanda
