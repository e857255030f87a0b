#include "ut.hpp"

#ifdef TANDA_BOOST_UT
int main() {}
#else
int main(int argc, char** argv) { return ut::run(argc, argv); }
#endif
