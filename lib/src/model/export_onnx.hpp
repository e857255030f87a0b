// Writes a model as an ONNX file, for the runtimes of browsers, phones and servers.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// Operator set 13, plain operators only. Input "x": float, N×d. Outputs:
/// - "y", float, N×r: the projection. One Gemm for a linear map; a kernel map in double, as in `transform`.
/// - "label", int64, N: class number, by the model's rule. Like the next two, only with a classifier.
/// - "class", text, N: its name. An output because JavaScript's runtime cannot read metadata; one Gather
///   at the end, which can be removed for runtimes without texts.
/// - "scores", float, N×C: of each class, in [0, 1], with sum 1; defined in tanda/detail/scores.hpp.
///
/// Metadata: "classes", "features" and "record" as JSON, which Python, C++, Java and C# can read.
/// Distances are added up column by column, as `predict` does: 3 r nodes, and memory for a few N×m tensors.
/// Code::no_projection for an embedding.
Result<std::vector<std::uint8_t>> model_onnx(const Model& model);

}  // namespace tanda::internal
