# What `cmake --install` puts where: libraries, headers, programs, documents, samples, a CMake package
# and pkg-config files. Nothing installed holds the prefix, so that the whole can be moved.
#
# `cmake --install --component` takes a part of it: runtime (the shared library), development, tools
# (programs with their manual pages and completions) or documents.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/vrm)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
if("$CACHE{CMAKE_INSTALL_DOCDIR}" STREQUAL "") # nobody chose a folder
    set(CMAKE_INSTALL_DOCDIR ${CMAKE_INSTALL_DATAROOTDIR}/doc/libvrm)
endif()

# vrm_install_library(NAME): its static library, and the shared one if there is one
function(vrm_install_library name)
    install(TARGETS ${name}-static EXPORT ${name}-targets)
    if(TARGET ${name})
        install(TARGETS ${name} EXPORT ${name}-targets
            RUNTIME COMPONENT runtime
            LIBRARY COMPONENT runtime NAMELINK_COMPONENT development
            ARCHIVE COMPONENT development)
    endif()
    install(EXPORT ${name}-targets NAMESPACE vrm:: DESTINATION ${package_dir})
endfunction()
vrm_install_library(vrm)
foreach(program IN ITEMS vrm-cli vrm-draw vrm-optimize vrm-view vrm-maker)
    if(TARGET ${program})
        install(TARGETS ${program} RUNTIME COMPONENT tools)
    endif()
endforeach()
if(TARGET vrm-video)
    install(TARGETS vrm-video LIBRARY DESTINATION ${VRM_VIDEO_DIR} COMPONENT tools)
endif()
if(TARGET vrm-maker)
    install(FILES ${PROJECT_SOURCE_DIR}/testkit/maker/vrm-maker.1
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
endif()
set(left_out "")
if(NOT VRM_BUILD_FILE)
    set(left_out PATTERN file.h EXCLUDE)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/vrm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN author EXCLUDE PATTERN author.h EXCLUDE
    PATTERN author.hpp EXCLUDE PATTERN live EXCLUDE PATTERN live.h EXCLUDE PATTERN live.hpp EXCLUDE ${left_out})

# Pages, samples and examples lie as in the source tree, so that their links and commands hold.
install(FILES
    ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
    ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/SECURITY.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents
    FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg" PATTERN "*.webp" PATTERN "*.schema.json")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/samples ${PROJECT_SOURCE_DIR}/examples
    DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents
    PATTERN ame EXCLUDE) # what the maker puts into the avatars
install(FILES ${PROJECT_SOURCE_DIR}/hub/README.md ${PROJECT_SOURCE_DIR}/hub/avatar-index.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR}/hub COMPONENT documents)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/hub/examples
    DESTINATION ${CMAKE_INSTALL_DOCDIR}/hub COMPONENT documents)

# The schema of what the programs print with --json, where other programs find it.
if(TARGET vrm-cli)
    install(FILES ${PROJECT_SOURCE_DIR}/docs/vrm-output.schema.json ${PROJECT_SOURCE_DIR}/docs/vrm-work.schema.json
        DESTINATION ${CMAKE_INSTALL_DATADIR}/vrm COMPONENT tools)
endif()

# A program that is linked statically holds parts of others, whose licences ask to be passed on.
set(VRM_OTHER_LICENSES "" CACHE STRING "Files with licences of others, to be installed with the pages")
if(yyjson_SOURCE_DIR)
    install(FILES ${yyjson_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
        RENAME LICENSE.yyjson COMPONENT documents)
endif()
if(TARGET vrm-meshoptimizer)
    install(FILES ${meshoptimizer_source_SOURCE_DIR}/LICENSE.md DESTINATION ${CMAKE_INSTALL_DOCDIR}
        RENAME LICENSE.meshoptimizer COMPONENT documents)
endif()
install(FILES ${VRM_OTHER_LICENSES} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents)

# The CMake package: find_package(vrm), then vrm::vrm, vrm::static, vrm::author, vrm::live or
# vrm::render.
configure_package_config_file(
    ${CMAKE_CURRENT_LIST_DIR}/vrm-config.cmake.in ${PROJECT_BINARY_DIR}/vrm-config.cmake
    INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Until 1.0, a new minor version may change the interface.
set(compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(compatibility SameMinorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/vrm-config-version.cmake
    COMPATIBILITY ${compatibility})
install(FILES
    ${PROJECT_BINARY_DIR}/vrm-config.cmake
    ${PROJECT_BINARY_DIR}/vrm-config-version.cmake
    ${CMAKE_CURRENT_LIST_DIR}/Findyyjson_any.cmake
    DESTINATION ${package_dir})

# vrm.pc takes the prefix from its own place, unless the folders were given as absolute paths.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(pc_prefix ${CMAKE_INSTALL_PREFIX})
    set(pc_libdir ${CMAKE_INSTALL_LIBDIR})
else()
    file(RELATIVE_PATH pc_up /prefix/${pc_dir} /prefix)
    string(REGEX REPLACE "/$" "" pc_up "${pc_up}")
    set(pc_prefix "\${pcfiledir}/${pc_up}")
    set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
else()
    set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(pc_static_cflags "")
if(NOT VRM_BUILD_FILE)
    set(pc_static_cflags " -DVRM_NO_STDIO")
endif()
set(pc_cflags "${pc_static_cflags}")
if(TARGET vrm)
    string(APPEND pc_cflags " -DVRM_SHARED")
endif()
# vrm_install_modules(NAME): the modules of pkg-config for the shared and for the static library.
# pkg-config --static does not choose between libraries of one name: where both are installed, -lvrm
# is the shared one. So the static library has its own module, which names its file.
function(vrm_install_modules name)
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}-static.pc.in
        ${PROJECT_BINARY_DIR}/${name}-static.pc.in @ONLY)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/${name}-static.pc INPUT ${PROJECT_BINARY_DIR}/${name}-static.pc.in)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc ${PROJECT_BINARY_DIR}/${name}-static.pc DESTINATION ${pc_dir})
