# embed_text(TARGET FILE...): embeds each file as a string that the program finds by name with
# embedded("name.txt") of support/embedded.hpp. So tests need no files, on any target.
function(embed_text target)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cpp)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} "-DFILES=${ARGN}" -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed_write.cmake
    DEPENDS ${ARGN} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed_write.cmake VERBATIM)
  # These literals are longer than the standard guarantees; all compilers used here accept them.
  set_source_files_properties(${out} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${target} PRIVATE ${out})
endfunction()
