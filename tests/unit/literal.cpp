// The structured forms give the same as the literal definitions over pairs, for every option of every method.
#include <tuple>

#include "literal_methods.hpp"
#include "model/fit.hpp"
#include "spans.hpp"
#include "synthetic.hpp"
#include "ut.hpp"

namespace literal_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;

using Settings = std::vector<Setting>;

/// Values of one parameter that lead to different branches of a method.
std::vector<std::string> values_to_try(const Parameter& p) {
  std::vector<std::string> values;
  if (p.kind == Kind::choice || p.kind == Kind::flag) {
    for (double value = 0; value <= p.most(); ++value) values.push_back(parameter_text(p, value));
  } else {
    values.push_back(parameter_text(p, p.fallback));
    const std::string name = p.name;
    if (name == "ridge") values = {"0", "0.3"};
    if (name == "heat") values = {"0", "2.5"};
    if (name == "tangent_dims") values = {"0", "2"};
    if (name == "neighbors") values = {"4"};
    if (name == "between") values = {"3", "12"};
  }
  return values;
}

/// Every combination of the values of every parameter.
std::vector<Settings> combinations(const ParameterList& parameters) {
  std::vector<Settings> all{{}};
  for (const Parameter& p : parameters) {
    std::vector<Settings> more;
    for (const Settings& settings : all) {
      for (const std::string& value : values_to_try(p)) {
        more.push_back(settings);
        more.back().emplace_back(p.name, value);
      }
    }
    all = std::move(more);
  }
  return all;
}

std::string text(const char* id, const Settings& settings) {
  std::string result = id;
  for (const auto& [name, value] : settings) result += " " + name + "=" + value;
  return result;
}

/// The columns of one class (or all) against the eigenvectors of its literal problem.
void check_block(const literal::Problem& problem, const MatrixD& columns, const VectorD& values,
                 const std::string& scaling, const std::string& what) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> reference(problem.a, problem.b);
  const Index d = problem.a.rows(), r = columns.cols();
  const auto at = [&](Index i) { return problem.largest ? d - 1 - i : i; };
  const double size = reference.eigenvalues().cwiseAbs().maxCoeff();
  MatrixD expected(d, r);
  for (Index i = 0; i < r; ++i) {
    expected.col(i) = reference.eigenvectors().col(at(i));
    expect(std::abs(values[i] - reference.eigenvalues()[at(i)]) < 1e-9 * size)
        << what << "eigenvalue" << double(i) << values[i] << "should be" << reference.eigenvalues()[at(i)];
  }
  for (Index q = 1; q <= (problem.first_only ? 1 : r); ++q) {
    // With equal eigenvalues the span is not determined, as for graphs of few pairs, which have little rank.
    if (q < d && std::abs(reference.eigenvalues()[at(q)] - reference.eigenvalues()[at(q - 1)]) < 1e-9 * size)
      continue;
    const double angle = largest_angle(columns.leftCols(q), expected.leftCols(q));
    expect(angle < 1e-6) << what << "first" << double(q) << "angle" << angle;
  }
  if (scaling == "orthonormal") {
    expect((columns.transpose() * columns - MatrixD::Identity(r, r)).norm() < 1e-9) << what << "orthonormal";
  } else if (scaling == "unit") {
    expect((columns.colwise().norm().array() - 1).matrix().norm() < 1e-9) << what << "unit";
  } else {
    expect((columns.transpose() * problem.b * columns - MatrixD::Identity(r, r)).norm() < 1e-8)
        << what << "T'BT = I";
  }
}

/// How many settings of how many methods had a literal form.
std::pair<int, int> check_all(const synthetic::Set<double>& set, Index dims) {
  literal::Data data{MatrixD(set.view().x), set.labels, int(set.classes.size())};
  data.x.colwise() -= VectorD(data.x.rowwise().mean());
  std::pair<int, int> checked{0, 0};
  for (const Method& method : registry().methods()) {
    const MethodInfo& info = *method.info;
    bool any = false;
    for (const Settings& settings : combinations(info.parameters)) {
      const Result<Parameters> parameters = Parameters::make(info.parameters, settings);
      expect(bool(parameters)) << text(info.id, settings) << parameters.status().text();
      const auto problems = literal::problems(info.id, data, Named(*parameters));
      if (problems.empty()) break;
      any = true;
      ++checked.second;
      FitOptions options;
      options.scale = Scale::none;
      options.method = info.id;
      options.settings = settings;
      options.dims = dims;
      Monitor monitor;
      const Result<Model> model = fit(registry(), set.view(), options, monitor);
      const std::string what = text(info.id, settings);
      if (problems[0].positive_only) {
        const VectorD values = problems[0].a.selfadjointView<Eigen::Lower>().eigenvalues();
        const Index positive = std::min<Index>(dims, (values.array() > 0).count());
        expect((model ? model->outputs() : 0) == positive) << what << "positive eigenvalues only";
        if (positive == 0) continue;
      }
      expect(bool(model)) << what << model.status().text();
      if (!model) continue;
      const auto& items = model->record().find("eigenvalues")->items();
      VectorD values(Index(items.size()));
      for (Index i = 0; i < values.size(); ++i) values[i] = items[std::size_t(i)].number_or(1e300);
      const MatrixD columns = model->projection().transpose();
      const Index block = columns.cols() / Index(problems.size());
      std::string scaling = "b-normal";
      for (const auto& [name, value] : settings) scaling = name == "columns" ? value : scaling;
      for (std::size_t c = 0; c < problems.size(); ++c) {
        check_block(problems[c], columns.middleCols(Index(c) * block, block),
                    values.segment(Index(c) * block, block), scaling, what);
      }
    }
    checked.first += any;
  }
  return checked;
}

const suite literal_suite = [] {
  "structured forms equal the literal definitions"_test = [] {
    const auto [methods, settings] = check_all(synthetic::gaussian(42, 5, 3, 7), 4);
    expect(methods >= 15) << methods << "methods have a literal form";
    expect(settings >= 100) << settings;
  };
  "heat far below every distance leaves nothing to fit, and one far above changes nothing"_test = [] {
    const synthetic::Set<double> set = synthetic::gaussian(42, 5, 3, 7);
    for (const char* id : {"mfa", "dla"}) {
      const auto fit_with = [&](const char* heat) {
        FitOptions options;
        options.method = id;
        options.settings = {{"heat", heat}};
        options.dims = 2;
        Monitor monitor;
        return fit(registry(), set.view(), options, monitor);
      };
      const Result<Model> none = fit_with("0"), wide = fit_with("1e30"), narrow = fit_with("1e-30");
      expect(narrow.status().code() == Code::no_variation) << id << narrow.status().text();
      expect(none && wide &&
             (none->projection() - wide->projection()).norm() < 1e-9 * none->projection().norm())
          << id;
    }
  };
  "with two unequal classes too"_test = [] {
    synthetic::Set<double> set = synthetic::gaussian(36, 5, 2, 8);
    for (std::size_t i = 0; i < 36; i += 4) set.labels[i] = 1;
    check_all(set, 3);
  };
};

}  // namespace literal_test
