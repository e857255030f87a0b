#include "model/model.hpp"

#include <cmath>
#include <limits>

#include "base/guarded.hpp"
#include "base/text.hpp"
#include "inside.hpp"
#include "model/classifiers.hpp"
#include "tanda/detail/format.hpp"

namespace tanda::internal {
namespace {

Status bad(std::initializer_list<Piece> words) {
  return {Code::bad_model, joined(words), "fit the model again"};
}

/// Whether all numbers are finite when rounded to float, as a file keeps them.
template <class D>
bool finite_in_file(const Eigen::MatrixBase<D>& numbers) {
  bool finite = true;
  for (Index j = 0; j < numbers.cols(); ++j)
    for (Index i = 0; i < numbers.rows(); ++i)
      finite = finite && std::isfinite(static_cast<float>(numbers(i, j)));
  return finite;
}

template <class D>
Status check_numbers(const char* name, const Eigen::MatrixBase<D>& numbers, Index rows, Index cols) {
  if (numbers.rows() != rows || numbers.cols() != cols)
    return bad(
        {"the model's ", name, " is ", numbers.rows(), "×", numbers.cols(), ", and not ", rows, "×", cols});
  if (!finite_in_file(numbers))
    return bad({"the model's ", name, " has a number that is not finite, or too large for a float"});
  return {};
}

Status check_linear(const ModelParts& parts, const LinearMap& map) {
  const Index r = parts.outputs(), d = parts.inputs();
  if (Status s = check_numbers("projection", map.projection, r, d); !s) return s;
  return check_numbers("offset", map.offset, r, 1);
}

Status check_kernel(const ModelParts& parts, const KernelMap& map) {
  const Index r = parts.outputs(), d = parts.inputs(), p = map.points.rows(), q = map.points.cols();
  if (!map.kernel.info) return bad({"the model's kernel is unknown"});
  if (!std::isfinite(map.kernel.width) || !std::isfinite(map.kernel.offset) || map.kernel.degree < 0 ||
      !is_valid(map.kernel))
    return bad({"the numbers of the model's kernel are not such as it can take"});
  const auto most = static_cast<Index>(max_count);
  if (p < 1 || q < 1 || p > most || q > most) return bad({"the model's kernel map has no points"});
  if (Status s = check_numbers("factor", map.factor, d, 1); !s) return s;
  if (map.basis.size() == 0 && p != d)
    return bad({"the model's kernel map has points of ", p, " numbers and no basis for ", d, " features"});
  if (map.basis.size() > 0)
    if (Status s = check_numbers("basis", map.basis, d, p); !s) return s;
  if (Status s = check_numbers("points", map.points, p, q); !s) return s;
  return check_numbers("coefficients", map.coefficients, r, q);
}

Status check_sizes(const ModelParts& parts) {
  const auto countable = [](Index count) { return count >= 0 && count <= Index(max_count); };
  const Index r = parts.outputs(), d = parts.inputs();
  if (d < 1 || r < 1) return bad({"the model has ", d, " inputs and ", r, " outputs"});
  for (const Index count :
       {d, r, parts.references.cols(), Index(parts.classes.size()), parts.neighbors, parts.block})
    if (!countable(count)) return bad({"the model has a size of ", count});
  return {};
}

Status check_rule(const ModelParts& parts) {
  const Index m = parts.references.cols(), classes = Index(parts.classes.size());
  if (parts.kind() == Map::embedding) {
    if (m == 0) return bad({"the model is an embedding of no samples"});
    return parts.rule == Rule::none ? Status() : bad({"an embedding cannot classify"});
  }
  if (parts.rule == Rule::none) return {};
  if (parts.rule != Rule::neighbors && parts.rule != Rule::membership)
    return bad({"the model has a classifier of no kind"});
  if (m == 0) return bad({"the model has no reference points to classify by"});
  if (parts.rule == Rule::neighbors && parts.neighbors == 0) return bad({"the model asks for no neighbours"});
  if (parts.rule == Rule::membership && (parts.block < 1 || parts.block * classes != parts.outputs()))
    return bad({"the model's ", parts.outputs(), " outputs are not ", parts.block, " for each of ", classes,
                " classes"});
  return {};
}

Status check_references(const ModelParts& parts) {
  const Index m = parts.references.cols(), classes = Index(parts.classes.size());
  const bool free = parts.kind() == Map::embedding;
  if (m > 0)
    if (Status s = check_numbers("reference points", parts.references, parts.outputs(), m); !s) return s;
  if (free && parts.labels.empty()) return {};
  if (Index(parts.labels.size()) != m)
    return bad({"the model has ", m, " reference points and ", parts.labels.size(), " labels"});
  for (const std::int32_t label : parts.labels)
    if (label >= classes || label < (free ? -1 : 0))
      return bad({"the model has a point of class ", label, " of ", classes});
  return {};
}

Status check_name_lengths(const char* what, const std::vector<std::string>& names) {
  std::uint64_t bytes = 0;
  for (const std::string& name : names) bytes += name.size() + 1;
  if (bytes > std::numeric_limits<std::uint32_t>::max())
    return bad({"the model's names of ", what, " are too long"});
  return {};
}

Status check(const ModelParts& parts) {
  if (Status s = check_sizes(parts); !s) return s;
  if (Status s = check_numbers("mean", parts.mean, parts.inputs(), 1); !s) return s;
  if (const LinearMap* const map = parts.linear_map())
    if (Status s = check_linear(parts, *map); !s) return s;
  if (const KernelMap* const map = parts.kernel_map())
    if (Status s = check_kernel(parts, *map); !s) return s;
  if (parts.range.size() > 0) {
    if (Status s = check_numbers("range", parts.range, parts.inputs(), 1); !s) return s;
    if (parts.range.minCoeff() < 0) return bad({"the model's range has a negative number"});
  }
  if (Status s = check_rule(parts); !s) return s;
  if (Status s = check_references(parts); !s) return s;
  if (!parts.features.empty() && Index(parts.features.size()) != parts.inputs())
    return bad({"the model has ", parts.features.size(), " feature names and ", parts.inputs(), " features"});
  if (Status s = check_name_lengths("features", parts.features); !s) return s;
  if (Status s = check_name_lengths("classes", parts.classes); !s) return s;
  if (!parts.record.is_null() && !parts.record.is_object())
    return bad({"the model's record is not an object"});
  return {};
}

}  // namespace

Result<Model> Model::make(ModelParts parts) {
  return guarded([&]() -> Result<Model> {
    if (Status s = check(parts); !s) return s;
    const ClassifierInfo& by_rule = classifier_of_rule(parts.rule);
    if (!parts.classifier) parts.classifier = &by_rule;
    if (!is_of(*parts.classifier, parts))
      return bad({"the model's points are not those of the classifier ", parts.classifier->id});
    if (parts.classifier != &by_rule) parts.record.set("classifier", parts.classifier->id);
    auto record = std::make_shared<const Json>(std::move(parts.record));
    parts.record = Json();
    return Model(std::make_shared<const Inside>(std::move(parts)), std::move(record));
  });
}

const ModelParts& Model::parts() const {
  return inside_->parts;
}

const MatrixD& Model::projection() const {
  const LinearMap* const map = parts().linear_map();
  return (map ? *map : inside_->no_linear).projection;
}

const VectorD& Model::offset() const {
  const LinearMap* const map = parts().linear_map();
  return (map ? *map : inside_->no_linear).offset;
}

const KernelMap& Model::kernel() const {
  const KernelMap* const map = parts().kernel_map();
  return map ? *map : inside_->no_kernel;
}

Model Model::with_record(Json record) const {
  return Model(inside_, std::make_shared<const Json>(std::move(record)));
}

Model Model::recorded(std::string_view key, Json value) const {
  Json changed = record();
  changed.set(key, std::move(value));
  return with_record(std::move(changed));
}

/// Copies member by member: if a copy runs out of memory inside a variant, libstdc++ 12 destroys an object
/// that was never constructed.
ModelParts Model::copy_parts() const {
  const ModelParts& mine = parts();
  ModelParts copy;
  if (const LinearMap* const map = mine.linear_map()) copy.linear() = *map;
  if (const KernelMap* const map = mine.kernel_map()) copy.kernel() = *map;
  if (mine.kind() == Map::embedding) copy.embed();
  copy.mean = mine.mean;
  copy.range = mine.range;
  copy.unit_length = mine.unit_length;
  copy.double_precision = mine.double_precision;
  copy.rule = mine.rule;
  if (mine.classifier != &classifier_of_rule(mine.rule)) copy.classifier = mine.classifier;
  copy.neighbors = mine.neighbors;
  copy.block = mine.block;
  copy.class_dims = mine.class_dims;
  copy.references = mine.references;
  copy.labels = mine.labels;
  copy.classes = mine.classes;
  copy.features = mine.features;
  copy.record = record();
  return copy;
}

}  // namespace tanda::internal
