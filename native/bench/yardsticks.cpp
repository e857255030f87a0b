#include "yardsticks.hpp"

#include <unistd.h>

#include <Eigen/Eigenvalues>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace bench {
namespace {

using tanda::internal::Index;
using tanda::internal::Json;
using tanda::internal::MatrixD;

/// A file that is removed by the destructor.
class TemporaryFile {
 public:
  TemporaryFile() : file_(fdopen(mkstemp(name_.data()), "wb")) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    close();
    std::remove(name_.c_str());
  }

  template <class T>
  bool write(const std::vector<T>& values) {
    return file_ && std::fwrite(values.data(), sizeof(T), values.size(), file_) == values.size();
  }
  bool close() {
    const bool closed = file_ && std::fclose(file_) == 0;
    file_ = nullptr;
    return closed;
  }
  const std::string& name() const { return name_; }

 private:
  std::string name_ = (std::filesystem::temp_directory_path() / "tanda-bench-XXXXXX").string();
  std::FILE* file_;
};

/// The times that peers.py measures on the table; null if it cannot be run.
Json ask_peers(const tanda::internal::Table<float>& table) {
  TemporaryFile file;
  const std::vector<std::int32_t> labels(table.labels.numbers.begin(), table.labels.numbers.end());
  if (!file.write(table.values) || !file.write(labels) || !file.close()) return {};
  const char* python = std::getenv("PYTHON");
  const std::string command = std::string("'") + (python ? python : "/usr/bin/python3") +
                              "' '" TANDA_SOURCE_FOLDER "/native/bench/peers.py' '" + file.name() + "' " +
                              std::to_string(table.rows) + " " + std::to_string(table.columns) + " " +
                              std::to_string(compared_dims);
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return {};
  std::string text;
  char piece[4096];
  while (const std::size_t size = std::fread(piece, 1, sizeof piece, pipe)) text.append(piece, size);
  if (pclose(pipe) != 0) return {};
  Json times;
  if (!Json::parse(text).get(times)) return {};
  return times;
}

void append(std::vector<double>& all, const Json* more) {
  if (!more) return;
  for (const Json& seconds : more->items()) all.push_back(seconds.number_or(0));
}

std::optional<double> median_if_any(const std::vector<double>& seconds) {
  if (seconds.empty()) return std::nullopt;
  return median(seconds);
}

}  // namespace

void Yardsticks::read() {
  const Index d = table_.columns;
  const tanda::internal::Dataset<float> data = table_.view();
  tanda::internal::Matrix<float> square(d, d);
  append_times(products_, [&] { square.noalias() = data.x * data.x.transpose(); });
  const MatrixD a = square.cast<double>();
  MatrixD b = a;
  b.diagonal().array() += a.trace() / double(d);
  append_times(eigenproblems_,
               [&] { const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> all(a, b); });
  read_peers();
}

void Yardsticks::read_peers() {
  const Json times = ask_peers(table_);
  append(ldas_, times.find("lda"));
  append(pcas_, times.find("pca"));
  version_ = times.text_or("version", version_);
}

double Yardsticks::product() const {
  return median(products_);
}
double Yardsticks::eigenproblem() const {
  return median(eigenproblems_);
}
std::optional<double> Yardsticks::lda() const {
  return median_if_any(ldas_);
}
std::optional<double> Yardsticks::pca() const {
  return median_if_any(pcas_);
}

std::string Yardsticks::text() const {
  const auto milliseconds = [](double seconds) { return fixed(1e3 * seconds, 2) + " ms"; };
  std::string text = "product of 2nd² flops " + milliseconds(product()) + ", d×d eigenproblem " +
                     milliseconds(eigenproblem());
  if (!lda() || !pca())
    return text + ", no scikit-learn: apt-get install python3-sklearn libopenblas0-pthread, or $PYTHON";
  return text + ", scikit-learn " + version_ + " lda " + milliseconds(*lda()) + ", pca " +
         milliseconds(*pca());
}

Json Yardsticks::json() const {
  Json json = Json::object().set("product", product()).set("eigenproblem", eigenproblem());
  if (lda()) json.set("sklearn_lda", *lda());
  if (pca()) json.set("sklearn_pca", *pca());
  return json.set("sklearn", version_);
}

std::string ratio_text(double seconds, std::optional<double> yardstick) {
  if (!yardstick) return "–";
  const double ratio = seconds / *yardstick;
  return fixed(ratio, ratio < 10 ? 2 : ratio < 100 ? 1 : 0);
}

}  // namespace bench
