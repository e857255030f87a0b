// The steps of a fit: arranging, planning, and making the model and its record from a solution.
#pragma once

#include "data/arrange.hpp"
#include "model/fit.hpp"

namespace tanda::internal {

// ---- fit_arrange.cpp

/// Selects the samples that a method uses, sorted by class; the list is allocated in the workspace.
template <class S>
Result<Arranged> arrange(const Dataset<S>& data, Supervision supervision, Monitor& monitor,
                         Workspace* w = nullptr);
/// The number of samples that a method with this supervision uses.
template <class S>
Index used_samples(const Dataset<S>& data, Supervision supervision);
/// The number of dimensions to ask for: that of the caller, limited to the largest that the method can give.
Index wanted_dims(const MethodInfo& info, Index asked, Index dims, Index samples, Index classes);
/// The PCA to apply first: the one asked for, or the one the method needs.
PcaChoice pca_choice(const MethodInfo& info, PcaChoice asked, Index dims, Index samples);
template <class S>
Index class_count(const Arranged& arranged, const MethodInfo& info, const Dataset<S>& data) {
  return info.supervision != Supervision::none ? arranged.classes.count()
                                               : std::max<Index>(1, Index(data.classes.size()));
}

// ---- fit.cpp

/// The rest of a fit once its samples are arranged. All memory comes from the workspace, except the parts of
/// the model, which are allocated in `model_home`. If both only count, samples and their order have no
/// values.
template <class S>
Result<ModelParts> fit_arranged(const Method& method, const Parameters& parameters, Arranged arranged,
                                const Dataset<S>& data, const FitOptions& options, Monitor& monitor,
                                Workspace& w, Workspace* model_home = nullptr);

// ---- fit_record.cpp

/// The record of how the model was made: method, parameters, preparation, seed.
Json record_of(const MethodInfo& info, const Parameters& parameters, const Solution& solution,
               const FitOptions& options, Scale scale, PcaChoice pca);

// ---- fit_model.cpp

/// The number of samples on which `floats_do` tests a map.
inline constexpr Index checked_samples = 64;

/// The map in raw units, allocated in `home`; null = on the heap.
template <class S>
void set_map(ModelParts& model, Output output, const Prepared<S>& prepared, const Solution& solution,
             Workspace* home);
/// The embedded samples in the caller's order.
void set_embedding(ModelParts& model, const MatrixD& embedding, const Array<int>& order, const int* labels);
/// Bytes of the model's matrices and labels, and of its prepared map.
std::uint64_t model_bytes(const ModelParts& model);
/// Checks that the solution is finite and that floats can hold the map; adds a note if there are fewer dims
/// than were asked for.
Status check_map(const ModelParts& model, const Solution& solution, Index asked, Monitor& monitor);
/// Sets the reference points: projected training samples and their labels. `block`: columns of each class, 0
/// = all classes share all columns.
template <class S>
Status add_references(ModelParts& model, const Dataset<S>& data, const FitOptions& options, Index block,
                      Monitor& monitor, Workspace* home);

}  // namespace tanda::internal
