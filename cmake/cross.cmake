# What the toolchains of this folder share: programs are the build machine's; libraries and packages
# are looked for in `cross_sysroot` and in CMAKE_PREFIX_PATH alone, never among the build machine's.
set(CMAKE_FIND_ROOT_PATH ${cross_sysroot} ${CMAKE_PREFIX_PATH})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} "${cross_sysroot}/lib/pkgconfig")
# These toolchains have no C++ compiler unless one is named, and CMake would take the build machine's.
if(NOT DEFINED CMAKE_CXX_COMPILER)
    set(CMAKE_CXX_COMPILER NOTFOUND)
endif()
