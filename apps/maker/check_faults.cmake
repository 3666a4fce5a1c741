# cmake -D MAKER=… -D VRM=… -D SAMPLES=… -D DIAGNOSTICS=… -D WORK=… -P check_faults.cmake
#
# Makes every fault and looks for its code in what `vrm info` finds in the file.
cmake_minimum_required(VERSION 3.21)
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${MAKER} fault --list OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\t[^\n]*\n" ";" codes "${list}")
list(REMOVE_ITEM codes "")
set(made 0)
foreach(code IN LISTS codes)
    set(file ${WORK}/fault.vrm)
    execute_process(COMMAND ${MAKER} fault ${code} -o ${file} COMMAND_ERROR_IS_FATAL ANY)
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

# Diagnostics without a fault; samples/README.md says why for those that cannot have one.
file(READ ${DIAGNOSTICS} text)
string(REGEX MATCHALL "X\\([A-Z0-9_]+, \"[a-z0-9-]+\"" entries "${text}")
set(without "")
foreach(entry IN LISTS entries)
    string(REGEX REPLACE "^.*\"(.*)\"$" "\\1" code "${entry}")
    if(NOT code IN_LIST codes)
        string(APPEND without " ${code}")
    endif()
endforeach()
message(STATUS "${made} faults; diagnostics without one:${without}")
