# Builds and runs the user's project with the sources as a subfolder. The library is not compiled again:
# Make's "/fast" targets use existing files, so the archive of this build is put where the project expects its
# own.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${BUILD})
run(${CMAKE_COMMAND} -G "Unix Makefiles" -S ${SOURCE}/tests/install/consumer -B ${BUILD} -DTANDA_SOURCE=${SOURCE} ${OPTIONS})
run(${CMAKE_COMMAND} -E copy ${LIBRARY} ${BUILD}/tanda/lib/)
run(${CMAKE_COMMAND} --build ${BUILD} --target consumer/fast)
run(${BUILD}/consumer ${SOURCE}/native/data/iris.csv ${BUILD}/iris.tanda)
