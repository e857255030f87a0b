// Degenerate input × every method × float and double: a status, or a finite model that maps the data to
// finite numbers.
#include <cmath>
#include <limits>

#include "model/fit.hpp"
#include "sorted.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace degenerate_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;
using synthetic::Set;

enum class Outcome { any, refused, fitted };

struct Case {
  const char* name;
  Set<double> set;
  Outcome expected = Outcome::any;
  Index dims = 0;
};

Eigen::Map<Eigen::MatrixXd> matrix(Set<double>& set) {
  return {set.values.data(), set.columns, set.rows};
}

template <class Change>
Set<double> changed(Set<double> set, Change change) {
  change(set, matrix(set));
  return set;
}

using X = Eigen::Map<Eigen::MatrixXd>;

std::vector<Case> ordinary_cases() {
  const Set<double> plain = synthetic::gaussian(40, 6, 3, 1);
  std::vector<Case> cases;
  cases.push_back(
      {"constant column", changed(plain, [](auto&, X x) { x.row(2).setConstant(0.1); }), Outcome::fitted});
  cases.push_back({"all columns constant but one",
                   changed(plain, [](auto&, X x) { x.bottomRows(5).setConstant(7); }), Outcome::fitted});
  cases.push_back({"repeated column",
                   changed(plain,
                           [](auto&, X x) {
                             x.row(1) = x.row(0);
                             x.row(2) = -3 * x.row(0);
                           }),
                   Outcome::fitted});
  cases.push_back({"duplicate rows", changed(plain, [](auto&, X x) {
                     for (Index i = 9; i < 40; ++i) x.col(i) = x.col(i % 9);
                   })});
  cases.push_back({"each class one point", changed(plain, [](auto&, X x) {
                     for (Index i = 3; i < 40; ++i) x.col(i) = x.col(i % 3);
                   })});
  cases.push_back({"all points equal", changed(plain, [](auto&, X x) { x.colwise() = VectorD(x.col(0)); }),
                   Outcome::refused});
  cases.push_back({"all points zero", changed(plain, [](auto&, X x) { x.setZero(); }), Outcome::refused});
  cases.push_back({"points on a line", changed(plain, [](auto&, X x) {
                     for (Index i = 1; i < 40; ++i) x.col(i) = x.col(0) * double(i);
                   })});
  cases.push_back({"one outlier", changed(plain, [](auto&, X x) { x.col(5).setConstant(1e9); })});
  cases.push_back({"binary", changed(plain, [](auto&, X x) { x = random_grid(6, 40, 2, 2); })});
  cases.push_back({"columns of unlike scale", changed(plain, [](auto&, X x) {
                     x.row(0) *= 1e8;
                     x.row(1) *= 1e-8;
                   })});
  cases.push_back({"d > n", synthetic::gaussian(20, 30, 3, 3), Outcome::fitted});
  cases.push_back({"d = n", synthetic::gaussian(20, 20, 3, 3), Outcome::fitted});
  cases.push_back({"d >> n", synthetic::gaussian(8, 700, 2, 4)});
  cases.push_back({"d > n, binary, duplicates", changed(synthetic::gaussian(20, 50, 2, 3), [](auto&, X x) {
                     x = random_grid(50, 20, 2, 2);
                     for (Index i = 10; i < 20; ++i) x.col(i) = x.col(i - 10);
                   })});
  cases.push_back({"one feature", synthetic::gaussian(30, 1, 2, 5), Outcome::fitted});
  cases.push_back({"more dims than possible", plain, Outcome::fitted, 1000000});
  return cases;
}

