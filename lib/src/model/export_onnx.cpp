#include "model/export_onnx.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "base/spelling.hpp"
#include "base/utf8.hpp"
#include "onnx_graph.hpp"

namespace tanda::internal {
namespace {

using Value = OnnxGraph::Value;
using Attribute = OnnxGraph::Attribute;
constexpr Attribute axis_1{"axis", 1}, axes_1{"axes", 1, true}, flat{"keepdims", 0};

Attribute cast_to(OnnxGraph::Type type) {
  return {"to", static_cast<std::int64_t>(type)};
}

/// What protocol buffers can hold: sizes are signed 32-bit numbers in every reader.
constexpr std::size_t most_bytes = 0x7fffffff;

/// x to length one, the zero vector to itself. Divided by its largest magnitude first, no square of a sample
/// overflows or vanishes, and only the zero vector's length is below one then.
template <class S>
Value unit_length(OnnxGraph& graph, Value x) {
  const Value one = graph.scalar("one", S(1)), zero = graph.scalar("zero", S(0));
  const Value largest = graph.node("ReduceMax", {graph.node("Abs", {x})}, {axes_1});
  const Value divisor = graph.node("Where", {graph.node("Equal", {largest, zero}), one, largest});
  const Value scaled = graph.node("Div", {x, divisor});
  const Value length = graph.node("Sqrt", {graph.node("ReduceSumSquare", {scaled}, {axes_1})});
  return graph.node("Div", {scaled, graph.node("Max", {length, one})});
}

Value linear_map(OnnxGraph& graph, const Model& model, Value x) {
  if (model.unit_length()) x = unit_length<float>(graph, x);
  const MatrixD& p = model.projection();
  const VectorD& c = model.offset();
  return graph.node("Gemm",
                    {x, graph.floats<double>("projection", {p.rows(), p.cols()}, p),
                     graph.floats<double>("offset", {c.size()}, c)},
                    {{"transB", 1}}, "y");
}

/// ‖a − b‖² = ‖a‖² − 2a'b + ‖b‖²: in double, and of what is centred already, there are digits to spare.
Value squared_distances(OnnxGraph& graph, Value z, const MatrixD& points) {
  const Value products = graph.node("MatMul", {z, graph.matrix("points", (-2 * points).eval())});
  const Value own = graph.node("ReduceSumSquare", {z}, {axes_1});
  const Value theirs = graph.matrix("squares", squared_lengths(points).transpose());
  const Value sum = graph.node("Add", {graph.node("Add", {products, theirs}), own});
  return graph.node("Max", {sum, graph.scalar("zero", 0.0)});
}

/// The columns, N×1 each.
std::vector<Value> columns_of(OnnxGraph& graph, Value x, Index count) {
  if (count == 1) return {x};
  return graph.node_of_many("Split", {x}, {axis_1}, count);
}

/// Σ |a_k − b_k|, coordinate after coordinate: all differences at once would take N·m·p numbers.
Value absolute_distances(OnnxGraph& graph, Value z, const MatrixD& points) {
  const std::vector<Value> columns = columns_of(graph, z, points.rows());
  Value sum = -1;
  for (Index k = 0; k < points.rows(); ++k) {
    const Value coordinates = graph.matrix("coordinates", MatrixD(points.row(k)));
    const Value difference = graph.node("Abs", {graph.node("Sub", {columns[std::size_t(k)], coordinates})});
    sum = sum < 0 ? difference : graph.node("Add", {sum, difference});
  }
  return sum;
}

Value measured(OnnxGraph& graph, Value z, const KernelMap& map) {
  switch (map.kernel.info->measure) {
    case Measure::squared_distance:
      return squared_distances(graph, z, map.points);
    case Measure::absolute_distance:
      return absolute_distances(graph, z, map.points);
    case Measure::cosine:
      z = unit_length<double>(graph, z);
      return graph.node("MatMul", {z, graph.matrix("points", unit_columns(map.points))});
    case Measure::product:
      break;
  }
  return graph.node("MatMul", {z, graph.matrix("points", map.points)});
}

/// A kernel's steps as nodes.
class Written final : public KernelSteps {
 public:
  Written(OnnxGraph& graph, Value value) : graph_(graph), value_(value) {}
  Value value() const { return value_; }

