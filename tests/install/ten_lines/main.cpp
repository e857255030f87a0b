#include <cstdio>
#include <tanda/tanda.hpp>

int main(int, char** arguments) {
  const auto table = tanda::read_csv(arguments[1]);
  if (!table) return std::puts(table.status().text().c_str()), 1;
  const auto model = tanda::fit(*table, "lda");
  if (!model) return std::puts(model.status().text().c_str()), 1;
  return std::printf("%zu numbers become %zu\n", model->inputs(), model->outputs()), 0;
}
