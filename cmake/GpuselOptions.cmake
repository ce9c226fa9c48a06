# How our own code is compiled. Every target of ours links gpusel_options; third-party targets do not.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

find_program(GPUSEL_CCACHE ccache)
if(GPUSEL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT MSVC)
  set(CMAKE_C_COMPILER_LAUNCHER "${GPUSEL_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${GPUSEL_CCACHE}")
endif()

add_library(gpusel_options INTERFACE)
add_library(gpusel::options ALIAS gpusel_options)
target_include_directories(gpusel_options INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_features(gpusel_options INTERFACE cxx_std_20)

if(MSVC)
  target_compile_options(gpusel_options INTERFACE /W4 /permissive- /utf-8 /fp:precise $<$<BOOL:${GPUSEL_WERROR}>:/WX>)
  target_compile_definitions(gpusel_options INTERFACE NOMINMAX _CRT_SECURE_NO_WARNINGS)
else()
  target_compile_options(gpusel_options INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${GPUSEL_WERROR}>:-Werror>
    # g++ 12 warns of std::string's own operator+ and of std::variant (GCC bugs 105651, 105562).
    "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-maybe-uninitialized>"
    # The same scenario gives the same bytes on every machine: no fused multiply-add.
    -ffp-contract=off)
endif()

if(GPUSEL_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

if(GPUSEL_LTO)
  if(EMSCRIPTEN)
    add_compile_options(-flto)
    add_link_options(-flto)
  else()
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
  endif()
endif()

if(EMSCRIPTEN)
  # The browser build has neither exceptions nor RTTI; third-party code follows, so that one object file cannot bring them back.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  # Every browser with WebGL 2 has these instructions; a conversion to an integer is 1 of them instead of 8.
  add_compile_options("$<$<CONFIG:MinSizeRel>:-mbulk-memory;-mnontrapping-fptoint;-msign-ext>")
  set(CMAKE_CXX_FLAGS_MINSIZEREL "-Oz -DNDEBUG")
  set(CMAKE_C_FLAGS_MINSIZEREL "-Oz -DNDEBUG")
  set(CMAKE_EXE_LINKER_FLAGS_MINSIZEREL "-Oz")
  # The option for the stack's size was renamed in 3.1.25, and its default lowered from 5 MB to 64 KB in 3.1.27.
  if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.25)
    set(GPUSEL_STACK_OPTION -sTOTAL_STACK=1MB)
  else()
    set(GPUSEL_STACK_OPTION -sSTACK_SIZE=1MB)
  endif()
endif()
