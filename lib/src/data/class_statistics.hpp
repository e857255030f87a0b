// Statistics of classes in the coordinates of a fit, either computed from samples on request or collected
// before. Scatter matrices are lower triangles.
#pragma once

#include <vector>

#include "data/points.hpp"

namespace tanda::internal {

/// Class means (p×C) of the centred samples; `stand`: how many points each sample stands for, null = one.
template <class S>
MatrixD class_means(const Samples<S>& samples, const Classes& classes, const VectorD* stand = nullptr);

/// Statistics of all classes that have samples.
class ClassStatistics {
 public:
  virtual ~ClassStatistics() = default;
  virtual Index dims() const = 0;
  virtual Index classes() const = 0;
  /// The number of samples of a class; 0 if only the sizes of matrices are known.
  virtual double size(Index c) const = 0;
  double samples() const;
  /// The workspace of the statistics and of all matrices computed from them.
  virtual Workspace* home() const = 0;

  /// The means of the classes relative to the mean of all samples, p×C.
  virtual const MatrixD& means() = 0;
  /// The within-class scatter S_w.
  virtual MatrixD within() = 0;
  /// The total scatter S_t, computed from `panel` samples at a time.
  virtual MatrixD total(Index panel = panel_samples) = 0;
  /// The same by faster products, which may be less accurate. Empty if there is no faster way.
  virtual MatrixD quick_total() { return {}; }
  /// Whether `within` may have a larger range than `total`, which unlabelled samples can cause.
  virtual bool reaches_beyond() const { return false; }
  /// The scatter XX' of a class.
  virtual MatrixD class_total(Index c) = 0;
  /// Whether `class_total` is known.
  virtual bool knows_each() const { return true; }

  /// The between-class scatter S_b = Σ n_c m_c m_c'.
  MatrixD between();
  /// The product of the samples and the class targets, XY = [√(n n_c) m_c].
  MatrixD targets();

 protected:
  /// Adds S_b to a matrix.
  void add_between(MatrixD& to);
};

/// Statistics of samples that all have labels.
template <class S>
class SampleStatistics final : public ClassStatistics {
 public:
  SampleStatistics(const Samples<S>& samples, const Classes& classes, Monitor& monitor)
      : samples_(samples), classes_(classes), monitor_(monitor) {}

  Index dims() const override { return samples_.dims(); }
  Index classes() const override { return classes_.count(); }
  double size(Index c) const override { return double(classes_.size(c)); }
  Workspace* home() const override { return samples_.home(); }
  const MatrixD& means() override;
  MatrixD within() override;
  MatrixD total(Index panel) override;
  MatrixD quick_total() override;
  MatrixD class_total(Index c) override;

 private:
  const Samples<S>& samples_;
  const Classes& classes_;
  Monitor& monitor_;
  MatrixD means_;
};

/// Statistics that were collected before.
struct ClassScatter final : ClassStatistics {
  VectorD sizes;                  ///< C
  MatrixD class_means;            ///< p×C
  MatrixD scatter;                ///< S_w
  std::vector<MatrixD> scatters;  ///< of each class about its mean; empty if only their sum is known

  Index dims() const override { return scatter.rows(); }
  Index classes() const override { return sizes.size(); }
  double size(Index c) const override { return sizes.data() ? sizes[c] : 0; }
  Workspace* home() const override { return scatter.home(); }
  const MatrixD& means() override { return class_means; }
  MatrixD within() override { return scatter; }
  MatrixD total(Index panel) override;
  MatrixD class_total(Index c) override;
  bool knows_each() const override { return !scatters.empty(); }
};

}  // namespace tanda::internal
