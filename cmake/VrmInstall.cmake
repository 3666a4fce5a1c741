# What `cmake --install` puts where: libraries, headers, the tool, a CMake package and a pkg-config
# file. Nothing installed holds the prefix, so that the whole can be moved.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/vrm)

install(TARGETS vrm-static EXPORT vrm-targets)
if(TARGET vrm)
    install(TARGETS vrm EXPORT vrm-targets)
endif()
if(TARGET vrm-cli)
    install(TARGETS vrm-cli)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/vrm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)

# The CMake package: find_package(vrm), then vrm::vrm or vrm::static.
configure_package_config_file(
    ${CMAKE_CURRENT_LIST_DIR}/vrm-config.cmake.in ${PROJECT_BINARY_DIR}/vrm-config.cmake
    INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Until 1.0, a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/vrm-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/vrm-config.cmake
    ${PROJECT_BINARY_DIR}/vrm-config-version.cmake
    ${CMAKE_CURRENT_LIST_DIR}/Findyyjson_any.cmake
    DESTINATION ${package_dir})
install(EXPORT vrm-targets NAMESPACE vrm:: DESTINATION ${package_dir})

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
set(pc_cflags "")
if(WIN32 AND TARGET vrm)
    set(pc_cflags " -DVRM_SHARED")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/vrm.pc.in ${PROJECT_BINARY_DIR}/vrm.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/vrm.pc DESTINATION ${pc_dir})
