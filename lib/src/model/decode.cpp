// Bytes → Model. ModelView has checked every number before any of them is used here.
#include <cstring>
#include <string>

#include "map_parts.hpp"
#include "tanda/base/guarded.hpp"
#include "tanda/base/text.hpp"
#include "tanda/model/model_view.hpp"

namespace tanda {
namespace {

template <class S>
using RowMajorView = Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// What a person can do something with, where the code alone says little.
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

/// Room for the map that the header tells of.
void size_map(const ModelView& view, Model& model) {
  const auto r = static_cast<Index>(view.outputs()), d = static_cast<Index>(view.inputs());
  model.map = view.map();
  model.mean.resize(d);
  if (model.map == Map::linear) {
    model.projection.resize(r, d);
    model.offset.resize(r);
  }
  if (model.map == Map::kernel) {
    const FileKernel file = view.kernel();
    const Index p = file.dims, q = file.points;
    KernelMap& map = model.kernel;
    map.kernel = {static_cast<KernelKind>(file.kind), file.width, static_cast<int>(file.degree), file.offset};
    map.factor.resize(d);
    if (view.floats(Section::basis)) map.basis.resize(d, p);
    map.points.resize(p, q);
    map.coefficients.resize(r, q);
  }
}

void read_map(const ModelView& view, Model& model) {
  for_each_map_part(model, [&](Section section, auto&& matrix, Index rows, Index cols) {
    matrix = RowMajorView<float>(view.floats(section), rows, cols).template cast<double>();
  });
}

/// False when it is not the float map, only finer: then the file would mean two things.
bool read_double_map(const ModelView& view, Model& model) {
  const auto* next = static_cast<const unsigned char*>(view.double_map());
  bool same = true;
  for_each_map_part(model, [&](Section, auto&& matrix, Index rows, Index cols) {
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> fine(rows, cols);
    const std::size_t bytes = static_cast<std::size_t>(fine.size()) * sizeof(double);
    std::memcpy(fine.data(), next, bytes);
    next += bytes;
    same = same && (fine.template cast<float>().template cast<double>().array() == matrix.array()).all();
    matrix = fine;
  });
  return same;
}

Result<Model> model_of(const ModelView& view) {
  const auto r = static_cast<Index>(view.outputs()), m = static_cast<Index>(view.references());
  Model model;
  size_map(view, model);
  // Of an embedding the references are what gives the number of outputs.
  model.references.resize(r, m);
  read_map(view, model);
  model.unit_length = view.unit_length();
  model.double_precision = view.double_map() != nullptr;
  if (model.double_precision && !read_double_map(view, model))
    return Status(Code::bad_model, "the model's float map and its double map are not the same");

  if (view.range()) model.range = Eigen::Map<const PlainVector<float>>(view.range(), model.inputs());
  model.rule = view.rule();
  model.neighbors = static_cast<Index>(view.neighbors());
  model.block = static_cast<Index>(view.block());
  if (m > 0) model.references = ConstMatrixView<float>(view.reference(0), r, m);
  if (view.labels()) model.labels.assign(view.labels(), view.labels() + m);
  for (std::size_t i = 0; i < view.classes(); ++i) model.classes.push_back(text(view.class_name(i)));
  if (view.has_feature_names())
    for (std::size_t j = 0; j < view.inputs(); ++j) model.features.push_back(text(view.feature_name(j)));

  model.record = Json::object();
  if (view.record().data) {
    Result<Json> record = Json::parse({view.record().data, view.record().size});
    if (!record) return Status(Code::bad_model, joined({"the model's record: ", record.status().message()}));
    if (!record->is_object()) return Status(Code::bad_model, "the model's record is not a JSON object");
    model.record = std::move(*record);
  }
  return model;
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

}  // namespace tanda
