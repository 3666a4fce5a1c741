# Toolchain: 64-bit Windows, by mingw-w64.
#
#   cmake -S . -B build/mingw --toolchain cmake/x86_64-w64-mingw32.cmake \
#       -DCMAKE_PREFIX_PATH=<prefix of a yyjson that was built with this toolchain>
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++)

# Programs carry the runtime libraries of the compiler (libwinpthread), which Windows does not have.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")

find_program(VRM_WINE NAMES wine wine64)
if(VRM_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${VRM_WINE})
endif()

set(cross_sysroot /usr/x86_64-w64-mingw32)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
