# Finds yyjson 0.10 or newer as yyjson::yyjson: first what is a part of this build, by FetchContent or
# add_subdirectory of the project around this one, or by FetchYyjson.cmake; then its own CMake package,
# then pkg-config.
#
# The name differs from the package's own so that find_package(yyjson) below means the package.

if(TARGET yyjson AND NOT TARGET yyjson::yyjson)
    add_library(yyjson::yyjson ALIAS yyjson)
endif()
if(TARGET yyjson::yyjson)
    set(yyjson_any_FOUND TRUE)
    set(VRM_YYJSON_HOW "a target of this build")
else()
    find_package(yyjson 0.10 CONFIG QUIET)
    if(NOT TARGET yyjson::yyjson)
        find_package(yyjson CONFIG QUIET)
    endif()
endif()
if(yyjson_any_FOUND)
elseif(TARGET yyjson::yyjson)
    set(yyjson_any_FOUND TRUE)
    set(VRM_YYJSON_HOW "CMake package ${yyjson_DIR}")
else()
    find_package(PkgConfig QUIET)
    if(PKG_CONFIG_FOUND)
        pkg_check_modules(yyjson_pc QUIET IMPORTED_TARGET "yyjson>=0.10")
    endif()
    if(yyjson_pc_FOUND)
        add_library(yyjson::yyjson ALIAS PkgConfig::yyjson_pc)
        set(yyjson_any_FOUND TRUE)
        set(VRM_YYJSON_HOW "pkg-config ${yyjson_pc_VERSION}")
    endif()
endif()

if(yyjson_any_FOUND)
    if(NOT yyjson_any_FIND_QUIETLY)
        message(STATUS "yyjson: ${VRM_YYJSON_HOW}")
    endif()
elseif(yyjson_any_FIND_REQUIRED)
    message(FATAL_ERROR
        "yyjson 0.10 or newer was not found. To get it:\n"
        "  Debian 13, Ubuntu 25.04 or newer   apt install libyyjson-dev\n"
        "  Debian 12                          .ci/setup --build (takes two packages from Debian 13)\n"
        "  Fedora                             dnf install yyjson-devel\n"
        "  Arch                               pacman -S yyjson\n"
        "  macOS                              brew install yyjson\n"
        "  Windows, or anywhere               vcpkg install yyjson; conan: yyjson\n"
        "If it is installed elsewhere, pass -DCMAKE_PREFIX_PATH=<its prefix>. With "
        "-DVRM_FETCH_YYJSON=ON its released archive is downloaded and built here, with "
        "-DVRM_YYJSON_ARCHIVE=<file> one that you have. A project that builds yyjson itself, by "
        "FetchContent or add_subdirectory, does so before libvrm.")
endif()
