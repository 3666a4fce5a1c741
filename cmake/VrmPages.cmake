# Manual pages and completions for shells, which `vrm` prints from its table of options. They are
# made at build time and never committed, so that they cannot be out of date.
#
# Sets VRM_MANUAL_PAGES and VRM_COMPLETIONS to the files; both are empty where the tool does not run
# on this machine: when cross-compiling without an emulator. VRM_PAGES_TOOL then names another one.
set(VRM_PAGES_TOOL "" CACHE FILEPATH
    "A vrm of this version that runs here, to make manual pages and completions when cross-compiling")

set(VRM_MANUAL_PAGES "")
set(VRM_COMPLETIONS "")
if(VRM_PAGES_TOOL)
    set(pages_tool ${VRM_PAGES_TOOL})
elseif(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    message(STATUS "manual pages and completions are left out: vrm does not run on this machine "
        "(VRM_PAGES_TOOL can name one that does)")
    return()
else()
    set(pages_tool ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:vrm-cli>)
endif()

# vrm_page(VARIABLE FILE ARGUMENT…): FILE is what `vrm help ARGUMENT…` prints.
function(vrm_page variable file)
    set(path ${PROJECT_BINARY_DIR}/pages/${file})
    list(JOIN ARGN " " arguments)
    add_custom_command(OUTPUT ${path}
        COMMAND ${CMAKE_COMMAND} -D "TOOL=${pages_tool}" -D "ARGUMENTS=${ARGN}" -D OUT=${path}
            -P ${PROJECT_SOURCE_DIR}/cmake/print_page.cmake
        DEPENDS vrm-cli ${PROJECT_SOURCE_DIR}/cmake/print_page.cmake
        COMMENT "vrm help ${arguments}" VERBATIM)
    set(${variable} ${${variable}} ${path} PARENT_SCOPE)
endfunction()

# The names of the commands, from the table itself.
set(commands_table ${PROJECT_SOURCE_DIR}/apps/kit/options/commands_table.c)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${commands_table})
file(STRINGS ${commands_table} command_lines ENCODING UTF-8
    REGEX "^    {COMMAND_[A-Z]+, \"[a-z]+\"")
list(TRANSFORM command_lines REPLACE "^[^\"]*\"([a-z]+)\".*$" "\\1" OUTPUT_VARIABLE command_names)

vrm_page(VRM_MANUAL_PAGES man1/vrm.1 --man)
foreach(name IN LISTS command_names)
    vrm_page(VRM_MANUAL_PAGES man1/vrm-${name}.1 --man ${name})
endforeach()
# Each is called as its shell looks for it.
vrm_page(VRM_COMPLETIONS bash-completion/completions/vrm --completions bash)
vrm_page(VRM_COMPLETIONS zsh/site-functions/_vrm --completions zsh)
vrm_page(VRM_COMPLETIONS fish/vendor_completions.d/vrm.fish --completions fish)
add_custom_target(vrm-pages ALL DEPENDS ${VRM_MANUAL_PAGES} ${VRM_COMPLETIONS})

if(VRM_INSTALL)
    install(FILES ${VRM_MANUAL_PAGES} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
    foreach(folder IN ITEMS bash-completion zsh fish)
        install(DIRECTORY ${PROJECT_BINARY_DIR}/pages/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}
            COMPONENT tools)
    endforeach()
endif()
