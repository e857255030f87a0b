// Least-squares dimension reduction finds the directions that determine the class, where class means do not
// differ.
#include <cmath>

#include "fits.hpp"
#include "memory_meter.hpp"
#include "spans.hpp"
#include "tanda/detail/random.hpp"

namespace lsdr_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;
using synthetic::Set;

/// A disc inside a ring in two dimensions, and noise in the others, all rotated: the first two columns of
/// `turn` are the directions to find.
struct Hidden {
  Set<double> set;
  MatrixD turn;
};

Hidden hidden_ring(int rows, int columns, std::uint64_t seed) {
  Hidden hidden{synthetic::empty_set(rows, columns, 2), MatrixD(columns, columns)};
  synthetic::Generator random(seed);
  for (double& value : hidden.turn.reshaped()) value = random.normal();
  hidden.turn = orthonormal(hidden.turn);
  for (int i = 0; i < rows; ++i) {
    VectorD x(columns);
    for (double& value : x) value = random.normal();
    x.head(2) *= (i % 2 == 0 ? 0.7 * random.uniform() : 1.6 + 0.8 * random.uniform()) / x.head(2).norm();
    Eigen::Map<Eigen::VectorXd>(&hidden.set.values[std::size_t(i * columns)], columns) = hidden.turn * x;
  }
  return hidden;
}

/// The fraction of projected samples whose nearest neighbour is of another class, each left out in turn.
double neighbor_error(const Set<double>& set, const MatrixD& directions) {
  const MatrixD y =
      directions.transpose() * Eigen::Map<const Eigen::MatrixXd>(set.values.data(), set.columns, set.rows);
  double wrong = 0;
  for (Index i = 0; i < y.cols(); ++i) {
    VectorD d = (y.colwise() - y.col(i)).colwise().squaredNorm();
    d[i] = INFINITY;
    Index nearest = 0;
    d.minCoeff(&nearest);
    wrong += set.labels[std::size_t(i)] != set.labels[std::size_t(nearest)];
  }
  return wrong / double(y.cols());
}

