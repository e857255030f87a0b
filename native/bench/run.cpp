// Applying models: transform compared with the speed of memory, a single row with intrinsics, 1-NN with brute
// force.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#endif

#include "harness.hpp"
#include "model/classifiers.hpp"
#include "model/projector.hpp"
#include "tanda/model_view.hpp"
#include "tanda/projection.hpp"
#include "tanda/tanda.h"

namespace bench {
namespace {

using tanda::internal::Index;
using tanda::internal::Json;
using MatrixF = tanda::internal::Matrix<float>;

constexpr Index inputs = 64, outputs = 10;

/// Passes the result to code that the compiler cannot see, so that no measured work is removed as unused.
void keep(const void* result) {
  asm volatile("" : : "g"(result) : "memory");
}

struct Contender {
  const char* name;
  std::function<void()> run;
};

/// Runs all of them in turns, several times, so that a disturbance of the machine does not affect a single
/// one. The first is the unit.
Json in_turns(const std::string& title, double unit_of_time, const char* unit_name,
              const std::vector<Contender>& all) {
  std::vector<std::vector<double>> seconds(all.size());
  for (int turn = 0; turn < 3; ++turn) {
    for (std::size_t i = 0; i < all.size(); ++i) append_times(seconds[i], all[i].run);
  }
  Report report(title, {"", unit_name, "min", "max", "ratio"});
  const double unit = median(seconds[0]);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double own = median(seconds[i]);
    const auto [fastest, slowest] = std::minmax_element(seconds[i].begin(), seconds[i].end());
    const auto shown = [&](double s) { return fixed(s / unit_of_time, 2); };
    report.row({all[i].name, shown(own), shown(*fastest), shown(*slowest), fixed(own / unit, 2)},
               Json::object()
                   .set("name", all[i].name)
                   .set("seconds", own)
                   .set("fastest", *fastest)
                   .set("slowest", *slowest)
                   .set("ratio", own / unit));
  }
  return report.json();
}

/// A model with 64 inputs and 10 outputs, for these samples.
tanda::internal::Model model_of(const tanda::internal::Table<float>& table, const char* classifier = "none") {
  tanda::internal::FitOptions options = options_for("lda");
  options.classifier = tanda::internal::find_classifier(classifier);
  options.neighbors = options.classifier->classifies() ? 1 : 0;
  options.dims = outputs;
  tanda::internal::Monitor monitor;
  const tanda::Result<tanda::internal::Model> model =
      tanda::internal::fit(tanda::internal::registry(), table.view(), options, monitor);
  if (model) return *model;
  std::fprintf(stderr, "%s\n", model.status().text().c_str());
  std::exit(1);
}

/// Several equal tables, used in turn: the processor's cache does not hold all of them, so that samples come
/// from memory, as they do for a caller.
class Tables {
 public:
  explicit Tables(const tanda::internal::Table<float>& table) : all_(8, table) {}
  tanda::internal::ConstMatrixView<float> next() { return all_[turn_++ % all_.size()].view().x; }

