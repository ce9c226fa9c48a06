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
endfunction()
