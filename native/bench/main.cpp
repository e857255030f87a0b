// tanda_bench [GROUP] [--data FOLDER] [--full] [--json FILE]
#include <cstdio>
#include <cstring>

#include "harness.hpp"

namespace {

struct Entry {
  const char* name;
  const char* what;
  bench::Group run;
};

constexpr Entry groups[] = {
    {"methods", "every method: time by stage, memory, ratios against Eigen and scikit-learn",
     bench::methods_group},
    {"run", "running models: against the memory floor, intrinsics and brute force", bench::run_group},
    {"solve", "eigenpairs, Cholesky factors and pencils against Eigen's", bench::solve_group},
    {"sparse", "the sparse systems of pmpda: steps, our factor, Eigen's", bench::sparse_group},
    {"threads", "two threads against one", bench::threads_group},
    {"growth", "every method when n or d doubles", bench::growth_group},
    {"tangent", "tangent-space methods beside lfda, beside their published form, and their memory",
     bench::tangent_group},
    {"select", "choosing among many candidates against few", bench::select_group},
};

int usage() {
  std::printf("usage: bench [GROUP] [--data FOLDER] [--full] [--json FILE]\n\n");
  for (const Entry& group : groups) std::printf("  %-10s %s\n", group.name, group.what);
  std::printf(
      "\nWithout a group all of them run. FOLDER may hold usps_train.csv.gz, usps_test.csv.gz, semeion.csv "
      "and\n"
      "optdigits.csv. --full adds what takes ten minutes.\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const char* wanted = nullptr;
  bench::Request request;
  std::string out;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--data") == 0 && i + 1 < argc) {
      request.data = argv[++i];
    } else if (std::strcmp(argv[i], "--full") == 0) {
      request.full = true;
    } else if (std::strcmp(argv[i], "--json") == 0 && i + 1 < argc) {
      out = argv[++i];
    } else if (argv[i][0] != '-' && !wanted) {
      wanted = argv[i];
    } else {
      return usage();
    }
  }
  tanda::internal::Json all = tanda::internal::Json::object();
  bool ran = false;
  for (const Entry& group : groups) {
    if (wanted && std::strcmp(wanted, group.name) != 0) continue;
    all.set(group.name, group.run(request));
    ran = true;
  }
  if (!ran) return usage();
  if (out.empty()) return 0;
  std::FILE* file = std::fopen(out.c_str(), "w");
  const std::string text = all.dump(2) + "\n";
  const bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = file && std::fclose(file) == 0;
  if (!written || !closed) std::fprintf(stderr, "cannot write %s\n", out.c_str());
  return written && closed ? 0 : 5;
}
