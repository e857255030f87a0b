// A fitted model: projects samples, predicts their classes, can be saved and inspected.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tanda/dataset.hpp"
#include "tanda/detail/api.h"
#include "tanda/detail/map.hpp"
#include "tanda/detail/rule.hpp"
#include "tanda/status.hpp"

namespace tanda {

/// How a model is exported.
struct ExportOptions {
  std::string name = "model";  ///< prefix of names in exported source code
  bool quantize = false;       ///< for C: weights and inputs of one byte
  int prototypes = 0;          ///< largest number of reference points to keep; 0 = all
};

/// Predicted classes of samples, with scores.
struct Prediction {
  std::vector<int> labels;  ///< a class number for each sample
  /// Samples × classes, each number in [0, 1], summing to 1 in each row. The class in `labels` has the
  /// largest score.
  Rows<float> scores;
};

/// A fitted model. It is immutable and always valid, and copies share its data: copying costs one reference
/// count. Threads may use the same model at the same time. Functions that can fail, also because memory runs
/// out, return a Status or a Result; the others cannot. \code
///   const auto table = tanda::read_csv("wine.csv");
///   if (!table) return fail(table.status().text());
///   const auto model = tanda::fit(*table, "lda");
///   if (!model) return fail(model.status().text());
///   const auto embedded = model->transform(table->x());  // rows × outputs
///   const auto labels = model->predict(table->x());      // a class number for each row
/// \endcode
class TANDA_API Model {
 public:
  /// Reads a model file. O(size of the file) \code
  ///   const auto model = tanda::Model::open("wine.tanda");
  ///   if (!model) return fail(model.status().text());
  /// \endcode
  /// @param path the file
  static Result<Model> open(std::string_view path);
  /// Makes a model from the bytes of a model file. The bytes may come from an untrusted source: every length
  /// and number is checked, and bytes that are not a complete model give Code::bad_model. The bytes are
  /// copied. O(size)
  /// @param bytes the whole file; any address will do
  /// @param size how many bytes
  static Result<Model> open(const void* bytes, std::size_t size);

  /// Copies share the model. (There is no move constructor: a moved-from model would be invalid.)
  Model(const Model&) = default;
  Model& operator=(const Model&) = default;  ///< copies share the model
  ~Model() = default;

  /// Writes the model file completely or not at all. O(size of the file)
  /// @param path the file; an existing one is replaced
  Status save(std::string_view path) const;
  /// The bytes of a model file. O(size of the file)
  Result<std::vector<std::uint8_t>> bytes() const;
  /// The bytes of a file for another program. O(size of the file); with prototypes O(m n) more.
  /// @param format the id of an exporter, such as "onnx"; the command `tanda export` lists them
  /// @param options details of the export
  Result<std::string> export_as(std::string_view format, const ExportOptions& options = {}) const;

  /// Projects samples, S = float or double. The result for a sample does not depend on the other samples. O(r
  /// d) per sample for a linear map. Code::no_projection if the model only embeds its training samples.
  /// @param x n × inputs
  /// @return n × outputs
  template <class S>
  Result<Rows<S>> transform(const RowsView<S>& x) const;
  /// The same for a matrix.
  /// @param x n × inputs
  template <class S>
  Result<Rows<S>> transform(const Rows<S>& x) const {
    return transform(RowsView<S>(x.data(), x.rows(), x.cols()));
  }
  /// The same into the caller's memory.
  /// @param x rows × cols numbers, row after row
  /// @param rows how many samples
  /// @param cols features of a sample; must equal inputs()
  /// @param y room for rows × outputs()
  template <class S>
  Status transform(const S* x, std::size_t rows, std::size_t cols, S* y) const;

  /// Predicts the class of each sample, as its number in classes(). O(r d + m r) per sample with m reference
  /// points, less where there are many. Code::bad_argument if the model only projects.
  /// @param x n × inputs
  template <class S>
  Result<std::vector<int>> predict(const RowsView<S>& x) const;
  /// The same for a matrix.
  /// @param x n × inputs
  template <class S>
  Result<std::vector<int>> predict(const Rows<S>& x) const {
    return predict(RowsView<S>(x.data(), x.rows(), x.cols()));
  }
  /// The same into the caller's memory.
  /// @param x rows × cols numbers, row after row
  /// @param rows how many samples
  /// @param cols features of a sample; must equal inputs()
  /// @param labels room for `rows` numbers
  template <class S>
  Status predict(const S* x, std::size_t rows, std::size_t cols, int* labels) const;

  /// Predicts classes with scores: a number in [0, 1] for each class, summing to 1 per sample. With
  /// Rule::neighbors, the fraction of the neighbours that belong to the class (where fractions are equal, the
  /// nearer class gets slightly more); with Rule::mean and Rule::membership, the nearness of the class
  /// relative to the others. \code
  ///   const auto model = tanda::fit(*table, "lda");
  ///   if (!model) return fail(model.status().text());
  ///   const auto sure = model->predict_scores(table->x());
  ///   if (!sure) return fail(sure.status().text());
  ///   std::printf("class %d, score %g\n", sure->labels[0], double(sure->scores.row(0).maxCoeff()));
  /// \endcode
  /// @param x n × inputs
  template <class S>
  Result<Prediction> predict_scores(const RowsView<S>& x) const;
  /// The same for a matrix.
  /// @param x n × inputs
  template <class S>
  Result<Prediction> predict_scores(const Rows<S>& x) const {
    return predict_scores(RowsView<S>(x.data(), x.rows(), x.cols()));
  }
  /// The same into the caller's memory.
  /// @param x rows × cols numbers, row after row
  /// @param rows how many samples
  /// @param cols features of a sample; must equal inputs()
  /// @param labels room for `rows` numbers; null = not needed
  /// @param scores room for rows × classes().size() numbers
  template <class S>
  Status predict_scores(const S* x, std::size_t rows, std::size_t cols, int* labels, float* scores) const;

  std::size_t inputs() const noexcept;         ///< features of a sample
  std::size_t outputs() const noexcept;        ///< dimensions of a projected sample
  std::size_t references() const noexcept;     ///< reference points that the model classifies by
  Map map() const noexcept;                    ///< linear, kernel, or embedding, which cannot project
  Rule rule() const noexcept;                  ///< how it classifies
  int neighbors() const noexcept;              ///< k of Rule::neighbors; else 0
  const std::string& method() const noexcept;  ///< the id of the method that made it
  const std::vector<std::string>& classes() const noexcept;   ///< names, in the order of their numbers
  const std::vector<std::string>& features() const noexcept;  ///< names; empty = none
  /// The outputs × inputs matrix of a linear map, in units of the samples: y = components · x + offset. Empty
  /// for other maps. Valid as long as the model or a copy of it exists. O(1)
  Eigen::Map<const Eigen::MatrixXd> components() const noexcept;
  /// The offset of a linear map, -components · mean; empty for other maps.
  Eigen::Map<const Eigen::VectorXd> offset() const noexcept;
  /// The mean of the training samples; empty if the model only embeds them.
  Eigen::Map<const Eigen::VectorXd> mean() const noexcept;
  /// What the method maximises or minimises, one for each component, if it solves an eigenproblem.
  const std::vector<double>& eigenvalues() const noexcept;
  /// How the model was made, as JSON: method, parameters, automatic choices, notes, version.
  const std::string& record() const noexcept;

 private:
  struct Inside;
  friend struct ModelAccess;
  explicit Model(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}

  std::shared_ptr<const Inside> inside_;
};

}  // namespace tanda
