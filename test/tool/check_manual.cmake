# cmake -D VRM=… -D PAGES=FOLDER -D MANDOC=… -D MAN=… -D CHANGES=… -P check_manual.cmake
#
# The manual pages are all there, and neither mandoc nor man warns about them. A program that is not
# installed is skipped in words.
cmake_minimum_required(VERSION 3.21)
file(GLOB pages ${PAGES}/*.1)
execute_process(COMMAND ${VRM} help --json OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY)
string(JSON count LENGTH "${table}" commands)
math(EXPR last "${count} - 1")
foreach(i RANGE ${last})
    string(JSON name GET "${table}" commands ${i} name)
    string(REGEX REPLACE "(.+)" "-\\1" name "${name}")
    if(NOT ${PAGES}/vrm${name}.1 IN_LIST pages)
        message(SEND_ERROR "there is no page vrm${name}.1")
    endif()
endforeach()

# quiet(PROGRAM ARGUMENT…): it ends well and has nothing to say.
function(quiet program)
    execute_process(COMMAND ${program} ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE text
        ERROR_VARIABLE errors)
    if(NOT result EQUAL 0 OR NOT errors STREQUAL "")
        message(SEND_ERROR "${program} ${ARGN}: ${result} ${text}${errors}")
    endif()
endfunction()

if(MANDOC)
    quiet(${MANDOC} -T lint ${pages})
else()
    message(STATUS "mandoc is not installed: it did not look at the pages")
endif()
if(MAN)
    execute_process(COMMAND ${MAN} --help OUTPUT_VARIABLE options ERROR_QUIET)
    foreach(page IN LISTS pages)
        if(options MATCHES "--warnings") # man-db
            quiet(${MAN} --warnings --local-file ${page})
        endif()
    endforeach()
else()
    message(STATUS "man is not installed: it did not look at the pages")
endif()

# A released version has pages of the day of its release.
file(READ ${PAGES}/vrm.1 page)
if(NOT page MATCHES "\"([0-9-]+)\" \"vrm ([0-9.]+)\"")
    message(FATAL_ERROR "vrm.1 does not name a date and a version")
endif()
set(date ${CMAKE_MATCH_1})
set(version ${CMAKE_MATCH_2})
file(STRINGS ${CHANGES} heading REGEX "^## ${version} - ")
if(NOT heading MATCHES "Unreleased" AND NOT heading MATCHES "${date}")
    message(SEND_ERROR "CHANGELOG.md has '${heading}', and the manual pages ${date}")
endif()
