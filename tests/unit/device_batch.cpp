// Fits of samples in an arena: against the hosted methods, the bytes they ask for, and bad input.
#include <cmath>
#include <limits>

#include "data/csv.hpp"
#include "embedded.hpp"
#include "fits.hpp"
#include "memory_meter.hpp"
#include "tanda/learn.hpp"
#include "twins.hpp"

namespace device_batch_test {
using namespace ut;
using synthetic::Set;
using tanda::Code;
using tanda::Columns;
using tanda::device::Arena;
using tanda::device::Fitted;
using tanda::device::Samples;
using tanda::device::Target;
using tanda::internal::Index;
using tanda::internal::MatrixD;
using tanda::internal::Setting;
using tanda::internal::VectorD;
using LfdaOptions = tanda::device::LfdaOptions<double>;
using MfaOptions = tanda::device::MfaOptions<double>;
using TsdOptions = tanda::device::TsdOptions<double>;

template <class S>
Fitted fit_any(Arena& arena, const Samples<S>& samples, const Target<S>& to, const LfdaOptions& options) {
  return fit_lfda(arena, samples, to, options);
}
template <class S>
Fitted fit_any(Arena& arena, const Samples<S>& samples, const Target<S>& to, const MfaOptions& options) {
  return fit_mfa(arena, samples, to, options);
}
template <class S>
Fitted fit_any(Arena& arena, const Samples<S>& samples, const Target<S>& to, const TsdOptions& options) {
  return fit_tsd(arena, samples, to, options);
}

template <class S>
Samples<S> view(const Set<S>& set) {
  return {set.values.data(), set.labels.data(), int(set.rows), int(set.columns), int(set.classes.size())};
}

/// A projection and the memory to fit it in: `bytes_needed` less `short_of`, at an odd address.
template <class S>
struct Place {
  template <class Options>
  Place(const Options& options, const Set<S>& set, int dims, std::size_t short_of = 0)
      : matrix(std::size_t(dims) * std::size_t(set.columns), S(7)),
        offset(std::size_t(dims), S(7)),
        memory(
            tanda::device::bytes_needed(options, int(set.rows), int(set.columns), int(set.classes.size())) +
            16),
        size(memory.size() - 16 - short_of) {
    for (unsigned char& byte : memory) byte = 0xa5;
  }
  Arena arena() { return Arena(memory.data() + 1, size); }
  Target<S> target() { return {matrix.data(), offset.data(), int(offset.size())}; }
  /// Whether the bytes beyond the arena are unchanged.
  bool kept_to_itself() const {
    for (std::size_t i = size + 1; i < memory.size(); ++i) {
      if (memory[i] != 0xa5) return false;
    }
    return memory[0] == 0xa5;
  }

