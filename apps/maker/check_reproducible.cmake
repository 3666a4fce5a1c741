# cmake -D MAKER=… -D SAMPLES=… -D WORK=… -P check_reproducible.cmake
#
# Compares what the maker writes with the samples. After a change that is meant to alter them:
#   for d in 1.0 1.0-beta 1.0-draft 0.x; do vrm-maker character --dialect $d -o samples/character-$d.vrm; done
cmake_minimum_required(VERSION 3.21)
file(MAKE_DIRECTORY ${WORK})
foreach(dialect IN ITEMS 1.0 1.0-beta 1.0-draft 0.x)
    set(name character-${dialect}.vrm)
    execute_process(COMMAND ${MAKER} character --dialect ${dialect} -o ${WORK}/${name}
        RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "the maker failed: ${result}")
    endif()
    file(SHA256 ${WORK}/${name} made)
    file(SHA256 ${SAMPLES}/${name} committed)
    if(NOT made STREQUAL committed)
        message(SEND_ERROR "${name} is not what the maker writes")
    endif()
endforeach()