std::vector<Case> label_cases() {
  const Set<double> plain = synthetic::gaussian(40, 6, 3, 6);
  std::vector<Case> cases;
  cases.push_back({"class of one",
                   changed(plain,
                           [](auto& set, X) {
                             for (int& l : set.labels) l = l == 2 ? 0 : l;
                             set.labels[11] = 2;
                           }),
                   Outcome::fitted});
  cases.push_back({"all classes of one", synthetic::gaussian(12, 4, 12, 7)});
  cases.push_back({"classes of one or two", synthetic::gaussian(19, 4, 12, 7)});
  cases.push_back({"one class", changed(plain, [](auto& set, X) {
                     for (int& l : set.labels) l = 1;
                   })});
  cases.push_back({"many classes", synthetic::gaussian(200, 3, 100, 8)});
  cases.push_back({"numbers with gaps",
                   changed(plain,
                           [](auto& set, X) {
                             for (int& l : set.labels) l = l == 2 ? 5 : 2 * l;
                             set.classes.resize(6);
                           }),
                   Outcome::fitted});
  cases.push_back({"unlabelled samples", changed(plain, [](auto& set, X) {
                     for (std::size_t i = 0; i < 40; i += 3) set.labels[i] = -1;
                   })});
  cases.push_back({"no sample labelled", changed(plain, [](auto& set, X) {
                     for (int& l : set.labels) l = -1;
                   })});
  cases.push_back({"numbers beyond the classes", changed(plain, [](auto& set, X) { set.labels[3] = 77; }),
                   Outcome::refused});
  cases.push_back({"two points of two classes", synthetic::gaussian(2, 3, 2, 9)});
  cases.push_back({"two points of one class", changed(synthetic::gaussian(2, 3, 2, 9), [](auto& set, X) {
                     set.labels[0] = set.labels[1] = 0;
                   })});
  cases.push_back({"three points", synthetic::gaussian(3, 5, 2, 10)});
  cases.push_back({"one point", synthetic::gaussian(1, 3, 1, 11), Outcome::refused});
  cases.push_back({"no points", synthetic::gaussian(0, 3, 2, 12), Outcome::refused});
  cases.push_back({"no features", synthetic::gaussian(5, 0, 2, 13), Outcome::refused});
  return cases;
}

std::vector<Case> value_cases() {
  const Set<double> plain = synthetic::gaussian(24, 3, 3, 14), wide = synthetic::gaussian(8, 20, 2, 15);
  std::vector<Case> cases;
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    cases.push_back({"not finite", changed(plain, [&](auto&, X x) { x(2, 17) = bad; }), Outcome::refused});
  }
  for (const double size : {5e-324, 1e-310, 1e-200, 1e-160, 1e-150, 1e-45, 1e-40, 1e-30, 1e-20, 1e-10, 1e6,
                            1e14, 1e15, 1e20, 1e30, 1e38, 1e75, 1e150, 1e300}) {
    const auto scale = [&](auto& set, X x) {
      x *= size;
      (void)set;
    };
    cases.push_back({"tiny or huge", changed(plain, scale)});
    cases.push_back({"tiny or huge, d > n", changed(wide, scale)});
    cases.push_back({"one feature tiny or huge", changed(plain, [&](auto&, X x) { x.row(1) *= size; })});
    cases.push_back(
        {"small steps on a large offset", changed(plain, [&](auto&, X x) { x.array() += size; })});
  }
  return cases;
}

std::string where(const Case& c, const MethodInfo& info, Scale scale, std::size_t bytes) {
  return std::string(c.name) + ", " + info.id + ", scale " + std::to_string(int(scale)) +
         (bytes == 8 ? ", double" : ", float");
}

template <class S>
void check(const Case& c, const MethodInfo& info, Scale scale, PcaChoice pca = {}) {
  const Set<S> set = c.set.cast<S>();
  FitOptions options;
  options.method = info.id;
  options.scale = scale;
  options.pca = pca;
  options.dims = c.dims;
  Monitor monitor;
  const Result<Model> model = fit(registry(), set.view(), options, monitor);
  const std::string what = where(c, info, scale, sizeof(S));
  expect(c.expected != Outcome::fitted || model) << what << model.status().text();
  expect(c.expected != Outcome::refused || !model) << what << "was fitted";
  if (!model) {
    expect(model.status().code() != Code::ok && !model.status().message().empty()) << what;
    expect(model.status().code() != Code::cancelled) << what;
    return;
  }
  expect(model->projection().allFinite() && model->offset().allFinite() && model->mean().allFinite()) << what;
  expect(model->references().allFinite()) << what << "references";
  expect(model->outputs() > 0 && model->inputs() == set.columns) << what;
  for (const Json& value : model->record().find("eigenvalues")->items()) {
    expect(std::isfinite(value.number_or(HUGE_VAL))) << what << "eigenvalue";
  }
  if (model->map() == Map::embedding) return;
  const Result<Matrix<S>> mapped = transform<S>(*model, set.view().x);
  expect(mapped && mapped->allFinite()) << what << "maps its own data to finite numbers";
  if (model->rule() == Rule::none) return;
  const ConstMatrixView<S> some(set.values.data(), set.columns, std::min<Index>(set.rows, 64));
  const Result<std::vector<int>> labels = predict<S>(*model, some);
  expect(bool(labels)) << what << labels.status().text();
  for (std::size_t i = 0; labels && i < labels->size(); ++i) {
    expect((*labels)[i] >= 0 && (*labels)[i] < int(set.classes.size())) << what << "predicts a class";
  }
}

