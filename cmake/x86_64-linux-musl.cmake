# Toolchain: 64-bit Linux with musl, by Debian's musl-gcc: programs that are linked statically, and run
# on every Linux. They run on this machine too, so that this is no cross-compiling for CMake.
#
#   cmake -S . -B build/musl --toolchain cmake/x86_64-linux-musl.cmake -DVRM_YYJSON_ARCHIVE=<file>
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_CXX_COMPILER musl-gcc) # for sources that need nothing of the C++ library

# musl-gcc cannot link a program that is both static and position-independent (-static-pie).
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(VRM_BUILD_SHARED OFF CACHE BOOL "Build the shared library too")
set(VRM_BUILD_RENDER OFF CACHE BOOL "Build the renderer") # what draws needs the system's libraries

# Libraries of the system are glibc's.
set(cross_sysroot /usr/lib/x86_64-linux-musl)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
