# Third-party code, always as SYSTEM: nlohmann_json::nlohmann_json and doctest::doctest.
# A header library of the system gets an include folder of its own in the build tree: adding /usr/include itself
# would put the host's C library before Emscripten's.
include(FetchContent)
set(FETCHCONTENT_QUIET ON)

set(GPUSEL_NLOHMANN_TAG v3.11.3)
set(GPUSEL_DOCTEST_TAG v2.4.11)

# gpusel_header_library(TARGET HEADER): an INTERFACE target for the system's copy; <TARGET>_FOUND tells whether there is one.
function(gpusel_header_library target header)
  set(${target}_FOUND OFF PARENT_SCOPE)
  if(GPUSEL_FETCH)
    return()
  endif()
  find_path(GPUSEL_${target}_ROOT "${header}" PATHS /usr/include /usr/local/include /opt/homebrew/include
    NO_CMAKE_FIND_ROOT_PATH)
  if(NOT GPUSEL_${target}_ROOT)
    return()
  endif()
  get_filename_component(folder "${header}" DIRECTORY)
  set(own "${CMAKE_BINARY_DIR}/third-party/${target}")
  file(MAKE_DIRECTORY "${own}")
  if(NOT EXISTS "${own}/${folder}")
    file(CREATE_LINK "${GPUSEL_${target}_ROOT}/${folder}" "${own}/${folder}" COPY_ON_ERROR SYMBOLIC)
  endif()
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE "${own}")
  set(${target}_FOUND ON PARENT_SCOPE)
endfunction()

# gpusel_fetch(NAME URL TAG): downloads a pinned tag and leaves its folder in <NAME>_SOURCE_DIR; its own CMake is not run.
macro(gpusel_fetch name url tag)
  FetchContent_Declare(${name} GIT_REPOSITORY "${url}" GIT_TAG "${tag}" GIT_SHALLOW ON SOURCE_SUBDIR no-cmake)
  FetchContent_MakeAvailable(${name})
endmacro()

gpusel_header_library(nlohmann_json nlohmann/json.hpp)
if(NOT nlohmann_json_FOUND)
  gpusel_fetch(nlohmann https://github.com/nlohmann/json.git ${GPUSEL_NLOHMANN_TAG})
  add_library(nlohmann_json INTERFACE)
  target_include_directories(nlohmann_json SYSTEM INTERFACE "${nlohmann_SOURCE_DIR}/include")
endif()
# Parsing never throws, in any build: what the browser does, the terminal does.
target_compile_definitions(nlohmann_json INTERFACE JSON_NOEXCEPTION)
add_library(nlohmann_json::nlohmann_json ALIAS nlohmann_json)

if(GPUSEL_BUILD_TESTS)
  gpusel_header_library(doctest doctest/doctest.h)
  if(NOT doctest_FOUND)
    gpusel_fetch(doctest_sources https://github.com/doctest/doctest.git ${GPUSEL_DOCTEST_TAG})
    add_library(doctest INTERFACE)
    target_include_directories(doctest SYSTEM INTERFACE "${doctest_sources_SOURCE_DIR}")
  endif()
  if(EMSCRIPTEN)
    target_compile_definitions(doctest INTERFACE DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS DOCTEST_CONFIG_NO_POSIX_SIGNALS)
  endif()
  add_library(doctest::doctest ALIAS doctest)
endif()

if(GPUSEL_BUILD_UI)
  include(GpuselSDL2)
  include(GpuselImGui)
endif()
