// Fits a projection to a CSV table, saves it, and predicts with the loaded copy: ./flowers iris.csv
// iris.tanda
#include <cstdio>
#include <tanda/tanda.hpp>

static int fail(const tanda::Status& status) {
  std::fprintf(stderr, "%s\n", status.text().c_str());
  return 1;
}

int main(int count, char** arguments) {
  if (count != 3) return std::fprintf(stderr, "usage: flowers TABLE.csv MODEL.tanda\n"), 2;
  const auto table = tanda::read_csv(arguments[1]);
  if (!table) return fail(table.status());
  const auto model = tanda::fit(*table, tanda::LfdaOptions{5});
  if (!model) return fail(model.status());
  if (const tanda::Status kept = model->save(arguments[2]); !kept) return fail(kept);
  const auto copy = tanda::Model::open(arguments[2]);
  if (!copy) return fail(copy.status());
  const auto labels = copy->predict(table->x());
  if (!labels) return fail(labels.status());
  int right = 0;
  for (std::size_t i = 0; i < table->rows; ++i) right += (*labels)[i] == table->labels[i];
  std::printf("%d of %d samples right; the first one is %s\n", right, int(table->rows),
              copy->classes()[std::size_t((*labels)[0])].c_str());
}