 private:
  std::vector<tanda::internal::Table<float>> all_;
  std::size_t turn_ = 0;
};

Json many_rows(const tanda::internal::Model& model, const tanda::internal::Table<float>& table) {
  const MatrixF p = model.projection().cast<float>();
  const tanda::internal::Vector<float> offset = model.offset().cast<float>();
  Tables tables(table);
  return in_turns("transform of 100 000 rows, 64 to 10 floats", 1e-3, "ms",
                  {{"memory: same bytes",
                    [&] {  // reads all and writes to newly allocated memory, like a transform
                      const tanda::internal::ConstMatrixView<float> x = tables.next();
                      MatrixF y(outputs, x.cols());
                      std::memcpy(y.data(), x.data(), std::size_t(y.size()) * sizeof(float));
                      const tanda::internal::ConstMatrixView<float> rest(x.data() + y.size(), 1,
                                                                         x.size() - y.size());
                      const float sum = rest.sum();
                      keep(&sum);
                      keep(y.data());
                    }},
                   {"transform",
                    [&] {
                      const tanda::Result<MatrixF> y = tanda::internal::transform(model, tables.next());
                      keep(y ? y->data() : nullptr);
                    }},
                   {"Eigen's P·X + c", [&] {
                      const tanda::internal::ConstMatrixView<float> x = tables.next();
                      MatrixF y(outputs, x.cols());
                      y.noalias() = p * x;
                      y.colwise() += offset;
                      keep(y.data());
                    }}});
}

/// The C ABI, as a program in another language calls it, against the loop that does the work.
Json through_the_c_abi(const tanda::internal::Model& model, const tanda::internal::Model& classifying,
                       const tanda::internal::Table<float>& table) {
  const auto opened = [](const tanda::internal::Model& from) {
    const std::vector<std::uint8_t> bytes = *tanda::internal::encode(from);
    tanda_model* result = nullptr;
    if (tanda_open(bytes.data(), bytes.size(), &result, nullptr) != 0) std::exit(1);
    return std::unique_ptr<tanda_model, decltype(&tanda_model_free)>(result, tanda_model_free);
  };
  const auto plain = opened(model), with_means = opened(classifying);
  const tanda::internal::Projector<float> projector(*model.parts().linear_map(), false);
  Tables tables(table);
  const auto rows = std::size_t(table.rows);
  std::vector<float> y(rows * std::size_t(outputs));
  std::vector<std::int32_t> labels(rows);
  return in_turns("the C ABI: 100 000 rows, 64 to 10 floats, into memory that is there", 1e-3, "ms",
                  {{"the kernel",
                    [&] {
                      projector.project(tables.next(), y.data());
                      keep(y.data());
                    }},
                   {"tanda_transform",
                    [&] {
                      tanda_transform(plain.get(), tables.next().data(), rows, inputs, y.data(), nullptr);
                      keep(y.data());
                    }},
                   {"tanda_predict, nearest of 11 means", [&] {
                      tanda_predict(with_means.get(), tables.next().data(), rows, inputs, labels.data(),
                                    nullptr);
                      keep(labels.data());
                    }}});
}

/// P' (10 numbers for each feature, padded to 16) times one sample, as one would write it by hand for exactly
/// these sizes. The sum runs over the features in order; with `apart`, even and odd features have separate
/// sums, so that neither addition waits for the other.
template <bool apart>
void by_hand(const float* columns, const float* offset, const float* x, float* y) {
#if defined(__AVX2__) && defined(__FMA__)
  __m256 first = _mm256_setzero_ps(), second = first, third = first, fourth = first;
  for (Index j = 0; j < inputs; j += 2, columns += 32) {
    const __m256 even = _mm256_broadcast_ss(x + j), odd = _mm256_broadcast_ss(x + j + 1);
    __m256 &low = apart ? third : first, &high = apart ? fourth : second;
    first = _mm256_fmadd_ps(_mm256_loadu_ps(columns), even, first);
    second = _mm256_fmadd_ps(_mm256_loadu_ps(columns + 8), even, second);
    low = _mm256_fmadd_ps(_mm256_loadu_ps(columns + 16), odd, low);
    high = _mm256_fmadd_ps(_mm256_loadu_ps(columns + 24), odd, high);
  }
  _mm256_storeu_ps(y, _mm256_add_ps(_mm256_add_ps(first, third), _mm256_loadu_ps(offset)));
  _mm256_storeu_ps(y + 8, _mm256_add_ps(_mm256_add_ps(second, fourth), _mm256_loadu_ps(offset + 8)));
#else
  for (int i = 0; i < 16; ++i) y[i] = offset[i];
  for (Index j = 0; j < inputs; ++j, columns += 16) {
    for (int i = 0; i < 16; ++i) y[i] += columns[i] * x[j];
  }
#endif
}

Json one_row(const tanda::internal::Model& model, const tanda::internal::Table<float>& table) {
  constexpr int times = 1000;
  const tanda::internal::ConstMatrixView<float> x = table.view().x;
  MatrixF columns = MatrixF::Zero(16, inputs), offset = MatrixF::Zero(16, 1);
  columns.topRows(outputs) = model.projection().cast<float>();
  offset.topRows(outputs) = model.offset().cast<float>();
  const std::vector<std::uint8_t> bytes = *tanda::internal::encode(model);
  tanda::ModelView view;
  if (tanda::ModelView::open(bytes.data(), bytes.size(), view) != tanda::Code::ok)
    std::fprintf(stderr, "the model does not open\n");
  const tanda::internal::Projector<float> projector(*model.parts().linear_map(), false);
  // The same map in a fixed size, as an exported C++ header has it, and written with dynamic Eigen matrices.
  static tanda::Projection<float, std::size_t(inputs), std::size_t(outputs)> fixed{};
  std::copy_n(view.projection(), inputs * outputs, fixed.matrix);
  std::copy_n(view.offset(), outputs, fixed.offset);
  const MatrixF dynamic = model.projection().cast<float>().transpose();
  const tanda::internal::Vector<float> dynamic_offset = model.offset().cast<float>();
  tanda::internal::Vector<float> z(outputs);
  float y[16] = {};
  const auto each_row = [&](auto project) {
    return [&x, &y, project] {
      for (int i = 0; i < times; ++i) {
        project(x.col(i).data());
        keep(y);
      }
    };
  };
  return in_turns(
      "one row at a time, 64 to 10 floats", 1e-9 * times, "ns",
      {{"by hand",
        each_row([&](const float* row) { by_hand<false>(columns.data(), offset.data(), row, y); })},
       {"by hand, two sums",
        each_row([&](const float* row) { by_hand<true>(columns.data(), offset.data(), row, y); })},
       {"dynamic Eigen", each_row([&](const float* row) {
          z.noalias() =
              dynamic.transpose() * Eigen::Map<const tanda::internal::PlainVector<float>>(row, inputs);
          z += dynamic_offset;
          keep(z.data());
        })},
       {"Projection<float, 64, 10>", each_row([&](const float* row) { fixed.project(row, y); })},
       {"Projector::project", each_row([&](const float* row) { projector.project(row, y); })},
       {"ModelView::project", each_row([&](const float* row) { view.project(row, y); })},
       {"transform of one row", each_row([&](const float* row) {
          const auto result =
              tanda::internal::transform(model, tanda::internal::ConstMatrixView<float>(row, inputs, 1));
          keep(result ? result->data() : nullptr);
        })}});
}

/// Distances by matrix products, block by block, and the least of each column.
void brute_force(const tanda::internal::ConstMatrixView<float>& points,
                 const tanda::internal::ConstMatrixView<float>& samples, std::vector<Index>& nearest) {
  constexpr Index block = 256;
  const tanda::internal::Vector<float> squares = points.colwise().squaredNorm().transpose();
  MatrixF distances;
  for (Index first = 0; first < samples.cols(); first += block) {
    const Index count = std::min(block, samples.cols() - first);
    distances.noalias() = -2 * (points.transpose() * samples.middleCols(first, count));
    distances.colwise() += squares;
    for (Index j = 0; j < count; ++j) distances.col(j).minCoeff(&nearest[std::size_t(first + j)]);
  }
}

Json nearest_neighbor() {
  const tanda::internal::Table<float> all = gaussian(10000, inputs, 10, 1);
  const Index half = all.rows / 2;
  const float* const values = all.values.data();
  const tanda::internal::ConstMatrixView<float> points(values, inputs, half),
      samples(values + half * inputs, inputs, half);
  const std::vector<std::int32_t> labels(all.labels.numbers.begin(), all.labels.numbers.begin() + half);
  const tanda::internal::Classifier classifier{points, labels.data()};
  std::vector<Index> nearest(static_cast<std::size_t>(half));
  return in_turns("1-NN of 5000 samples among 5000, 64 floats", 1e-3, "ms",
                  {{"Eigen, brute force",
                    [&] {
                      brute_force(points, samples, nearest);
                      keep(nearest.data());
                    }},
                   {"classify", [&] {
                      const auto result = tanda::internal::classify<float>(classifier, samples);
                      keep(result ? result->data() : nullptr);
                    }}});
}

}  // namespace

Json run_group(const Request&) {
  const tanda::internal::Table<float> table = gaussian(100000, inputs, outputs + 1, 1);
  const tanda::internal::Model model = model_of(table);
  Json result = Json::array();
  result.push(many_rows(model, table));
  result.push(through_the_c_abi(model, model_of(table, "mean"), table));
  result.push(one_row(model, table));
  result.push(nearest_neighbor());
  return result;
}

}  // namespace bench
