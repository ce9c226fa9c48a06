# SDL2::SDL2. Natively the system's library, else its sources at a pinned tag. For the web always from sources, as a
# list of files: SDL's own CMake spends ten minutes on checks under Emscripten, and most of SDL is not needed here.
set(GPUSEL_SDL2_TAG release-2.32.10)
set(GPUSEL_SDL2_URL https://github.com/libsdl-org/SDL.git)

if(NOT EMSCRIPTEN)
  if(NOT GPUSEL_FETCH)
    find_package(SDL2 2.0.20 CONFIG QUIET)
  endif()
  if(NOT TARGET SDL2::SDL2)
    set(SDL_TEST OFF CACHE BOOL "" FORCE)
    set(SDL_SHARED OFF CACHE BOOL "" FORCE)
    FetchContent_Declare(SDL2 GIT_REPOSITORY ${GPUSEL_SDL2_URL} GIT_TAG ${GPUSEL_SDL2_TAG} GIT_SHALLOW ON)
    FetchContent_MakeAvailable(SDL2)
    if(NOT TARGET SDL2::SDL2)
      add_library(SDL2::SDL2 ALIAS SDL2-static)
    endif()
  endif()
  return()
endif()

if(NOT GPUSEL_FETCH AND EXISTS "${GPUSEL_DEPS_DIR}/SDL2/include/SDL.h")
  set(sdl2 "${GPUSEL_DEPS_DIR}/SDL2")
else()
  gpusel_fetch(sdl2_sources ${GPUSEL_SDL2_URL} ${GPUSEL_SDL2_TAG})
  set(sdl2 "${sdl2_sources_SOURCE_DIR}")
endif()

# Folders of which every file is compiled, less what a page with one OpenGL canvas never uses: audio, joysticks, haptics,
# sensors, HIDAPI, the 2D renderer, surfaces and blits, gestures, EGL. sdl2_page.c is the video driver, sdl2_absent.c
# answers for what is left out.
set(files "${CMAKE_SOURCE_DIR}/cmake/sdl2_absent.c" "${CMAKE_SOURCE_DIR}/cmake/sdl2_page.c")
foreach(folder IN ITEMS . atomic cpuinfo dynapi events file filesystem/emscripten loadso/dummy locale locale/emscripten
    misc misc/emscripten power power/emscripten stdlib thread thread/generic timer timer/unix video)
  file(GLOB found CONFIGURE_DEPENDS "${sdl2}/src/${folder}/*.c")
  list(APPEND files ${found})
endforeach()
list(FILTER files EXCLUDE REGEX "/video/SDL_(blit.*|bmp|egl|fillrect|RLEaccel|shape|stretch|surface|vulkan_utils|yuv.*)\\.c$|/events/SDL_gesture\\.c$")
add_library(SDL2 STATIC EXCLUDE_FROM_ALL ${files})
add_library(SDL2::SDL2 ALIAS SDL2)
target_include_directories(SDL2 SYSTEM PUBLIC "${sdl2}/include" PRIVATE "${sdl2}/src")
foreach(part IN ITEMS AUDIO JOYSTICK HAPTIC SENSOR RENDER HIDAPI LOADSO)
  target_compile_definitions(SDL2 PRIVATE SDL_${part}_DISABLED=1)
endforeach()
# We draw with OpenGL alone: no software blitting between pixel formats.
target_compile_definitions(SDL2 PRIVATE SDL_LEAN_AND_MEAN=1)
target_compile_options(SDL2 PRIVATE -w -include "${CMAKE_SOURCE_DIR}/cmake/emscripten_compat.h")
# A function missing from the list above must not be taken from Emscripten's own imitation of SDL 1.
target_link_options(SDL2 INTERFACE -sUSE_SDL=0)
