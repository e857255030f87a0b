/* An exported model on the board: no C++, no library. The exit code is that of the self-test. */
#include "model.h"

int main(void) {
  if (model_selftest() != 0) return model_selftest();
  return model_classify(model_test_x[0]) < MODEL_CLASSES ? 0 : 100;
}