  std::vector<S> matrix, offset;
  std::vector<unsigned char> memory;
  std::size_t size;
};

template <class S, class Options>
void check_scalar(const char* method, const std::vector<Setting>& settings, const Options& options,
                  const Set<double>& raw, double angle) {
  const Set<S> set = raw.cast<S>();
  const auto model = fit_set(set, method, settings, 3);
  Place<S> place(options, set, 3);
  Arena arena = place.arena();
  const Fitted fitted = fit_any(arena, view(set), place.target(), options);
  const std::string name = twin_name(method, settings, sizeof(S));
  expect(model && fitted) << name << model.status().text() << tanda::info(fitted.code).name;
  expect(arena.wanted() == 0 && place.kept_to_itself()) << name;
  if (!model || !fitted) return;
  VectorD offset(fitted.dims);
  for (int i = 0; i < fitted.dims; ++i) offset[i] = double(place.offset[std::size_t(i)]);
  expect_twins(*model, rows_of(place.matrix.data(), set.columns, fitted.dims), offset, {angle}, name);
}

template <class Options>
void check(const char* method, const std::vector<Setting>& settings, const Options& options,
           const Set<double>& set) {
  check_scalar<double>(method, settings, options, set, 1e-6);
  check_scalar<float>(method, settings, options, set, 1e-3);
}

/// Integers, as pixels and counters give them: full of ties.
Set<double> tied(int rows, int columns, int classes, double steps) {
  Set<double> set = synthetic::gaussian(rows, columns, classes, 11);
  for (double& value : set.values) value = std::floor(value * steps);
  return set;
}

Set<double> wine() {
  tanda::internal::CsvOptions options;
  const auto table = tanda::internal::read_csv<double>(embedded("wine.csv"), options);
  expect(bool(table)) << table.status().text();
  Set<double> set;
  if (!table) return set;
  const auto data = table->view();
  set.rows = data.samples();
  set.columns = data.dims();
  set.values.assign(data.x.data(), data.x.data() + data.x.size());
  set.labels.assign(data.labels, data.labels + data.samples());
  set.classes = data.classes;
  return set;
}

void check_all(const Set<double>& set) {
  check("lfda", {}, LfdaOptions{}, set);
  check("mfa", {}, MfaOptions{}, set);
  check("tsd", {}, TsdOptions{}, set);
}

const suite device_batch_suite = [] {
  "an arena gives aligned blocks, as long as they last"_test = [] {
    alignas(8) unsigned char memory[64];
    for (std::size_t skip = 0; skip < 8; ++skip) {
      Arena arena(memory + skip, 48);
      const auto* bytes = arena.take<unsigned char>(3);
      const auto* numbers = arena.take<double>(3);
      expect(bytes && numbers && reinterpret_cast<std::uintptr_t>(numbers) % 8 == 0);
      expect(bytes >= memory + skip && numbers + 3 <= static_cast<void*>(memory + skip + 48));
      expect(arena.fits() && arena.wanted() == 32);
      expect(arena.take<double>(3) == nullptr && !arena.fits() && arena.wanted() == 56);
      expect(arena.take<char>(1) == nullptr) << "full stays full";
      arena.rewind(0);
      expect(arena.fits() && arena.take<unsigned char>(1) == bytes);
      expect(arena.take<double>(std::size_t(-1) / 2) == nullptr && !arena.fits()) << "no overflow";
    }
    expect(!Arena(memory + 1, 3).take<char>(1) && !Arena().take<char>(1));
  };

  "arena fits equal hosted fits"_test = [] {
    check_all(synthetic::gauss3(90, 102));
    check_all(synthetic::arcs3(120, 103));
    check_all(tied(60, 20, 3, 2));
    check_all(wine());
    check_all(synthetic::wide4(40, 104));  // more features than samples
  };

  "solved in single precision they are close"_test = [] {
    const Set<float> set = synthetic::gauss3(90, 102).cast<float>();
    const auto compare = [&](const auto& fine_options, const auto& coarse_options, const auto& fit) {
      Place<float> fine(fine_options, set, 2), coarse(fine_options, set, 2);
      Arena arenas[] = {fine.arena(), coarse.arena()};
      expect(fit(arenas[0], fine.target(), fine_options) && fit(arenas[1], coarse.target(), coarse_options));
      const MatrixD off = rows_of(fine.matrix.data(), 6, 2) - rows_of(coarse.matrix.data(), 6, 2);
      expect(off.norm() < 1e-3 * rows_of(fine.matrix.data(), 6, 2).norm()) << off.norm();
    };
    namespace device = tanda::device;
    compare(LfdaOptions{}, device::LfdaOptions<float>{},
            [&](Arena& arena, const auto& to, const auto& options) {
              return bool(fit_lfda(arena, view(set), to, options));
            });
    compare(MfaOptions{}, device::MfaOptions<float>{},
            [&](Arena& arena, const auto& to, const auto& options) {
              return bool(fit_mfa(arena, view(set), to, options));
            });
    compare(TsdOptions{}, device::TsdOptions<float>{},
            [&](Arena& arena, const auto& to, const auto& options) {
              return bool(fit_tsd(arena, view(set), to, options));
            });
  };

  "so do those with other parameters"_test = [] {
    const Set<double> arcs = synthetic::arcs3(120, 103), ties = tied(60, 8, 3, 1);
    for (const Set<double>& set : {arcs, ties}) {
      check("lfda", {{"neighbors", "3"}, {"ridge", "0.01"}}, LfdaOptions{3, 0.01}, set);
      check("lfda", {{"sparse", "false"}}, LfdaOptions{7, 0.1, false}, set);
      check("lfda", {{"columns", "unit"}}, LfdaOptions{7, 0.1, true, Columns::unit}, set);
      check("mfa", {{"neighbors", "4"}, {"between", "9"}, {"ridge", "1"}}, MfaOptions{4, 9, 1}, set);
      check("mfa", {{"columns", "orthonormal"}}, MfaOptions{5, 5, 0.1, Columns::orthonormal}, set);
      check("tsd", {{"tangent_dims", "2"}, {"gamma", "1"}, {"absolute", "true"}},
            TsdOptions{5, 5, 1, 2, 1, true}, set);
      check("tsd", {{"energy", "0.95"}, {"neighbors", "7"}, {"between", "3"}}, TsdOptions{7, 3, 0.1, 0, 0.95},
            set);
    }
    check("lfda", {{"ridge", "0"}}, LfdaOptions{7, 0}, arcs);
    check("mfa", {{"ridge", "0"}}, MfaOptions{5, 5, 0}, arcs);
  };

  "small classes, more neighbours than samples, constant features, duplicates"_test = [] {
    Set<double> set = synthetic::gaussian(36, 5, 3, 12);
    for (int i = 0; i < 36; ++i) {
      set.labels[std::size_t(i)] = i == 7 ? 2 : i % 2;
      set.values[std::size_t(i * 5 + 3)] = -3.3;
      if (i % 9 == 0) std::copy_n(set.values.begin(), 5, set.values.begin() + i * 5);
    }
    check_all(set);
    check("lfda", {{"neighbors", "100"}}, LfdaOptions{100}, set);
    check("mfa", {{"neighbors", "100"}, {"between", "100"}}, MfaOptions{100, 100}, set);
    check("tsd", {{"neighbors", "100"}, {"between", "2"}}, TsdOptions{100, 2}, set);
  };

  "an arena one byte smaller than what alignment can cost is refused, and nothing is touched"_test = [] {
    const Set<float> set = synthetic::gauss3(40, 1).cast<float>();
    const auto refused = [&](const auto& options) {
      Place<float> place(options, set, 2, 8);
      Arena arena = place.arena();
      expect(fit_any(arena, view(set), place.target(), options).code == Code::memory_limit);
      expect(place.matrix[0] == 7 && place.offset[1] == 7 && place.memory[9] == 0xa5);
      expect(arena.wanted() == 0);
      Arena none(nullptr, 0);
      expect(fit_any(none, view(set), place.target(), options).code == Code::memory_limit);
      // The same arena serves for two fits, since a fit gives back what it took.
      Place<float> enough(options, set, 2);
      Arena again = enough.arena();
      for (int twice = 0; twice < 2; ++twice)
        expect(bool(fit_any(again, view(set), enough.target(), options)));
    };
    refused(LfdaOptions{});
    refused(MfaOptions{});
    refused(TsdOptions{});
    // For sizes whose product overflows the answer is too large, not too small.
    expect(tanda::device::bytes_needed(LfdaOptions{}, 60000, 2000000000, 2000000000) > std::size_t(-1) >> 4);
  };

  "bad samples and parameters have their codes and change nothing"_test = [] {
    Set<float> good = synthetic::gauss3(30, 1).cast<float>();
    const auto code = [&](const Set<float>& set, const auto& options, int classes = 3) {
      Place<float> place(options, good, 2);
      Arena arena = place.arena();
      Samples<float> samples = view(set);
      samples.classes = classes;
      const Fitted fitted = fit_any(arena, samples, place.target(), options);
      expect(fitted || (place.matrix[0] == 7 && place.offset[0] == 7));
      return fitted.code;
    };
    const auto for_each = [&](const Set<float>& set, Code wanted, int classes = 3) {
      expect(code(set, LfdaOptions{}, classes) == wanted && code(set, MfaOptions{}, classes) == wanted &&
             code(set, TsdOptions{}, classes) == wanted)
          << tanda::info(wanted).name;
    };
    for_each(good, Code::ok);
    Set<float> bad = good;
    bad.values[33] = std::numeric_limits<float>::quiet_NaN();
    for_each(bad, Code::not_finite);
    bad.values[33] = -std::numeric_limits<float>::infinity();
    for_each(bad, Code::not_finite);
    bad.values[33] = 1e20f;
    for_each(bad, Code::too_large);
    bad = good;
    bad.labels[4] = 3;
    for_each(bad, Code::wrong_shape);
    bad.labels[4] = -1;
    for_each(bad, Code::wrong_shape);
    for_each(good, Code::bad_argument, 0);
    bad = good;
    for (int& label : bad.labels) label = 1;
    for_each(bad, Code::one_class);
    bad = good;
    bad.rows = 3;
    for_each(bad, Code::too_few_samples);  // each sample a class of its own
    bad.rows = 1;
    for_each(bad, Code::too_few_samples);
    bad.rows = 0;
    for_each(bad, Code::empty_data);
    bad = good;
    for (float& value : bad.values) value = 3;
    for_each(bad, Code::no_variation);
    for (const LfdaOptions& options : {LfdaOptions{0}, LfdaOptions{7, -1}, LfdaOptions{7, std::nan("")}})
      expect(code(good, options) == Code::bad_parameter);
    for (const MfaOptions& options : {MfaOptions{0}, MfaOptions{5, 0}, MfaOptions{5, 5, 2000}})
      expect(code(good, options) == Code::bad_parameter);
    for (const TsdOptions& options : {TsdOptions{-1}, TsdOptions{5, 0}, TsdOptions{5, 5, -1},
                                      TsdOptions{5, 5, 1, -2}, TsdOptions{5, 5, 1, 0, 1.5}})
      expect(code(good, options) == Code::bad_parameter);
  };

  "arena fits never touch the heap"_test = [] {
    if (!meter::available()) return;
    const Set<float> set = synthetic::gauss3(40, 1).cast<float>();
    Place<float> lfda(LfdaOptions{}, set, 2), mfa(MfaOptions{}, set, 2), tsd(TsdOptions{}, set, 2);
    meter::reset_peak();
    const std::size_t before = meter::live();
    Arena arenas[] = {lfda.arena(), mfa.arena(), tsd.arena()};
    const bool fine = fit_lfda(arenas[0], view(set), lfda.target()) &&
                      fit_mfa(arenas[1], view(set), mfa.target()) &&
                      fit_tsd(arenas[2], view(set), tsd.target()) &&
                      tanda::device::fit_tsd<float>(arenas[2], view(set), tsd.target());
    const std::size_t peak = meter::peak();
    expect(fine && peak == before && meter::live() == before) << double(peak - before) << "bytes";
  };
};

}  // namespace device_batch_test
