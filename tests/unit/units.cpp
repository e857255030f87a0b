// What holds for every method of the registry about the numbers it is given: neither a common factor nor any
// offset that the data can represent changes a prediction, also after saving and loading, in float and in
// double. Methods that are affine by definition give the same map in any units.
#include <algorithm>
#include <cmath>

#include "model/fit.hpp"
#include "synthetic.hpp"
#include "tanda/detail/random.hpp"
#include "ut.hpp"

namespace units_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;
using synthetic::Set;

Eigen::Map<Eigen::MatrixXd> matrix(Set<double>& set) {
  return {set.values.data(), set.columns, set.rows};
}

template <class Change>
Set<double> changed(Set<double> set, Change change) {
  change(matrix(set));
  return set;
}

/// Every other sample.
Set<double> half(const Set<double>& set, Index first) {
  Set<double> result = set;
  result.rows = 0;
  result.values.clear();
  result.labels.clear();
  for (Index i = first; i < set.rows; i += 2) {
    const auto row = set.values.begin() + i * set.columns;
    result.values.insert(result.values.end(), row, row + set.columns);
    result.labels.push_back(set.labels[std::size_t(i)]);
    ++result.rows;
  }
  return result;
}

struct Outcome {
  Status status;
  std::vector<int> labels;
  bool noted = false;
};

/// Fits on one half, saves, loads and predicts the other half.
template <class S>
Outcome held_out(const MethodInfo& info, const Set<double>& set) {
  const Set<S> train = half(set, 0).cast<S>(), test = half(set, 1).cast<S>();
  FitOptions options;
  options.method = info.id;
  options.scale = Scale::none;
  options.dims = info.limit == Limit::rank ? 2 : 0;
  Monitor monitor;
  const Result<Model> model = fit(registry(), train.view(), options, monitor);
  if (!model) return {model.status(), {}};
  const std::vector<std::uint8_t> bytes = *encode(*model);
  const Result<Model> opened = decode(bytes.data(), bytes.size());
  if (!opened) return {opened.status(), {}};
  const Result<std::vector<int>> labels = predict<S>(*opened, test.view().x);
  if (!labels) return {labels.status(), {}};
  return {{}, *labels, !monitor.notes().empty()};
}

Index differences(const std::vector<int>& a, const std::vector<int>& b) {
  Index result = 0;
  for (std::size_t i = 0; i < a.size(); ++i) result += a[i] != b[i];
  return result;
}

/// Whether a weight is given in the units of the data, so that the result depends on them.
bool in_units_of_data(const MethodInfo& info) {
  bool gamma = false, absolute = false;
  for (const Parameter& p : info.parameters) {
    gamma = gamma || std::string(p.name) == "gamma";
    absolute = absolute || std::string(p.name) == "absolute";
  }
  return gamma && !absolute;
}

template <class S>
void check_factors(const Set<double>& set, std::initializer_list<double> factors) {
  for (const Method& method : registry().methods()) {
    const MethodInfo& info = *method.info;
    if (info.output == Output::embedding || in_units_of_data(info)) continue;
    const Outcome plain = held_out<S>(info, set);
    expect(bool(plain.status)) << info.id << plain.status.text();
    for (const double factor : factors) {
      const Outcome scaled = held_out<S>(info, changed(set, [&](auto x) { x *= factor; }));
      expect(bool(scaled.status)) << info.id << factor << scaled.status.text();
      if (!scaled.status) continue;
      const Index moved = differences(plain.labels, scaled.labels);
      expect(moved <= 1) << info.id << "times" << factor << (sizeof(S) == 8 ? "double" : "float") << "moves"
                         << moved << "of" << scaled.labels.size();
      expect(scaled.noted) << info.id << "says that it multiplies";
    }
  }
}

