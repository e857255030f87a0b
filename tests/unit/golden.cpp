// Every golden case: the fitted span compared with a plain double-precision reference.
#include <Eigen/SVD>
#include <sstream>

#include "embedded.hpp"
#include "model/fit.hpp"
#include "spans.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace golden_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

struct GoldenCase {
  std::string name;
  FitOptions options;
  std::vector<Index> safe;
  std::vector<double> float_angle;
  Index block = 0;
  VectorD eigenvalues;
  MatrixD projection;             ///< d×r
  bool metric = false;            ///< only the span and P·P' are determined
  bool semi = false;              ///< semi-supervised: samples i with i % 5 ≥ 3 have no label
  std::vector<double> distances;  ///< kernel expansions: between the first 20 embedded samples
};

struct GoldenSet {
  std::string name;
  synthetic::Set<double> data;
  std::vector<GoldenCase> cases;
};

FitOptions read_options(std::istringstream& words) {
  FitOptions options;
  for (std::string flag, value; words >> flag >> value;) {
    if (flag == "--method") options.method = value;
    if (flag == "--dims") options.dims = std::stoi(value);
    if (flag == "--pca") options.pca.dims = std::stoi(value);
    if (flag == "--set")
      options.settings.emplace_back(value.substr(0, value.find('=')), value.substr(value.find('=') + 1));
  }
  return options;
}

template <class T>
std::vector<T> read_all(std::istringstream& words) {
  std::vector<T> result;
  for (T value; words >> value;) result.push_back(value);
  return result;
}

GoldenSet read_golden(const std::string& name) {
  GoldenSet golden{name, {}, {}};
  std::istringstream lines{std::string(embedded((name + ".txt").c_str()))};
  std::vector<std::vector<double>> rows;
  const auto finish_case = [&] {
    if (rows.empty()) return;
    MatrixD& p = golden.cases.back().projection;
    p.resize(Index(rows.size()), Index(rows[0].size()));
    for (Index i = 0; i < p.rows(); ++i) {
      for (Index j = 0; j < p.cols(); ++j) p(i, j) = rows[std::size_t(i)][std::size_t(j)];
    }
    rows.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "set") {
      int n = 0, d = 0;
      std::uint64_t seed = 0;
      words >> key >> n >> d >> seed;
      golden.data = name == "syn_gauss3"  ? synthetic::gauss3(n, seed)
                    : name == "syn_arcs3" ? synthetic::arcs3(n, seed)
                                          : synthetic::wide4(n, seed);
    } else if (key == "case") {
      finish_case();
      golden.cases.emplace_back();
      words >> golden.cases.back().name;
      golden.cases.back().options = read_options(words);
    } else if (key == "safe") {
      golden.cases.back().safe = read_all<Index>(words);
    } else if (key == "float_angle") {
      golden.cases.back().float_angle = read_all<double>(words);
    } else if (key == "block") {
      words >> golden.cases.back().block;
    } else if (key == "eigenvalues") {
      const auto values = read_all<double>(words);
      golden.cases.back().eigenvalues =
          Eigen::Map<const Eigen::VectorXd>(values.data(), Index(values.size()));
    } else if (key == "metric") {
      golden.cases.back().metric = true;
    } else if (key == "semi") {
      golden.cases.back().semi = true;
    } else if (key == "dist20") {
      golden.cases.back().distances = read_all<double>(words);
    } else {
      rows.push_back(read_all<double>(words));
    }
  }
  finish_case();
  return golden;
}

/// The first q columns, of every block when the columns come in blocks.
MatrixD leading(const MatrixD& columns, Index q, Index block, Index b) {
  return block > 0 ? MatrixD(columns.middleCols(b * block, q)) : MatrixD(columns.leftCols(q));
}

