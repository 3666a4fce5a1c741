# Builds yyjson as a part of this build, for VRM_FETCH_YYJSON and VRM_YYJSON_ARCHIVE: from the archive
# of its release, which is downloaded, or from a file. Nothing is unpacked whose checksum is another.
# The static library is installed beside libvrm, because programs that link vrm::static need it.
#
# The checksum is the one on which these public recipes agree, for the same address: Spack
# (repos/spack_repo/builtin/packages/yyjson/package.py), Chimera Linux (main/yyjson/template.py),
# Homebrew (Formula/y/yyjson.rb) and xmake (packages/y/yyjson/xmake.lua). `git archive` of the tag
# gives it too: git archive --format=tar --prefix=yyjson-0.10.0/ 0.10.0 | gzip -n | sha256sum

set(VRM_YYJSON_ARCHIVE "" CACHE FILEPATH
    "An archive of yyjson's source on this machine: yyjson is built from it, and nothing is downloaded")
set(VRM_YYJSON_SHA256 0d901cb2c45c5586e3f3a4245e58c2252d6b24bf4b402723f6179523d389b165 CACHE STRING
    "SHA-256 of the archive that yyjson is built from; unless told, that of yyjson 0.10.0's release")
mark_as_advanced(VRM_YYJSON_SHA256)
option(VRM_YYJSON_SMALL
    "Build yyjson for size: only what reads, and functions that are called, not repeated" OFF)
mark_as_advanced(VRM_YYJSON_SMALL)

# Downloads an archive into the build folder. FetchContent would end with a hundred lines if it could not.
function(vrm_download_yyjson url file)
    if(EXISTS "${file}")
        file(SHA256 "${file}" found)
        if(found STREQUAL VRM_YYJSON_SHA256)
            return()
        endif()
    endif()
    file(DOWNLOAD "${url}" "${file}" STATUS status TIMEOUT 120)
    list(GET status 0 code)
    list(GET status 1 reason)
    if(NOT code EQUAL 0)
        file(REMOVE "${file}")
        message(FATAL_ERROR "yyjson could not be downloaded from ${url}: ${reason}. "
            "Download it by other means, and pass -DVRM_YYJSON_ARCHIVE=<file>; or install yyjson 0.10 or newer.")
    endif()
endfunction()

function(vrm_fetch_yyjson)
    set(archive "${CMAKE_BINARY_DIR}/yyjson-0.10.0.tar.gz")
    if(NOT VRM_YYJSON_ARCHIVE)
        vrm_download_yyjson(https://github.com/ibireme/yyjson/archive/refs/tags/0.10.0.tar.gz "${archive}")
    endif()
    if(VRM_YYJSON_ARCHIVE)
        get_filename_component(archive "${VRM_YYJSON_ARCHIVE}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
        if(NOT EXISTS "${archive}")
            message(FATAL_ERROR "VRM_YYJSON_ARCHIVE: there is no file ${archive}")
        endif()
        file(SHA256 "${archive}" found)
        if(NOT found STREQUAL VRM_YYJSON_SHA256)
            message(FATAL_ERROR "VRM_YYJSON_ARCHIVE: ${archive} is not the archive that it should be. "
                "Its SHA-256 is ${found}; VRM_YYJSON_SHA256 asks for ${VRM_YYJSON_SHA256}.")
        endif()
    endif()

    include(FetchContent)
    if(POLICY CMP0135) # times of unpacked files: those of the unpacking
        cmake_policy(SET CMP0135 NEW)
    endif()
    set(CMAKE_POLICY_DEFAULT_CMP0077 NEW) # its options take what is set here
    set(BUILD_SHARED_LIBS OFF)
    set(YYJSON_BUILD_TESTS OFF)
    if(VRM_YYJSON_SMALL)
        set(YYJSON_DISABLE_WRITER ON)
        set(YYJSON_DISABLE_INCR_READER ON)
        set(YYJSON_DISABLE_UTILS ON)
    endif()
    FetchContent_Declare(yyjson URL "${archive}" URL_HASH SHA256=${VRM_YYJSON_SHA256})
    FetchContent_MakeAvailable(yyjson)

    # It becomes a part of the shared libvrm, which exports nothing but its own functions.
    set_target_properties(yyjson PROPERTIES
        POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
    target_compile_definitions(yyjson PRIVATE yyjson_api=)
    if(VRM_YYJSON_SMALL) # its macro forces functions into each of their callers
        target_compile_definitions(yyjson PRIVATE yyjson_inline=inline)
    endif()
    # It reads numbers: flags of the project around it must not change their values.
    if(NOT MSVC)
        target_compile_options(yyjson PRIVATE -fno-fast-math -ffp-contract=off)
    endif()
    # Its header is not compiled with our warnings.
    get_target_property(headers yyjson INTERFACE_INCLUDE_DIRECTORIES)
    target_include_directories(yyjson SYSTEM INTERFACE ${headers})
endfunction()

if((VRM_FETCH_YYJSON OR VRM_YYJSON_ARCHIVE) AND NOT TARGET yyjson AND NOT TARGET yyjson::yyjson)
    vrm_fetch_yyjson()
endif()
