# Programs for the board that qemu calls mps2-an386.
#   add_board_program(NAME SOURCE...)       bare: no C library but memcpy and its kin, and no heap
#   add_board_test_program(NAME SOURCE...)  with newlib and a heap, for tests that need std::string and printf
# Both print and end through semihosting: run_on_board is the command that runs one.
set(board ${CMAKE_CURRENT_LIST_DIR})
set(run_on_board qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none
                 -semihosting-config enable=on,target=native -kernel)

function(add_board_image name)
  add_executable(${name} ${ARGN} ${board}/startup.cpp)
  target_include_directories(${name} PRIVATE ${board})
  target_compile_features(${name} PRIVATE cxx_std_17)
  target_link_options(${name} PRIVATE -T${board}/mps2-an386.ld)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${board}/mps2-an386.ld SUFFIX .elf)
endfunction()

function(add_board_program name)
  add_board_image(${name} ${ARGN} ${board}/run_bare.cpp ${board}/semihosting.cpp)
endfunction()

function(add_board_test_program name)
  add_board_image(${name} ${ARGN} ${board}/run_newlib.cpp)
  target_link_options(${name} PRIVATE --specs=rdimon.specs -Wl,-u,_printf_float)
endfunction()
