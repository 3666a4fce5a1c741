# Toolchain: 64-bit ARM Linux, by Debian's cross compiler. Tests run under qemu's user emulation.
#
#   cmake -S . -B build/aarch64 --toolchain cmake/aarch64-linux-gnu.cmake \
#       -DCMAKE_PREFIX_PATH=<prefix of a yyjson that was built with this toolchain>
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)

find_program(VRM_QEMU NAMES qemu-aarch64 qemu-aarch64-static)
if(VRM_QEMU)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${VRM_QEMU} -L /usr/aarch64-linux-gnu)
endif()

set(cross_sysroot /usr/aarch64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
