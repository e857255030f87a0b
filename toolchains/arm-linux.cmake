# What the ARM Linux targets share. Static programs: qemu-user then needs no ARM system to find libraries in. Headers and
# CMake packages come from the host's folders, because those used here hold no code for any machine. Slow tests are left
# out (TANDA_EMULATED).
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
set(TANDA_EMULATED ON)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
