/* The ABI is frozen: compiled programs depend on these sizes. Changing one requires a new
 * TANDA_ABI. */
#include <stdio.h>

#include "tanda/tanda.h"

#define POINTER sizeof(void*)
typedef char error_is_frozen[sizeof(tanda_error) == 768 ? 1 : -1];
typedef char data_is_frozen[sizeof(tanda_data) == 8 * POINTER ? 1 : -1];
typedef char info_is_frozen[sizeof(tanda_model_info) == 4 * POINTER + 16 ? 1 : -1];
typedef char message_is_frozen[offsetof(tanda_error, message) == 4 ? 1 : -1];
typedef char remedy_is_frozen[offsetof(tanda_error, remedy) == 512 ? 1 : -1];
typedef char labels_are_frozen[offsetof(tanda_data, labels) == 4 * POINTER ? 1 : -1];
typedef char features_are_frozen[offsetof(tanda_data, features) == 7 * POINTER ? 1 : -1];
typedef char map_is_frozen[offsetof(tanda_model_info, map) == 4 * POINTER ? 1 : -1];

int main(void) {
  if (tanda_abi() != TANDA_ABI || TANDA_ABI != 1) return 1;
  puts("1 passed, 0 failed");
  return 0;
}
