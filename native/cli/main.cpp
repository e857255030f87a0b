#include "cli.hpp"

int main(int argc, char** argv) {
  return run_cli(argc, argv, tanda::internal::registry());
}
