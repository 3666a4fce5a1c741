# Finds libwebp as WebP::webp, WebP::webpdemux and, where it is there, WebP::webpmux: its own CMake
# package first, then the libraries themselves, because Debian has no such package.
#
# The name differs from the package's own so that find_package(WebP) below means the package.

find_package(WebP CONFIG QUIET)
if(NOT TARGET WebP::webpdemux)
    find_path(VRM_WEBP_INCLUDE_DIR webp/demux.h)
    mark_as_advanced(VRM_WEBP_INCLUDE_DIR)
    foreach(part IN ITEMS webp webpdemux webpmux)
        find_library(VRM_${part}_LIBRARY ${part} lib${part})
        mark_as_advanced(VRM_${part}_LIBRARY)
        if(VRM_WEBP_INCLUDE_DIR AND VRM_${part}_LIBRARY AND NOT TARGET WebP::${part})
            add_library(WebP::${part} UNKNOWN IMPORTED GLOBAL)
            set_target_properties(WebP::${part} PROPERTIES
                IMPORTED_LOCATION ${VRM_${part}_LIBRARY}
                INTERFACE_INCLUDE_DIRECTORIES ${VRM_WEBP_INCLUDE_DIR})
            if(NOT part STREQUAL webp)
                set_property(TARGET WebP::${part} PROPERTY INTERFACE_LINK_LIBRARIES WebP::webp)
            endif()
        endif()
    endforeach()
endif()
# The package of libwebp calls this one libwebpmux.
if(NOT TARGET WebP::webpmux AND TARGET WebP::libwebpmux)
    add_library(WebP::webpmux INTERFACE IMPORTED GLOBAL)
    set_property(TARGET WebP::webpmux PROPERTY INTERFACE_LINK_LIBRARIES WebP::libwebpmux)
endif()

if(TARGET WebP::webp AND TARGET WebP::webpdemux)
    set(WebP_any_FOUND TRUE)
else()
    set(WebP_any_FOUND FALSE)
endif()
