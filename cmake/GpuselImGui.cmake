# imgui_core: Dear ImGui alone, for panels and for their tests without a window.
# imgui: the same with the SDL2 and OpenGL 3 backends. 1.92 or later: its fonts grow glyph by glyph, at any size.
set(GPUSEL_IMGUI_TAG v1.92.2b)
option(GPUSEL_UI_HOOKS "Let tests find a widget's place by its label (Dear ImGui's test-engine hooks)" ${GPUSEL_BUILD_TESTS})

if(NOT GPUSEL_FETCH AND EXISTS "${GPUSEL_DEPS_DIR}/imgui/imgui.h")
  set(imgui "${GPUSEL_DEPS_DIR}/imgui")
else()
  gpusel_fetch(imgui_sources https://github.com/ocornut/imgui.git ${GPUSEL_IMGUI_TAG})
  set(imgui "${imgui_sources_SOURCE_DIR}")
endif()
file(STRINGS "${imgui}/imgui.h" version_line REGEX "#define +IMGUI_VERSION_NUM ")
string(REGEX MATCH "[0-9]+$" imgui_version "${version_line}")
if(imgui_version LESS 19200)
  message(FATAL_ERROR "Dear ImGui 1.92 or later is needed; ${imgui} has version number ${imgui_version}.")
endif()

# imgui_hooks.cpp defines the hooks as no-ops. A test that defines all of them itself gets its own: a linker takes a
# member of a static library only for symbols that are still missing.
add_library(imgui_core STATIC EXCLUDE_FROM_ALL
  "${imgui}/imgui.cpp" "${imgui}/imgui_demo.cpp" "${imgui}/imgui_draw.cpp" "${imgui}/imgui_tables.cpp"
  "${imgui}/imgui_widgets.cpp" "${CMAKE_SOURCE_DIR}/cmake/imgui_hooks.cpp")
target_include_directories(imgui_core SYSTEM PUBLIC "${imgui}")
target_compile_definitions(imgui_core PUBLIC
  IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_FILE_FUNCTIONS IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS
  $<$<BOOL:${GPUSEL_UI_HOOKS}>:IMGUI_ENABLE_TEST_ENGINE>
  $<$<AND:$<BOOL:${EMSCRIPTEN}>,$<CONFIG:MinSizeRel>>:IMGUI_DISABLE_DEFAULT_FONT>
  $<$<CONFIG:MinSizeRel,Release>:IMGUI_DISABLE_DEMO_WINDOWS>
  $<$<CONFIG:MinSizeRel,Release>:IMGUI_DISABLE_DEBUG_TOOLS>)

add_library(imgui STATIC EXCLUDE_FROM_ALL
  "${imgui}/backends/imgui_impl_sdl2.cpp" "${imgui}/backends/imgui_impl_opengl3.cpp")
target_include_directories(imgui SYSTEM PUBLIC "${imgui}/backends")
target_link_libraries(imgui PUBLIC imgui_core SDL2::SDL2)
if(EMSCRIPTEN)
  target_compile_definitions(imgui PRIVATE IMGUI_IMPL_OPENGL_ES3)
  target_compile_options(imgui PRIVATE -include "${CMAKE_SOURCE_DIR}/cmake/emscripten_compat.h")
else()
  find_package(OpenGL REQUIRED)
  target_link_libraries(imgui PUBLIC OpenGL::GL ${CMAKE_DL_LIBS})
endif()
foreach(target IN ITEMS imgui imgui_core)
  add_library(${target}::${target} ALIAS ${target})
  if(NOT MSVC)
    target_compile_options(${target} PRIVATE -w)
  endif()
endforeach()
