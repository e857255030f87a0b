#include "ut.hpp"

#ifdef TANDA_BOOST_UT
int main() {
  return boost::ut::cfg<boost::ut::override>.run({.report_errors = true});
}
#else
int main(int argc, char** argv) {
  return ut::run(argc, argv);
}
#endif
