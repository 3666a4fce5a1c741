# An overlay port: it builds the tree in which it lies (vcpkg install libvrm
# --overlay-ports=<tree>/packaging/vcpkg). When the project has a public address, vcpkg_from_github with
# the release's checksum takes the place of the next line.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

# libvrm always builds its static library, which is no part of a dynamic package.
vcpkg_check_linkage(ONLY_STATIC_LIBRARY)

vcpkg_check_features(OUT_FEATURE_OPTIONS feature_options
    FEATURES
        render VRM_BUILD_RENDER
        tools VRM_BUILD_TOOLS
)

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        ${feature_options}
        -DVRM_BUILD_SHARED=OFF
        -DVRM_BUILD_TESTS=OFF
        -DVRM_BUILD_BENCH=OFF
        -DVRM_BUILD_EXAMPLES=OFF
        -DVRM_BUILD_SAMPLES=OFF
)
vcpkg_cmake_install()
vcpkg_copy_pdbs()
vcpkg_cmake_config_fixup(PACKAGE_NAME vrm CONFIG_PATH lib/cmake/vrm)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES vrm AUTO_CLEAN)
endif()

file(REMOVE_RECURSE
    "${CURRENT_PACKAGES_DIR}/debug/include"
    "${CURRENT_PACKAGES_DIR}/debug/share"
    "${CURRENT_PACKAGES_DIR}/share/doc"
)
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
