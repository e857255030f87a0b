// Laplacian discriminants: the path of all λ compared with the formula, and the choice of λ with trying each
// one.
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "fits.hpp"
#include "memory_meter.hpp"
#include "sorted.hpp"
#include "spans.hpp"
#include "spectral/laplacian_path.hpp"
#include "tanda/detail/random.hpp"

namespace laplda_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;
using synthetic::Set;

const std::vector<double> some_lambdas{1e-6, 1e-3, 0.1, 1, 30, 1e3, 1e6};

/// Samples as columns; a negative label means none.
struct Literal {
  MatrixD x;
  std::vector<int> labels;
  int classes = 0;

  Index n() const { return x.cols(); }
  bool labelled(Index i) const { return labels[std::size_t(i)] >= 0; }
};

Literal literal_of(const Set<double>& set) {
  return {Eigen::Map<const Eigen::MatrixXd>(set.values.data(), set.columns, set.rows), set.labels,
          int(set.classes.size())};
}

/// Some of the samples.
Literal part_of(const Literal& data, const std::vector<char>& part) {
  Literal result{MatrixD(data.x.rows(), std::count(part.begin(), part.end(), 1)), {}, data.classes};
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (!part[i]) continue;
    result.x.col(Index(result.labels.size())) = data.x.col(Index(i));
    result.labels.push_back(data.labels[i]);
  }
  return result;
}

/// L of heat weights on the k-NN or-graph, or of 1/n_c within classes: n×n.
MatrixD literal_laplacian(const Literal& data, bool by_class, Index k, double heat) {
  const Index n = data.n();
  MatrixD w = MatrixD::Zero(n, n);
  for (Index i = 0; i < n && by_class; ++i) {
    const double size =
        double(std::count(data.labels.begin(), data.labels.end(), data.labels[std::size_t(i)]));
    for (Index j = 0; j < n; ++j) {
      if (data.labelled(i) && data.labels[std::size_t(i)] == data.labels[std::size_t(j)]) w(i, j) = 1 / size;
    }
  }
  for (Index i = 0; i < n && !by_class; ++i) {
    std::vector<std::pair<double, Index>> order;
    for (Index j = 0; j < n; ++j) {
      if (j != i) order.emplace_back((data.x.col(i) - data.x.col(j)).squaredNorm(), j);
    }
    std::sort(order.begin(), order.end());
    for (Index e = 0; e < std::min<Index>(k, n - 1); ++e) w(i, order[std::size_t(e)].second) = 1;
  }
  w = w.cwiseMax(w.transpose()).eval();
  double total = 0, edges = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n && !by_class; ++j) {
      total += w(i, j) * (data.x.col(i) - data.x.col(j)).squaredNorm();
      edges += w(i, j);
    }
  }
  const double width = heat > 0 ? heat : total / edges;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n && !by_class; ++j)
      w(i, j) *= std::exp(-(data.x.col(i) - data.x.col(j)).squaredNorm() / width);
  }
  return MatrixD(w.rowwise().sum().asDiagonal()) - w;
}

using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

/// A, B and H of W = (λA + B)⁺H by their definitions, with more digits than the library has, because at
/// extreme λ the rounding of A and B would show.
struct LiteralProblem {
  Long a, b, h;
  MatrixD range;  ///< of λA + B

  explicit LiteralProblem(const Literal& data, bool by_class = false, Index k = 5, double heat = 0) {
    const MatrixD l = literal_laplacian(data, by_class, k, heat);
    Long exact = l.cast<long double>();
    exact.diagonal().setZero();
    exact.diagonal() = -exact.rowwise().sum();  // so that L has exactly the constants in its null space
    const Long x = data.x.cast<long double>();
    a = x * exact * x.transpose();
    std::vector<char> has_label;
    for (Index i = 0; i < data.n(); ++i) has_label.push_back(data.labelled(i));
    const Literal known = part_of(data, has_label);
    Long centred = known.x.cast<long double>();
    centred.colwise() -= (centred.rowwise().sum() / static_cast<long double>(known.n())).eval();
    const long double n = static_cast<long double>(known.n());
    Long y(known.n(), known.classes);
    for (int j = 0; j < known.classes; ++j) {
      const auto size = static_cast<long double>(std::count(known.labels.begin(), known.labels.end(), j));
      for (Index i = 0; i < known.n(); ++i)
        y(i, j) = -std::sqrt(size / n) + (known.labels[std::size_t(i)] == j ? std::sqrt(n / size) : 0);
    }
    b = centred * centred.transpose();
    h = centred * y;
    set_range(a / a.trace() + b / b.trace());
  }

