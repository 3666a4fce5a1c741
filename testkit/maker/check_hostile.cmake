# cmake -D MAKER=… -D VRM=… -D WORK=… -P check_hostile.cmake
#
# The maker writes each kind of hostile file, and `vrm info` accepts it: what tools/check/hostile-sweep
# measures is then what such a file costs, and not how quickly it is refused.
cmake_minimum_required(VERSION 3.21)
file(MAKE_DIRECTORY ${WORK})
execute_process(COMMAND ${MAKER} hostile --list OUTPUT_VARIABLE list RESULT_VARIABLE result)
string(REGEX MATCHALL "[^\t\n]+\t[^\n]*\n" lines "${list}")
list(LENGTH lines count)
if(NOT result EQUAL 0 OR count LESS 40)
    message(FATAL_ERROR "the maker lists ${count} kinds: ${result}")
endif()
foreach(line IN LISTS lines)
    string(REGEX REPLACE "\t.*" "" kind "${line}")
    set(file ${WORK}/${kind}.vrm)
    execute_process(COMMAND ${MAKER} hostile ${kind} 12 -o ${file} RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "the maker does not make ${kind}: ${result}")
    endif()
    execute_process(COMMAND ${VRM} info --brief ${file} OUTPUT_VARIABLE text ERROR_VARIABLE said
        RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(SEND_ERROR "${kind} is refused: ${text}${said}")
    endif()
endforeach()
