// What holds for every method of the registry: the result does not depend on rotating or shifting the
// features, on the order of the samples, on the names of the classes, on the unit of measure or on the
// precision.
#include <Eigen/QR>

#include "model/fit.hpp"
#include "sorted.hpp"
#include "spans.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace properties_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;
using synthetic::Set;

/// A method with its defaults, or with one choice or flag changed.
struct Call {
  const MethodInfo* info;
  std::vector<Setting> settings;

  std::string text() const {
    return settings.empty() ? info->id : info->id + (" " + settings[0].first + "=" + settings[0].second);
  }
};

std::vector<Call> calls() {
  std::vector<Call> result;
  for (const Method& method : registry().methods()) {
    result.push_back({method.info, {}});
    for (const Parameter& p : method.info->parameters) {
      if (p.kind != Kind::choice && p.kind != Kind::flag) continue;
      for (double value = 0; value <= p.most(); ++value) {
        if (value != p.fallback) result.push_back({method.info, {{p.name, parameter_text(p, value)}}});
      }
    }
  }
  return result;
}

const Parameter* parameter(const MethodInfo& info, const std::string& name) {
  for (const Parameter& p : info.parameters) {
    if (p.name == name) return &p;
  }
  return nullptr;
}

bool is_set(const Call& call, const char* name, const char* value) {
  for (const Setting& setting : call.settings) {
    if (setting.first == name && setting.second == value) return true;
  }
  return false;
}

/// Whether a ridge or a weight is given in the units of the data, so that the result depends on them.
bool in_units_of_data(const Call& call) {
  if (!parameter(*call.info, "absolute")) return parameter(*call.info, "gamma");
  return is_set(call, "absolute", "true");
}

/// Whether ties matter: a partition by straight distances counts points, equal counts tie, and ties go by
/// index, so the result depends on the order of the samples.
bool ties_by_order(const Call& call) {
  return is_set(call, "geodesic", "false");
}

template <class S>
Result<Model> fit_set(const Call& call, const Set<S>& set, Index dims = 2) {
  FitOptions options;
  options.scale = Scale::none;
  options.method = call.info->id;
  options.settings = call.settings;
  // For rank-limited methods all classes − 1 dimensions, because separable classes have equal eigenvalues.
  options.dims = call.info->limit == Limit::rank ? dims : 0;
  Monitor monitor;
  return fit(registry(), set.view(), options, monitor);
}

Eigen::Map<Eigen::MatrixXd> matrix(Set<double>& set) {
  return {set.values.data(), set.columns, set.rows};
}

Set<double> with(const Set<double>& set, const MatrixD& x) {
  Set<double> result = set;
  result.columns = x.rows();
  result.values.assign(x.data(), x.data() + x.size());
  return result;
}

MatrixD rotation(Index d, std::uint64_t seed) {
  return Eigen::HouseholderQR<Eigen::MatrixXd>(random_matrix(d, d, seed)).householderQ();
}

/// The metric P'P does not depend on signs and on the order of columns, but on their lengths.
MatrixD metric(const Model& model) {
  return model.projection().transpose() * model.projection();
}

/// Angle between the spans of two maps. Adjacent blocks of columns may be linearly dependent; then the
/// metrics are compared.
double angle_between(const Call& call, const MatrixD& first, const MatrixD& second) {
  return call.info->limit == Limit::per_class ? 0 : largest_angle(first, second);
}

/// Fits both sets; `back` maps the second's directions to the first's features. Results must agree for every
/// call.
void check(const Set<double>& set, const Set<double>& changed, const MatrixD& back, const char* what,
           double metric_factor = 0, bool (*not_promised)(const Call&) = nullptr) {
  for (const Call& call : calls()) {
    if (not_promised && not_promised(call)) continue;
    if (set.columns > set.rows && !call.settings.empty()) continue;
    const Result<Model> before = fit_set(call, set), after = fit_set(call, changed);
    expect(bool(before) == bool(after))
        << call.text() << what << before.status().text() << after.status().text();
    if (!before || !after) continue;
    if (before->map() != Map::linear) continue;
    expect(before->outputs() == after->outputs()) << call.text() << what;
    if (before->outputs() != after->outputs()) continue;
    MatrixD first = metric(*before), second = back * metric(*after) * back.transpose();
    if (metric_factor == 0) {
      first /= first.norm();
      second /= second.norm();
    }
    expect((first - second).norm() < 1e-6 * first.norm())
        << call.text() << what << "metric off" << (first - second).norm();
    const MatrixD turned = back * after->projection().transpose();
    const double angle = angle_between(call, before->projection().transpose(), turned);
    expect(angle < 1e-6) << call.text() << what << "angle" << angle;
  }
}

/// The fraction of samples in one half that a fit of the other half predicts correctly.
template <class S>
double accuracy(const Model& model, const Set<S>& set) {
  const auto labels = predict<S>(model, set.view().x);
  expect(bool(labels));
  double right = 0;
  for (std::size_t i = 0; i < set.labels.size(); ++i) right += (*labels)[i] == set.labels[i];
  return right / double(set.labels.size());
}

