# The image libraries, each optional: libpng, libjpeg-turbo, libwebp with its demultiplexer, and
# libdeflate, which makes PNG faster.
#
#   VRM_HAVE_PNG, VRM_HAVE_JPEG, VRM_HAVE_WEBP     what was found
#   VRM_HAVE_DEFLATE                               likewise, beside libpng
#   VRM_IMAGE_PACKAGES                             the same as a list: PNG, JPEG, WEBP, DEFLATE
#   vrm_add_images(target)                         adds image decoding to a target
#   vrm_add_common_png(target)                     adds the decoder of common PNGs alone, which needs
#                                                  VRM_HAVE_DEFLATE: for hosts that decode the rest
#   vrm_link_images(target)                        for what reads and writes images by itself

include_guard() # once in each folder, for imported targets belong to one
include(CMakePushCheckState)
include(CheckCSourceCompiles)

option(VRM_WITH_PNG "Read and write PNG, where libpng is found" ON)
option(VRM_WITH_DEFLATE "Read and write PNG faster, where libdeflate is found and processors have SSE2" ON)
option(VRM_WITH_JPEG "Read JPEG, where libjpeg-turbo is found" ON)
option(VRM_WITH_WEBP "Read and write WebP, where libwebp is found" ON)
set(VRM_HAVE_PNG FALSE)
set(VRM_HAVE_DEFLATE FALSE)
set(VRM_HAVE_JPEG FALSE)
set(VRM_HAVE_WEBP FALSE)
set(VRM_HAVE_WEBP_WRITER FALSE)

if(VRM_WITH_PNG)
    find_package(PNG 1.6 QUIET)
    if(TARGET PNG::PNG)
        set(VRM_HAVE_PNG TRUE)
    endif()
endif()

