#include "model/export_onnx.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "base/spelling.hpp"
#include "base/utf8.hpp"
#include "model/classifiers.hpp"
#include "onnx_graph.hpp"

namespace tanda::internal {
namespace {

using Value = OnnxGraph::Value;
using Attribute = OnnxGraph::Attribute;
constexpr Attribute axis_1{"axis", 1}, axes_1{"axes", 1, true}, flat{"keepdims", 0};

Attribute cast_to(OnnxGraph::Type type) {
  return {"to", static_cast<std::int64_t>(type)};
}

/// The size limit of protocol buffers: every reader stores sizes as signed 32-bit numbers.
constexpr std::size_t most_bytes = 0x7fffffff;

/// Scales x to length one; the zero vector stays zero. x is first divided by its largest magnitude, so no
/// square overflows or vanishes, and only the zero vector then has a length below one.
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

/// ‖a − b‖² = ‖a‖² − 2a'b + ‖b‖². In double and with centred points, the cancellation leaves enough digits.
Value squared_distances(OnnxGraph& graph, Value z, const MatrixD& points) {
  const Value products = graph.node("MatMul", {z, graph.matrix("points", (-2 * points).eval())});
  const Value own = graph.node("ReduceSumSquare", {z}, {axes_1});
  const Value theirs = graph.matrix("squares", squared_lengths(points).transpose());
  const Value sum = graph.node("Add", {graph.node("Add", {products, theirs}), own});
  return graph.node("Max", {sum, graph.scalar("zero", 0.0)});
}

/// Splits x into its columns, N×1 each.
std::vector<Value> columns_of(OnnxGraph& graph, Value x, Index count) {
  if (count == 1) return {x};
  return graph.node_of_many("Split", {x}, {axis_1}, count);
}

/// Σ |a_k − b_k|, added up coordinate by coordinate: computing all differences at once would take N·m·p
/// numbers.
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

/// Writes the steps of a kernel as nodes.
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

/// The kernel map in double, because the coefficients are large where points are near each other, but their
/// sum is not.
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

/// Squared distances (N×m) to the reference points in some of the columns, added up in the order of the
/// columns.
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

/// Divides each column by the sum of all, N×C. Scores are defined in tanda/detail/scores.hpp.
Value shares(OnnxGraph& graph, Value parts, const char* output = nullptr) {
  return graph.node("Div", {parts, graph.node("ReduceSum", {parts, graph.indices("axis", {1})})}, {}, output);
}

/// a / b, or 1 where they are equal, also for 0/0 and ∞/∞.
Value ratio(OnnxGraph& graph, Value a, Value b) {
  return graph.node("Where",
                    {graph.node("Equal", {a, b}), graph.scalar("one", 1.f), graph.node("Div", {a, b})});
}

std::vector<std::int64_t> class_numbers(Index classes) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(classes));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Scores by the means: 1/distance² divided by its sum; `far` has one column per mean.
void mean_scores(OnnxGraph& graph, const Model& model, Value far) {
  const Index classes = Index(model.classes().size()), means = model.references().cols();
  Value parts = ratio(graph, graph.node("ReduceMin", {far}, {axes_1}), far);
  if (means != classes) {  // classes without a mean get 0
    Matrix<float> of_class = Matrix<float>::Zero(means, classes);
    for (Index i = 0; i < means; ++i) of_class(i, model.labels()[std::size_t(i)]) = 1;
    parts = graph.node("MatMul", {parts, graph.floats<float>("class_of_mean", {means, classes}, of_class)});
  }
  shares(graph, parts, "scores");
}

/// The majority class of the candidates (N×k class numbers, nearest first). The winner is the first candidate
/// whose class has the most votes, so a tie goes to the class with the nearest point.
Value vote(OnnxGraph& graph, Value candidates, Value far, Index neighbors, Index classes) {
  const Value last = graph.indices("last", {2});
  const Value each = graph.node("Unsqueeze", {candidates, last});
  const Value same =
      graph.node("Equal", {each, graph.constant("numbers", {1, 1, classes}, class_numbers(classes))});
  const Value ones = graph.node("Cast", {same}, {cast_to(OnnxGraph::Type::float32)});  // N×k×C
  const Value axis = graph.indices("axis", {1});
  const Value votes = graph.node("ReduceSum", {ones, axis}, {flat});  // N×C
  const Value votes_of_candidates = graph.node("GatherElements", {votes, candidates}, {axis_1});
  const Value winner = graph.node("ArgMax", {votes_of_candidates}, {axis_1});
  const Value found = graph.node("GatherElements", {candidates, winner}, {axis_1});
  const Value label = graph.node("Squeeze", {found, axis}, {}, "label");

  // score = (2·votes + the normalised 1/distance² of the nearest point of each class) / (2k + 1)
  const Value infinity = graph.scalar("infinity", std::numeric_limits<float>::infinity());
  const Value zero = graph.scalar("zero", 0.f);
  const Value theirs = graph.node("Where", {same, graph.node("Unsqueeze", {far, last}), infinity});
  const Value own = graph.node("ReduceMin", {theirs}, {axes_1, flat});  // N×C
  const Value near = ratio(graph, graph.node("ReduceMin", {far}, {axes_1}), own);
  const Value parts = graph.node("Where", {graph.node("Greater", {votes, zero}), near, zero});
  const Value twice = graph.node("Mul", {votes, graph.scalar("two", 2.f)});
  const Value sum = graph.node("Add", {twice, shares(graph, parts)});
  graph.node("Div", {sum, graph.scalar("all", float(2 * neighbors + 1))}, {}, "scores");
  return label;
}

/// Scores for one neighbour: 1 for its class, 0 for all others.
void certain_scores(OnnxGraph& graph, Value label, Index classes) {
  const Value each = graph.node("Unsqueeze", {label, graph.indices("axis", {1})});
  const Value own =
      graph.node("Equal", {each, graph.constant("numbers", {1, classes}, class_numbers(classes))});
  graph.node("Cast", {own}, {cast_to(OnnxGraph::Type::float32)}, "scores");
}

/// Rule::neighbors. Of equal values ArgMin, ArgMax and TopK take the lower index first, as `predict` does.
Value neighbors_rule(OnnxGraph& graph, const Model& model, Value y) {
  const Index r = model.outputs(), k = std::min(model.neighbors(), model.references().cols());
  const Value far = distances(graph, model, columns_of(graph, y, r), 0, r);
  const Value labels = graph.indices("labels", {model.labels().begin(), model.labels().end()});
  const Index classes = Index(model.classes().size());
  if (k == 1) {
    const Value label =
        graph.node("Gather", {labels, graph.node("ArgMin", {far}, {axis_1, flat})}, {}, "label");
    if (&model.classifier() == &mean_classifier)
      mean_scores(graph, model, far);
    else
      certain_scores(graph, label, classes);
    return label;
  }
  const std::vector<Value> nearest =
      graph.node_of_many("TopK", {far, graph.indices("k", {k})}, {axis_1, {"largest", 0}}, 2);
  return vote(graph, graph.node("Gather", {labels, nearest[1]}), nearest[0], k, classes);
}

/// The least value in some columns of an N×m tensor, N×1; infinite for an empty list of columns.
Value least(OnnxGraph& graph, Value values, const std::vector<std::int64_t>& columns) {
  if (columns.empty())
    return graph.constant("infinity", {1, 1}, std::vector<float>{std::numeric_limits<float>::infinity()});
  const Value some = graph.node("Gather", {values, graph.indices("members", columns)}, {axis_1});
  return graph.node("ReduceMin", {some}, {axes_1});
}

/// θ(c)² = (distance² to the nearest point of another class) / (distance² to the nearest of c), 1 where the
/// two are equal, also for 0/0 and ∞/∞.
Value membership_rule(OnnxGraph& graph, const Model& model, Value y) {
  const std::vector<Value> columns = columns_of(graph, y, model.outputs());
  std::vector<Value> degrees;
  for (Index c = 0; c < Index(model.classes().size()); ++c) {
    const Value far = distances(graph, model, columns, c * model.block(), model.block());
    std::vector<std::int64_t> members, others;
    for (std::size_t i = 0; i < model.labels().size(); ++i)
      (model.labels()[i] == c ? members : others).push_back(static_cast<std::int64_t>(i));
    const Value own = least(graph, far, members), rest = least(graph, far, others);
    degrees.push_back(ratio(graph, rest, own));
  }
  const Value all = graph.node_of_all("Concat", degrees, {axis_1});
  shares(graph, ratio(graph, all, graph.node("ReduceMax", {all}, {axes_1})), "scores");
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
    graph.output("scores", OnnxGraph::Type::float32, Index(model.classes().size()));
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
