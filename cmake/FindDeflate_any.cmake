# Finds libdeflate as Deflate::deflate: the library that VRM_DEFLATE_LIBRARY names; else by its own CMake
# package, which older ones (1.14 of Debian 12) do not have; else the library itself.

if(NOT VRM_DEFLATE_LIBRARY)
    find_package(libdeflate CONFIG QUIET)
endif()
if(NOT TARGET Deflate::deflate)
    foreach(kind IN ITEMS shared static)
        if(TARGET libdeflate::libdeflate_${kind} AND NOT TARGET Deflate::deflate)
            add_library(Deflate::deflate INTERFACE IMPORTED GLOBAL)
            set_property(TARGET Deflate::deflate PROPERTY
                INTERFACE_LINK_LIBRARIES libdeflate::libdeflate_${kind})
        endif()
    endforeach()
endif()
if(NOT TARGET Deflate::deflate)
    find_path(VRM_DEFLATE_INCLUDE_DIR libdeflate.h)
    find_library(VRM_DEFLATE_LIBRARY deflate libdeflate)
    mark_as_advanced(VRM_DEFLATE_INCLUDE_DIR VRM_DEFLATE_LIBRARY)
    if(VRM_DEFLATE_INCLUDE_DIR AND VRM_DEFLATE_LIBRARY)
        add_library(Deflate::deflate UNKNOWN IMPORTED GLOBAL)
        set_target_properties(Deflate::deflate PROPERTIES
            IMPORTED_LOCATION ${VRM_DEFLATE_LIBRARY}
            INTERFACE_INCLUDE_DIRECTORIES ${VRM_DEFLATE_INCLUDE_DIR})
    endif()
endif()

if(TARGET Deflate::deflate)
    set(Deflate_any_FOUND TRUE)
else()
    set(Deflate_any_FOUND FALSE)
endif()
