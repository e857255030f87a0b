# WebAssembly: Debian's emscripten (3.1.6, clang 14). Programs are .wasm files on their own, run by Node through
# wasm/run.mjs: emscripten's JavaScript is neither shipped nor needed.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_EXECUTABLE_SUFFIX_C ".wasm")
set(CMAKE_EXECUTABLE_SUFFIX_CXX ".wasm")

option(TANDA_WASM_EXCEPTIONS "Use WebAssembly's exceptions" OFF)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TANDA_WASM_EXCEPTIONS)

# With exceptions an allocation that fails inside Eigen becomes a status of the C ABI, as in native programs. Without, a
# `throw` ends the program: the package makes an error of that and starts another instance (wasm/src/api.ts). Libraries that look
# whether there are exceptions are told so.
if(TANDA_WASM_EXCEPTIONS)
  set(exceptions "-fwasm-exceptions")
  set(CMAKE_CXX_FLAGS_INIT "${exceptions}")
else()
  set(exceptions "")
  set(CMAKE_CXX_FLAGS_INIT "-U__EXCEPTIONS -U__cpp_exceptions -fno-threadsafe-statics -fno-aligned-allocation")
endif()
# Every browser has had SIMD since early 2023; the loader refuses those that have not (wasm/src/loader.ts).
string(APPEND CMAKE_CXX_FLAGS_INIT " -msimd128")
# The stack lies first, so that one that overflows traps instead of writing over data.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "${exceptions} -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sABORTING_MALLOC=0 -sINITIAL_MEMORY=16MB -sMAXIMUM_MEMORY=2GB -sTOTAL_STACK=2MB -Wl,--stack-first")

# em++ must not see /usr/include, where glibc's headers are: Eigen has a folder of its own there, nanoflann does not.
set(Eigen3_DIR /usr/share/eigen3/cmake)
set(nanoflann_DIR ${CMAKE_CURRENT_LIST_DIR}/emscripten)
set(CMAKE_CROSSCOMPILING_EMULATOR "node;${CMAKE_CURRENT_LIST_DIR}/../wasm/run.mjs")
