# Toolchain: macOS or Windows on ARM64, by `zig cc`, which is clang with the headers and import libraries of many
# systems. Nothing here can run what it builds.
#
#   cmake -S . -B build/zig --toolchain cmake/zig.cmake -DVRM_ZIG_TARGET=aarch64-macos \
#       -DCMAKE_PREFIX_PATH=<prefix of a yyjson that was built with this toolchain>
set(VRM_ZIG_TARGET "" CACHE STRING "x86_64-macos, aarch64-macos or aarch64-windows")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES VRM_ZIG_TARGET)
if(NOT VRM_ZIG_TARGET MATCHES "^(x86_64|aarch64)-(macos|windows)$")
    message(FATAL_ERROR "VRM_ZIG_TARGET is '${VRM_ZIG_TARGET}', not x86_64-macos, aarch64-macos or aarch64-windows")
endif()
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
if(CMAKE_MATCH_2 STREQUAL "macos")
    set(CMAKE_SYSTEM_NAME Darwin)
else()
    set(CMAKE_SYSTEM_NAME Windows)
endif()

file(GLOB packages ${CMAKE_CURRENT_LIST_DIR}/../build/python/lib/python3*/site-packages/ziglang)
find_program(VRM_ZIG zig HINTS ${packages} REQUIRED) # .ci/setup --full installs it
set(CMAKE_C_COMPILER ${VRM_ZIG} cc)
set(CMAKE_C_COMPILER_TARGET ${VRM_ZIG_TARGET})
set(CMAKE_C_COMPILER_LAUNCHER "") # it has a cache, and ccache takes its first argument for a file
find_program(CMAKE_AR llvm-ar REQUIRED) # GNU ar writes no index of other systems' objects
find_program(CMAKE_RANLIB llvm-ranlib REQUIRED)

set(cross_sysroot ${CMAKE_CURRENT_LIST_DIR}/zig-has-its-own) # no folder: it brings headers and libraries
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
