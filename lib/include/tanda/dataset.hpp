// Samples: a view of existing numbers, or a table that was read and owns its numbers. A sample is a row of d
// features; rows are stored one after the other.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tanda/detail/api.h"
#include "tanda/detail/missing.hpp"
#include "tanda/status.hpp"

namespace tanda {

class Model;

/// A matrix whose rows are samples, S = float or double.
template <class S>
using Rows = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A view of such a matrix in memory that it does not own. Costs nothing to make.
template <class S>
using RowsView = Eigen::Map<const Rows<S>>;

/// Samples in the caller's memory, with their labels if there are any. Numbers are not copied; they must stay
/// valid and in place while the view is used.
template <class S>
struct Dataset {
  const S* values = nullptr;  ///< rows × cols, row after row
  std::size_t rows = 0;       ///< samples
  std::size_t cols = 0;       ///< features of each
  /// A class number from 0 for each row, -1 = unlabelled; null = there are no labels.
  const int* labels = nullptr;
  /// Names of the classes, in the order of their numbers; empty = "0", "1", ...
  std::vector<std::string> classes;
  /// Names of the features; empty = they have none.
  std::vector<std::string> features;
  /// The caller's own partition, for methods that use one: a number from 0 for each row; rows of one class
  /// with the same number form a patch. null = there is none.
  const int* patches = nullptr;

  /// The samples as a matrix, rows × cols. O(1)
  RowsView<S> x() const { return {values, Eigen::Index(rows), Eigen::Index(cols)}; }
};

/// A view of `rows` × `cols` numbers, row after row, and of a class number (or -1) for each row. O(1) \code
///   const float values[] = {0, 0, 1, 0, 0, 1, 6, 5, 5, 6, 6, 6};
///   const int labels[] = {0, 0, 0, 1, 1, 1};
///   const tanda::Dataset<float> data = tanda::view(values, 6, 2, labels);
/// \endcode
/// @param values rows × cols numbers, row after row
/// @param rows samples
/// @param cols features of each
/// @param labels a class number from 0 for each row, -1 = unlabelled; null = there are none
template <class S>
Dataset<S> view(const S* values, std::size_t rows, std::size_t cols, const int* labels = nullptr) {
  Dataset<S> data;
  data.values = values;
  data.rows = rows;
  data.cols = cols;
  data.labels = labels;
  return data;
}
/// A view of a matrix whose rows are samples. O(1) \code
///   const tanda::Rows<double> x = tanda::Rows<double>::Random(100, 3);
///   const auto axes = tanda::fit(tanda::view(x), "pca");
/// \endcode
/// @param x rows × cols; must outlive the view
/// @param labels a class number from 0 for each row, -1 = unlabelled; null = there are none
template <class S>
Dataset<S> view(const Rows<S>& x, const int* labels = nullptr) {
  return view(x.data(), std::size_t(x.rows()), std::size_t(x.cols()), labels);
}
/// A view of the memory that an Eigen::Map refers to; the Map itself need not outlive the view. O(1)
/// @param x rows × cols
/// @param labels a class number from 0 for each row, -1 = unlabelled; null = there are none
template <class S>
Dataset<S> view(const RowsView<S>& x, const int* labels = nullptr) {
  return view(x.data(), std::size_t(x.rows()), std::size_t(x.cols()), labels);
}
/// Deleted, because a temporary matrix would be destroyed before the view is used: store it in a variable
/// first.
template <class S>
Dataset<S> view(Rows<S>&& x, const int* labels = nullptr) = delete;

/// How a table is read. Columns are given by their names or by their numbers from 1.
struct ReadOptions {
  /// The column of the labels; "none" = there is none; "" = detected: by its name (label, class, target,
  /// species, y, ...), else the only column of text or of few whole numbers, else the last.
  std::string label;
  std::vector<std::string> drop;     ///< columns that are not used
  std::vector<std::string> keep;     ///< the only columns that are features; empty = all
  std::string id;                    ///< a column that names the rows: not a feature
  std::string patches;               ///< a column with the caller's own partition: not a feature
  Missing missing = Missing::error;  ///< what to do with missing values
  char separator = '\0';             ///< of columns; '\0' = detected
  char decimal = '\0';               ///< '.' or ','; '\0' = detected
  std::uint64_t memory_limit = 0;    ///< the most bytes that the reader and its table may take; 0 = no limit
};

/// A table that was read: a Dataset that owns its numbers. Can be moved but not copied.
template <class S = float>
class Table : public Dataset<S> {
 public:
  /// An empty table.
  Table() = default;
  /// Takes the numbers of `other`, which becomes empty.
  /// @param other the table to move from
  Table(Table&& other) noexcept { *this = std::move(other); }
  /// Takes the numbers of `other`, which becomes empty.
  /// @param other the table to move from
  Table& operator=(Table&& other) noexcept {
    if (this == &other) return *this;
    Dataset<S>::operator=(std::exchange(static_cast<Dataset<S>&>(other), Dataset<S>()));
    label = std::move(other.label);
    label_column = std::exchange(other.label_column, 0);
    id = std::move(other.id);
    ids = std::move(other.ids);
    notes = std::move(other.notes);
    values_ = std::move(other.values_);
    labels_ = std::move(other.labels_);
    patches_ = std::move(other.patches_);
    return *this;
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  ~Table() = default;

  std::string label;             ///< name of the label column; "" = it has none
  std::size_t label_column = 0;  ///< number of the label column from 1; 0 = there is none
  std::string id;                ///< name of the column that names the rows
  std::vector<std::string> ids;  ///< names of the rows, if there is a column of names
  /// Automatic decisions and irregularities of the table, one sentence each.
  std::vector<std::string> notes;

 private:
  template <class T>
  friend struct TableMaker;
  std::vector<S> values_;
  std::vector<int> labels_, patches_;
};

/// Reads a table from a file of any format that has a reader, including CSV; the format is recognised by the
/// content, then by the file's name. With a model its columns are selected by name (by position where there
/// are no names), and the label column may be absent. O(size of the file); needs the memory of the table and
/// some 64 KiB, for a compressed file also its size. Errors name the file, and the row and column if there is
/// one. \code
///   const auto table = tanda::read_csv("wine.csv");
///   const auto exact = tanda::read_csv<double>("wine.csv");
/// \endcode
/// @param path the file
/// @param options the roles of columns, and what to do with missing values
/// @param model the model whose features are selected; null = all columns are features
template <class S = float>
TANDA_API Result<Table<S>> read_csv(std::string_view path, const ReadOptions& options = {},
                                    const Model* model = nullptr);

/// Reads a table from text in memory. O(size) \code
///   const auto table = tanda::read_csv_text("width,kind\n1.5,a\n2.5,b\n");
/// \endcode
/// @param text all of it
/// @param options the roles of columns, and what to do with missing values
/// @param model the model whose features are selected; null = all columns are features
template <class S = float>
TANDA_API Result<Table<S>> read_csv_text(std::string_view text, const ReadOptions& options = {},
                                         const Model* model = nullptr);

}  // namespace tanda
