// Products of samples, kernels, class subsets and preprocessing in exactly the memory that was counted.
#include "data/arrange.hpp"
#include "data/class_part.hpp"
#include "data/kernel.hpp"
#include "data/preprocess.hpp"
#include "linalg/dense.hpp"
#include "measured_points.hpp"

namespace measured_data_test {
using namespace ut;
using namespace tanda;
using namespace tanda::internal;
using measured::Input;

template <class S>
void add_some(Index i, ColumnSum<S>& sum) {
  sum.add(1.0 + double(i % 3), i);
  sum.add(-0.5, i / 2);
}

template <class S>
void check_products(Index dims, const std::vector<Index>& sizes, ThreadPool* pool) {
  const auto exactly = [&](const char* what, auto make) {
    measured::check<S>(what, dims, sizes, pool, make, measured::same);
  };
  exactly("outer product", [](Input<S>& in) { return outer_product(in.samples, 0, in.samples.count()); });
  exactly("outer product of a class",
          [](Input<S>& in) { return outer_product(in.samples, 1, in.classes.largest() - 1); });
  exactly("outer product in small panels", [](Input<S>& in) {
    return outer_product(in.samples, 0, in.samples.count(), nullptr, small_panel);
  });
  exactly("quick outer product", [](Input<S>& in) { return quick_outer_product(in.samples); });
  exactly("inner product", [](Input<S>& in) { return inner_product(in.samples); });
  exactly("times", [](Input<S>& in) {
    MatrixD m(in.samples.home(), in.samples.count(), 3);
    for (Index i = 0; m.data() && i < m.size(); ++i) m.data()[i] = 1.0 / double(1 + i);
    return times(in.samples, m);
  });
  exactly("scatter", [](Input<S>& in) { return scatter(in.samples, in.monitor, add_some<S>); });
  exactly("scatter added", [](Input<S>& in) {
    MatrixD to(in.samples.home(), MatrixD::Ones(in.samples.dims(), in.samples.dims()));
    add_scatter(to, in.samples, in.monitor, add_some<S>);
    return to;
  });
  exactly("squared scatter",
          [](Input<S>& in) { return squared_scatter(in.samples, in.monitor, add_some<S>); });
}

template <class S>
void check_class_parts(const std::vector<Index>& sizes) {
  measured::check<S>(
      "folds and targets", 11, sizes, nullptr,
      [](Input<S>& in) {
        Workspace* const home = in.samples.home();
        const Array<int> folds = class_folds(in.classes, 2, 5, home);
        Mask part(home, std::size_t(in.samples.count()), 1);
        for (std::size_t i = 0; part.data() && i < folds.size(); ++i) part[i] = folds[i] != 0 || i % 3 == 0;
        for (Index c = 0; part.data() && c < in.classes.count(); ++c)
          part[std::size_t(in.classes.first(c))] = 1;
        return PartStatistics<S>(in.samples, in.classes, part, in.monitor).targets();
      },
      measured::same);
}

/// Rows for `prepare`, optionally of low rank; without values in a counting workspace.
template <class S>
std::vector<S> rows(Index d, Index n, Index rank) {
  Random random(3);
  std::vector<double> axes(std::size_t(d * rank)), values(std::size_t(d * n));
  for (double& value : axes) value = random.uniform() - 0.5;
  for (Index i = 0; i < n; ++i) {
    for (Index r = 0; r < rank; ++r) {
      const double weight = random.uniform();
      for (Index j = 0; j < d; ++j) values[std::size_t(i * d + j)] += weight * axes[std::size_t(r * d + j)];
    }
  }
  return {values.begin(), values.end()};
}

template <class S>
bool equal(const Prepared<S>& a, const Prepared<S>& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.rows() == y.rows() && x.cols() == y.cols() && x == y;
  };
  return same(a.points.x, b.points.x) && same(a.points.shift, b.points.shift) && same(a.span.x, b.span.x) &&
         same(a.span.shift, b.span.shift) && same(a.mean, b.mean) && same(a.factor, b.factor) &&
         same(a.range, b.range) && same(a.basis, b.basis) && same(a.span_basis, b.span_basis) &&
         a.unit == b.unit && a.scale == b.scale;
}

