# gpusel_embed(TARGET [MODES "columns;lean"] NAME FILE [NAME FILE]...)
# Compiles files into TARGET. Each becomes a function `std::string_view gpusel::assets::NAME()`, declared in
# "generated/TARGET.hpp". White space between the tokens of a .json file is dropped on the way; cmake/embed.cpp tells the modes.
# The generator is a small C++ program: natively run as it is, in an Emscripten build run by Node, so no other tool is needed.
function(gpusel_embed target)
  if(NOT TARGET gpusel_embed_tool)
    add_executable(gpusel_embed_tool "${CMAKE_SOURCE_DIR}/cmake/embed.cpp")
    set_target_properties(gpusel_embed_tool PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tools")
    target_link_libraries(gpusel_embed_tool PRIVATE nlohmann_json::nlohmann_json)
    target_compile_features(gpusel_embed_tool PRIVATE cxx_std_20)
    gpusel_node_program(gpusel_embed_tool)
  endif()
  set(folder "${CMAKE_BINARY_DIR}/embedded/${target}")
  set(header "${folder}/generated/${target}.hpp")
  file(MAKE_DIRECTORY "${folder}/generated")
  set(declarations "#pragma once\n#include <string_view>\n\nnamespace gpusel::assets {\n")
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "MODES")
  set(arguments ${arg_UNPARSED_ARGUMENTS})
  while(arguments)
    list(POP_FRONT arguments name file)
    if(NOT file)
      message(FATAL_ERROR "gpusel_embed(${target}): ${name} has no file")
    endif()
    get_filename_component(file "${file}" ABSOLUTE)
    string(APPEND declarations "std::string_view ${name}();\n")
    add_custom_command(
      OUTPUT "${folder}/${name}.cpp"
      COMMAND gpusel_embed_tool ${name} "${file}" "${folder}/${name}.cpp" ${arg_MODES}
      DEPENDS "${file}" gpusel_embed_tool
      COMMENT "Embedding ${name}" VERBATIM)
    target_sources(${target} PRIVATE "${folder}/${name}.cpp")
  endwhile()
  string(APPEND declarations "}  // namespace gpusel::assets\n")
  file(CONFIGURE OUTPUT "${header}" CONTENT "${declarations}" @ONLY)
  target_include_directories(${target} PUBLIC "${folder}")
endfunction()
