# meshoptimizer, which decodes and encodes compressed meshes and removes triangles. Versions differ in
# which functions they have: 0.18, that of Debian 12, lacks the one for triangles, and those before 1.0 the
# filter COLOR. So each function is looked for.
#
# vrm_link_meshoptimizer(<target>) links it, if it is there, and defines VRM_HAVE_MESHOPT_DECODER,
# VRM_HAVE_MESHOPT_COLOR and VRM_HAVE_MESHOPTIMIZER (all that vrm-optimize needs).
#
# VRM_MESHOPTIMIZER_ARCHIVE builds its codecs alone, which need nothing of the C++ library: for programs
# that read and write compressed meshes and run where nothing is installed.
option(VRM_WITH_MESHOPTIMIZER "Read and write compressed meshes, and reduce triangles, where meshoptimizer is found" ON)

set(VRM_MESHOPTIMIZER_ARCHIVE "" CACHE FILEPATH
    "An archive of meshoptimizer's source on this machine: its codecs are built from it")
set(VRM_MESHOPTIMIZER_SHA256 "" CACHE STRING "SHA-256 of that archive")
mark_as_advanced(VRM_MESHOPTIMIZER_ARCHIVE VRM_MESHOPTIMIZER_SHA256)

if(VRM_WITH_MESHOPTIMIZER AND VRM_MESHOPTIMIZER_ARCHIVE)
    enable_language(CXX)
    include(FetchContent)
    FetchContent_Declare(meshoptimizer_source URL "${VRM_MESHOPTIMIZER_ARCHIVE}"
        URL_HASH SHA256=${VRM_MESHOPTIMIZER_SHA256} SOURCE_SUBDIR none) # it is not added as a project
    FetchContent_MakeAvailable(meshoptimizer_source)
    set(source ${meshoptimizer_source_SOURCE_DIR}/src)
    add_library(vrm-meshoptimizer STATIC EXCLUDE_FROM_ALL
        ${source}/indexcodec.cpp ${source}/vertexcodec.cpp ${source}/vertexfilter.cpp)
    target_include_directories(vrm-meshoptimizer SYSTEM INTERFACE ${source})
    target_compile_options(vrm-meshoptimizer PRIVATE -fno-exceptions -fno-rtti -fno-threadsafe-statics
        -fno-fast-math -ffp-contract=off)
    set(VRM_MESHOPTIMIZER_HAS_DECODER ON)
    add_library(meshoptimizer::meshoptimizer ALIAS vrm-meshoptimizer)
elseif(VRM_WITH_MESHOPTIMIZER)
    find_package(meshoptimizer QUIET)
endif()
if(TARGET vrm-meshoptimizer)
    message(STATUS "vrm optimize reduces no triangles: the codecs of meshoptimizer alone are built")
elseif(TARGET meshoptimizer::meshoptimizer)
    include(CheckSymbolExists)
    set(CMAKE_REQUIRED_LIBRARIES meshoptimizer::meshoptimizer)
    check_symbol_exists(meshopt_decodeFilterExp meshoptimizer.h VRM_MESHOPTIMIZER_HAS_DECODER)
    check_symbol_exists(meshopt_decodeFilterColor meshoptimizer.h VRM_MESHOPTIMIZER_HAS_COLOR)
    check_symbol_exists(meshopt_simplifyWithAttributes meshoptimizer.h VRM_MESHOPTIMIZER_HAS_ATTRIBUTES)
    unset(CMAKE_REQUIRED_LIBRARIES)
    if(NOT VRM_MESHOPTIMIZER_HAS_ATTRIBUTES)
        message(STATUS "vrm optimize reduces no triangles: this meshoptimizer (${meshoptimizer_VERSION}) lacks"
            " meshopt_simplifyWithAttributes, which 0.22 and newer have")
    endif()
    if(NOT VRM_MESHOPTIMIZER_HAS_DECODER)
        message(STATUS "meshes with meshopt compression are not read: this meshoptimizer"
            " (${meshoptimizer_VERSION}) lacks meshopt_decodeFilterExp")
    endif()
    set_property(GLOBAL APPEND PROPERTY VRM_FEATURES meshoptimizer)
else()
    vrm_report_missing("vrm optimize reduces no triangles, and meshes with meshopt compression are not read"
        "meshoptimizer 0.22" libmeshoptimizer-dev SWITCH VRM_WITH_MESHOPTIMIZER)
endif()

if(TARGET meshoptimizer::meshoptimizer AND VRM_MESHOPTIMIZER_HAS_DECODER)
    set_property(GLOBAL APPEND PROPERTY VRM_FEATURES meshopt)
endif()

function(vrm_link_meshoptimizer target)
    if(NOT TARGET meshoptimizer::meshoptimizer)
        return()
    endif()
    target_link_libraries(${target} PRIVATE meshoptimizer::meshoptimizer)
    if(VRM_MESHOPTIMIZER_HAS_DECODER)
        target_compile_definitions(${target} PRIVATE VRM_HAVE_MESHOPT_DECODER)
    endif()
    if(VRM_MESHOPTIMIZER_HAS_COLOR)
        target_compile_definitions(${target} PRIVATE VRM_HAVE_MESHOPT_COLOR)
    endif()
    if(VRM_MESHOPTIMIZER_HAS_ATTRIBUTES)
        target_compile_definitions(${target} PRIVATE VRM_HAVE_MESHOPTIMIZER)
    endif()
endfunction()
