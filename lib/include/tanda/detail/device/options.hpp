// Options and their defaults: all options of the methods in firmware, and those that hosted methods share
// with them.
#pragma once

#include "tanda/detail/small/choices.hpp"

namespace tanda::device {

/// The default precision of fits: single where doubles are emulated in software.
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && (!defined(__ARM_FP) || !(__ARM_FP & 8))
using Real = float;
#else
using Real = double;
#endif

template <class T = Real>
struct LdaOptions {
  T ridge = T(0.1);
  Columns columns = Columns::b_normal;
};
struct UldaOptions {
  Columns columns = Columns::b_normal;
};
/// The graph has weights 1/n_c between all members of a class, so that X L X' is the scatter within classes.
template <class T = Real>
struct LapldaOptions {
  T lambda = 1;
};

/// Weights other than plain need statistics with Scatter::per_class.
enum class SignedWeights : unsigned char { plain, balanced, side };
struct SleOptions {
  SignedWeights weights = SignedWeights::plain;
};

template <class T = Real>
struct LfdaOptions {
  int neighbors = 7;  ///< whose distance is the local scale, and edges of the sparse graph
  T ridge = T(0.1);
  bool sparse = true;  ///< affinities between neighbours only, not between all pairs of a class
  Columns columns = Columns::b_normal;
};

template <class T = Real>
struct MfaOptions {
  int neighbors = 5;  ///< same-class neighbours of each sample
  int between = 5;    ///< other-class neighbours of each sample
  T ridge = T(0.1);
  Columns columns = Columns::b_normal;
};

template <class T = Real>
struct TsdOptions {
  int neighbors = 5;      ///< same-class neighbours of each sample
  int between = 5;        ///< other-class neighbours of each sample
  T gamma = T(0.1);       ///< ridge on the direction and the tangent vectors, in units of tr(S)/d
  int tangent_dims = 0;   ///< of the tangent spaces; 0 = by energy
  T energy = 1;           ///< fraction of the local variance that the tangent spaces hold
  bool absolute = false;  ///< gamma as printed in the paper
  Columns columns = Columns::b_normal;
};

}  // namespace tanda::device
