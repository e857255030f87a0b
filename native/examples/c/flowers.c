/* Fits a projection to a CSV table, encodes it, and predicts with the decoded copy: ./flowers iris.csv */
#include <stdio.h>
#include <stdlib.h>

#include "tanda/tanda.h"

static int told(const char* what, const tanda_error* error) {
  fprintf(stderr, "%s: %s (%s)\n", what, error->message, error->remedy);
  return 1;
}

static char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  char* text = NULL;
  long length;
  if (!file) return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
    text = malloc((size_t)length + 1);
    *size = text ? fread(text, 1, (size_t)length, file) : 0;
  }
  fclose(file);
  return text;
}

int main(int count, char** arguments) {
  tanda_error error;
  tanda_options* options = tanda_options_new();
  tanda_table* table = NULL;
  tanda_model *model = NULL, *copy = NULL;
  tanda_bytes* file = NULL;
  tanda_data data;
  int32_t* labels = NULL;
  size_t size = 0, right = 0, i;
  char* text = count == 2 ? read_file(arguments[1], &size) : NULL;
  int failed = 1;

  if (!text || !options) {
    fprintf(stderr, "usage: flowers TABLE.csv\n");
  } else if (tanda_options_set(options, "method", "lfda", &error) != 0 ||
             tanda_options_set(options, "dims", "2", &error) != 0) {
    told("options", &error);
  } else if (tanda_read_csv(text, size, options, NULL, &table, &error) != 0) {
    told(arguments[1], &error);
  } else {
    tanda_table_data(table, &data);
    labels = malloc(data.rows * sizeof *labels);
    if (!labels) {
      fprintf(stderr, "memory ran out\n");
    } else if (tanda_fit(options, &data, &model, &error) != 0) {
      told("fit", &error);
    } else if (tanda_save(model, &file, &error) != 0 ||
               tanda_open(tanda_bytes_data(file), tanda_bytes_size(file), &copy, &error) != 0 ||
               tanda_predict(copy, data.values, data.rows, data.cols, labels, &error) != 0) {
      told("model", &error);
    } else {
      for (i = 0; i < data.rows; ++i) right += labels[i] == data.labels[i];
      printf("%lu of %lu samples right with a model of %lu bytes; the first one is %s\n",
             (unsigned long)right, (unsigned long)data.rows, (unsigned long)tanda_bytes_size(file),
             tanda_class_name(copy, (size_t)labels[0]));
      failed = 0;
    }
  }
  free(labels);
  free(text);
  tanda_bytes_free(file);
  tanda_model_free(copy);
  tanda_model_free(model);
  tanda_table_free(table);
  tanda_options_free(options);
  return failed;
}
