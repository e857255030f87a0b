// Rules of local methods that are the same in firmware and in hosted fits.
#pragma once

namespace tanda::small {

/// exp(−d²/(σ_i σ_j)); defined also where duplicates make a scale zero. `exponential` is the function that
/// computes exp.
template <class T, class Exponential>
T affinity(T squared, T scales, Exponential exponential) {
  if (squared == 0) return 1;
  return scales > 0 ? exponential(-squared / scales) : T(0);
}

/// How many of the `rank` axes of a tangent space to keep: at most `dims`, or, if `dims` is 0, as many as
/// hold the fraction `energy` of the variance. value(k) is eigenvalue number k, the largest first.
template <class T, class Index, class Value>
Index axes_kept(Index rank, Index dims, T energy, Value value) {
  if (dims > 0) return dims < rank ? dims : rank;
  T total = 0, sum = 0;
  for (Index k = 0; k < rank; ++k) total += value(k);
  const T goal = energy * total * T(1 - 1e-12);
  Index kept = 0;
  while (kept < rank && sum < goal) sum += value(kept++);
  return kept;
}

}  // namespace tanda::small
