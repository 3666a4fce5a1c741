# meshoptimizer, which decodes and encodes compressed meshes and removes triangles. Versions differ in
# which functions they have: 0.18, that of Debian 12, lacks the one for triangles, and those before 1.0 the
# filter COLOR. So each function is looked for.
#
# vrm_link_meshoptimizer(<target>) links it, if it is there, and defines VRM_HAVE_MESHOPT_DECODER,
# VRM_HAVE_MESHOPT_COLOR and VRM_HAVE_MESHOPTIMIZER (all that vrm-optimize needs).
option(VRM_WITH_MESHOPTIMIZER "Read and write compressed meshes, and reduce triangles, where meshoptimizer is found" ON)

if(VRM_WITH_MESHOPTIMIZER)
    find_package(meshoptimizer QUIET)
endif()
if(TARGET meshoptimizer::meshoptimizer)
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
