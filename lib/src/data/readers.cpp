// The list of formats a table can be read from.
#include "data/readers.hpp"

// Each format has a file readers/NAME.cpp and a line here. The format that takes any text comes last.
#define TANDA_READERS(X) \
  X(arff)                \
  X(npy)                 \
  X(npz)                 \
  X(csv)

namespace tanda::internal {

#define TANDA_DECLARE_READER(id) const ReaderInfo& id##_reader();
TANDA_READERS(TANDA_DECLARE_READER)

const Catalog<ReaderInfo>& readers() {
#define TANDA_READER_ENTRY(id) &id##_reader(),
  static const ReaderInfo* const entries[] = {TANDA_READERS(TANDA_READER_ENTRY)};
  static const Catalog<ReaderInfo> all(entries);
  return all;
}

}  // namespace tanda::internal