  void set_range(const Long& m) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> pairs(m.cast<double>());
    const Index rank = (pairs.eigenvalues().array() > 1e-9 * pairs.eigenvalues().maxCoeff()).count();
    range = pairs.eigenvectors().rightCols(rank);
  }

  MatrixD directions(double lambda) const {
    const Long r = range.cast<long double>();
    const Long m = r.transpose() * (static_cast<long double>(lambda) * a + b) * r;
    return (r * Eigen::LDLT<Long>(m).solve(r.transpose() * h)).cast<double>();
  }
};

/// WW' against WW', relative.
double metric_difference(const MatrixD& v, const MatrixD& w) {
  return (v * v.transpose() - w * w.transpose()).norm() / (w * w.transpose()).norm();
}

std::string text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

Set<double> half_labelled(Set<double> set) {
  for (std::size_t i = 0; i < set.labels.size(); ++i) {
    if (i % 5 >= 3) set.labels[i] = -1;
  }
  return set;
}

Set<double> repeated_columns(Set<double> set) {
  Eigen::Map<Eigen::MatrixXd> x(set.values.data(), set.columns, set.rows);
  x.row(1) = 2 * x.row(0);
  x.row(3).setConstant(4);
  return set;
}

/// Sets of different shapes: n ≫ d, d > n, singular, with unlabelled samples.
std::vector<std::pair<const char*, Set<double>>> shapes() {
  return {{"n >> d", synthetic::gauss3(90, 102)},
          {"curved", synthetic::arcs3(150, 146)},
          {"d > n", synthetic::wide4(60, 168)},
          {"d >> n", synthetic::gaussian(24, 120, 3, 5)},
          {"rank deficient", repeated_columns(synthetic::gauss3(90, 102))},
          {"semi, n >> d", half_labelled(synthetic::gauss3(90, 102))},
          {"semi, d > n", half_labelled(synthetic::wide4(60, 168))},
          {"semi, rank deficient", half_labelled(repeated_columns(synthetic::arcs3(150, 146)))}};
}

/// The folds as documented: the samples of each class are shuffled and dealt out in turn, continuing from
/// class to class.
std::vector<int> folds_of(const Literal& data, int folds, std::uint64_t seed) {
  Random random(seed);
  std::vector<int> result(data.labels.size(), -1);
  int next = 0;
  for (int c = 0; c < data.classes; ++c) {
    std::vector<int> order;
    for (std::size_t i = 0; i < data.labels.size(); ++i) {
      if (data.labels[i] == c) order.push_back(int(i));
    }
    random.shuffle(order);
    for (const int i : order) result[std::size_t(i)] = next++ % folds;
  }
  return result;
}

/// Errors of every λ, with a separate fit on each fold for each.
std::vector<int> literal_errors(const Literal& data, const std::vector<double>& lambdas, bool by_class,
                                std::uint64_t seed) {
  const std::vector<int> folds = folds_of(data, 5, seed);
  std::vector<int> errors(lambdas.size(), 0);
  for (int fold = 0; fold < 5; ++fold) {
    std::vector<char> part;
    for (const int f : folds) part.push_back(f != fold);
    const Literal training = part_of(data, part);
    const LiteralProblem problem(training, by_class);
    for (std::size_t s = 0; s < lambdas.size(); ++s) {
      const MatrixD w = problem.directions(lambdas[s]);
      const MatrixD known = w.transpose() * training.x, all = w.transpose() * data.x;
      for (Index i = 0; i < data.n(); ++i) {
        if (folds[std::size_t(i)] != fold) continue;
        double best = INFINITY;
        int found = -1;
        for (Index j = 0; j < known.cols(); ++j) {
          const double d = (known.col(j) - all.col(i)).squaredNorm();
          if (training.labelled(j) && d < best) {
            best = d;
            found = training.labels[std::size_t(j)];
          }
        }
        errors[s] += found != data.labels[std::size_t(i)];
      }
    }
  }
  return errors;
}

