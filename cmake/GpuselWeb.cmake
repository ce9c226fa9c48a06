# gpusel_web_page(TARGET EXPORT_NAME _FUNCTION...): links an executable as the page's module: TARGET.js and TARGET.wasm.
# No main, no file system, no threads, no eval (the page's CSP forbids it), WebGL 2 only. The functions are called
# by ccall; bytes go through _malloc, HEAPU8 and _free.
function(gpusel_web_page target export_name)
  list(JOIN ARGN , functions)
  set(methods ccall,UTF8ToString,stringToUTF8,lengthBytesUTF8)
  if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.57)
    string(APPEND methods ,HEAPU8)
  endif()
  target_link_options(${target} PRIVATE
    --no-entry -sMODULARIZE=1 -sEXPORT_NAME=${export_name} -sENVIRONMENT=web -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH=1
    -sMALLOC=emmalloc -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sDYNAMIC_EXECUTION=0 ${GPUSEL_STACK_OPTION}
    -sEXPORTED_RUNTIME_METHODS=${methods} -sEXPORTED_FUNCTIONS=${functions}
    $<IF:$<CONFIG:Debug>,-sASSERTIONS=2,-sASSERTIONS=0>
    $<$<CONFIG:Debug>:-sSAFE_HEAP=1>)
  gpusel_web_smaller(${target})
endfunction()

# Control flow built anew from flat code is 1 % smaller once compressed than what the linker's own passes leave. With
# the features that Debian's Emscripten turns on; a newer one's module may need others and stays as it is.
function(gpusel_web_smaller target)
  find_program(GPUSEL_WASM_OPT wasm-opt)
  if(NOT GPUSEL_WASM_OPT OR NOT CMAKE_BUILD_TYPE STREQUAL "MinSizeRel" OR EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.57)
    return()
  endif()
  set(module "$<TARGET_FILE_DIR:${target}>/$<TARGET_FILE_BASE_NAME:${target}>.wasm")
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM COMMAND "${GPUSEL_WASM_OPT}"
    --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals
    "${module}" --flatten --rereloop -Oz -Oz -o "${module}")
endfunction()
