# Runs an example and compares all that it prints: cmake -D RUN=COMMAND -D CODE=EXIT-CODE
# -D EXPECTED=FILE -P check.cmake. An example that ends with 77 lacks something, and is skipped.
cmake_minimum_required(VERSION 3.21)

execute_process(COMMAND ${RUN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE errors)
if(code EQUAL 77)
    execute_process(COMMAND ${CMAKE_COMMAND} -E echo "skipped: ${errors}")
    return()
endif()
file(READ ${EXPECTED} expected)
# Diagnostics are printed on standard error, after everything else here.
string(REPLACE "\r\n" "\n" printed "${output}${errors}")
if(NOT code STREQUAL CODE)
    message(FATAL_ERROR "ended with ${code}, not with ${CODE}:\n${printed}")
endif()
if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "printed:\n${printed}\nexpected:\n${expected}")
endif()
