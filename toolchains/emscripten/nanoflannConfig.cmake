# Debian's nanoflann is one header among glibc's in /usr/include: a link to it stands alone in the build folder.
set(stage ${CMAKE_BINARY_DIR}/nanoflann)
file(MAKE_DIRECTORY ${stage})
file(CREATE_LINK /usr/include/nanoflann.hpp ${stage}/nanoflann.hpp SYMBOLIC)
add_library(nanoflann::nanoflann INTERFACE IMPORTED)
target_include_directories(nanoflann::nanoflann INTERFACE ${stage})