  void affine(double divisor, double offset) override {
    value_ = graph_.node("Div", {value_, graph_.scalar("width", divisor)});
    value_ = graph_.node("Add", {value_, graph_.scalar("kernel_offset", offset)});
  }
  void power(int degree) override {
    value_ = graph_.node("Pow", {value_, graph_.scalar("degree", double(degree))});
  }
  void decay(double width) override {
    value_ = graph_.node("Div", {value_, graph_.scalar("width", width)});
    value_ = graph_.node("Exp", {graph_.node("Neg", {value_})});
  }

 private:
  OnnxGraph& graph_;
  Value value_;
};

Value kernel_values(OnnxGraph& graph, Value z, const KernelMap& map) {
  Written written(graph, measured(graph, z, map));
  if (map.kernel.info->steps) map.kernel.info->steps(map.kernel, written);
  return written.value();
}

/// In double: coefficients are large where points are near each other, and what they add up to is not.
Value kernel_map(OnnxGraph& graph, const Model& model, Value x) {
  const KernelMap& map = model.kernel();
  Value z = graph.node("Cast", {x}, {cast_to(OnnxGraph::Type::float64)});
  if (model.unit_length()) z = unit_length<double>(graph, z);
  z = graph.node("Sub", {z, graph.matrix("mean", model.mean().transpose())});
  z = graph.node("Mul", {z, graph.matrix("factor", map.factor.transpose())});
  if (map.basis.size() > 0) z = graph.node("MatMul", {z, graph.matrix("basis", map.basis)});
  const Value y = graph.node(
      "MatMul", {kernel_values(graph, z, map), graph.matrix("coefficients", map.coefficients.transpose())});
  return graph.node("Cast", {y}, {cast_to(OnnxGraph::Type::float32)}, "y");
}

/// N×m squared distances to the reference points in some columns, added up in their order.
Value distances(OnnxGraph& graph, const Model& model, const std::vector<Value>& columns, Index first,
                Index count) {
  Value sum = -1;
  for (Index j = first; j < first + count; ++j) {
    const Vector<float> coordinates = model.references().row(j);
    const Value points =
        graph.floats<float>("reference_column", {1, coordinates.size()}, coordinates.transpose());
    const Value difference = graph.node("Sub", {columns[std::size_t(j)], points});
    const Value square = graph.node("Mul", {difference, difference});
    sum = sum < 0 ? square : graph.node("Add", {sum, square});
  }
  return sum;
}

/// The class that most of the candidates (N×k class numbers, nearest first) have. The winner is the first of
/// them whose class has the most votes: so a tie goes to the class with the nearest member.
Value vote(OnnxGraph& graph, Value candidates, Index classes) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(classes));
  std::iota(numbers.begin(), numbers.end(), 0);
  const Value each = graph.node("Unsqueeze", {candidates, graph.indices("last", {2})});
  const Value same = graph.node("Equal", {each, graph.constant("numbers", {1, 1, classes}, numbers)});
  const Value ones = graph.node("Cast", {same}, {cast_to(OnnxGraph::Type::float32)});  // N×k×C
  const Value axis = graph.indices("axis", {1});
  const Value votes = graph.node("ReduceSum", {ones, axis}, {flat});  // N×C
  const Value votes_of_candidates = graph.node("GatherElements", {votes, candidates}, {axis_1});
  const Value winner = graph.node("ArgMax", {votes_of_candidates}, {axis_1});
  const Value label = graph.node("GatherElements", {candidates, winner}, {axis_1});
  return graph.node("Squeeze", {label, axis}, {}, "label");
}

