// Models with a kernel map, and models that are an embedding without a map.
#include <Eigen/Eigenvalues>
#include <cmath>
#include <functional>
#include <limits>

#include "models.hpp"
#include "tanda/model_view.hpp"
#include "ut.hpp"

namespace kernel_model_test {
using namespace ut;
using tanda::Code;
using tanda::ModelView;
using tanda::Rule;
using tanda::internal::Index;
using tanda::internal::Kernel;
using tanda::internal::KernelInfo;
using tanda::internal::kernels;
using tanda::internal::MatrixD;
using tanda::internal::Model;
using tanda::internal::VectorD;
using Bytes = std::vector<std::uint8_t>;

template <class S>
tanda::internal::ConstMatrixView<S> view(const tanda::internal::Matrix<S>& x, Index first = 0,
                                         Index count = -1) {
  return {x.data() + first * x.rows(), x.rows(), count < 0 ? x.cols() : count};
}

template <class S>
tanda::internal::Matrix<S> random_samples(Index d, Index n) {
  tanda::Random random(5);
  return tanda::internal::Matrix<S>::NullaryExpr(d, n,
                                                 [&] { return static_cast<S>(random.uniform() * 3 - 1); });
}

/// Kernel values by their definition.
double kernel_value(const Kernel& kernel, const VectorD& a, const VectorD& b) {
  double product = 0, of_a = 0, of_b = 0, distance = 0, absolute = 0;
  for (Index k = 0; k < a.size(); ++k) {
    product += a[k] * b[k];
    of_a += a[k] * a[k];
    of_b += b[k] * b[k];
    distance += (a[k] - b[k]) * (a[k] - b[k]);
    absolute += std::fabs(a[k] - b[k]);
  }
  const std::string id = kernel.info->id;
  if (id == "rbf") return std::exp(-distance / kernel.width);
  if (id == "poly") return std::pow(product / kernel.width + kernel.offset, kernel.degree);
  if (id == "linear") return product;
  if (id == "laplace") return std::exp(-absolute / kernel.width);
  if (id == "cosine") return of_a > 0 && of_b > 0 ? product / std::sqrt(of_a * of_b) : 0;
  expect(false) << id << "is in no test";
  return 0;
}

VectorD project_plainly(const Model& model, VectorD x) {
  if (model.unit_length() && x.norm() > 0) x /= x.norm();
  VectorD z = model.kernel().factor.cwiseProduct(x - model.mean());
  if (model.kernel().basis.size() > 0) z = (model.kernel().basis.transpose() * z).eval();
  VectorD values(model.kernel().points.cols());
  for (Index j = 0; j < values.size(); ++j)
    values[j] = kernel_value(model.kernel().kernel, model.kernel().points.col(j), z);
  return model.kernel().coefficients * values;
}

/// The code from decoding a kernel model whose parameters were changed in the file, with a correct checksum.
Code with_kernel(const std::function<void(tanda::FileKernel&)>& change, bool basis = true) {
  Bytes bytes = *tanda::internal::encode(models::make_kernel("rbf", Rule::neighbors, true, basis));
  tanda::FileSection section;  // the first one
  std::memcpy(&section, bytes.data() + sizeof(tanda::FileHeader), sizeof section);
  tanda::FileKernel kernel;
  std::memcpy(&kernel, bytes.data() + section.offset, sizeof kernel);
  change(kernel);
  std::memcpy(bytes.data() + section.offset, &kernel, sizeof kernel);
  const std::uint32_t crc = tanda::crc32(bytes.data() + tanda::crc_begin, bytes.size() - tanda::crc_begin);
  std::memcpy(bytes.data() + offsetof(tanda::FileHeader, crc), &crc, sizeof crc);
  return tanda::internal::decode(bytes.data(), bytes.size()).status().code();
}

Kernel named(const char* id, double width = 1) {
  return {kernels().find(id), width, 1, 0};
}

const suite kernel_suite{[] {
  "a kernel matrix is the kernel of every pair"_test = [] {
    const MatrixD a = random_samples<double>(5, 40), b = random_samples<double>(5, 33) * 2;
    for (const KernelInfo& info : kernels()) {
      const Kernel kernel{&info, 2.5, 3, 0.5};
      const MatrixD values = tanda::internal::kernel_matrix(kernel, a, b);
      expect(values.rows() == 40 && values.cols() == 33);
      for (Index i = 0; i < 40; ++i)
        for (Index j = 0; j < 33; ++j) {
          const double wanted = kernel_value(kernel, a.col(i), b.col(j));
          expect(std::fabs(values(i, j) - wanted) <= 1e-13 * (1 + std::fabs(wanted)));
        }
    }
    expect(tanda::internal::kernel_matrix(named("rbf"), a, MatrixD(5, 0)).cols() == 0);
  };

  "equal points are exactly as near as can be, and near ones keep their distance"_test = [] {
    MatrixD a = random_samples<double>(7, 20).array() + 1000;
    for (double width : {1.0, 1e-300, 5e-324, 1e300})
      expect((tanda::internal::kernel_matrix(named("rbf", width), a, a).diagonal().array() == 1).all());
    MatrixD b = a;
    b.row(0).array() += 0x1p-20;
    const MatrixD values = tanda::internal::kernel_matrix(named("rbf", 0x1p-40), a, b);
    expect((values.diagonal().array() - std::exp(-1.0)).abs().maxCoeff() < 1e-12);
  };

  "finite points never give a NaN"_test = [] {
    MatrixD a = random_samples<double>(3, 12);
    for (Index i = 0; i < 12; ++i) a.col(i) *= std::pow(10.0, 28.0 * double(i));
    for (const KernelInfo& info : kernels())
      for (double width : {1e-320, 1e-12, 1.0, 1e200})
        for (int degree : {1, 2, 3, 1000001}) {
          const MatrixD values = tanda::internal::kernel_matrix({&info, width, degree, -1}, a, -a);
          expect(!values.array().isNaN().any()) << info.id << width << degree;
        }
    const MatrixD far = tanda::internal::kernel_matrix(named("rbf", 1e-9), a.leftCols(1), a.middleCols(1, 5));
    expect((far.array() == 0).all()) << "zero, not almost";
  };

  "a kernel matrix is positive semidefinite, and as wide as the feature space"_test = [] {
    for (const Index d : {1, 3, 8}) {
      const MatrixD x = random_samples<double>(d, 60);
      for (const KernelInfo& info : kernels()) {
        const Kernel kernel{&info, 2.5, 2, 1};
        const MatrixD k = tanda::internal::kernel_matrix(kernel, x, x);
        expect((k - k.transpose()).cwiseAbs().maxCoeff() <= 1e-14 * k.cwiseAbs().maxCoeff()) << info.id;
        const VectorD values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(k).eigenvalues();
        expect(values[0] >= -1e-12 * values[59]) << info.id << values[0];
        const auto rank = (values.array() > 1e-10 * values[59]).count();
        if (info.most_rank)
          expect(double(rank) <= info.most_rank(kernel.degree, double(d))) << info.id << rank;
        else
          expect(rank > 2 * d) << info.id << rank;
      }
    }
  };

  "a cosine sees directions alone, at any length"_test = [] {
    MatrixD a = random_samples<double>(4, 9);
    a.col(3).setZero();
    const MatrixD values = tanda::internal::kernel_matrix(named("cosine"), a, a);
    expect((values.col(3).array() == 0).all() && (values.row(3).array() == 0).all());
    for (const double factor : {0x1p-1000, 0x1p-5, 0x1p900})
      expect(
          (tanda::internal::kernel_matrix(named("cosine"), a * factor, a).array() == values.array()).all());
    expect((tanda::internal::kernel_matrix(named("cosine"), -3.1 * a, a) + values).cwiseAbs().maxCoeff() <
           1e-15);
    expect((VectorD(values.diagonal().head(3)).array() - 1).abs().maxCoeff() < 1e-15);
  };

  "no two kernels have the same number or name, and each has a width of its own"_test = [] {
    MatrixD x = random_samples<double>(3, 50);
    x.colwise() -= VectorD(x.rowwise().mean());
    for (const KernelInfo& info : kernels()) {
      expect(tanda::internal::kernel_of_number(info.number) == &info && kernels().find(info.id) == &info);
      const double width = info.default_width(x), wider = info.default_width(8 * x);
      expect(width > 0 && std::fabs(wider / width - std::pow(8, info.width_power)) < 1e-9) << info.id;
      expect(info.default_width(MatrixD(MatrixD::Zero(3, 5))) == 0) << info.id;
    }
    expect(!kernels().find("nope") && !tanda::internal::kernel_of_number(255));
  };

  "a kernel model projects as its formula says, in float and double"_test = [] {
    const MatrixD x = random_samples<float>(4, 300).cast<double>();
    const tanda::internal::Matrix<float> single = x.cast<float>();
    for (const KernelInfo& info : kernels())
      for (bool basis : {false, true})
        for (bool unit_length : {false, true}) {
          models::Parts model = models::make_kernel(info.id, Rule::none, true, basis);
          model.unit_length = unit_length;
          expect(model.inputs() == 4 && model.outputs() == 3);
          const auto y = tanda::internal::transform<double>(model, view<double>(x));
          const auto f = tanda::internal::transform<float>(model, view<float>(single));
          expect(y && f && y->cols() == 300 && f->rows() == 3);
          if (!y || !f) continue;
          expect((f->array() == y->cast<float>().array()).all()) << "double inside";
          for (Index i = 0; i < 300; ++i) {
            const VectorD wanted = project_plainly(model, x.col(i));
            expect((y->col(i) - wanted).norm() <= 1e-12 * (1 + wanted.norm()));
          }
        }
  };

  "a sample gives the same numbers alone and in a batch"_test = [] {
    const MatrixD x = random_samples<double>(4, 300);
    for (const KernelInfo& info : kernels()) {
      const Model model = models::make_kernel(info.id, Rule::neighbors, true);
      const auto all = tanda::internal::transform<double>(model, view<double>(x));
      const auto labels = tanda::internal::predict<double>(model, view<double>(x));
      expect(all && labels);
      for (Index first : {0, 1, 30, 255, 256, 290})
        for (Index count : {1, 2, 3, 10}) {
          const auto some = tanda::internal::transform<double>(model, view<double>(x, first, count));
          expect(some && (some->array() == all->middleCols(first, count).array()).all());
          const auto few = tanda::internal::predict<double>(model, view<double>(x, first, count));
          expect(few && std::equal(few->begin(), few->end(), labels->begin() + first));
        }
    }
  };

  "a kernel model predicts by its nearest reference"_test = [] {
    const MatrixD x = random_samples<double>(4, 7);
    models::Parts model = models::make_kernel("rbf", Rule::neighbors);
    model.neighbors = 1;
    model.references = tanda::internal::transform<double>(model, view<double>(x))->cast<float>();
    const auto labels = tanda::internal::predict<double>(model, view<double>(x));
    expect(labels && std::equal(labels->begin(), labels->end(), model.labels.begin()));
    expect(tanda::internal::predict<double>(model, view<double>(MatrixD(4, 0)))->empty());
  };

  "parts that do not fit together are a status"_test = [] {
    const MatrixD x = random_samples<double>(4, 2), narrow = random_samples<double>(3, 2);
    const Model good = models::make_kernel("rbf", Rule::neighbors);
    const auto refused = [&](const std::function<void(models::Parts&)>& change) {
      models::Parts bad = good;
      change(bad);
      return models::refusal(bad) == Code::bad_model;
    };
    expect(refused([](models::Parts& m) { m.kernel().factor.resize(3); }));
    expect(refused([](models::Parts& m) { m.kernel().basis.resize(0, 0); }));
    expect(refused([](models::Parts& m) { m.kernel().basis = MatrixD::Zero(4, 3); }));
    expect(refused([](models::Parts& m) { m.kernel().points = MatrixD::Zero(2, 5); }));
    expect(refused([](models::Parts& m) { m.kernel().points.resize(0, 6); }));
    expect(tanda::internal::transform<double>(good, view<double>(narrow)).status().code() ==
           Code::wrong_shape);
  };

  "hostile kernel parameters are refused"_test = [] {
    using K = tanda::FileKernel&;
    expect(with_kernel([](K) {}) == Code::ok && with_kernel([](K) {}, false) == Code::ok);
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    for (double width : {0.0, -0.0, -1.0, nan, infinity}) {
      expect(with_kernel([&](K k) { k.width = width; }) == Code::bad_model) << width;
      for (const KernelInfo& info : kernels())
        expect((with_kernel([&](K k) { k.kind = info.number, k.width = width; }) == Code::ok) ==
               (std::isfinite(width) && !info.has_width))
            << info.id << width;
    }
    expect(with_kernel([&](K k) { k.offset = nan; }) == Code::bad_model);
    expect(with_kernel([&](K k) { k.offset = -infinity; }) == Code::bad_model);
    for (const std::uint32_t number : {100u, 256u, 0xffffffffu})
      expect(with_kernel([&](K k) { k.kind = number; }) == Code::bad_model) << number;
    expect(with_kernel([](K k) { k.degree = 0x80000000u; }) == Code::bad_model);
    for (std::uint32_t count : {0u, 1u, 3u, 0x40000000u, 0x7fffffffu, 0x80000000u, 0xffffffffu})
      for (bool basis : {false, true}) {
        expect(with_kernel([&](K k) { k.dims = count; }, basis) == Code::bad_model) << count;
        expect(with_kernel([&](K k) { k.points = count; }, basis) == Code::bad_model) << count;
        expect(with_kernel([&](K k) { k.dims = k.points = count; }, basis) == Code::bad_model) << count;
      }
  };

  "a view of a kernel model reads everything and projects nothing"_test = [] {
    const Model model = models::make_kernel("poly", Rule::neighbors, true);
    const Bytes bytes = *tanda::internal::encode(model);
    ModelView open;
    expect(ModelView::open(bytes.data(), bytes.size(), open) == Code::ok && open.map() == tanda::Map::kernel);
    const float x[4] = {1, 2, 3, 4};
    float y[3] = {7, 7, 7};
    expect(!open.project(x, y) && y[0] == 7 && y[2] == 7);
    expect(open.projection() == nullptr && open.offset() == nullptr && open.inputs() == 4);
    expect(open.outputs() == 3 && open.references() == 7 && open.class_name(0).size == 3);
    expect(open.kernel().kind == 1 && open.kernel().degree == 3 && open.kernel().width == 1.7);
    expect(open.kernel().dims == 2 && open.kernel().points == 6);
    expect(open.floats(tanda::Section::basis)[4] == static_cast<float>(model.kernel().basis(0, 1)));
    expect(open.floats(tanda::Section::points)[2] == static_cast<float>(model.kernel().points(0, 1)));
    expect(open.floats(tanda::Section::coefficients)[1] ==
           static_cast<float>(model.kernel().coefficients(0, 1)));
    expect(open.classify(open.reference(0)) >= 0) << "what is projected elsewhere can be classified";
  };

  "the JSON of a kernel model says its formula"_test = [] {
    const Model model = models::make_kernel("rbf", Rule::neighbors, true);
    const auto json = tanda::internal::Json::parse(tanda::internal::model_json(model));
    expect(json && !json->find("projection") && !json->find("offset"));
    const tanda::internal::Json* kernel = json->find("kernel");
    expect(kernel && kernel->dump() == R"({"type":"rbf","width":1.7,"degree":3,"offset":0.6})");
    const auto at = [&](const char* key, std::size_t i, std::size_t j) {
      return json->find(key)->items()[i].items()[j].number_or(0);
    };
    expect(json->find("factor")->items().size() == 4 && json->find("basis")->items().size() == 4);
    expect(json->find("points")->items().size() == 6 && json->find("coefficients")->items().size() == 3);
    expect(at("basis", 3, 1) == model.kernel().basis(3, 1) &&
           at("points", 5, 1) == model.kernel().points(1, 5));
    expect(at("coefficients", 2, 5) == model.kernel().coefficients(2, 5));
    const Model plain = models::make_kernel("rbf", Rule::none, true, false);
    expect(tanda::internal::Json::parse(tanda::internal::model_json(plain))->find("basis")->is_null());
  };

  "an embedding embeds its training set only"_test = [] {
    const MatrixD x = random_samples<double>(4, 2);
    for (bool labels : {false, true}) {
      const Model model = models::make_embedding(labels);
      expect(model.inputs() == 4 && model.outputs() == 3);
      const auto y = tanda::internal::transform<double>(model, view<double>(x));
      const auto predicted = tanda::internal::predict<double>(model, view<double>(x));
      expect(y.status().code() == Code::no_projection && predicted.status().code() == Code::no_projection);
      expect(y.status().category() == tanda::ErrorCategory::usage);

      const auto json = tanda::internal::Json::parse(tanda::internal::model_json(model));
      expect(json && !json->find("projection") && !json->find("kernel"));
      const auto& points = json->find("embedding")->items();
      expect(points.size() == 7 && points[6].items().size() == 3);
      expect(points[6].items()[2].number_or(0) == double(model.references()(2, 6)));
      expect((json->find("labels") != nullptr) == labels);

      const Bytes bytes = *tanda::internal::encode(model);
      ModelView open;
      expect(ModelView::open(bytes.data(), bytes.size(), open) == Code::ok);
      std::vector<float> out(3, 7.0f);
      expect(open.map() == tanda::Map::embedding && !open.project(open.mean(), out.data()) && out[1] == 7);
      expect(open.classify(out.data()) == -1 && open.reference(6)[2] == model.references()(2, 6));
      expect(labels ? open.labels()[6] == tanda::no_label : open.labels() == nullptr);
    }
  };

  "an embedding that is none is refused"_test = [] {
    const auto refused = [](const std::function<void(models::Parts&)>& change) {
      models::Parts bad = models::make_embedding(true);
      change(bad);
      return models::refusal(bad) == Code::bad_model;
    };
    expect(refused([](models::Parts& m) { m.rule = Rule::neighbors; })) << "it cannot predict";
    expect(refused([](models::Parts& m) { m.labels[0] = 3; })) << "no such class";
    expect(refused([](models::Parts& m) { m.labels[0] = -2; }));
    expect(refused([](models::Parts& m) { m.labels.pop_back(); }));
    expect(refused([](models::Parts& m) { m.references.resize(3, 0); })) << "no samples";
    expect(refused([](models::Parts& m) { m.references(0, 0) = std::nanf(""); }));
    expect(refused([](models::Parts& m) { m.mean.resize(0); })) << "no inputs";
  };
}};
}  // namespace kernel_model_test
