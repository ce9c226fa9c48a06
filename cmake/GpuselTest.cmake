# gpusel_node_program(TARGET): in an Emscripten build, links an executable so that Node runs it like a native one
# (files of the machine, exit status, one self-contained .js). Natively it does nothing.
function(gpusel_node_program target)
  if(NOT EMSCRIPTEN)
    return()
  endif()
  # SINGLE_FILE: Node 18 has a global fetch, which Emscripten 3.1.6 takes for the browser's when the wasm is a file apart.
  target_link_options(${target} PRIVATE -sSINGLE_FILE=1 -sNODERAWFS=1 -sENVIRONMENT=node -sEXIT_RUNTIME=1
    -sALLOW_MEMORY_GROWTH=1 ${GPUSEL_STACK_OPTION})
endfunction()

# gpusel_add_test(MODULE LIBS <libraries...> SOURCES <files...>)
# The doctest program test_<MODULE>, known to ctest; an Emscripten build runs the same program under Node.
# GPUSEL_SOURCE_DIR (a string literal) is the repository's root, for tests that read files such as golden texts.
function(gpusel_add_test module)
  cmake_parse_arguments(arg "" "" "LIBS;SOURCES" ${ARGN})
  set(target test_${module})
  if(NOT TARGET gpusel_doctest_main)
    add_library(gpusel_doctest_main STATIC "${CMAKE_SOURCE_DIR}/tests/doctest_main.cpp")
    target_link_libraries(gpusel_doctest_main PUBLIC doctest::doctest gpusel_options)
    add_custom_target(gpusel_tests)
  endif()
  add_executable(${target} ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE gpusel_doctest_main ${arg_LIBS} gpusel_options)
  target_compile_definitions(${target} PRIVATE GPUSEL_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  gpusel_node_program(${target})
  add_test(NAME ${target} COMMAND ${target} --no-colors=true)
  set_tests_properties(${target} PROPERTIES LABELS doctest TIMEOUT 600)
  add_dependencies(gpusel_tests ${target})
endfunction()