/// Of equal values ArgMin, ArgMax and TopK take the lower index first, as `predict` does.
Value neighbors_rule(OnnxGraph& graph, const Model& model, Value y) {
  const Index r = model.outputs(), k = std::min(model.neighbors(), model.references().cols());
  const Value far = distances(graph, model, columns_of(graph, y, r), 0, r);
  const Value labels = graph.indices("labels", {model.labels().begin(), model.labels().end()});
  if (k == 1) return graph.node("Gather", {labels, graph.node("ArgMin", {far}, {axis_1, flat})}, {}, "label");
  const Value nearest =
      graph.node_of_many("TopK", {far, graph.indices("k", {k})}, {axis_1, {"largest", 0}}, 2)[1];
  return vote(graph, graph.node("Gather", {labels, nearest}), Index(model.classes().size()));
}

/// The least of some columns of an N×m tensor, N×1; infinite where there are none.
Value least(OnnxGraph& graph, Value values, const std::vector<std::int64_t>& columns) {
  if (columns.empty())
    return graph.constant("infinity", {1, 1}, std::vector<float>{std::numeric_limits<float>::infinity()});
  const Value some = graph.node("Gather", {values, graph.indices("members", columns)}, {axis_1});
  return graph.node("ReduceMin", {some}, {axes_1});
}

/// θ(c)² = nearest of the rest / nearest of c, 1 when they are equal: 0/0 and ∞/∞ too.
Value membership_rule(OnnxGraph& graph, const Model& model, Value y) {
  const Value one = graph.scalar("one", 1.f);
  const std::vector<Value> columns = columns_of(graph, y, model.outputs());
  std::vector<Value> degrees;
  for (Index c = 0; c < Index(model.classes().size()); ++c) {
    const Value far = distances(graph, model, columns, c * model.block(), model.block());
    std::vector<std::int64_t> members, others;
    for (std::size_t i = 0; i < model.labels().size(); ++i)
      (model.labels()[i] == c ? members : others).push_back(static_cast<std::int64_t>(i));
    const Value own = least(graph, far, members), rest = least(graph, far, others);
    const Value ratio = graph.node("Div", {rest, own}), equal = graph.node("Equal", {rest, own});
    degrees.push_back(graph.node("Where", {equal, one, ratio}));
  }
  const Value all = graph.node_of_all("Concat", degrees, {axis_1});
  return graph.node("ArgMax", {all}, {axis_1, flat}, "label");
}

std::vector<std::string> well_formed(std::vector<std::string> names) {
  for (std::string& name : names) {
    std::string text;
    for (std::size_t at = 0; at < name.size();) utf8_append(text, utf8_next(name, at));
    name = std::move(text);
  }
  return names;
}

}  // namespace

Result<std::vector<std::uint8_t>> model_onnx(const Model& model) {
  if (model.map() == Map::embedding) return Status(Code::no_projection);
  OnnxGraph graph;
  const Value x = graph.input("x", OnnxGraph::Type::float32, model.inputs());
  const Value y = model.map() == Map::linear ? linear_map(graph, model, x) : kernel_map(graph, model, x);
  graph.output("y", OnnxGraph::Type::float32, model.outputs());
  if (model.rule() != Rule::none) {
    const Value label =
        model.rule() == Rule::neighbors ? neighbors_rule(graph, model, y) : membership_rule(graph, model, y);
    graph.output("label", OnnxGraph::Type::int64, 0);
    graph.node("Gather", {graph.texts("classes", well_formed(model.classes())), label}, {}, "class");
    graph.output("class", OnnxGraph::Type::text, 0);
  }
  graph.metadata("classes", Json(model.classes()).dump());
  if (!model.features().empty()) graph.metadata("features", Json(model.features()).dump());
  graph.metadata("record", spelled_json(model.record(), Spelling::c).dump());

  const std::string bytes = graph.finish();
  if (bytes.size() > most_bytes)
    return Status(Code::bad_argument, "the model has more than 2 GB, which is all an ONNX file can hold",
                  "export it to npz, or condense its reference points");
  return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
}

}  // namespace tanda::internal
