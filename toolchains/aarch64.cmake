# 64-bit ARM Linux (phones, Raspberry Pi): Debian's g++-aarch64-linux-gnu, run by qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
include(${CMAKE_CURRENT_LIST_DIR}/arm-linux.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