const suite properties_suite = [] {
  Set<double> data = synthetic::gauss3(90, 5);
  const MatrixD x = matrix(data), identity = MatrixD::Identity(6, 6);

  "turning the features turns the directions"_test = [&] {
    const MatrixD turn = rotation(6, 1);
    check(data, with(data, turn * x), turn.transpose(), "rotated", 1);
  };

  "moving the origin changes nothing"_test = [&] {
    check(data, with(data, x.colwise() + VectorD::LinSpaced(6, -40, 70)), identity, "moved", 1);
  };

  "the order of the samples does not matter"_test = [&] {
    Random random(3);
    std::vector<int> order(90);
    for (int i = 0; i < 90; ++i) order[std::size_t(i)] = i;
    random.shuffle(order);
    Set<double> shuffled = data;
    for (std::size_t i = 0; i < 90; ++i) {
      matrix(shuffled).col(Index(i)) = x.col(order[i]);
      shuffled.labels[i] = data.labels[std::size_t(order[i])];
    }
    check(data, shuffled, identity, "shuffled", 1, ties_by_order);
  };

  tag("slow") / "the names and numbers of the classes do not matter"_test = [&] {
    Set<double> renamed = data;
    for (int& label : renamed.labels) label = (label + 2) % 3;
    renamed.classes = {"zebra", "", "a b"};
    check(data, renamed, identity, "renamed", 1);
    Set<double> gaps = data;
    for (int& label : gaps.labels) label = label == 0 ? 0 : label == 1 ? 2 : 5;
    gaps.classes = {"0", "1", "2", "3", "4", "5"};
    check(data, gaps, identity, "numbers with gaps", 1);
  };

  "the unit of measure does not matter"_test = [&] {
    check(data, with(data, 3 * x), identity, "3x", 0, in_units_of_data);
    check(data, with(data, 0x1p-20 * x), identity, "x / 2^20", 0, in_units_of_data);
  };

  "wide data keep these promises"_test = [] {
    Set<double> wide = synthetic::wide4(40, 9);
    const MatrixD w = matrix(wide), turn = rotation(100, 4);
    check(wide, with(wide, (turn * w).colwise() + VectorD::Constant(100, 5.0)), turn.transpose(),
          "wide, turned and moved");
  };

  "methods that say so do not care about the scales of the features"_test = [&] {
    const VectorD factors = VectorD::LinSpaced(6, 0.1, 30);
    int promised = 0;
    for (const Method& method : registry().methods()) {
      if (!method.info->affine) continue;
      ++promised;
      Call call{method.info, {}};
      if (parameter(*method.info, "ridge")) call.settings = {{"ridge", "0"}};
      const Result<Model> before = fit_set(call, data),
                          after = fit_set(call, with(data, factors.asDiagonal() * x));
      expect(before && after) << call.text();
      if (!before || !after) continue;
      const MatrixD back = after->projection() * factors.asDiagonal();
      expect(angle_between(call, before->projection().transpose(), back.transpose()) < 1e-6) << call.text();
      expect((metric(*before) - back.transpose() * back).norm() < 1e-6 * metric(*before).norm())
          << call.text();
    }
    expect(promised >= 2);
  };

  "a constant column adds at most a direction in which nothing moves"_test = [&] {
    MatrixD more = MatrixD::Constant(7, 90, 42.5);
    more.topRows(6) = x;
    for (Call call : calls()) {
      // The ridge is relative to tr(B)/d, and d has grown. In tangent methods it is called alpha or gamma.
      const Parameter* ridge = parameter(*call.info, "ridge");
      if (parameter(*call.info, "absolute") && !in_units_of_data(call)) {
        ridge = parameter(*call.info, "alpha");
        if (!ridge) ridge = parameter(*call.info, "gamma");
      }
      const Result<Model> before = fit_set(call, data, 7);
      if (ridge) call.settings.emplace_back(ridge->name, parameter_text(*ridge, ridge->fallback * 7 / 6));
      const Result<Model> after = fit_set(call, with(data, more), 7);
      expect(bool(before) == bool(after)) << call.text();
      if (!before || !after || before->map() != Map::linear) continue;
      const auto moving = [](const Model& model) {
        MatrixD rows(0, 6);
        for (Index i = 0; i < model.outputs(); ++i) {
          const auto row = model.projection().row(i).head(6);
          if (row.norm() < 1e-6 * model.projection().norm()) continue;
          rows.conservativeResize(rows.rows() + 1, 6);
          rows.bottomRows(1) = row;
        }
        return MatrixD(rows.transpose() * rows);
      };
      // A built-in ridge, which is no parameter, cannot be kept constant.
      if (!ridge && call.info->family == Family::tangent) continue;
      expect((moving(*before) - moving(*after)).norm() < 1e-6 * metric(*before).norm()) << call.text();
    }
  };

  tag("slow") / "a float fit is as good as a double fit"_test = [] {
    const Set<double> train = synthetic::arcs3(240, 3), test = synthetic::arcs3(400, 4);
    for (const Call& call : calls()) {
      const Result<Model> fine = fit_set(call, train), coarse = fit_set(call, train.cast<float>());
      expect(bool(fine) == bool(coarse)) << call.text() << fine.status().text() << coarse.status().text();
      if (!fine || !coarse || fine->map() != Map::linear) continue;
      const double angle =
          angle_between(call, fine->projection().transpose(), coarse->projection().transpose());
      expect(angle < 1e-2) << call.text() << "angle" << angle;
      expect((metric(*fine) - metric(*coarse)).norm() < 1e-3 * metric(*fine).norm()) << call.text();
      const double difference = accuracy(*fine, test) - accuracy(*coarse, test.cast<float>());
      expect(std::abs(difference) <= 0.005 + 1e-9) << call.text() << "accuracy differs by" << difference;
    }
  };

  "the same fit twice gives the same bits"_test = [&] {
    for (const Call& call : calls()) {
      const Result<Model> once = fit_set(call, data), twice = fit_set(call, data);
      expect(!once || (once->projection() == twice->projection() && once->offset() == twice->offset()))
          << call.text();
    }
  };
};

}  // namespace properties_test
