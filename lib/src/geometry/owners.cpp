#include <numeric>

#include "geometry/elimination.hpp"

namespace tanda::internal {

Owners point_owners(const NeighborLists& lists) {
  Workspace* const w = lists.at.home();
  const Index n = lists.count();
  Owners owners{Array<int>(w, std::size_t(n)), Array<Index>(w, std::size_t(n) + 1), Array<int>(w), 0};
  owners.members.reserve(std::size_t(n * (lists.width + 1)));
  if (measuring(w)) {
    owners.members.resize(std::size_t(n * (lists.width + 1)));
    owners.most = lists.width + 1;
    return owners;
  }
  owners.begin[0] = 0;
  for (Index i = 0; i < n; ++i) {
    owners.of[std::size_t(i)] = int(i);
    owners.members.push_back(int(i));
    for (const int* j = lists.begin(i); j != lists.end(i); ++j) {
      if (*j >= 0) owners.members.push_back(*j);
    }
    owners.begin[std::size_t(i) + 1] = Index(owners.members.size());
    owners.most = std::max(owners.most, owners.group(i).size());
  }
  return owners;
}

Owners patch_owners(const Array<int>& patch, Index count, Index most) {
  Workspace* const w = patch.home();
  const Index n = Index(patch.size());
  if (measuring(w)) {
    count = count > 0 ? std::min(count, n) : n;
    most = most > 0 ? std::min(most, n) : n;
  } else {
    count = 0;
    for (int p : patch) count = std::max<Index>(count, p + 1);
  }
  Owners owners{patch, Array<Index>(w, std::size_t(count) + 1, 0), Array<int>(w, patch.size()), most};
  Array<Index> next(w, std::size_t(count) + 1);
  if (measuring(w)) return owners;
  for (int p : patch) ++owners.begin[std::size_t(p) + 1];
  for (std::size_t o = 1; o < owners.begin.size(); ++o) owners.begin[o] += owners.begin[o - 1];
  std::copy(owners.begin.begin(), owners.begin.end(), next.begin());
  for (std::size_t i = 0; i < patch.size(); ++i) {
    owners.members[std::size_t(next[std::size_t(patch[i])]++)] = int(i);
  }
  owners.most = 0;
  for (Index o = 0; o < count; ++o) owners.most = std::max(owners.most, owners.group(o).size());
  return owners;
}

Owners centre_owners(Owners patches) {
  patches.of.resize(std::size_t(patches.count()));
  if (patches.of.data()) std::iota(patches.of.begin(), patches.of.end(), 0);
  return patches;
}

}  // namespace tanda::internal
