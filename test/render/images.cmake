# vrm-image-test: decoding of images, which needs no GL. It makes its images with the libraries, and
# so needs all of them.
include(${PROJECT_SOURCE_DIR}/render/images.cmake)
if(VRM_HAVE_PNG AND VRM_HAVE_JPEG AND VRM_HAVE_WEBP_WRITER)
    add_executable(vrm-image-test main.c
        render/builder.c
        render/image_files_test.c
        render/image_hostile_test.c
        render/image_make.c
        render/image_test.c
        render/png_same.c
        render/png_same_test.c
        render/png_small_test.c
        support/fixture.c
        ${PROJECT_SOURCE_DIR}/fuzz/fuzz_image.c
        ${PROJECT_SOURCE_DIR}/apps/kit/system/files.c
        ${PROJECT_SOURCE_DIR}/apps/kit/system/output_file.c
        ${PROJECT_SOURCE_DIR}/apps/kit/system/workers.c
        ${PROJECT_SOURCE_DIR}/apps/optimize/png_small.c
        ${PROJECT_SOURCE_DIR}/apps/picture/picture.c
        ${PROJECT_SOURCE_DIR}/apps/picture/picture_webp.c
        ${PROJECT_SOURCE_DIR}/apps/picture/png_whole.c
        ${PROJECT_SOURCE_DIR}/apps/picture/png_writer.c)
    vrm_compile_options(vrm-image-test)
    target_compile_definitions(vrm-image-test PRIVATE VRM_TEST_SUITES="render/suites_image.h")
    target_include_directories(vrm-image-test PRIVATE
        ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR})
    vrm_add_images(vrm-image-test)
    vrm_link_images(vrm-image-test)
    find_package(Threads REQUIRED)
    target_link_libraries(vrm-image-test PRIVATE vrm::static Threads::Threads)
    if(UNIX)
        target_link_libraries(vrm-image-test PRIVATE m)
    endif()
    foreach(suite image image_hostile png_same png_small)
        add_test(NAME ${suite} COMMAND vrm-image-test ${suite}
            --data out=${CMAKE_CURRENT_BINARY_DIR}
            --data seeds=${PROJECT_SOURCE_DIR}/fuzz/seeds ${corpus})
    endforeach()
endif()