const suite lsdr_suite = [] {
  "a ring hidden among noise is found"_test = [] {
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Hidden hidden = hidden_ring(300, 6, seed);
      const MatrixD found = directions_of(fit_set(hidden.set, "lsdr", {{"restarts", "5"}}, 2));
      const double angle = largest_angle(found, hidden.turn.leftCols(2));
      expect(angle <= 0.2) << double(seed) << "angle" << angle;
    }
  };

  "it beats a random projection and is no worse than a plain start"_test = [] {
    const Hidden hidden = hidden_ring(200, 5, 4);
    const double found = neighbor_error(hidden.set, directions_of(fit_set(hidden.set, "lsdr", {}, 2)));
    synthetic::Generator random(9);
    double by_chance = 0;
    for (int draw = 0; draw < 10; ++draw) {
      MatrixD any(5, 2);
      for (double& value : any.reshaped()) value = random.normal();
      by_chance += neighbor_error(hidden.set, orthonormal(any)) / 10;
    }
    expect(found <= 0.5 * by_chance) << found << "against" << by_chance;
    const Set<double> plain = synthetic::gauss3(150, 102);
    const double searched = neighbor_error(plain, directions_of(fit_set(plain, "lsdr", {}, 2))),
                 started =
                     neighbor_error(plain, directions_of(fit_set(plain, "lsdr", {{"iterations", "0"}}, 2)));
    expect(searched <= started + 0.05) << searched << "from" << started;
  };

  "directions are orthonormal and ordered"_test = [] {
    for (const auto& [rows, columns, dims] : {std::tuple{120, 8, 3}, {40, 60, 4}, {90, 5, 5}, {60, 1, 1}}) {
      const Result<Model> model = fit_set(synthetic::gaussian(rows, columns, 3, 5), "lsdr", {}, dims);
      const MatrixD w = directions_of(model);
      expect(w.cols() == dims) << double(w.cols());
      expect((w.transpose() * w - MatrixD::Identity(dims, dims)).norm() <= 1e-8) << rows << columns;
      const auto& values = model->record().find("eigenvalues")->items();
      for (std::size_t i = 1; i < values.size(); ++i)
        expect(values[i].number_or(1) <= values[i - 1].number_or(0));
    }
  };

  "the same seed gives the same bits, another one another sample"_test = [] {
    const Set<double> set = synthetic::gaussian(300, 8, 3, 5);
    const std::vector<Setting> settings{{"samples", "100"}, {"centers", "20"}};
    const MatrixD once = directions_of(fit_set(set, "lsdr", settings, 2)),
                  again = directions_of(fit_set(set, "lsdr", settings, 2)),
                  other = directions_of(fit_set(set, "lsdr", settings, 2, nullptr, 2));
    expect(once == again);
    expect(once != other);
  };

  "the search can be cancelled at any time"_test = [] {
    const Set<double> set = synthetic::gaussian(80, 8, 3, 5);
    int calls = 0;
    double last = -1;
    Monitor counting([&](const char*, double part) {
      expect(part >= 0 && part <= 1 && (part == 0 || part >= last)) << part;
      last = part;
      ++calls;
      return true;
    });
    expect(bool(fit_set(set, "lsdr", {}, 2, &counting)));
    expect(calls > 20) << calls;
    for (int stop = 0; stop < calls; stop += 1 + calls / 25) {
      int left = stop;
      Monitor monitor([&](const char*, double) { return left-- > 0; });
      const Result<Model> model = fit_set(set, "lsdr", {}, 2, &monitor);
      expect(!model && model.status().code() == Code::cancelled) << stop << "of" << calls;
    }
  };

  tag("slow") / "degenerate samples give a status or a finite map"_test = [] {
    const Set<double> plain = synthetic::gaussian(40, 6, 3, 1);
    std::vector<Set<double>> sets(4, plain);
    const auto x = [&](std::size_t s) {
      return Eigen::Map<Eigen::MatrixXd>(sets[s].values.data(), sets[s].columns, sets[s].rows);
    };
    for (Index i = 9; i < 40; ++i) x(0).col(i) = x(0).col(i % 9);
    for (Index i = 3; i < 40; ++i) x(1).col(i) = x(1).col(i % 3);
    x(2).bottomRows(5).setConstant(7);
    x(3).col(5).setConstant(1e9);
    sets.push_back(synthetic::gaussian(19, 4, 12, 7));
    sets.push_back(synthetic::gaussian(3, 5, 2, 10));
    sets.push_back(synthetic::gaussian(120, 3, 60, 8));
    for (std::size_t s = 0; s < sets.size(); ++s) {
      for (const Index dims : {Index(0), Index(1), Index(100)}) {
        const Result<Model> model = fit_set(sets[s], "lsdr", {}, dims);
        expect(!model || model->projection().allFinite()) << double(s) << double(dims);
      }
    }
  };

  "a fit needs what its plan says"_test = [] {
    if (!meter::available()) return;
    for (const auto& [rows, columns, classes] :
         {std::tuple{600, 20, 3}, {300, 80, 3}, {80, 200, 3}, {3000, 30, 10}, {400, 30, 40}}) {
      const Set<double> set = synthetic::gaussian(rows, columns, classes, 3);
      FitOptions options;
      options.scale = Scale::none;
      options.method = "lsdr";
      options.settings = {{"iterations", "3"}};
      const double planned = double(plan(registry(), options, rows, columns, classes, sizeof(double))->bytes);
      Monitor monitor;
      const std::size_t before = meter::live();
      meter::reset_peak();
      const bool fitted = bool(fit(registry(), set.view(), options, monitor));
      const double peak = double(meter::peak() - before);
      expect(fitted && peak <= planned && planned <= 2 * peak)
          << rows << columns << classes << "peak" << peak << "ratio" << planned / peak;
    }
  };
};

}  // namespace lsdr_test