/// Distances between the first 20 embedded samples, relative to the largest.
template <class S>
void check_embedding(const Model& model, const synthetic::Set<S>& data, const GoldenCase& c) {
  Matrix<S> y;
  const Status status = transform(model, data.view().x).get(y);
  expect(bool(status)) << c.name << status.text();
  if (!status) return;
  const double largest = *std::max_element(c.distances.begin(), c.distances.end());
  std::size_t at = 0;
  for (Index i = 0; i < 20; ++i) {
    for (Index j = i + 1; j < 20; ++j) {
      const double off = std::abs(double((y.col(i) - y.col(j)).norm()) - c.distances[at++]) / largest;
      expect(off <= (sizeof(S) == 8 ? 1e-6 : 2e-3)) << c.name << "distance" << double(at) << "off by" << off;
    }
  }
}

template <class S>
void check_span(const GoldenSet& golden, const GoldenCase& c, const Model& model);

/// W of the reference has more columns than its rank: only WW' and its range are compared.
template <class S>
void check_metric(const GoldenSet& golden, const GoldenCase& c, const Model& model) {
  const MatrixD found = model.projection().transpose(), metric = c.projection * c.projection.transpose();
  const double off = (found * found.transpose() - metric).norm() / metric.norm();
  expect(off <= (sizeof(S) == 8 ? 1e-8 : 1e-4)) << golden.name << c.name << "metric off by" << off;
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(c.projection, Eigen::ComputeThinU);
  for (std::size_t s = 0; s < c.safe.size(); ++s) {
    const double bound = sizeof(S) == 8 ? 1e-6 : std::max(2e-4, 100 * c.float_angle[s]);
    const double angle = largest_angle(found.leftCols(c.safe[s]), svd.matrixU().leftCols(c.safe[s]));
    expect(found.cols() == c.safe.back() && angle <= bound) << golden.name << c.name << "angle" << angle;
  }
}

template <class S>
void check(const GoldenSet& golden, const GoldenCase& c) {
  Monitor monitor;
  synthetic::Set<S> data = golden.data.cast<S>();
  for (std::size_t i = 0; c.semi && i < data.labels.size(); ++i) {
    if (i % 5 >= 3) data.labels[i] = -1;
  }
  const Result<Model> model = fit(registry(), data.view(), c.options, monitor);
  expect(bool(model)) << golden.name << c.name << model.status().text();
  if (!model) return;
  if (c.metric) {
    check_metric<S>(golden, c, *model);
  } else if (c.distances.empty()) {
    check_span<S>(golden, c, *model);
  } else {
    check_embedding(*model, data, c);
  }
  const auto& values = model->record().find("eigenvalues")->items();
  for (Index i = 0; i < c.eigenvalues.size(); ++i) {
    const double size = c.eigenvalues.cwiseAbs().maxCoeff();
    const double off = std::abs(values[std::size_t(i)].number_or(1e300) - c.eigenvalues[i]);
    expect(off <= (sizeof(S) == 8 ? 1e-8 : 1e-4) * size)
        << golden.name << c.name << "eigenvalue" << double(i) << off;
  }
}

template <class S>
void check_span(const GoldenSet& golden, const GoldenCase& c, const Model& model) {
  const MatrixD columns = model.projection().transpose();
  expect(columns.cols() == c.projection.cols()) << golden.name << c.name << "gives" << double(columns.cols());
  if (columns.cols() != c.projection.cols()) return;
  const Index blocks = c.block > 0 ? c.projection.cols() / c.block : 1;
  for (std::size_t s = 0; s < c.safe.size(); ++s) {
    const double bound = sizeof(S) == 8 ? 1e-6 : std::max(2e-4, 100 * c.float_angle[s]);
    for (Index b = 0; b < blocks; ++b) {
      const double angle = largest_angle(leading(columns, c.safe[s], c.block, b),
                                         leading(c.projection, c.safe[s], c.block, b));
      expect(angle <= bound) << golden.name << c.name << "first" << double(c.safe[s]) << "angle" << angle;
    }
  }
}

const suite golden_suite = [] {
  for (const char* name : {"syn_gauss3", "syn_arcs3", "syn_wide4"}) {
    const GoldenSet golden = read_golden(name);
    "golden sets are there"_test = [&] { expect(golden.cases.size() >= 24) << name; };
    for (const GoldenCase& c : golden.cases) {
      "golden case, double"_test = [&] { check<double>(golden, c); };
      "golden case, float"_test = [&] { check<float>(golden, c); };
    }
  }
};

}  // namespace golden_test