void check_choice(const char* name, const Set<double>& set, bool by_class, int candidates) {
  std::vector<double> lambdas;
  for (int i = 0; i < candidates; ++i) lambdas.push_back(std::pow(10.0, -6 + 12.0 * i / (candidates - 1)));
  const Literal data = literal_of(set);
  const std::vector<int> errors = literal_errors(data, lambdas, by_class, 7);
  Monitor monitor;
  const Result<Model> model = fit_set(set, "laplda",
                                      {{"lambda", "auto"},
                                       {"candidates", std::to_string(candidates)},
                                       {"graph", by_class ? "class" : "heat"}},
                                      0, &monitor, 7);
  expect(bool(model)) << name << model.status().text();
  if (!model) return;
  const double chosen = model->record().find("params")->number_or("lambda", -1);
  const auto at = std::find_if(lambdas.begin(), lambdas.end(),
                               [&](double l) { return std::abs(l - chosen) <= 1e-9 * chosen; });
  expect(at != lambdas.end()) << name << "chosen" << chosen;
  if (at == lambdas.end()) return;
  const int least = *std::min_element(errors.begin(), errors.end());
  const int most = *std::max_element(errors.begin(), errors.end());
  expect(errors[std::size_t(at - lambdas.begin())] == least)
      << name << errors[std::size_t(at - lambdas.begin())] << "errors instead of" << least << "to" << most;
  // The record has the errors that were found, so the scores of the library can be compared with those of the
  // formula.
  const double labelled =
      double(std::count_if(set.labels.begin(), set.labels.end(), [](int l) { return l >= 0; }));
  char text[40];
  std::snprintf(text, sizeof text, "error %.3g %%", 100 * least / labelled);
  const bool noted = !monitor.notes().empty() && monitor.notes().back().find(text) != std::string::npos;
  expect(noted) << name << text << (monitor.notes().empty() ? "no note" : monitor.notes().back());
  const MatrixD direct = directions_of(
      fit_set(set, "laplda", {{"lambda", text_of(chosen)}, {"graph", by_class ? "class" : "heat"}}));
  expect(metric_difference(directions_of(model), direct) <= 1e-9) << name << "fits with what it chose";
}

