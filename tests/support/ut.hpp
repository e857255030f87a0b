// The part of Boost.UT that the tests use: "name"_test = [] { expect(that_holds) << "why"; }; Boost.UT itself
// is used if CMake finds it (TANDA_BOOST_UT). This implementation needs only C++17, without iostreams and
// exceptions, so that the same tests run on every target.
#pragma once

#ifdef TANDA_BOOST_UT
#include <boost/ut.hpp>
#include <cstdio>
#include <cstring>

namespace ut {

/// Ends with the same line as the implementation below: "N passed, M failed", maybe ", L skipped".
class Counts : public boost::ut::reporter<boost::ut::printer> {
  using Base = boost::ut::reporter<boost::ut::printer>;

 public:
  using Base::on;
  using Base::operator=;
  void on(boost::ut::events::run_begin run) {
    boost::ut::detail::cfg::parse_arg_with_fallback(run.argc, run.argv);
  }
  void on(boost::ut::events::summary) {
    if (tests_.fail || asserts_.fail) std::puts(printer_.str().c_str());
    std::printf("\n%zu expectations\n%zu passed, %zu failed", asserts_.pass + asserts_.fail, tests_.pass,
                tests_.fail);
    if (tests_.skip) std::printf(", %zu skipped", tests_.skip);
    std::printf("\n");
    std::fflush(stdout);
  }
};

}  // namespace ut

template <>
inline auto boost::ut::cfg<boost::ut::override> = boost::ut::runner<::ut::Counts>{};

/// Boost.UT without its operators: comparisons remain plain C++, also of types that cannot be printed.
namespace ut {
using boost::ut::suite;
using boost::ut::tag;
inline namespace literals {
using boost::ut::literals::operator""_test;
}
using boost::ut::operators::operator/;

inline auto expect(bool holds, const boost::ut::reflection::source_location& where =
                                   boost::ut::reflection::source_location::current()) {
  return boost::ut::expect(holds, where);
}

/// Arguments: [PATTERN] [--skip TAG,TAG]. A tag alone leaves no test out, as it does in Boost.UT.
inline int run(int argc, char** argv) {
  std::vector<const char*> rest;
  const char* skip = "";
  for (int i = 0; i < argc; ++i) {
    if (std::strcmp(argv[i], "--skip") == 0 && i + 1 < argc) {
      skip = argv[++i];
    } else {
      rest.push_back(argv[i]);
    }
  }
  boost::ut::options options;
  for (const char* name : {"slow", "clock"}) {
    if (!std::strstr(skip, name)) options.tag.push_back(name);
  }
  auto& runner = boost::ut::cfg<boost::ut::override>;
  runner = options;
  return runner.run({.report_errors = true, .argc = int(rest.size()), .argv = rest.data()});
}

}  // namespace ut
#else

#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>

namespace ut {

struct Report {
  int tests = 0, expectations = 0, failed_tests = 0, skipped_tests = 0;
  bool failing = false;
  const char* only = nullptr;  ///< run only tests whose name contains this text
  const char* skip = nullptr;  ///< but not those with one of these tags
  int shard = 0, shards = 1;   ///< and of the remaining ones every shards-th
  int chosen = 0;
  bool times = false;  ///< print the seconds of each test
  const char* current = "";

  /// Whether this test is to be run; counts it.
  bool takes(const char* name, const char* tag) {
    if (only && !std::strstr(name, only)) return false;
    if (chosen++ % shards != shard) return false;
    const bool skipped = skip && tag && std::strstr(skip, tag);
    ++(skipped ? skipped_tests : tests);
    return !skipped;
  }
};
inline Report& report() {
  static Report r;
  return r;
}

namespace detail {
inline std::string text(const std::string& s) {
  return s;
}
inline std::string text(const char* s) {
  return s;
}
inline std::string text(bool b) {
  return b ? "true" : "false";
}
template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
std::string text(T x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.9g", double(x));
  return buffer;
}

/// Prints what is streamed into it, if the expectation failed.
struct Explanation {
  bool failed;
  template <class T>
  Explanation& operator<<(const T& what) {
    if (failed) std::printf(" %s", text(what).c_str());
    return *this;
  }
  explicit operator bool() const { return !failed; }
  ~Explanation() {
    if (failed) std::printf("\n");
  }
};

struct Test {
  const char* name;
  const char* tag = nullptr;
  template <class Body>
  Test& operator=(Body&& body) {
    Report& r = report();
    if (!r.takes(name, tag)) return *this;
    r.current = name;
    r.failing = false;
    const auto start = std::chrono::steady_clock::now();
    body();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (r.times) std::printf("%8.2f s  %s\n", taken.count(), name);
    r.failed_tests += r.failing;
    return *this;
  }
};
}  // namespace detail

inline detail::Explanation expect(bool holds, const char* file = __builtin_FILE(),
                                  int line = __builtin_LINE()) {
  ++report().expectations;
  if (!holds) {
    report().failing = true;
    std::printf("FAILED %s (%s:%d)", report().current, file, line);
  }
  return {!holds};
}

inline namespace literals {
inline detail::Test operator""_test(const char* name, std::size_t) {
  return {name};
}
}  // namespace literals

/// `tag("slow") / "name"_test = ...`: can be left out with --skip slow.
struct tag {
  const char* name;
  explicit tag(const char* text) : name(text) {}
};
inline detail::Test operator/(tag t, detail::Test test) {
  return {test.name, t.name};
}

/// A suite's tests run when the program starts: `const ut::suite graphs = [] { ... };`
struct suite {
  using Body = void (*)();
  Body body;
  suite* next;
  static suite*& first() {
    static suite* head = nullptr;
    return head;
  }
  template <class Lambda>
  suite(Lambda lambda) : body(lambda), next(first()) {
    first() = this;
  }
};

/// Runs every suite; prints "E expectations" and "N passed, M failed", maybe ", L skipped", and gives the
/// exit code. Arguments: [TEXT] [--skip TAG,TAG] [--shard I/N] [--times], with I from 1.
inline int run(int argc = 0, char** argv = nullptr) {
  Report& r = report();
  for (int i = 1; i < argc; ++i) {
    const bool more = i + 1 < argc;
    if (more && std::strcmp(argv[i], "--skip") == 0) {
      r.skip = argv[++i];
    } else if (more && std::strcmp(argv[i], "--shard") == 0) {
      if (std::sscanf(argv[++i], "%d/%d", &r.shard, &r.shards) != 2 || r.shard < 1 || r.shard > r.shards) {
        return std::printf("--shard wants I/N with I from 1 to N, not %s\n", argv[i]), 2;
      }
      --r.shard;
    } else if (std::strcmp(argv[i], "--times") == 0) {
      r.times = true;
    } else {
      r.only = argv[i];
    }
  }
  for (suite* s = suite::first(); s; s = s->next) s->body();
  std::printf("%d expectations\n%d passed, %d failed", r.expectations, r.tests - r.failed_tests,
              r.failed_tests);
  if (r.skipped_tests > 0) std::printf(", %d skipped", r.skipped_tests);
  std::printf("\n");
  return r.failed_tests != 0 || r.tests == 0;
}

}  // namespace ut
#endif
