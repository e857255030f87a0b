// What a fit is put together from: arranging, planning, and making a model with its record of a solution.
#pragma once

#include "data/arrange.hpp"
#include "model/fit.hpp"

namespace tanda::internal {

// ---- fit_arrange.cpp

/// The samples a method uses, in the order of their classes; the list lies in the workspace.
template <class S>
Result<Arranged> arrange(const Dataset<S>& data, Supervision supervision, Monitor& monitor,
                         Workspace* w = nullptr);
/// How many a method with this supervision uses.
template <class S>
Index used_samples(const Dataset<S>& data, Supervision supervision);
/// The dimensions to ask the method for: what the caller wants, within what the method can give.
Index wanted_dims(const MethodInfo& info, Index asked, Index dims, Index samples, Index classes);
/// The PCA that comes first: the one asked for, or the one the method needs.
PcaChoice pca_choice(const MethodInfo& info, PcaChoice asked, Index dims, Index samples);
template <class S>
Index class_count(const Arranged& arranged, const MethodInfo& info, const Dataset<S>& data) {
  return info.supervision != Supervision::none ? arranged.classes.count()
                                               : std::max<Index>(1, Index(data.classes.size()));
}

// ---- fit.cpp

/// What a fit does once its samples are arranged: all of it in the workspace but the model's parts, which lie
/// in `model_home`. Where both count, samples and their order have no values.
template <class S>
Result<ModelParts> fit_arranged(const Method& method, const Parameters& parameters, Arranged arranged,
                                const Dataset<S>& data, const FitOptions& options, Monitor& monitor,
                                Workspace& w, Workspace* model_home = nullptr);

// ---- fit_record.cpp

/// How the model was made: method, parameters, preparation, seed.
Json record_of(const MethodInfo& info, const Parameters& parameters, const Solution& solution,
               const FitOptions& options, Scale scale, PcaChoice pca);

// ---- fit_model.cpp

/// `floats_do` looks at so many samples.
inline constexpr Index checked_samples = 64;

/// The map in raw units; it lies in `home`, null = on the heap.
template <class S>
void set_map(ModelParts& model, Output output, const Prepared<S>& prepared, const Solution& solution,
             Workspace* home);
/// The embedded samples in the caller's order.
void set_embedding(ModelParts& model, const MatrixD& embedding, const Array<int>& order, const int* labels);
/// Bytes of its matrices and labels, and of the map made ready.
std::uint64_t model_bytes(const ModelParts& model);
/// Did solving go well, and do floats hold the map? Notes if there are fewer dims than were asked for.
Status check_map(const ModelParts& model, const Solution& solution, Index asked, Monitor& monitor);
/// Projected training samples and their labels, to classify by. `block`: columns of each class, 0 = none of
/// its own.
template <class S>
Status add_references(ModelParts& model, const Dataset<S>& data, const FitOptions& options, Index block,
                      Monitor& monitor, Workspace* home);

}  // namespace tanda::internal
