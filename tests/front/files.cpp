// Files through the front door: tables and models that exist, do not exist, or are something else.
#include <cstdio>
#include <string>
#include <vector>

#include "tanda/tanda.hpp"
#include "ut.hpp"

namespace front_files_test {
using namespace ut;

std::string file_in(const char* name) {
  return std::string(TANDA_FOLDER "/") + name;
}

void write_bytes(const std::string& path, const void* data, std::size_t size) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  expect(file && std::fwrite(data, 1, size, file) == size) << path;
  if (file) std::fclose(file);
}

bool is_there(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file) std::fclose(file);
  return file;
}

bool holds(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

const suite files_suite = [] {
  "a file and its text give the same table, in both precisions"_test = [] {
    const auto floats = tanda::read_csv(TANDA_WINE);
    const auto doubles = tanda::read_csv<double>(TANDA_WINE);
    expect(bool(floats) && bool(doubles));
    expect(floats->rows == 178 && floats->cols == 13 && floats->classes.size() == 3);
    expect(floats->x().isApprox(doubles->x().cast<float>()));
    expect(floats->label == doubles->label);
  };

  "a model that was saved is the same when it is opened"_test = [] {
    const auto table = tanda::read_csv(TANDA_WINE);
    const auto model = tanda::fit(*table, "lda");
    const std::string path = file_in("lda.tanda");
    expect(bool(model->save(path)));
    expect(!is_there(path + ".part"));
    const auto opened = tanda::Model::open(path);
    expect(bool(opened));
    expect(*opened->bytes() == *model->bytes() && opened->record() == model->record());
    expect(*opened->predict(table->x()) == *model->predict(table->x()));
    expect(opened->classes() == model->classes() && opened->features() == table->features);
  };

  "a table of other columns is read for a model by their names"_test = [] {
    const auto table = tanda::read_csv(TANDA_WINE);
    const auto model = tanda::fit(*table, "lda");
    // The same columns in reverse order, without labels.
    std::string text;
    for (std::size_t j = table->cols; j-- > 0;) text += table->features[j] + (j > 0 ? "," : "\n");
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t j = table->cols; j-- > 0;)
        text += std::to_string(table->x()(Eigen::Index(i), Eigen::Index(j))) + (j > 0 ? "," : "\n");
    const std::string path = file_in("reversed.csv");
    write_bytes(path, text.data(), text.size());
    const auto same = tanda::read_csv(path, {}, &*model);
    expect(bool(same)) << same.status().text();
    expect(!same->labels && same->rows == 5 && same->x().isApprox(table->x().topRows(5), 1e-5f));
  };

  "what cannot be read says which file and why"_test = [] {
    const auto missing = tanda::read_csv(file_in("missing.csv"));
    expect(missing.status().code() == tanda::Code::cannot_read);
    expect(holds(missing.status().message(), "missing.csv"));
    expect(tanda::Model::open(file_in("missing.tanda")).status().code() == tanda::Code::cannot_read);
    const std::string holes = file_in("{missing}.csv"), rows = "a,b,class\n1,,x\n3,4,y\n";
    write_bytes(holes, rows.data(), rows.size());
    const std::string message = tanda::read_csv(holes).status().text();
    expect(holds(message, "{missing}.csv: row 1") && holds(message, "`missing = Missing::drop`")) << message;
    expect(tanda::read_csv(TANDA_FOLDER).status().code() == tanda::Code::cannot_read) << "a folder";
    const std::string empty = file_in("empty.csv");
    write_bytes(empty, "", 0);
    const auto nothing = tanda::read_csv(empty);
    expect(!nothing && holds(nothing.status().message(), "empty.csv")) << nothing.status().text();
    expect(tanda::Model::open(empty).status().code() == tanda::Code::bad_model);
    const unsigned char zipped[] = {0x1f, 0x8b, 8, 0};
    write_bytes(empty, zipped, sizeof zipped);
    expect(holds(tanda::read_csv(empty).status().text(), "compressed"));
    expect(tanda::Model::open(TANDA_WINE).status().code() == tanda::Code::bad_model);
  };

  "a model file that is cut off anywhere is refused"_test = [] {
    const auto table = tanda::read_csv(TANDA_WINE);
    const auto bytes = tanda::fit(*table, "lda")->bytes();
    const std::string path = file_in("cut.tanda");
    for (std::size_t size = 0; size < bytes->size(); size += size < 200 ? 1 : 97) {
      write_bytes(path, bytes->data(), size);
      const auto opened = tanda::Model::open(path);
      expect(opened.status().code() == tanda::Code::bad_model) << double(size);
      expect(holds(opened.status().message(), "cut.tanda"));
    }
  };

  "what cannot be written leaves what was there"_test = [] {
    const auto table = tanda::read_csv(TANDA_WINE);
    const auto model = tanda::fit(*table, "lda");
    expect(model->save(file_in("no/such/folder/m.tanda")).code() == tanda::Code::cannot_write);
    expect(model->save(TANDA_FOLDER).code() == tanda::Code::cannot_write) << "a folder";
    expect(!is_there(TANDA_FOLDER ".part"));
  };
};

}  // namespace front_files_test
