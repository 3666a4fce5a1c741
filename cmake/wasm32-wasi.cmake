# Toolchain: WebAssembly with WASI, by clang and wasi-libc. Tests run in Node.js.
#
#   cmake -S . -B build/wasm --toolchain cmake/wasm32-wasi.cmake [-DVRM_WASM_SIMD=ON] \
#       -DCMAKE_PREFIX_PATH=<prefix of a yyjson that was built with this toolchain>
set(CMAKE_SYSTEM_NAME Generic) # CMake knows no system WASI
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr) # wasi-libc is in include/wasm32-wasi and lib/wasm32-wasi
set(CMAKE_EXECUTABLE_SUFFIX_C .wasm)

set(VRM_WASM_SIMD OFF CACHE BOOL "Use the 128-bit SIMD of WebAssembly")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES VRM_WASM_SIMD)
# WASI has no clock of a process; wasi-libc takes the wall's for it where it is told to.
set(CMAKE_C_FLAGS_INIT -D_WASI_EMULATED_PROCESS_CLOCKS)
set(CMAKE_C_STANDARD_LIBRARIES -lwasi-emulated-process-clocks)
if(VRM_WASM_SIMD)
    string(APPEND CMAKE_C_FLAGS_INIT " -msimd128")
endif()
# The linker's own choice is 64 KiB of stack, above the data, which an overflow would change unseen.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--stack-first -Wl,-z,stack-size=1048576")

find_program(VRM_NODE NAMES node nodejs)
if(VRM_NODE)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${VRM_NODE} --no-warnings --single-threaded
        ${CMAKE_CURRENT_LIST_DIR}/run-wasm.mjs)
endif()

# A library of a target like this can only be static.
set(VRM_BUILD_SHARED OFF CACHE BOOL "Build the shared library too")

set(cross_sysroot "")
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
