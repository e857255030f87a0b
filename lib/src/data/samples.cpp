#include "data/samples.hpp"

#include <algorithm>

namespace tanda::internal {
namespace {

// The lower triangle of a product is computed in blocks of rows: the packed block stays in the cache, and
// threads can share the blocks. A single thread is faster with larger blocks.
constexpr Index rows_alone = 128, rows_shared = 64;
// Floats need half the memory, so blocks are twice as large.
constexpr Index float_rows = 2 * rows_alone, float_samples = 2 * panel_samples;

/// Computes rows first, first + 1, ... of the lower triangle of c += a·b'.
void add_rows_lower(MatrixD& c, const MatrixD& a, const MatrixD& b, Index first, Index size) {
  add_product(c.block(first, 0, size, first), a.middleRows(first, size), b.topRows(first).transpose());
  add_product_lower(c.block(first, first, size, size), a.middleRows(first, size),
                    b.middleRows(first, size).transpose());
}

/// Measures the packing buffers of products of this size over `depth`, panel by panel; the last panel, which
/// is smaller, can need the largest buffer.
void library_panels(Workspace* w, Index rows, Index cols, Index depth, Index panel, double scalar_bytes = 8,
                    int workers = 1) {
  library_product(w, rows, cols, std::min(panel, depth), scalar_bytes, workers);
  library_product(w, rows, cols, depth % panel, scalar_bytes, workers);
}

/// The same for a lower triangle computed in blocks of rows; the last block multiplies with the most columns.
void library_rows(Workspace* w, Index dims, Index rows, Index depth, Index panel, double scalar_bytes = 8,
                  int workers = 1) {
  const Index own = std::min(dims, rows), beside = (dims - 1) / rows * rows;
  library_panels(w, own, std::max(own, beside), depth, panel, scalar_bytes, workers);
}

/// A zero matrix in the samples' workspace.
template <class S>
MatrixD zeros(const Samples<S>& samples, Index rows, Index cols) {
  return MatrixD(samples.home(), MatrixD::Zero(rows, cols));
}

/// A matrix of doubles with room for this number of columns, at most one per sample.
template <class S>
MatrixD room_for(const Samples<S>& samples, Index columns) {
  return MatrixD(samples.home(), samples.dims(), std::min(columns, samples.count()));
}

/// out += weight·x
template <class S>
void add_to(Index n, double weight, const S* x, double* out) {
  for (Index k = 0; k < n; ++k) out[k] += weight * double(x[k]);
}

}  // namespace

template <class S>
void Samples<S>::column(Index i, double* out) const {
  const S* const from = x.col(i).data();
  for (Index k = 0; k < dims(); ++k) out[k] = double(from[k]);
}

template <class S>
void Samples<S>::centred(Index i, double* out) const {
  const S* const from = x.col(i).data();
  for (Index k = 0; k < dims(); ++k) out[k] = double(from[k]) - shift[k];
}

template <class S>
void Samples<S>::difference(Index i, Index j, double* out) const {
  const S *const a = x.col(i).data(), *const b = x.col(j).data();
  for (Index k = 0; k < dims(); ++k) out[k] = double(a[k]) - double(b[k]);
}

template <class S>
void Samples<S>::panel(Index first, Index size, MatrixD& out) const {
  out.reuse(dims(), size);
  for (Index i = 0; out.data() && i < size; ++i) centred(first + i, out.col(i).data());
}

template <class S>
double Samples<S>::squared_distance(Index i, Index j) const {
  const S *a = x.col(i).data(), *b = x.col(j).data();
  double sums[8] = {};
  Index k = 0;
  for (; k + 8 <= dims(); k += 8) {
    for (Index l = 0; l < 8; ++l) {
      const double difference = double(a[k + l]) - double(b[k + l]);
      sums[l] += difference * difference;
    }
  }
  for (; k < dims(); ++k) {
    const double difference = double(a[k]) - double(b[k]);
    sums[0] += difference * difference;
  }
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

template <class S>
ColumnSum<S>::ColumnSum(const Samples<S>& samples, Target<double> out) : samples_(samples), out_(out.data) {
  std::fill_n(out_, samples.dims(), 0.0);
}
template <class S>
void ColumnSum<S>::add(double weight, Index j) {
  add_to(samples_.dims(), weight, samples_.x.col(j).data(), out_);
  total_ += weight;
}
template <class S>
void ColumnSum<S>::add(double weight, Operand<double> centred) {
  add_to(samples_.dims(), weight, centred.data, out_);
}
template <class S>
void ColumnSum<S>::finish() {
  add_to(samples_.dims(), -total_, samples_.shift.data(), out_);
}

template <class S>
MatrixD outer_product(const Samples<S>& samples, Index first, Index size, Monitor* monitor, Index panel) {
  MatrixD result = zeros(samples, samples.dims(), samples.dims());
  MatrixD xs = room_for(samples, std::min(panel, size));
  library_rows(samples.home(), samples.dims(), rows_alone, size, panel);
  if (measuring(samples.home())) return result;
  for (Index done = 0; done < size; done += panel) {
    samples.panel(first + done, std::min(panel, size - done), xs);
    for (Index row = 0; row < result.rows(); row += rows_alone) {
      if (!goes_on(monitor, 2 * double(row + rows_alone) * double(rows_alone) * double(xs.cols())))
        return result;
      add_rows_lower(result, xs, xs, row, std::min(rows_alone, result.rows() - row));
    }
  }
  return result;
}

template <class S>
MatrixD quick_outer_product(const Samples<S>& samples, Monitor* monitor) {
  if (sizeof(S) == sizeof(double)) return outer_product(samples, 0, samples.count(), monitor);
  const Index d = samples.dims(), n = samples.count();
  const VectorD& shift = samples.shift;
  MatrixD result = zeros(samples, d, d);
  // Of one panel, a block of rows of the triangle.
  Matrix<S> sums(samples.home(), std::min(float_rows, d), d);
  library_rows(samples.home(), d, float_rows, n, float_samples, sizeof(S));
  if (measuring(samples.home())) return result;
  for (Index first = 0; first < n; first += float_samples) {
    const auto xs = samples.x.middleCols(first, std::min(float_samples, n - first));
    for (Index row = 0; row < d; row += float_rows) {
      const Index size = std::min(float_rows, d - row);
      if (!goes_on(monitor, 2 * double(row + size) * double(size) * double(xs.cols()))) return result;
      const auto own = xs.middleRows(row, size);
      sums.reuse(size, row + size);
      sums.setZero();
      add_product(sums.leftCols(row), own, xs.topRows(row).transpose());
      add_product_lower(sums.rightCols(size), own, own.transpose());
      for (Index j = 0; j < row + size; ++j) {
        const Index top = std::max<Index>(0, j - row);
        add_to(size - top, 1.0, &sums(top, j), &result(row + top, j));
      }
    }
  }
  // The samples are almost centred, so subtracting their mean afterwards loses few digits.
  for (Index j = 0; j < d; ++j) {
    for (Index i = j; i < d; ++i) result(i, j) -= double(n) * shift[i] * shift[j];
  }
  return result;
}

template <class S>
MatrixD inner_product(const Samples<S>& samples, Monitor* monitor) {
  const Index n = samples.count(), d = samples.dims();
  MatrixD result = zeros(samples, n, n);
  MatrixD panel(samples.home(), std::min(panel_samples, d), n);  // some features of all samples
  library_panels(samples.home(), n, n, d, panel_samples);
  if (measuring(samples.home())) return result;
  for (Index first = 0; first < d; first += panel_samples) {
    const Index size = std::min(panel_samples, d - first);
    if (!goes_on(monitor, double(n) * double(n) * double(size))) break;
    panel.reuse(size, n);
    for (Index i = 0; i < n; ++i) {
      for (Index k = 0; k < size; ++k)
        panel(k, i) = double(samples.x(first + k, i)) - samples.shift[first + k];
    }
    add_square_lower(result, panel.transpose());
  }
  return result;
}

template <class S>
MatrixD times(const Samples<S>& samples, const MatrixD& m) {
  MatrixD result(samples.home(), samples.dims(), m.cols());
  set_times(result, samples, m);
  return result;
}

template <class S>
void set_times(MatrixD& to, const Samples<S>& samples, const MatrixD& m) {
  const Index n = samples.count();
  MatrixD panel = room_for(samples, panel_samples);
  library_panels(samples.home(), samples.dims(), m.cols(), n, panel_samples);
  if (measuring(samples.home())) return;
  to.setZero();
  for (Index first = 0; first < n; first += panel_samples) {
    const Index size = std::min(panel_samples, n - first);
    samples.panel(first, size, panel);
    add_product(to, panel, m.middleRows(first, size));
  }
}

namespace {

constexpr Index shared_columns = 32;  // columns of a panel per task of a thread

/// Calls use(first, ys, part) with the columns of X·M in panels; part = the progress of the stage. Each
/// thread has its own packing buffer.
template <class S>
void for_each_panel(const Samples<S>& samples, Monitor& monitor, const FillColumn<S>& column,
                    const std::function<void(Index, const MatrixD&, Monitor::Part)>& use) {
  const Index n = samples.count();
  MatrixD ys = room_for(samples, panel_samples);
  library_rows(samples.home(), samples.dims(), rows_shared, n, panel_samples, sizeof(double),
               monitor.workers());
  if (measuring(samples.home())) return;
  for (Index first = 0; first < n; first += panel_samples) {
    const double part = double(first) / double(n);
    const Index size = std::min(panel_samples, n - first);
    ys.reuse(samples.dims(), size);
    const auto fill = [&](Index piece, int) {
      for (Index i = piece * shared_columns; i < std::min(size, (piece + 1) * shared_columns); ++i) {
        ColumnSum<S> sum(samples, ys.col(i));
        column(first + i, sum);
        sum.finish();
      }
    };
    if (!monitor.share((size + shared_columns - 1) / shared_columns, {part, part}, fill)) return;
    use(first, ys, {part, part});
  }
}

/// The lower triangle of c += a·b' in blocks of rows, the longest first. The blocks, and so the result, do
/// not depend on the threads.
void share_product_lower(MatrixD& c, const MatrixD& a, const MatrixD& b, Monitor& monitor,
                         Monitor::Part part) {
  const Index d = c.rows(), pieces = (d + rows_shared - 1) / rows_shared;
  monitor.share(pieces, part, [&](Index piece, int) {
    const Index first = (pieces - 1 - piece) * rows_shared;
    add_rows_lower(c, a, b, first, std::min(rows_shared, d - first));
  });
}

}  // namespace

template <class S>
void add_scatter(MatrixD& to, const Samples<S>& samples, Monitor& monitor, const FillColumn<S>& column) {
  MatrixD xs = room_for(samples, panel_samples);
  for_each_panel(samples, monitor, column, [&](Index first, const MatrixD& ys, Monitor::Part part) {
    samples.panel(first, ys.cols(), xs);
    share_product_lower(to, ys, xs, monitor, part);
  });
}

template <class S>
MatrixD scatter(const Samples<S>& samples, Monitor& monitor, const FillColumn<S>& column) {
  MatrixD result = zeros(samples, samples.dims(), samples.dims());
  add_scatter(result, samples, monitor, column);
  return result;
}

template <class S>
MatrixD squared_scatter(const Samples<S>& samples, Monitor& monitor, const FillColumn<S>& column) {
  MatrixD result = zeros(samples, samples.dims(), samples.dims());
  for_each_panel(samples, monitor, column, [&](Index, const MatrixD& ys, Monitor::Part part) {
    share_product_lower(result, ys, ys, monitor, part);
  });
  return result;
}

#define TANDA_INSTANTIATE(S)                                                              \
  template struct Samples<S>;                                                             \
  template class ColumnSum<S>;                                                            \
  template MatrixD outer_product(const Samples<S>&, Index, Index, Monitor*, Index);       \
  template MatrixD quick_outer_product(const Samples<S>&, Monitor*);                      \
  template MatrixD inner_product(const Samples<S>&, Monitor*);                            \
  template MatrixD times(const Samples<S>&, const MatrixD&);                              \
  template void set_times(MatrixD&, const Samples<S>&, const MatrixD&);                   \
  template void add_scatter(MatrixD&, const Samples<S>&, Monitor&, const FillColumn<S>&); \
  template MatrixD scatter(const Samples<S>&, Monitor&, const FillColumn<S>&);            \
  template MatrixD squared_scatter(const Samples<S>&, Monitor&, const FillColumn<S>&);
TANDA_INSTANTIATE(float)
TANDA_INSTANTIATE(double)
#undef TANDA_INSTANTIATE

}  // namespace tanda::internal
