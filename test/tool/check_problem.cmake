# cmake -D VRM=… -D FAULT=… -D SAMPLES=… -D WORK=… -P check_problem.cmake
#
# A driver that refuses one of our shaders: the file that needed it counts as not drawn, and is named;
# the others are drawn.
cmake_minimum_required(VERSION 3.21)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(files "")
foreach(i IN ITEMS 1 2 3)
    file(COPY_FILE ${SAMPLES}/character-1.0.vrm ${WORK}/file-${i}.vrm)
    list(APPEND files file-${i}.vrm)
endforeach()

foreach(command IN ITEMS render thumb)
    set(jobs "")
    if(command STREQUAL thumb)
        set(jobs --jobs 1) # one renderer, so that compiles have an order
    endif()
    # The first two compiles are those that a renderer tries itself out with: the third is the first
    # one that an avatar asks for.
    execute_process(COMMAND ${CMAKE_COMMAND} -E env LD_PRELOAD=${FAULT} VRM_FAULT_SHADER=3
            ${VRM} ${command} --json ${jobs} --size 64x64 --out ${command} ${files}
        WORKING_DIRECTORY ${WORK} RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE errors)
    if(NOT result EQUAL 1)
        message(SEND_ERROR "vrm ${command} with a shader that does not compile: ${result} ${errors}")
    endif()
    if(NOT errors MATCHES "file-1.vrm: the avatar cannot be drawn: a shader does not compile")
        message(SEND_ERROR "vrm ${command} does not say what went wrong: '${errors}'")
    endif()
    string(REGEX MATCHALL "\"result\":\"[a-z-]*\"" results "${text}")
    if(NOT results STREQUAL "\"result\":\"not-drawn\";\"result\":\"ok\";\"result\":\"ok\"")
        message(SEND_ERROR "vrm ${command}: ${results}")
    endif()
    foreach(i IN ITEMS 2 3)
        if(NOT EXISTS ${WORK}/${command}/file-${i}.png)
            message(SEND_ERROR "vrm ${command}: file ${i} was not drawn")
        endif()
    endforeach()
endforeach()
