# cmake -D MAKER=… -D VRM=… -D SAMPLES=… -D SOURCES=… -D WORK=… -P check_faults.cmake
#
# Makes every fault of a load, in its first dialect, and looks for its code in what `vrm info` finds in
# the file. vrm-check-rules compares all of them exactly, by the library.
cmake_minimum_required(VERSION 3.21)
file(MAKE_DIRECTORY ${WORK})

# The diagnostics of a load; those of a check alone are compared by vrm-check-rules, which also looks
# for diagnostics without a fault.
set(load_codes "")
foreach(room IN ITEMS gltf build)
    file(READ ${SOURCES}/${room}/diagnostics.h text)
    string(REGEX MATCHALL "\n    X\\([A-Z0-9_]+, \"[a-z0-9-]+\"" found "${text}")
    if(NOT found)
        message(SEND_ERROR "${room}/diagnostics.h has no diagnostics")
    endif()
    foreach(entry IN LISTS found)
        string(REGEX REPLACE "^.*\"(.*)\"$" "\\1" code "${entry}")
        list(APPEND load_codes ${code})
    endforeach()
endforeach()

execute_process(COMMAND ${MAKER} fault --list OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n\t]+\tfault" names "${list}")
list(TRANSFORM names REPLACE "\tfault" "")
list(REMOVE_DUPLICATES names)
set(made 0)
foreach(name IN LISTS names)
    # A load has the diagnostics of a fault whose name is a code of the load.
    string(REGEX REPLACE "[.].*$" "" code "${name}")
    if(NOT code IN_LIST load_codes)
        continue()
    endif()
    set(file ${WORK}/fault.vrm)
    execute_process(COMMAND ${MAKER} fault ${name} -o ${file} COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${VRM} info --json ${file} OUTPUT_VARIABLE found ERROR_VARIABLE errors)
    string(FIND "${found}" "\"code\":\"${code}\"" at)
    if(at EQUAL -1)
        message(SEND_ERROR "${code}: not found. ${errors}${found}")
    endif()
    math(EXPR made "${made} + 1")
endforeach()

# What the samples may say: old names of thumbs, in the draft.
foreach(dialect IN ITEMS 1.0 1.0-beta 1.0-draft 0.x)
    execute_process(COMMAND ${VRM} info --json ${SAMPLES}/character-${dialect}.vrm
        OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "\"severity\":\"(warning|error)\"" problems "${found}")
    if(problems)
        message(SEND_ERROR "character-${dialect}.vrm: ${found}")
    endif()
endforeach()

message(STATUS "${made} faults")
