// A fitted model: projects samples, says which class they are of, can be kept and looked into.
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
  std::string name = "model";  ///< for source code: what its names begin with
  bool quantize = false;       ///< for C: weights and inputs of one byte
  int prototypes = 0;          ///< at most so many reference points; 0 = all
};

/// Which classes samples are of, and how sure that is.
struct Prediction {
  std::vector<int> labels;  ///< a class number for each sample
  /// Samples × classes, each number in [0, 1] and each row together 1. The class in `labels` has the largest.
  Rows<float> scores;
};

/// A fitted model. It cannot change, is valid whenever there is one, and copies share it: passing it by value
/// costs a counter. Threads may use the same model at the same time. Functions that can fail, also because
/// memory runs out, return a Status or a Result; the others cannot. \code
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
  /// Makes a model of the bytes of a model file, wherever they are from: every length and number is checked,
  /// and what is not a whole model gives Code::bad_model. The bytes are copied. O(size)
  /// @param bytes the whole file; any address will do
  /// @param size how many bytes
  static Result<Model> open(const void* bytes, std::size_t size);

  /// Copies share the model. (There is no moving: what was moved from would have none.)
  Model(const Model&) = default;
  Model& operator=(const Model&) = default;  ///< copies share the model
  ~Model() = default;

  /// Writes the model file, which appears whole or not at all. O(size of the file)
  /// @param path the file; one that is there is replaced
  Status save(std::string_view path) const;
  /// The bytes of that file. O(size of the file)
  Result<std::vector<std::uint8_t>> bytes() const;
  /// The bytes of a file for another program. O(size of the file); with prototypes O(m n) more.
  /// @param format the id of an exporter, such as "onnx"; the command `tanda export` lists them
  /// @param options what is written
  Result<std::string> export_as(std::string_view format, const ExportOptions& options = {}) const;

  /// Projects samples, S = float or double. A sample gives the same numbers alone and among others. O(r d)
  /// each for a linear map. Code::no_projection of a model that only embeds.
  /// @param x n × inputs
  /// @return n × outputs
  template <class S>
  Result<Rows<S>> transform(const RowsView<S>& x) const;
  /// The same of a matrix.
  /// @param x n × inputs
  template <class S>
  Result<Rows<S>> transform(const Rows<S>& x) const {
    return transform(RowsView<S>(x.data(), x.rows(), x.cols()));
  }
  /// The same into the caller's memory.
  /// @param x rows × cols numbers, row after row
  /// @param rows how many samples
  /// @param cols has to be inputs()
  /// @param y room for rows × outputs()
  template <class S>
  Status transform(const S* x, std::size_t rows, std::size_t cols, S* y) const;

  /// Which class each sample is of, by its number in classes(). O(r d + m r) each with m reference points,
  /// less where there are many. Code::bad_argument of a model that only projects.
  /// @param x n × inputs
  template <class S>
  Result<std::vector<int>> predict(const RowsView<S>& x) const;
  /// The same of a matrix.
  /// @param x n × inputs
  template <class S>
  Result<std::vector<int>> predict(const Rows<S>& x) const {
    return predict(RowsView<S>(x.data(), x.rows(), x.cols()));
  }
  /// The same into the caller's memory.
  /// @param x rows × cols numbers, row after row
  /// @param rows how many samples
  /// @param cols has to be inputs()
  /// @param labels room for `rows` numbers
  template <class S>
  Status predict(const S* x, std::size_t rows, std::size_t cols, int* labels) const;

  /// The same with scores, which say how sure that is: a number in [0, 1] for each class, together 1. With
  /// Rule::neighbors the fraction of the neighbours that are of the class (of equal ones the nearer class has
  /// a little more), with Rule::mean and Rule::membership how near it is compared with the others. \code
  ///   const auto model = tanda::fit(*table, "lda");
  ///   if (!model) return fail(model.status().text());
  ///   const auto sure = model->predict_scores(table->x());
  ///   if (!sure) return fail(sure.status().text());
  ///   std::printf("class %d, score %g\n", sure->labels[0], double(sure->scores.row(0).maxCoeff()));
  /// \endcode
  /// @param x n × inputs
  template <class S>
  Result<Prediction> predict_scores(const RowsView<S>& x) const;
  /// The same of a matrix.
  /// @param x n × inputs
  template <class S>
  Result<Prediction> predict_scores(const Rows<S>& x) const {
    return predict_scores(RowsView<S>(x.data(), x.rows(), x.cols()));
  }
  /// The same into the caller's memory.
  /// @param x rows × cols numbers, row after row
  /// @param rows how many samples
  /// @param cols has to be inputs()
  /// @param labels room for `rows` numbers; null = nobody wants them
  /// @param scores room for rows × classes().size() numbers
  template <class S>
  Status predict_scores(const S* x, std::size_t rows, std::size_t cols, int* labels, float* scores) const;

  std::size_t inputs() const noexcept;         ///< features of a sample
  std::size_t outputs() const noexcept;        ///< numbers of a projected one
  std::size_t references() const noexcept;     ///< points it classifies by
  Map map() const noexcept;                    ///< linear, kernel, or embedding: then it cannot project
  Rule rule() const noexcept;                  ///< how it classifies
  int neighbors() const noexcept;              ///< k of Rule::neighbors; else 0
  const std::string& method() const noexcept;  ///< the id of the method that made it
  const std::vector<std::string>& classes() const noexcept;   ///< names, in the order of their numbers
  const std::vector<std::string>& features() const noexcept;  ///< names, or none
  /// Of a linear map, in units of the samples: y = components · x + offset, components = outputs × inputs. Of
  /// another map empty. Stays good as long as the model or a copy of it. O(1)
  Eigen::Map<const Eigen::MatrixXd> components() const noexcept;
  /// The offset of the same, -components · mean; of another map empty.
  Eigen::Map<const Eigen::VectorXd> offset() const noexcept;
  /// Of the samples it was fitted to; empty where the model only embeds.
  Eigen::Map<const Eigen::VectorXd> mean() const noexcept;
  /// What the method maximises or minimises, one for each component, if it solves an eigenproblem.
  const std::vector<double>& eigenvalues() const noexcept;
  /// How it was made, as JSON: method, parameters, what was chosen, notes, version.
  const std::string& record() const noexcept;

 private:
  struct Inside;
  friend struct ModelAccess;
  explicit Model(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}

  std::shared_ptr<const Inside> inside_;
};

}  // namespace tanda
