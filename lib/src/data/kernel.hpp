// Kernels k(a, b): inner products in a feature space that nobody has to build. A kernel is one file in
// kernels/ and one line in kernels.cpp.
#pragma once

#include <cstdint>

#include "base/catalog.hpp"
#include "base/parameters.hpp"
#include "base/types.hpp"

namespace tanda::internal {

struct KernelInfo;

/// A kernel and its parameters. Which of them it has, its descriptor says; files keep all of them.
struct Kernel {
  const KernelInfo* info = nullptr;
  double width = 1;
  int degree = 1;  ///< at least 1, which the caller checks
  double offset = 0;
};

/// What of two points a kernel is a function of.
enum class Measure : unsigned char {
  product,            ///< a'b
  cosine,             ///< a'b / (‖a‖ ‖b‖), 0 where one of them is zero
  squared_distance,   ///< ‖a − b‖²
  absolute_distance,  ///< Σ |a_k − b_k|
};

/// The steps from what is measured to the kernel, taken by all values v at once: they are computed, or an
/// exporter writes them down.
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
  /// In model files: no kernel may have that of another, also not of one that is gone.
  unsigned char number;
  const char* formula;  ///< for help: "exp(-distance²/width)"
  Measure measure;
  void (*steps)(const Kernel& kernel, KernelSteps& steps) = nullptr;  ///< null: it is what is measured
  bool has_width = false;                                             ///< which has to be positive then
  /// The width is in units of the data to this power,
  int width_power = 2;
  /// and this where nobody says it; not positive where all samples are alike.
  double (*default_width)(const MatrixD& samples) = twice_variance;
  /// Dimensions of the feature space over so many features at most; null = without end.
  double (*most_rank)(int degree, double features) = nullptr;
  /// What is nearer in the data is nearer in the feature space.
  bool keeps_order = false;
  /// The feature space is in the units of the data.
  bool keeps_unit = false;
};

/// All kernels, in the order of help.
const Catalog<KernelInfo>& kernels();
/// The one that a model file means; null: there is none.
const KernelInfo* kernel_of_number(std::uint32_t number);
/// The ids and what they stand for, as the choices of a parameter.
Choices kernel_choices();

/// The Gaussian, which some methods need for themselves.
const KernelInfo& rbf_kernel();

/// Whether its numbers are such as the kernel can take.
bool is_valid(const Kernel& kernel);

/// The columns at length one, zero as it is: what a cosine is the product of.
MatrixD unit_columns(const MatrixD& x, Workspace* home = nullptr);

/// k of every column of a (p×n) with every column of b (p×m): n×m, in O(n m p). The result lies where
/// `b` does, or `a` if that is on the heap; beside it what the measure needs: squared lengths or a copy of
/// `a`, of both for the cosine. Finite points never give a NaN: what is too large becomes infinite, and what
/// decays goes to zero.
MatrixD kernel_matrix(const Kernel& kernel, const MatrixD& a, const MatrixD& b);

}  // namespace tanda::internal