endfunction()
vrm_install_modules(vrm)

# libvrm-author and libvrm-live, where they were built: vrm::author and vrm::live are components of the CMake
# package, with modules for pkg-config, so that an engine ships the runtime alone.
foreach(part IN ITEMS author live)
    if(NOT TARGET vrm-${part}-static)
        continue()
    endif()
    vrm_install_library(vrm-${part})
    vrm_install_modules(vrm-${part})
    install(FILES ${PROJECT_SOURCE_DIR}/include/vrm/${part}.h ${PROJECT_SOURCE_DIR}/include/vrm/${part}.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vrm)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/vrm/${part} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vrm
        FILES_MATCHING PATTERN "*.h" ${left_out})
endforeach()

# The renderer, where it was built: vrm::render is a component of the CMake package, and a module of
# its own for pkg-config, so that programs without pictures need none of the image libraries.
if(TARGET vrm-render)
    install(TARGETS vrm-render EXPORT vrm-render-targets)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/render/include/vrm
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

    # What each image library is called in CMake and in pkg-config.
    set(targets_PNG PNG::PNG)
    set(targets_DEFLATE Deflate::deflate)
    set(targets_JPEG JPEG::JPEG)
    set(targets_WEBP WebP::webpdemux WebP::webp)
    set(modules_PNG "libpng >= 1.6")
    set(modules_DEFLATE "libdeflate")
    set(modules_JPEG "libjpeg")
    set(modules_WEBP "libwebpdemux" "libwebp")

    set(render_targets yyjson::yyjson)
    if(WIN32 AND TARGET vrm) # the header of a static renderer has no place for VRM_SHARED
        set(pc_requires "yyjson >= 0.10")
        set(pc_libvrm "-lvrm-static ")
    else()
        set(pc_requires "vrm = ${PROJECT_VERSION}")
        set(pc_libvrm "")
    endif()
    get_property(formats TARGET vrm-render PROPERTY VRM_IMAGE_PACKAGES)
    foreach(format IN LISTS formats)
        list(APPEND render_targets ${targets_${format}})
        list(APPEND pc_requires ${modules_${format}})
    endforeach()
    list(JOIN pc_requires ", " pc_requires)

    configure_file(${CMAKE_CURRENT_LIST_DIR}/vrm-render.cmake.in
        ${PROJECT_BINARY_DIR}/vrm-render.cmake @ONLY)
    install(FILES
        ${PROJECT_BINARY_DIR}/vrm-render.cmake
        ${CMAKE_CURRENT_LIST_DIR}/FindDeflate_any.cmake
        ${CMAKE_CURRENT_LIST_DIR}/FindWebP_any.cmake
        DESTINATION ${package_dir})
    install(EXPORT vrm-render-targets NAMESPACE vrm:: DESTINATION ${package_dir})
    configure_file(${CMAKE_CURRENT_LIST_DIR}/vrm-render.pc.in
        ${PROJECT_BINARY_DIR}/vrm-render.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/vrm-render.pc DESTINATION ${pc_dir})
endif()

# Languages beside the tool, for those who want to change or add one (docs/guides/translating.md). Japanese is
# also built in.
if(TARGET vrm-cli)
    install(FILES ${PROJECT_SOURCE_DIR}/apps/kit/lang/ja.json
        DESTINATION ${CMAKE_INSTALL_DATADIR}/vrm/lang COMPONENT tools)
endif()

# `cpack` packs what is installed, or parts of it (packaging/make-archives).
if(PROJECT_IS_TOP_LEVEL)
    set(CPACK_PACKAGE_NAME libvrm)
    set(CPACK_PACKAGE_VENDOR "the libvrm authors")
    set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
    set(CPACK_RESOURCE_FILE_README ${PROJECT_SOURCE_DIR}/README.md)
    set(CPACK_GENERATOR TGZ)
    if(WIN32)
        set(CPACK_GENERATOR ZIP)
    endif()
    set(CPACK_STRIP_FILES ON)
    set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
    set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
    set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
    include(CPack)
endif()
