#include "ut.hpp"

#ifdef TANDA_BOOST_UT
int main() {
  return ut::cfg<ut::override>.run({.report_errors = true});
}
#else
int main(int argc, char** argv) {
  return ut::run(argc, argv);
}
#endif