const suite units_suite = [] {
  const Set<double> plain = synthetic::arcs3(160, 3), wide = synthetic::wide4(80, 9);

  "no common factor changes a prediction"_test = [&] {
    check_factors<float>(plain, {1e-30, 1e-24, 1e24, 1e30});
    check_factors<double>(plain, {1e-30, 1e-24, 1e24, 1e30});
    check_factors<float>(wide, {1e-30, 1e30});
    check_factors<double>(wide, {1e-30, 1e30});
  };

  "what a model cannot hold is refused"_test = [&] {
    for (const Method& method : registry().methods()) {
      for (const double factor : {1e-150, 1e150}) {
        const Set<double> set = changed(plain, [&](auto x) { x *= factor; });
        const Outcome outcome = held_out<double>(*method.info, set);
        expect(outcome.status.code() == (factor > 1 ? Code::too_large : Code::not_representable))
            << method.info->id << factor << outcome.status.text();
      }
    }
  };

  "no offset that floats can carry changes a prediction"_test = [&] {
    for (const double offset : {1e3, 1e5}) {
      // Rounded to float for both precisions.
      const Set<double> moved =
          changed(plain, [&](auto x) { x.array() += offset; }).cast<float>().cast<double>();
      const Set<double> back = changed(moved, [&](auto x) { x.array() -= offset; });
      for (const Method& method : registry().methods()) {
        if (method.info->output == Output::embedding) continue;
        const Outcome there = held_out<double>(*method.info, back);
        const Outcome fine = held_out<double>(*method.info, moved),
                      coarse = held_out<float>(*method.info, moved);
        expect(there.status && fine.status && coarse.status) << method.info->id;
        for (const Outcome* outcome : {&fine, &coarse}) {
          const Index apart = differences(there.labels, outcome->labels);
          expect(apart <= 1) << method.info->id << "offset" << offset
                             << (outcome == &fine ? "double" : "float") << "moves" << apart << "of"
                             << there.labels.size();
        }
      }
    }
  };

  "float and double agree where there are more features than samples"_test = [&] {
    for (const Method& method : registry().methods()) {
      if (method.info->output == Output::embedding) continue;
      const Outcome fine = held_out<double>(*method.info, wide), coarse = held_out<float>(*method.info, wide);
      expect(fine.status && coarse.status) << method.info->id;
      const Index apart = differences(fine.labels, coarse.labels);
      expect(apart <= 1) << method.info->id << apart << "of" << fine.labels.size();
    }
  };

  "digits that floats have lost are spoken of"_test = [&] {
    const auto says = [](const std::string& text) {
      return text.find("use {scalar=double}") != std::string::npos;
    };
    for (const double offset : {1e7, 1e8}) {
      const Set<float> samples = changed(plain, [&](auto x) { x.array() += offset; }).cast<float>();
      for (const Method& method : registry().methods()) {
        FitOptions options;
        options.method = method.info->id;
        options.scale = Scale::none;
        Monitor monitor;
        const Result<Model> model = fit(registry(), samples.view(), options, monitor);
        // With an offset of 1e8 nothing of the data is left: all samples are equal.
        const bool reported = model ? std::any_of(monitor.notes().begin(), monitor.notes().end(), says)
                                    : says(model.status().text());
        expect(reported && bool(model) == (offset < 1e8))
            << method.info->id << offset << model.status().text();
      }
    }
  };

  "affine methods give the same map of the samples in any units"_test = [&] {
    Random random(7);
    const Set<double> set = synthetic::gauss3(90, 5);
    for (int trial = 0; trial < 10; ++trial) {
      VectorD units(set.columns);
      for (double& unit : units) unit = std::pow(10, 12 * random.uniform() - 6);
      const Set<double> other = changed(set, [&](auto x) { x = units.asDiagonal() * x; });
      int promised = 0;
      for (const Method& method : registry().methods()) {
        const MethodInfo& info = *method.info;
        if (!info.affine) continue;
        ++promised;
        FitOptions options;
        options.method = info.id;
        options.scale = Scale::none;
        for (const Parameter& p : info.parameters)
          if (std::string(p.name) == "ridge") options.settings = {{"ridge", "0"}};
        Monitor monitor;
        const Result<Model> before = fit(registry(), set.view(), options, monitor),
                            after = fit(registry(), other.view(), options, monitor);
        expect(before && after) << info.id;
        if (!before || !after) continue;
        const MatrixD first = before->references().cast<double>(),
                      second = after->references().cast<double>();
        expect(first.rows() == second.rows()) << info.id;
        if (first.rows() != second.rows()) continue;
        // Signs follow the largest entry, which has changed.
        const MatrixD gram = first.transpose() * first;
        expect((gram - second.transpose() * second).norm() < 1e-5 * gram.norm()) << info.id;
      }
      expect(promised >= 2);
    }
  };
};

}  // namespace units_test