void check_all(const std::vector<Case>& cases, std::initializer_list<Scale> scales) {
  for (const Method& method : registry().methods()) {
    for (const Case& c : cases) {
      for (const Scale scale : scales) {
        check<double>(c, *method.info, scale);
        check<float>(c, *method.info, scale);
      }
      check<float>(c, *method.info, Scale::none, {0, 0.95});
    }
  }
}

/// Three classes far apart, so that no neighbour is of another class; a constant column and a doubled one, in
/// units of their own.
Set<double> without_full_rank() {
  return changed(synthetic::gaussian(60, 6, 3, 4), [](Set<double>& set, X x) {
    x.row(4).setConstant(7);
    x.row(5) = 10 * x.row(3);
    for (Index i = 0; i < x.cols(); ++i) x(0, i) += 1000 * set.labels[std::size_t(i)];
  });
}

template <class S>
void check_variance(const Method& method, const Set<double>& set) {
  if (method.info->output == Output::embedding) return;
  FitOptions options;
  options.scale = Scale::none;
  options.method = method.info->id;
  options.dims = 2;
  Monitor monitor;
  const Set<S> samples = set.cast<S>();
  const Result<Model> model = fit(registry(), samples.view(), options, monitor);
  expect(bool(model)) << options.method << model.status().text();
  if (!model) return;
  const MatrixD y = model->references().cast<double>();
  const VectorD deviations = (y.colwise() - y.rowwise().mean()).rowwise().norm();
  expect(deviations.minCoeff() > 1e-6 * deviations.maxCoeff())
      << options.method << deviations.minCoeff() << deviations.maxCoeff();
}

bool says(const Monitor& monitor, const char* words) {
  for (const std::string& note : monitor.notes())
    if (note.find(words) != std::string::npos) return true;
  return false;
}

const suite degenerate_suite = [] {
  "no direction is without variance"_test = [] {
    const Set<double> set = without_full_rank();
    for (const Method& method : registry().methods()) {
      check_variance<double>(method, set);
      check_variance<float>(method, set);
    }
  };

  "that no eigenvalue is positive is said"_test = [] {
    FitOptions options;
    options.scale = Scale::none;
    options.method = "dne";
    Monitor monitor;
    const Set<double> set = without_full_rank();
    expect(bool(fit(registry(), set.view(), options, monitor)));
    expect(says(monitor, "no eigenvalue is positive"));
  };

  "that hardly any neighbour is of another class is said"_test = [] {
    FitOptions options;
    options.method = "dne";
    Set<double> set = synthetic::gaussian(180, 100, 3, 4);
    set.labels[0] = 1;
    Monitor monitor;
    expect(bool(fit(registry(), set.view(), options, monitor)));
    expect(says(monitor, "few neighbours are of another class"));
    options.settings = {{"graph", "separate"}};
    Monitor other;
    expect(bool(fit(registry(), set.view(), options, other)));
    expect(!says(other, "may not separate"));
  };

  const auto scales = {Scale::none, Scale::zscore, Scale::minmax, Scale::unit};
  tag("slow") / "degenerate shapes and columns"_test = [&] { check_all(ordinary_cases(), scales); };
  tag("slow") / "degenerate labels"_test = [&] { check_all(label_cases(), {Scale::none}); };
  tag("slow") / "values at the ends of the range"_test = [&] { check_all(value_cases(), scales); };

  "data without labels are refused by methods that need them"_test = [] {
    const Set<double> set = synthetic::gaussian(30, 4, 3, 16);
    for (const Method& method : registry().methods()) {
      Dataset<double> data = set.view();
      data.labels = nullptr;
      data.classes.clear();
      FitOptions options;
      options.scale = Scale::none;
      options.method = method.info->id;
      Monitor monitor;
      const Result<Model> model = fit(registry(), data, options, monitor);
      expect(bool(model) == (method.info->supervision == Supervision::none)) << method.info->id;
      if (!model) expect(model.status().code() == Code::no_labels) << method.info->id;
    }
  };
};

}  // namespace degenerate_test