# Only where rows can be decoded with SSE2: elsewhere libpng's own vectors are as good.
if(VRM_HAVE_PNG AND VRM_WITH_DEFLATE)
    find_package(Deflate_any QUIET)
    if(Deflate_any_FOUND)
        cmake_push_check_state(RESET)
        set(CMAKE_REQUIRED_LIBRARIES Deflate::deflate)
        check_c_source_compiles("
            #include <emmintrin.h>
            #include <libdeflate.h>
            int main(void) {
                libdeflate_free_decompressor(libdeflate_alloc_decompressor());
                return _mm_cvtsi128_si32(_mm_setzero_si128());
            }" VRM_DEFLATE_WORKS)
        cmake_pop_check_state()
        if(VRM_DEFLATE_WORKS)
            set(VRM_HAVE_DEFLATE TRUE)
        endif()
    endif()
endif()

if(VRM_WITH_JPEG)
    find_package(JPEG QUIET)
    if(TARGET JPEG::JPEG)
        # The older libjpeg has no output as RGBA.
        cmake_push_check_state(RESET)
        set(CMAKE_REQUIRED_LIBRARIES JPEG::JPEG)
        check_c_source_compiles("
            #include <stdio.h>
            #include <jpeglib.h>
            int main(void) { return JCS_EXT_RGBA == JCS_UNKNOWN; }" VRM_JPEG_IS_TURBO)
        cmake_pop_check_state()
        if(VRM_JPEG_IS_TURBO)
            set(VRM_HAVE_JPEG TRUE)
        endif()
    endif()
endif()

if(VRM_WITH_WEBP)
    find_package(WebP_any QUIET)
    if(WebP_any_FOUND)
        set(VRM_HAVE_WEBP TRUE)
        if(TARGET WebP::webpmux)
            set(VRM_HAVE_WEBP_WRITER TRUE)
        endif()
    endif()
endif()

set(VRM_IMAGE_PACKAGES "")
foreach(format PNG JPEG WEBP)
    if(VRM_HAVE_${format})
        list(APPEND VRM_IMAGE_PACKAGES ${format})
    endif()
endforeach()
get_property(was_said GLOBAL PROPERTY VRM_IMAGES_SAID)
if(NOT was_said)
    list(JOIN VRM_IMAGE_PACKAGES ", " image_formats)
    if(NOT image_formats)
        set(image_formats none)
    endif()
    if(VRM_HAVE_DEFLATE)
        string(APPEND image_formats " (PNG with libdeflate)")
    endif()
    message(STATUS "image formats: ${image_formats}")
    if(NOT VRM_HAVE_PNG)
        vrm_report_missing("PNG images are not read or written" "libpng 1.6" libpng-dev
            SWITCH VRM_WITH_PNG)
    endif()
    if(VRM_HAVE_PNG AND NOT VRM_HAVE_DEFLATE)
        vrm_report_missing("PNG images are decoded by libpng alone, which takes longer"
            "libdeflate for a processor with SSE2" libdeflate-dev SWITCH VRM_WITH_DEFLATE)
    endif()
    if(NOT VRM_HAVE_JPEG)
        vrm_report_missing("JPEG images are not read or written" libjpeg-turbo libjpeg-dev
            SWITCH VRM_WITH_JPEG)
    endif()
    if(NOT VRM_HAVE_WEBP)
        vrm_report_missing("WebP images are not read or written" "libwebp with libwebpdemux"
            libwebp-dev SWITCH VRM_WITH_WEBP)
    endif()
    set_property(GLOBAL PROPERTY VRM_IMAGES_SAID TRUE)
endif()
if(VRM_HAVE_DEFLATE)
    list(APPEND VRM_IMAGE_PACKAGES DEFLATE)
endif()

set(VRM_IMAGES_DIR ${CMAKE_CURRENT_LIST_DIR})

# Links what was found, and says so by definitions: what decoding needs …
function(vrm_link_decoders target)
    if(VRM_HAVE_PNG)
        target_compile_definitions(${target} PRIVATE VRM_HAVE_PNG)
        target_link_libraries(${target} PRIVATE PNG::PNG)
    endif()
    if(VRM_HAVE_DEFLATE)
        target_compile_definitions(${target} PRIVATE VRM_HAVE_DEFLATE)
        target_link_libraries(${target} PRIVATE Deflate::deflate)
    endif()
    if(VRM_HAVE_JPEG)
        target_compile_definitions(${target} PRIVATE VRM_HAVE_JPEG)
        target_link_libraries(${target} PRIVATE JPEG::JPEG)
    endif()
    if(VRM_HAVE_WEBP)
        target_compile_definitions(${target} PRIVATE VRM_HAVE_WEBP)
        target_link_libraries(${target} PRIVATE WebP::webpdemux WebP::webp)
    endif()
endfunction()

# … and what writing needs too.
function(vrm_link_images target)
    vrm_link_decoders(${target})
    if(VRM_HAVE_WEBP_WRITER)
        target_compile_definitions(${target} PRIVATE VRM_HAVE_WEBP_WRITER)
        target_link_libraries(${target} PRIVATE WebP::webpmux WebP::webp)
    endif()
endfunction()

function(vrm_add_image_sources target)
    target_sources(${target} PRIVATE
        ${VRM_IMAGES_DIR}/src/base/memory.c
        ${VRM_IMAGES_DIR}/src/image/image.c
        ${VRM_IMAGES_DIR}/src/image/image_jpeg.c
        ${VRM_IMAGES_DIR}/src/image/image_png.c
        ${VRM_IMAGES_DIR}/src/image/image_png_whole.c
        ${VRM_IMAGES_DIR}/src/image/image_shrink.c
        ${VRM_IMAGES_DIR}/src/image/image_webp.c
        ${VRM_IMAGES_DIR}/src/image/png_filter.c)
    target_include_directories(${target} PRIVATE ${VRM_IMAGES_DIR}/include ${PROJECT_SOURCE_DIR}
        ${PROJECT_SOURCE_DIR}/src)
endfunction()

function(vrm_add_images target)
    vrm_add_image_sources(${target})
    vrm_link_decoders(${target})
endfunction()

function(vrm_add_common_png target)
    vrm_add_image_sources(${target})
    target_compile_definitions(${target} PRIVATE VRM_HAVE_DEFLATE)
    target_link_libraries(${target} PRIVATE Deflate::deflate)
endfunction()
