#include "ut.hpp"

int main(int argc, char** argv) {
  return ut::run(argc, argv);
}