template <class S>
void check_prepared(Index d, Index n, Scale scale, PcaChoice pca, Index rank, double slack) {
  const std::string name = std::string("prepared ") + scale_name(scale) + " " + std::to_string(d) + "x" +
                           std::to_string(n) + " pca " + std::to_string(pca.dims) + " " +
                           std::to_string(pca.energy);
  const std::vector<S> values = rows<S>(d, n, rank);
  const auto run = [&](Workspace* w) {
    Dataset<S> data;
    new (&data.x) ConstMatrixView<S>(measuring(w) ? nullptr : values.data(), d, n);
    Arranged arranged = arrange_as_one(n, w);
    Monitor monitor;
    Result<Prepared<S>> made = prepare(data, arranged.order, scale, pca, monitor, w);
    expect(bool(made)) << name;
    return std::move(*made);
  };
  const Prepared<S> wanted = run(nullptr);
  const auto directions = [](const Prepared<S>& p, Workspace* w) {
    return MatrixD(w, MatrixD::Identity(p.samples().dims(), std::min<Index>(2, p.samples().dims())));
  };
  const MatrixD unfolded = wanted.unfold(directions(wanted, nullptr));
  const Measured both = expect_measured(name, [&](Workspace& w) {
    const Prepared<S> made = run(&w);
    expect(made.samples().home() == &w && made.points.home() == &w) << name;
    const MatrixD back = made.unfold(directions(made, &w));
    if (w.measuring()) return;
    expect(equal(made, wanted)) << name << "is something else";
    expect(measured::same(back, unfolded)) << name << "unfolds to something else";
  });
  expect(double(both.counted) <= slack * double(both.taken)) << name << both.taken << "of" << both.counted;
}

const suite measured_data_suite = [] {
  "products of samples take what is counted"_test = [] {
    ThreadPool pool(3);
    for (const auto& sizes : measured::shapes()) {
      for (const Index dims : {1, 7, 150}) {
        for (ThreadPool* const threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
          check_products<float>(dims, sizes, threads);
          check_products<double>(dims, sizes, threads);
        }
      }
    }
    check_products<float>(300, {300, 290}, &pool);
  };

  "parts of classes take what is counted"_test = [] {
    for (const auto& sizes : measured::shapes()) {
      check_class_parts<float>(sizes);
      check_class_parts<double>(sizes);
    }
  };

  "kernels take what is counted"_test = [] {
    for (const KernelInfo& info : kernels()) {
      measured::check<double>(
          info.id, 5, {40, 70}, nullptr,
          [&](Input<double>& in) {
            return kernel_matrix({&info, 2, 3, 1}, in.samples.x, in.samples.x);
          },
          measured::same);
    }
  };

  "samples in the order of their classes take what is counted"_test = [] {
    const int labels[] = {2, 0, -1, 2, 5, 0, -1, 0};
    for (const bool keep : {false, true}) {
      const Arranged wanted = arrange_by_class(8, labels, keep);
      const Measured both = expect_measured("arranged", [&](Workspace& w) {
        const Arranged made = arrange_by_class(8, w.measuring() ? nullptr : labels, keep, &w);
        if (!w.measuring())
          expect(made.order == wanted.order && made.classes.begin == wanted.classes.begin) << "order";
      });
      expect(both.counted == both.taken);
    }
  };

  "preprocessing takes what is counted"_test = [] {
    for (const Scale scale : {Scale::none, Scale::zscore, Scale::minmax, Scale::unit, Scale::automatic}) {
      for (const auto& [d, n] : {std::pair<Index, Index>{4, 60}, {40, 600}, {70, 30}, {300, 280}}) {
        const double slack = d > n ? 1.02 : 1;  // centred samples span one dimension less
        check_prepared<float>(d, n, scale, {}, std::min(d, n), slack);
        check_prepared<double>(d, n, scale, {}, std::min(d, n), slack);
        check_prepared<double>(d, n, scale, {3, 0}, std::min(d, n), slack);
      }
    }
    for (const auto& [d, n] : {std::pair<Index, Index>{40, 600}, {90, 30}, {300, 280}}) {
      check_prepared<float>(d, n, Scale::none, {0, 0.9}, 5, 2);
      check_prepared<double>(d, n, Scale::none, {20, 0}, 5, 2);
      check_prepared<double>(d, n, Scale::zscore, {0, 1}, 5, 2);
      check_prepared<double>(d, n, Scale::zscore, {}, 5, 2);
    }
  };
};

}  // namespace measured_data_test
