#include <numeric>

#include "tanda/geometry/elimination.hpp"

namespace tanda {

Owners point_owners(const NeighborLists& lists) {
  Owners owners;
  const Index n = lists.count();
  owners.of.resize(std::size_t(n));
  owners.begin.reserve(std::size_t(n) + 1);
  owners.begin.push_back(0);
  owners.members.reserve(std::size_t(n * (lists.width + 1)));
  for (Index i = 0; i < n; ++i) {
    owners.of[std::size_t(i)] = int(i);
    owners.members.push_back(int(i));
    for (const int* j = lists.begin(i); j != lists.end(i); ++j) {
      if (*j >= 0) owners.members.push_back(*j);
    }
    owners.begin.push_back(Index(owners.members.size()));
  }
  return owners;
}

Owners patch_owners(const Array<int>& patch) {
  Owners owners;
  owners.of = patch;
  Index count = 0;
  for (int p : patch) count = std::max<Index>(count, p + 1);
  owners.begin.assign(std::size_t(count) + 1, 0);
  for (int p : patch) ++owners.begin[std::size_t(p) + 1];
  for (std::size_t o = 1; o < owners.begin.size(); ++o) owners.begin[o] += owners.begin[o - 1];
  owners.members.resize(patch.size());
  Array<Index> next = owners.begin;
  for (std::size_t i = 0; i < patch.size(); ++i) {
    owners.members[std::size_t(next[std::size_t(patch[i])]++)] = int(i);
  }
  return owners;
}

Owners centre_owners(Owners patches) {
  patches.of.resize(std::size_t(patches.count()));
  std::iota(patches.of.begin(), patches.of.end(), 0);
  return patches;
}

}  // namespace tanda
