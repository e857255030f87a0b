# 32-bit ARM Linux with NEON: Debian's g++-arm-linux-gnueabihf, run by qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR armv7)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_CXX_COMPILER arm-linux-gnueabihf-g++)
set(CMAKE_CXX_FLAGS_INIT "-mfpu=neon")
include(${CMAKE_CURRENT_LIST_DIR}/arm-linux.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm)
