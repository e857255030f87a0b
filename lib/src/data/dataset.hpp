// Dataset: labelled samples as a view on the caller's memory; Table: a dataset that owns its memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/types.hpp"

namespace tanda::internal {

/// n samples of d features, row-major in memory, seen as a d×n matrix. Copies only the names.
template <class S>
struct Dataset {
  ConstMatrixView<S> x{nullptr, 0, 0};
  const int* labels = nullptr;  ///< n class numbers 0..classes-1, -1 = unlabelled; null = no labels at all
  std::vector<std::string> classes;   ///< names in class order
  std::vector<std::string> features;  ///< d names, or empty
  /// A partition given by the caller, for methods that take one: n numbers from 0; samples of one class with
  /// the same number form a patch. Null = no partition.
  const int* patches = nullptr;

  Index samples() const { return x.cols(); }
  Index dims() const { return x.rows(); }
};

/// Class numbers for label texts: classes in natural order (as numbers when all are numbers, else by bytes),
/// so that the numbers do not depend on the order of the samples. An empty text means an unlabelled sample.
struct Labels {
  std::vector<int> numbers;
  std::vector<std::string> classes;
};
Labels encode_labels(const std::vector<std::string>& texts);

/// The result of a reader.
template <class S>
struct Table {
  std::vector<S> values;  ///< rows × columns, row-major
  Index rows = 0, columns = 0;
  std::vector<std::string> features;
  bool has_labels = false;
  std::string label_name;
  Index label_column = -1;  ///< position of the label column in the text, from 0; -1 = none
  Labels labels;
  std::string id_name;
  std::vector<std::string> ids;    ///< names of the rows, if a column with names was given
  std::vector<int> patches;        ///< patches of the rows, if a column with patches was given
  std::vector<std::string> notes;  ///< what the reader decided or left out, one sentence each

  /// Bytes in memory.
  std::uint64_t bytes() const {
    std::uint64_t total =
        sizeof(S) * values.capacity() + sizeof(int) * (labels.numbers.capacity() + patches.capacity());
    for (const auto* texts : {&features, &labels.classes, &ids, &notes})
      for (const std::string& text : *texts) total += sizeof text + text.capacity();
    return total;
  }

  Dataset<S> view() const {
    return {ConstMatrixView<S>(values.data(), columns, rows), has_labels ? labels.numbers.data() : nullptr,
            labels.classes, features, patches.empty() ? nullptr : patches.data()};
  }
};

}  // namespace tanda::internal
