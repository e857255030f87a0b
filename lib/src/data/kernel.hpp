// Kernels k(a, b): inner products in a feature space that is never computed explicitly. Each kernel is one
// file in kernels/ and one line in kernels.cpp.
#pragma once

#include <cstdint>

#include "base/catalog.hpp"
#include "base/parameters.hpp"
#include "base/types.hpp"

namespace tanda::internal {

struct KernelInfo;

/// A kernel and its parameters. Its descriptor tells which of them it uses; files have all of them.
struct Kernel {
  const KernelInfo* info = nullptr;
  double width = 1;
  int degree = 1;  ///< at least 1; checked by the caller
  double offset = 0;
};

/// The quantity of two points from which a kernel is computed.
enum class Measure : unsigned char {
  product,            ///< a'b
  cosine,             ///< a'b / (‖a‖ ‖b‖), 0 where one of them is zero
  squared_distance,   ///< ‖a − b‖²
  absolute_distance,  ///< Σ |a_k − b_k|
};

/// The steps from that quantity to the kernel, applied to all values v at once: either computed, or written
/// down by an exporter.
class KernelSteps {
 public:
  virtual void affine(double divisor, double offset) = 0;  ///< v / divisor + offset
  virtual void power(int degree) = 0;                      ///< v^degree
  virtual void decay(double width) = 0;                    ///< exp(−v / width)

 protected:
  ~KernelSteps() = default;
};

/// Default widths: twice the mean squared length of centred samples (one in each column), and twice the mean
/// sum of their absolute values.
double twice_variance(const MatrixD& samples);
double twice_deviation(const MatrixD& samples);

struct KernelInfo {
  const char* id;
  /// The number in model files. It must differ from that of all other kernels, including removed ones.
  unsigned char number;
  const char* formula;  ///< for help texts: "exp(-distance²/width)"
  Measure measure;
  /// Applies the kernel's steps to the measure; null: the kernel is the measure.
  void (*steps)(const Kernel& kernel, KernelSteps& steps) = nullptr;
  bool has_width = false;  ///< whether it has a width, which must be positive
  /// The width is in units of the data to this power.
  int width_power = 2;
  /// The width if none is given; not positive if all samples are equal.
  double (*default_width)(const MatrixD& samples) = twice_variance;
  /// The largest dimension of the feature space for a number of features; null = infinite.
  double (*most_rank)(int degree, double features) = nullptr;
  /// Whether nearer points in the data are nearer in the feature space, too.
  bool keeps_order = false;
  /// Whether the feature space has the units of the data.
  bool keeps_unit = false;
};

/// All kernels, in the order of the help text.
const Catalog<KernelInfo>& kernels();
/// The kernel with this number in model files, or null.
const KernelInfo* kernel_of_number(std::uint32_t number);
/// The ids and descriptions of all kernels, as the choices of a parameter.
Choices kernel_choices();

/// The Gaussian kernel, which some methods use themselves.
const KernelInfo& rbf_kernel();

/// Whether the parameters are in the range that the kernel allows.
bool is_valid(const Kernel& kernel);

/// The columns scaled to length one; zero columns stay zero. The products of such columns are cosines.
MatrixD unit_columns(const MatrixD& x, Workspace* home = nullptr);

/// The kernel of every column of a (p×n) and every column of b (p×m): n×m, in O(n m p). The result is
/// allocated in the workspace of `b`, or that of `a` if `b` is on the heap, in addition to scratch memory for
/// the measure: squared lengths or a copy of `a`, copies of both for the cosine. Finite points never give a
/// NaN: values too large become infinite, and decaying ones become zero.
MatrixD kernel_matrix(const Kernel& kernel, const MatrixD& a, const MatrixD& b);

}  // namespace tanda::internal
