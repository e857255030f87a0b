// A fitted model: a map (for most methods the affine y = P·x + c), the reference points of the classifier,
// and a record of how it was made. A model is always valid and never changes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/csv.hpp"
#include "model/classifier.hpp"
#include "model/parts.hpp"
#include "tanda/status.hpp"

namespace tanda::internal {

/// The map is prepared for application once, in the constructor; copies share all data. Several threads may
/// use a model at the same time.
class Model {
 public:
  /// Checks that the parts have matching sizes, that labels are those of existing classes, and that every
  /// number is finite, also as a float, so that a model file can hold it. Code::bad_model names the part that
  /// is wrong. O(size of the parts).
  static Result<Model> make(ModelParts parts);

  // Copied but never moved: an object that was moved from would be invalid.
  Model(const Model&) = default;
  Model& operator=(const Model&) = default;
  ~Model() = default;

  Map map() const { return parts().kind(); }
  Index inputs() const { return parts().inputs(); }
  Index outputs() const { return parts().outputs(); }
  const MatrixD& projection() const;  ///< r×d; empty unless the map is linear
  const VectorD& offset() const;      ///< r; empty unless the map is linear
  const KernelMap& kernel() const;    ///< empty unless the map is a kernel map
  const VectorD& mean() const { return parts().mean; }
  const Vector<float>& range() const { return parts().range; }
  bool unit_length() const { return parts().unit_length; }
  bool double_precision() const { return parts().double_precision; }

  const ClassifierInfo& classifier() const { return *parts().classifier; }
  Rule rule() const { return parts().rule; }
  Index neighbors() const { return parts().neighbors; }
  Index block() const { return parts().block; }
  Index class_dims() const { return parts().class_dims; }
  const Matrix<float>& references() const { return parts().references; }
  const std::vector<std::int32_t>& labels() const { return parts().labels; }

  const std::vector<std::string>& classes() const { return parts().classes; }
  const std::vector<std::string>& features() const { return parts().features; }
  const Json& record() const { return *record_; }
  /// The same model with another record, which must be an object or null; all other data are shared.
  Model with_record(Json record) const;
  /// The same model with a member of its record added or replaced.
  Model recorded(std::string_view key, Json value) const;

  /// All data of the model except the record.
  const ModelParts& parts() const;
  /// A copy of all data, from which another model can be made. O(size).
  ModelParts copy_parts() const;

  /// The prepared data for transform and predict.
  struct Inside;
  const Inside& inside() const { return *inside_; }

 private:
  Model(std::shared_ptr<const Inside> inside, std::shared_ptr<const Json> record)
      : inside_(std::move(inside)), record_(std::move(record)) {}

  std::shared_ptr<const Inside> inside_;
  std::shared_ptr<const Json> record_;
};

/// Projects samples (d×n) to r×n: an affine map in the samples' precision, a kernel map always in double. A
/// sample gives the same numbers alone and in a batch of any size. `transform` and `predict` give
/// Code::no_projection for an embedding.
template <class S>
Result<Matrix<S>> transform(const Model& model, ConstMatrixView<S> samples);

/// The same into the caller's memory, r numbers per sample, sample after sample. After the first call, no
/// heap is used except for the packing buffers of large products of kernel maps.
template <class S>
Status transform(const Model& model, ConstMatrixView<S> samples, S* out);

/// The classifier of the model, as a view on its reference points.
Classifier classifier_of(const Model& model);

/// Predicts class numbers of samples (d×n).
template <class S>
Result<std::vector<int>> predict(const Model& model, ConstMatrixView<S> samples);

/// Predicts into the caller's memory, with scores. `scores` has room for one number per class and sample,
/// sample after sample; those of a sample are in [0, 1], sum to 1, and the predicted class has the largest
/// (tanda/detail/scores.hpp). `labels` and `scores` may be null. The heap is used at the first call, and once
/// more when enough samples have been predicted to make a tree of the reference points pay.
template <class S>
Status predict(const Model& model, ConstMatrixView<S> samples, int* labels, float* scores = nullptr);

/// The `count` reference points nearest to each projected sample, nearest first; of equally near ones, the
/// lower index first. `indices` and `distances` (Euclidean) have room for `count` numbers per sample, sample
/// after sample.
template <class S>
Status nearest_references(const Model& model, ConstMatrixView<S> samples, Index count, std::int32_t* indices,
                          float* distances);

/// The model with the names of its table's columns in its record: that of the label, with its number from 1
/// (0 = unknown), and that of the column with the names of the rows. An empty name and 0 are not recorded.
Model remember_columns(const Model& model, const std::string& label, Index label_column,
                       const std::string& id);

/// Whether the samples were doubles when the model was fitted. New samples are then read as doubles, too, so
/// that the training samples are projected to the same points. (A map may be kept in double for samples that
/// were floats.)
bool fitted_in_double(const Model& model);

/// Sets the options of a reader so that it picks the model's columns and fills in missing values as the model
/// requires.
void want_columns(const Model& model, CsvOptions& options);

/// Writes and reads the model file (docs/MODEL_FILE.md). `decode` is safe for any bytes.
Result<std::vector<std::uint8_t>> encode(const Model& model);
Result<Model> decode(const std::uint8_t* bytes, std::size_t size);

/// The text written by `tanda export --format json`.
std::string model_json(const Model& model);

}  // namespace tanda::internal
