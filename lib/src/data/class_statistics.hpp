// What statistics of classes say in the coordinates that a fit works in: made of samples when it is asked
// for, or there already. Scatter matrices are lower triangles.
#pragma once

#include <vector>

#include "data/points.hpp"

namespace tanda::internal {

/// Class means (p×C) of the centred samples; `stand`: how many points each stands for, null = one.
template <class S>
MatrixD class_means(const Samples<S>& samples, const Classes& classes, const VectorD* stand = nullptr);

/// Of the classes that have samples.
class ClassStatistics {
 public:
  virtual ~ClassStatistics() = default;
  virtual Index dims() const = 0;
  virtual Index classes() const = 0;
  /// How many samples a class has; 0 where only sizes of matrices are known.
  virtual double size(Index c) const = 0;
  double samples() const;
  /// Where they lie, and all that is made of them.
  virtual Workspace* home() const = 0;

  /// Of the classes, from the mean of all, p×C.
  virtual const MatrixD& means() = 0;
  /// S_w
  virtual MatrixD within() = 0;
  /// S_t, of so many samples at a time.
  virtual MatrixD total(Index panel = panel_samples) = 0;
  /// The same by faster products, which may have lost digits. Empty: there is nothing faster.
  virtual MatrixD quick_total() { return {}; }
  /// Whether `within` may reach beyond the range of `total`, as unlabelled samples make it.
  virtual bool reaches_beyond() const { return false; }
  /// XX' of a class.
  virtual MatrixD class_total(Index c) = 0;
  /// Whether `class_total` is known.
  virtual bool knows_each() const { return true; }

  /// S_b = Σ n_c m_c m_c'
  MatrixD between();
  /// XY = [√(n n_c) m_c]
  MatrixD targets();

 protected:
  /// Adds S_b.
  void add_between(MatrixD& to);
};

/// Of samples, none of them unlabelled.
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

/// As it was collected before.
struct ClassScatter final : ClassStatistics {
  VectorD sizes;                  ///< C
  MatrixD class_means;            ///< p×C
  MatrixD scatter;                ///< S_w
  std::vector<MatrixD> scatters;  ///< of each class about its mean; empty: only their sum is known

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
