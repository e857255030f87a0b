// Selects the samples of a fit, their order, and the number of dimensions and the PCA that a method needs.
#include <algorithm>

#include "base/text.hpp"
#include "fit_parts.hpp"

namespace tanda::internal {
namespace {

std::string count_text(Index count, const char* thing, const char* things) {
  return joined({count, " ", (count == 1 ? thing : things)});
}

}  // namespace

template <class S>
Result<Arranged> arrange(const Dataset<S>& data, Supervision supervision, Monitor& monitor, Workspace* w) {
  if (supervision == Supervision::none) return arrange_as_one(data.samples(), w);
  if (!data.labels) return Status(Code::no_labels);
  Arranged result = arrange_by_class(data.samples(), data.labels, supervision == Supervision::semi, w);
  const Index left_out = data.samples() - Index(result.order.size());
  if (left_out > 0)
    monitor.note(
        joined({count_text(left_out, "unlabelled sample was", "unlabelled samples were"), " left out"}));
  if (result.classes.labelled() == 0) return Status(Code::no_labels, "no sample has a label");
  if (result.classes.count() < 2) {
    const std::size_t label = std::size_t(data.labels[result.order[0]]);
    const std::string name =
        label < data.classes.size() ? joined({" (\"", literal_text(data.classes[label]), "\")"}) : "";
    return Status(Code::one_class, joined({"all samples are of one class", name}));
  }
  if (result.classes.count() == result.classes.labelled()) {
    return Status(Code::too_few_samples,
                  joined({"each of the ", result.classes.count(),
                          " samples is a class of its own, and a class needs two"}),
                  "train with two samples of a class or more; if these are no classes, name another label "
                  "column with {label}");
  }
  return result;
}

template <class S>
Index used_samples(const Dataset<S>& data, Supervision supervision) {
  if (supervision != Supervision::labels || !data.labels) return data.samples();
  return Index(
      std::count_if(data.labels, data.labels + data.samples(), [](int label) { return label >= 0; }));
}

Index wanted_dims(const MethodInfo& info, Index asked, Index dims, Index samples, Index classes) {
  if (info.output == Output::kernel) dims = samples;
  switch (info.limit) {
    case Limit::samples:
      dims = samples - 1;
      break;
    case Limit::classes_minus_one:
      return std::min(asked > 0 ? asked : classes - 1, classes - 1);
    case Limit::per_class:
      return std::min(asked > 0 ? asked : 1, dims);
    case Limit::rank:
      break;
  }
  return std::min(asked > 0 ? asked : std::max<Index>(2, classes - 1), dims);
}

PcaChoice pca_choice(const MethodInfo& info, PcaChoice asked, Index dims, Index samples) {
  if (!asked.wanted() && info.pca_when_wide > 0 && dims >= samples) return {0, info.pca_when_wide};
  return asked;
}

#define TANDA_INSTANTIATE(S)                                                               \
  template Result<Arranged> arrange(const Dataset<S>&, Supervision, Monitor&, Workspace*); \
  template Index used_samples(const Dataset<S>&, Supervision);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
