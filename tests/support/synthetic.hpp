// The synthetic sets of the golden results, from the same generator (a 64-bit linear congruential generator
// with Box–Muller), and a small Gaussian set of any shape for property tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"

namespace synthetic {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : state_(seed) {}
  double uniform() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return double(state_ >> 11) * 0x1p-53;
  }
  double normal() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    const double radius = std::sqrt(-2 * std::log(uniform())), angle = 2 * pi * uniform();
    spare_ = radius * std::sin(angle);
    has_spare_ = true;
    return radius * std::cos(angle);
  }
  static constexpr double pi = 3.14159265358979323846;

 private:
  std::uint64_t state_;
  double spare_ = 0;
  bool has_spare_ = false;
};

/// Owned samples (row-major) with labels.
template <class S>
struct Set {
  tanda::internal::Index rows = 0, columns = 0;
  std::vector<S> values;
  std::vector<int> labels;
  std::vector<std::string> classes;

  tanda::internal::Dataset<S> view() const {
    return {tanda::internal::ConstMatrixView<S>(values.data(), columns, rows), labels.data(), classes, {}};
  }
  template <class T>
  Set<T> cast() const {
    return {rows, columns, std::vector<T>(values.begin(), values.end()), labels, classes};
  }
};

inline Set<double> empty_set(int rows, int columns, int classes) {
  Set<double> set{rows,
                  columns,
                  std::vector<double>(std::size_t(rows * columns)),
                  std::vector<int>(std::size_t(rows)),
                  {}};
  for (int i = 0; i < rows; ++i) set.labels[std::size_t(i)] = i % classes;
  for (int c = 0; c < classes; ++c) set.classes.push_back(std::to_string(c));
  return set;
}

/// Three Gaussian classes, 6 features.
inline Set<double> gauss3(int rows, std::uint64_t seed) {
  Set<double> set = empty_set(rows, 6, 3);
  Generator random(seed);
  for (int i = 0; i < rows; ++i) {
    double e[6];
    for (double& value : e) value = random.normal();
    for (int j = 0; j < 6; ++j) {
      double x = 2.5 * std::cos(2 * Generator::pi * (i % 3) / 3 + j) + (1 + j / 2.0) * e[j];
      for (int k = 0; k < 6; ++k) x += 0.3 * std::sin(1 + j + 2 * k) * e[k];
      set.values[std::size_t(i * 6 + j)] = x;
    }
  }
  return set;
}

/// Three noisy helices in 10 dimensions.
inline Set<double> arcs3(int rows, std::uint64_t seed) {
  Set<double> set = empty_set(rows, 10, 3);
  Generator random(seed);
  for (int i = 0; i < rows; ++i) {
    const double th = 3 * random.uniform(), c = i % 3;
    const double f[10] = {(2 + c / 2) * std::cos(th + c), (2 + c / 2) * std::sin(th + c), th,
                          std::sin(2 * th), std::cos(2 * th)};
    for (int j = 0; j < 10; ++j) set.values[std::size_t(i * 10 + j)] = f[j] + 0.15 * random.normal();
  }
  return set;
}

/// Four classes, 100 features that depend on 10 latent ones: more features than samples.
inline Set<double> wide4(int rows, std::uint64_t seed) {
  Set<double> set = empty_set(rows, 100, 4);
  Generator random(seed);
  for (int i = 0; i < rows; ++i) {
    double h[10];
    for (double& value : h) value = random.normal();
    h[i % 4] += 3;
    h[4] *= 2;
    for (int j = 0; j < 100; ++j) {
      double x = 0;
      for (int k = 0; k < 10; ++k) x += std::sin(1 + j + k + 0.37 * j * k) * h[k];
      set.values[std::size_t(i * 100 + j)] = x + 0.1 * random.normal();
    }
  }
  return set;
}

/// Gaussian classes around random means.
inline Set<double> gaussian(int rows, int columns, int classes, std::uint64_t seed) {
  Set<double> set = empty_set(rows, columns, classes);
  Generator random(seed);
  std::vector<double> means(std::size_t(classes * columns));
  for (double& mean : means) mean = random.normal();
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      set.values[std::size_t(i * columns + j)] =
          means[std::size_t((i % classes) * columns + j)] + random.normal();
    }
  }
  return set;
}

}  // namespace synthetic