const suite laplda_suite = [] {
  tag("slow") / "the path is the formula for every lambda"_test = [] {
    for (const auto& [name, set] : shapes()) {
      const LiteralProblem problem(literal_of(set));
      const LaplacianPath path(LaplacianProblem{problem.a.cast<double>(), problem.b.cast<double>(),
                                                problem.h.cast<double>(), true});
      for (const double lambda : some_lambdas) {
        const double off = metric_difference(path.directions(lambda), problem.directions(lambda));
        expect(off <= 1e-8) << name << "lambda" << lambda << "off by" << off;
      }
    }
  };

  "one lambda without all eigenpairs is the path, whatever rank there is"_test = [] {
    const Index p = 260;
    for (const Index n : {100, 220, 400}) {  // rank below half of the dimensions, above, and full
      const MatrixD x = random_matrix(p, n, std::uint64_t(n)), y = random_matrix(n, 3, 7);
      MatrixD differences(p, 2 * n);  // of neighbours in a ring
      for (Index i = 0; i < n; ++i) {
        differences.col(2 * i) = x.col(i) - x.col((i + 1) % n);
        differences.col(2 * i + 1) = x.col(i) - x.col((i + 2) % n);
      }
      const LaplacianProblem problem{differences * differences.transpose(), x * x.transpose(), x * y, false};
      const LaplacianPath path(problem);
      for (const double lambda : {0.0, 1e-3, 1.0, 20.0, 1e6}) {
        LaplacianProblem own = problem;
        const MatrixD found = laplacian_directions(own, lambda);
        // With a low rank, or a lambda too large for double precision, the path is needed.
        expect((found.size() > 0) == (n > p / 2 && lambda < 1000)) << double(n) << lambda;
        if (found.size() == 0) {
          expect(MatrixD(own.smoothness.triangularView<Eigen::Lower>()) ==
                 MatrixD(problem.smoothness.triangularView<Eigen::Lower>()));
          continue;
        }
        const double off = metric_difference(found, path.directions(lambda));
        expect(off <= 1e-8) << double(n) << "lambda" << lambda << "off by" << off;
      }
    }
  };

  tag("slow") / "a fit is the formula, on every shape and graph"_test = [] {
    for (const auto& [name, set] : shapes()) {
      for (const bool by_class : {false, true}) {
        const LiteralProblem problem(literal_of(set), by_class);
        for (const double lambda : some_lambdas) {
          const MatrixD found = directions_of(
              fit_set(set, "laplda", {{"lambda", text_of(lambda)}, {"graph", by_class ? "class" : "heat"}}));
          const double off = metric_difference(found, problem.directions(lambda));
          expect(off <= 1e-8) << name << (by_class ? "class" : "heat") << lambda << "off by" << off;
        }
      }
    }
  };

  tag("slow") / "lambda = 0 leaves least squares"_test = [] {
    for (const auto& [name, set] : shapes()) {
      LiteralProblem problem(literal_of(set));
      problem.set_range(problem.b);
      const MatrixD found = directions_of(fit_set(set, "laplda", {{"lambda", "0"}}));
      const double off = metric_difference(found, problem.directions(0));
      expect(off <= 1e-8) << name << "off by" << off;
    }
  };

  "within classes and with independent ones it is ulda up to a rotation"_test = [] {
    // d > n: rank S_t = rank S_b + rank S_w.
    for (const auto& set : {synthetic::wide4(60, 168), synthetic::gaussian(30, 400, 3, 5)}) {
      const MatrixD g = directions_of(fit_set(set, "ulda", {}));
      for (const char* lambda : {"0.01", "1", "1000"}) {
        const MatrixD w = directions_of(fit_set(set, "laplda", {{"graph", "class"}, {"lambda", lambda}}));
        const double off = metric_difference(w / std::sqrt(double(set.rows)), g);
        expect(off <= 1e-7) << "lambda" << lambda << "off by" << off;
      }
    }
  };

  "columns come in the order of their lengths, which are the values"_test = [] {
    const Result<Model> model = fit_set(synthetic::wide4(60, 168), "laplda", {});
    const MatrixD w = directions_of(model);
    expect(w.cols() == 3) << double(w.cols());
    const MatrixD gram = w.transpose() * w;
    const auto& values = model->record().find("eigenvalues")->items();
    for (Index i = 0; i < w.cols(); ++i) {
      expect(std::abs(std::sqrt(gram(i, i)) - values[std::size_t(i)].number_or(0)) <= 1e-9 * w.norm());
      expect(i == 0 || gram(i, i) <= gram(i - 1, i - 1));
      for (Index j = 0; j < i; ++j) expect(std::abs(gram(i, j)) <= 1e-9 * gram(0, 0));
    }
  };

  tag("slow") / "the chosen lambda has the least error of all candidates"_test = [] {
    check_choice("gauss3", synthetic::gauss3(90, 102), false, 200);
    check_choice("gauss3, few", synthetic::gauss3(90, 102), false, 7);
    check_choice("arcs3", synthetic::arcs3(150, 146), false, 200);
    check_choice("wide4", synthetic::wide4(60, 168), false, 100);
    check_choice("noise", synthetic::gaussian(80, 12, 4, 11), false, 400);
    check_choice("noise, class", synthetic::gaussian(80, 12, 4, 11), true, 200);
    check_choice("semi", half_labelled(synthetic::gauss3(90, 102)), false, 200);
    check_choice("semi, d > n", half_labelled(synthetic::gaussian(60, 90, 3, 12)), false, 100);
  };

  "the same seed gives the same bits, in float as in double"_test = [] {
    const Set<double> set = synthetic::gaussian(80, 12, 4, 11);
    const std::vector<Setting> settings{{"lambda", "auto"}};
    const MatrixD once = directions_of(fit_set(set, "laplda", settings)),
                  again = directions_of(fit_set(set, "laplda", settings)),
                  narrow = directions_of(fit_set(set.cast<float>(), "laplda", settings));
    expect(once == again);
    expect(largest_angle(once, narrow) <= 1e-4) << largest_angle(once, narrow);
  };

  "a choice can be cancelled at any time"_test = [] {
    const Set<double> set = synthetic::gaussian(80, 12, 4, 11);
    for (const char* method : {"laplda", "kernel_laplda"}) {
      int calls = 0;
      Monitor counting([&](const char*, double part) {
        expect(part >= 0 && part <= 1) << part;
        ++calls;
        return true;
      });
      expect(bool(fit_set(set, method, {{"lambda", "auto"}}, 0, &counting))) << method;
      for (int stop = 0; stop < calls; stop += 1 + calls / 25) {
        int left = stop;
        Monitor monitor([&](const char*, double) { return left-- > 0; });
        const Result<Model> model = fit_set(set, method, {{"lambda", "auto"}}, 0, &monitor);
        expect(!model && model.status().code() == Code::cancelled) << method << stop << "of" << calls;
      }
    }
  };

  tag("slow") / "degenerate samples give a status or a finite map"_test = [] {
    const Set<double> plain = synthetic::gaussian(40, 6, 3, 1);
    std::vector<Set<double>> sets(6, plain);
    const auto x = [&](std::size_t s) {
      return Eigen::Map<Eigen::MatrixXd>(sets[s].values.data(), sets[s].columns, sets[s].rows);
    };
    for (Index i = 9; i < 40; ++i) x(0).col(i) = x(0).col(i % 9);  // duplicates across classes
    for (Index i = 3; i < 40; ++i) x(1).col(i) = x(1).col(i % 3);  // each class a single point
    x(2).bottomRows(5).setConstant(7);
    x(3) = random_grid(6, 40, 2, 2);
    x(4).col(5).setConstant(1e9);
    for (std::size_t i = 0; i < 40; ++i) sets[5].labels[i] = i == 0 ? 2 : i < 30 ? int(i % 2) : -1;
    sets.push_back(synthetic::gaussian(19, 4, 12, 7));
    sets.push_back(synthetic::gaussian(3, 5, 2, 10));
    sets.push_back(synthetic::gaussian(120, 3, 60, 8));
    for (std::size_t s = 0; s < sets.size(); ++s) {
      for (const char* method : {"laplda", "kernel_laplda"}) {
        for (const char* lambda : {"auto", "0", "1e-12", "1e12"}) {
          for (const char* graph : {"heat", "class"}) {
            const Result<Model> model = fit_set(sets[s], method, {{"lambda", lambda}, {"graph", graph}});
            Matrix<double> y;
            const bool fine = !model || (bool(transform(*model, sets[s].view().x).get(y)) && y.allFinite());
            expect(fine) << method << double(s) << lambda << graph;
          }
        }
      }
    }
  };

  "a fit needs what its plan says, choosing or not"_test = [] {
    if (!meter::available()) return;
    for (const char* lambda : {"1", "auto"}) {
      for (const char* graph : {"heat", "class"}) {
        for (const auto& [rows, columns, classes] :
             {std::tuple{600, 20, 3}, {300, 80, 3}, {80, 200, 3}, {1500, 60, 10}, {400, 30, 40}}) {
          for (const bool semi : {false, true}) {
            Set<double> set = synthetic::gaussian(rows, columns, classes, 3);
            if (semi) set = half_labelled(set);
            FitOptions options;
            options.scale = Scale::none;
            options.method = "laplda";
            options.settings = {{"lambda", lambda}, {"graph", graph}};
            const double planned = double(plan(registry(), set.view(), options)->bytes);
            Monitor monitor;
            const std::size_t before = meter::live();
            meter::reset_peak();
            const bool fitted = bool(fit(registry(), set.view(), options, monitor));
            const double peak = double(meter::peak() - before);
            expect(fitted && peak <= planned && planned <= 2.5 * peak)
                << lambda << graph << rows << columns << classes << (semi ? "semi" : "") << "peak" << peak
                << "ratio" << planned / peak;
          }
        }
      }
    }
  };

  "with the linear kernel nothing changes"_test = [] {
    for (const auto& set : {synthetic::arcs3(90, 5), half_labelled(synthetic::gauss3(90, 102))}) {
      const Result<Model> linear = fit_set(set, "laplda", {}),
                          kernel = fit_set(set, "kernel_laplda", {{"kernel", "linear"}});
      expect(bool(kernel)) << kernel.status().text();
      if (!linear || !kernel) continue;
      Matrix<double> a, b;
      expect(transform(*linear, set.view().x).get(a) && transform(*kernel, set.view().x).get(b));
      const MatrixD left = a.colwise() - a.col(0), right = b.colwise() - b.col(0);
      const double off = (left.transpose() * left - right.transpose() * right).norm() / left.squaredNorm();
      expect(off <= 1e-7) << "embeddings differ by" << off;
    }
  };

  "a kernel sees what no line does"_test = [] {
    // A disc inside a ring.
    Set<double> set = synthetic::empty_set(200, 2, 2);
    synthetic::Generator random(3);
    for (int i = 0; i < 200; ++i) {
      const double radius = i % 2 == 0 ? random.uniform() : 2 + random.uniform(),
                   angle = 2 * synthetic::Generator::pi * random.uniform();
      set.values[std::size_t(2 * i)] = radius * std::cos(angle);
      set.values[std::size_t(2 * i + 1)] = radius * std::sin(angle);
    }
    const Result<Model> model = fit_set(set, "kernel_laplda", {{"landmarks", "50"}, {"lambda", "auto"}});
    expect(bool(model)) << model.status().text();
    if (!model) return;
    expect(model->kernel().points.cols() <= 50);
    Matrix<double> y;
    expect(bool(transform(*model, set.view().x).get(y)));
    double inside = 0, outside = 0, spread = 0;
    for (Index i = 0; i < 200; ++i) (i % 2 == 0 ? inside : outside) += y(0, i) / 100;
    for (Index i = 0; i < 200; ++i) spread += std::pow(y(0, i) - (i % 2 == 0 ? inside : outside), 2) / 200;
    expect(std::abs(inside - outside) > 4 * std::sqrt(spread)) << inside << outside << std::sqrt(spread);
  };
};

}  // namespace laplda_test
