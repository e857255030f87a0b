// Reads ONNX files for the tests: protocol buffers, and the fields of onnx.proto that tanda writes.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace onnx {

struct Field {
  unsigned number;
  std::uint64_t value;     ///< of a numeric field
  std::string_view bytes;  ///< of a field of bytes or of a message
};

/// False unless the bytes are, to the end, a message of numbers and bytes.
inline bool read(std::string_view bytes, std::vector<Field>& fields) {
  std::size_t at = 0;
  const auto varint = [&](std::uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 64 && at < bytes.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes[at++]);
      value |= std::uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return true;
    }
    return false;
  };
  while (at < bytes.size()) {
    std::uint64_t key, value;
    if (!varint(key) || !varint(value)) return false;
    Field field{static_cast<unsigned>(key >> 3), value, {}};
    if ((key & 7) == 2) {
      if (value > bytes.size() - at) return false;
      field.bytes = bytes.substr(at, value);
      at += value;
    } else if ((key & 7) != 0) {
      return false;
    }
    fields.push_back(field);
  }
  return true;
}

struct Tensor {
  std::vector<std::uint64_t> dims;
  std::uint64_t type = 0;
  std::string raw;
  std::vector<std::string> texts;

  std::size_t size() const {
    std::size_t product = 1;
    for (std::uint64_t dim : dims) product *= dim;
    return product;
  }
  template <class T>
  std::vector<T> values() const {
    std::vector<T> result(raw.size() / sizeof(T));
    if (!raw.empty()) std::memcpy(result.data(), raw.data(), result.size() * sizeof(T));
    return result;
  }
};

struct Node {
  std::string op;
  std::vector<std::string> inputs, outputs;
  std::map<std::string, std::int64_t> attributes;
};

struct Value {
  std::string name;
  std::uint64_t type = 0;
  std::vector<std::string> shape;  ///< numbers, or names of variable dimensions
};

struct Model {
  bool valid = true;  ///< false if any message could not be read
  std::uint64_t ir_version = 0, operator_set = 0;
  std::string producer;
  std::vector<Node> nodes;
  std::map<std::string, Tensor> constants;
  std::vector<Value> inputs, outputs;
  std::map<std::string, std::string> metadata;

  /// The operators in order, separated by spaces.
  std::string operators() const {
    std::string result;
    for (const Node& node : nodes) result += (result.empty() ? "" : " ") + node.op;
    return result;
  }
  const Node& maker(const std::string& output) const {
    static const Node none;
    for (const Node& node : nodes)
      for (const std::string& name : node.outputs)
        if (name == output) return node;
    return none;
  }
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) {
    each(bytes, [&](const Field& f) {
      if (f.number == 1) model.ir_version = f.value;
      if (f.number == 2) model.producer = f.bytes;
      if (f.number == 7) graph(f.bytes);
      if (f.number == 8)
        each(f.bytes, [&](const Field& g) {
          if (g.number == 2) model.operator_set = g.value;
        });
      if (f.number == 14) {
        std::string key, value;
        each(f.bytes, [&](const Field& g) { (g.number == 1 ? key : value) = g.bytes; });
        model.metadata[key] = value;
      }
    });
  }
  Model model;

 private:
  template <class Visit>
  void each(std::string_view bytes, Visit visit) {
    std::vector<Field> fields;
    if (!read(bytes, fields)) model.valid = false;
    for (const Field& field : fields) visit(field);
  }

  void graph(std::string_view bytes) {
    each(bytes, [&](const Field& f) {
      if (f.number == 1) node(f.bytes);
      if (f.number == 5) tensor(f.bytes);
      if (f.number == 11) model.inputs.push_back(value(f.bytes));
      if (f.number == 12) model.outputs.push_back(value(f.bytes));
    });
  }

  void node(std::string_view bytes) {
    Node result;
    each(bytes, [&](const Field& f) {
      if (f.number == 1) result.inputs.emplace_back(f.bytes);
      if (f.number == 2) result.outputs.emplace_back(f.bytes);
      if (f.number == 4) result.op = f.bytes;
      if (f.number == 5) {
        std::string name;
        std::int64_t number = 0;
        std::uint64_t type = 0;
        unsigned field = 0;
        each(f.bytes, [&](const Field& g) {
          if (g.number == 1) name = g.bytes;
          if (g.number == 3 || g.number == 8) number = static_cast<std::int64_t>(g.value), field = g.number;
          if (g.number == 20) type = g.value;
        });
        if (type != (field == 3 ? 2u : 7u)) model.valid = false;
        result.attributes[name] = number;
      }
    });
    model.nodes.push_back(std::move(result));
  }

  void tensor(std::string_view bytes) {
    Tensor result;
    std::string name;
    each(bytes, [&](const Field& f) {
      if (f.number == 1) result.dims.push_back(f.value);
      if (f.number == 2) result.type = f.value;
      if (f.number == 6) result.texts.emplace_back(f.bytes);
      if (f.number == 8) name = f.bytes;
      if (f.number == 9) result.raw = f.bytes;
    });
    if (!model.constants.emplace(name, std::move(result)).second) model.valid = false;
  }

  Value value(std::string_view bytes) {
    Value result;
    each(bytes, [&](const Field& f) {
      if (f.number == 1) result.name = f.bytes;
      if (f.number == 2) each(f.bytes, [&](const Field& type) { tensor_type(type.bytes, result); });
    });
    return result;
  }

  void tensor_type(std::string_view bytes, Value& result) {
    each(bytes, [&](const Field& f) {
      if (f.number == 1) result.type = f.value;
      if (f.number == 2)
        each(f.bytes, [&](const Field& dim) {
          each(dim.bytes, [&](const Field& g) {
            result.shape.push_back(g.number == 1 ? std::to_string(g.value) : std::string(g.bytes));
          });
        });
    });
  }
};

}  // namespace onnx
