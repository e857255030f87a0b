// A fitted model: a map (for most methods the affine y = P·x + c), the points to classify by, and how it was
// made. It is valid when it exists, and never changes.
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

/// What its map needs to be applied is made ready once, here; copies share all of it. Any number of threads
/// may use one at the same time.
class Model {
 public:
  /// Checks that the parts have the sizes they should, that labels are of classes there are, and that every
  /// number is finite, also as a float: what a model file can hold. Code::bad_model says which part is wrong.
  /// O(size of the parts).
  static Result<Model> make(ModelParts parts);

  // Copied and never moved: what was moved from would be none.
  Model(const Model&) = default;
  Model& operator=(const Model&) = default;
  ~Model() = default;

  Map map() const { return parts().kind(); }
  Index inputs() const { return parts().inputs(); }
  Index outputs() const { return parts().outputs(); }
  const MatrixD& projection() const;  ///< r×d; empty unless the map is linear
  const VectorD& offset() const;      ///< r; empty unless the map is linear
  const KernelMap& kernel() const;    ///< empty unless the map is one
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
  /// The same model with another record, which is an object or null: what it was made from is shared.
  Model with_record(Json record) const;
  /// The same with one more member in its record, or another value of it.
  Model recorded(std::string_view key, Json value) const;

  /// What it is made of, but for the record.
  const ModelParts& parts() const;
  /// A copy of all of it, to make another one of. O(size).
  ModelParts copy_parts() const;

  /// What transform and predict use.
  struct Inside;
  const Inside& inside() const { return *inside_; }

 private:
  Model(std::shared_ptr<const Inside> inside, std::shared_ptr<const Json> record)
      : inside_(std::move(inside)), record_(std::move(record)) {}

  std::shared_ptr<const Inside> inside_;
  std::shared_ptr<const Json> record_;
};

/// Projects samples (d×n) to r×n: an affine map in the samples' precision, a kernel map always in double. A
/// sample gives the same numbers alone and in a batch of any size. Code::no_projection for an embedding, also
/// of `predict`.
template <class S>
Result<Matrix<S>> transform(const Model& model, ConstMatrixView<S> samples);

/// The same into the caller's memory, r numbers of each sample after those of the one before. No heap, at the
/// latest after the first call, but for what large products of kernel maps pack.
template <class S>
Status transform(const Model& model, ConstMatrixView<S> samples, S* out);

/// What classifies projected samples: a view of the model's reference points.
Classifier classifier_of(const Model& model);

/// Predicts class numbers of samples (d×n).
template <class S>
Result<std::vector<int>> predict(const Model& model, ConstMatrixView<S> samples);

/// The same into the caller's memory, and how sure that is: `scores` has room for a number of each class for
/// each sample, sample after sample, in [0, 1] and together 1; the predicted class has the largest
/// (tanda/detail/scores.hpp). Either may be null. No heap, at the latest after the first call and once more
/// where so many samples have come that a tree of the reference points pays.
template <class S>
Status predict(const Model& model, ConstMatrixView<S> samples, int* labels, float* scores = nullptr);

/// The `count` reference points nearest to each projected sample, nearest first, of equally near ones the
/// lower number; `indices` and `distances` (Euclidean) have room for `count` of each sample, sample after
/// sample.
template <class S>
Status nearest_references(const Model& model, ConstMatrixView<S> samples, Index count, std::int32_t* indices,
                          float* distances);

/// The model with what its table's columns were called in its record: the label, with its number from 1 (0 =
/// not known), and what named the rows. An empty name and 0 are not kept.
Model remember_columns(const Model& model, const std::string& label, Index label_column,
                       const std::string& id);

/// Whether the samples were doubles when the model was fitted: then new ones are read so, too, and those it
/// was fitted to land where they did. A map may be kept in double for samples that were floats.
bool fitted_in_double(const Model& model);

/// Tells a reader which columns the model takes, what stands in for missing values, and what was remembered.
void want_columns(const Model& model, CsvOptions& options);

/// The model file (docs/MODEL_FILE.md), and back. `decode` is safe on any bytes.
Result<std::vector<std::uint8_t>> encode(const Model& model);
Result<Model> decode(const std::uint8_t* bytes, std::size_t size);

/// `tanda export --format json`.
std::string model_json(const Model& model);

}  // namespace tanda::internal
