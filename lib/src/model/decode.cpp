// Bytes → Model. ModelView checks every number before any of them is used here.
#include <cstring>
#include <string>

#include "base/guarded.hpp"
#include "base/text.hpp"
#include "map_parts.hpp"
#include "model/classifiers.hpp"
#include "model/model.hpp"
#include "tanda/model_view.hpp"

namespace tanda::internal {
namespace {

template <class S>
using RowMajorView = Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// The status for an error code, with details for another file version and for a file that is cut short.
Status refusal(Code code, const std::uint8_t* bytes, std::size_t size) {
  FileHeader header;
  if (!bytes || size < sizeof header) return Status(Code::bad_model);
  std::memcpy(&header, bytes, sizeof header);
  if (code == Code::model_version)
    return {code, joined({"the model file is of version ", header.version, ", and version ", file_version,
                          " is what can be read"})};
  const bool cut = std::memcmp(header.magic, file_magic, sizeof file_magic) == 0 && header.bytes > size;
  if (cut)
    return {code, joined({"the model file is cut short: it has ", size, " of ", header.bytes, " bytes"})};
  return Status(code);
}

std::string text(ModelView::Text text) {
  return std::string(text.data, text.size);
}

/// Allocates the map with the sizes in the header.
void size_map(const ModelView& view, ModelParts& parts) {
  const auto r = static_cast<Index>(view.outputs()), d = static_cast<Index>(view.inputs());
  parts.mean.resize(d);
  if (view.map() == Map::linear) {
    parts.linear().projection.resize(r, d);
    parts.linear().offset.resize(r);
  } else if (view.map() == Map::kernel) {
    const FileKernel file = view.kernel();
    const Index p = file.dims, q = file.points;
    KernelMap& map = parts.kernel();
    map.kernel = {kernel_of_number(file.kind), file.width, static_cast<int>(file.degree), file.offset};
    map.factor.resize(d);
    if (view.floats(Section::basis)) map.basis.resize(d, p);
    map.points.resize(p, q);
    map.coefficients.resize(r, q);
  } else {
    parts.embed();
  }
}

void read_map(const ModelView& view, ModelParts& parts) {
  for_each_map_part(parts, [&](Section section, auto&& matrix, Index rows, Index cols) {
    matrix = RowMajorView<float>(view.floats(section), rows, cols).template cast<double>();
  });
}

/// Reads the double map. False if it differs, rounded to float, from the float map: the file would be
/// ambiguous.
bool read_double_map(const ModelView& view, ModelParts& parts) {
  const auto* next = static_cast<const unsigned char*>(view.double_map());
  bool same = true;
  for_each_map_part(parts, [&](Section, auto&& matrix, Index rows, Index cols) {
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> fine(rows, cols);
    const std::size_t bytes = static_cast<std::size_t>(fine.size()) * sizeof(double);
    std::memcpy(fine.data(), next, bytes);
    next += bytes;
    same = same && (fine.template cast<float>().template cast<double>().array() == matrix.array()).all();
    matrix = fine;
  });
  return same;
}

/// Checks the kernel's number and parameters. ModelView cannot check them, because it must not depend on the
/// kernels.
Status check_kernel(const ModelView& view) {
  if (view.map() != Map::kernel) return {};
  const FileKernel file = view.kernel();
  const KernelInfo* const info = kernel_of_number(file.kind);
  if (!info)
    return {Code::bad_model,
            joined({"the model has a kernel of the number ", file.kind, ", which is unknown"}),
            "use the version of tanda that made it, or a newer one"};
  if (is_valid({info, file.width, static_cast<int>(file.degree), file.offset})) return {};
  return {Code::bad_model, joined({"the width of the model's ", info->id, " kernel is not positive"})};
}

Result<Model> model_of(const ModelView& view) {
  if (Status s = check_kernel(view); !s) return s;
  const auto r = static_cast<Index>(view.outputs()), m = static_cast<Index>(view.references());
  ModelParts parts;
  size_map(view, parts);
  // An embedding takes its number of outputs from the references.
  parts.references.resize(r, m);
  read_map(view, parts);
  parts.unit_length = view.unit_length();
  parts.double_precision = view.double_map() != nullptr;
  if (parts.double_precision && !read_double_map(view, parts))
    return Status(Code::bad_model, "the model's float map and its double map are not the same");

  if (view.range()) parts.range = Eigen::Map<const PlainVector<float>>(view.range(), parts.inputs());
  parts.rule = view.rule();
  parts.neighbors = static_cast<Index>(view.neighbors());
  parts.block = static_cast<Index>(view.block());
  if (m > 0) parts.references = ConstMatrixView<float>(view.reference(0), r, m);
  if (view.labels()) parts.labels.assign(view.labels(), view.labels() + m);
  for (std::size_t i = 0; i < view.classes(); ++i) parts.classes.push_back(text(view.class_name(i)));
  if (view.has_feature_names())
    for (std::size_t j = 0; j < view.inputs(); ++j) parts.features.push_back(text(view.feature_name(j)));

  parts.record = Json::object();
  if (view.record().data) {
    Result<Json> record = Json::parse({view.record().data, view.record().size});
    if (!record) return Status(Code::bad_model, joined({"the model's record: ", record.status().message()}));
    if (!record->is_object()) return Status(Code::bad_model, "the model's record is not a JSON object");
    parts.record = std::move(*record);
  }
  const ClassifierInfo* const named = find_classifier(parts.record.text_or("classifier", ""));
  if (named && is_of(*named, parts)) parts.classifier = named;
  return Model::make(std::move(parts));
}

Result<Model> unguarded_decode(const std::uint8_t* bytes, std::size_t size) {
  std::vector<std::uint8_t> aligned;
  const std::uint8_t* start = bytes;
  if (reinterpret_cast<std::uintptr_t>(bytes) % alignof(float) != 0) {
    aligned.assign(bytes, bytes + size);
    start = aligned.data();
  }
  ModelView view;
  if (const Code code = ModelView::open(start, size, view); code != Code::ok)
    return refusal(code, bytes, size);
  if (view.bytes() != size)
    return Status(Code::bad_model,
                  joined({"the model file has ", size - view.bytes(), " bytes too many at its end"}));
  return model_of(view);
}

}  // namespace

Result<Model> decode(const std::uint8_t* bytes, std::size_t size) {
  return guarded([&] { return unguarded_decode(bytes, size); });
}

}  // namespace tanda::internal
