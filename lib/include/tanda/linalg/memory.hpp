// A memory plan: an upper bound of what a fit allocates, added up before anything is computed.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tanda {

/// The sizes a plan is made of.
struct Shape {
  double samples;  ///< n
  double dims;     ///< of the working samples
  double points;   ///< of the space neighbours are searched in
  double classes;
  double wanted;             ///< dimensions of the result
  double scalar_bytes;       ///< of a sample's value
  double largest_class = 0;  ///< samples of the largest class
  double threads = 1;        ///< each with scratch of its own
  double patches = 0;        ///< of a partition of the caller's own, 0 = none
  double largest_patch = 0;  ///< its most samples
};

/// Follows a computation as it holds, uses and releases memory, and remembers the peak. In doubles, so that
/// absurd sizes give absurd numbers and not wrapped ones.
class MemoryPlan {
 public:
  /// Stays until released.
  void hold(double bytes) {
    held_ += bytes;
    use(0);
  }
  void release(double bytes) { held_ -= bytes; }
  /// The same for a sparse factor: how much of it fills in depends on the data, so this is the most it can
  /// be. Whoever makes the factor asks `Monitor::afford` when it is known.
  void hold_factor(double bytes) {
    factor_ += bytes;
    use(0);
  }
  void release_factor(double bytes) { factor_ -= bytes; }
  /// Needed for a moment on top of what is held.
  void use(double bytes) {
    unfilled_ = std::max(unfilled_, held_ + bytes);
    peak_ = std::max(peak_, held_ + factor_ + bytes);
  }

  double held() const { return held_; }
  double peak() const { return peak_; }
  /// Without sparse factors.
  double unfilled() const { return unfilled_; }

 private:
  double held_ = 0, factor_ = 0;
  double peak_ = 0, unfilled_ = 0;
};

/// What a matrix product (rows×depth times depth×cols) packs its operands into.
double packed_bytes(double rows, double cols, double depth, double scalar_bytes = 8);
/// The same for products over `samples` taken panel by panel: the last panel can be the one that packs most.
double packed_bytes_of_panels(double rows, double cols, double samples, double panel,
                              double scalar_bytes = 8);

}  // namespace tanda
