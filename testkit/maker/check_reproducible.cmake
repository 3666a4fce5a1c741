# cmake -D MAKER=… -D SAMPLES=… -D WORK=… -P check_reproducible.cmake
#
# Compares what the maker writes with the samples. After a change that is meant to alter them, with
# WRITE=ON in place of WORK, it writes them anew:
#   cmake -D MAKER=build/release/vrm-maker -D SAMPLES=samples -D WRITE=ON -P testkit/maker/check_reproducible.cmake
cmake_minimum_required(VERSION 3.21)

# Each sample, and how it is made.
set(samples dance.vrma walk.vrma walk.bvh)
set(dance.vrma motion --motion dance --body character --reduce)
set(walk.vrma motion --motion walk --body character --reduce)
set(walk.bvh motion --motion walk --body character --as bvh --family biovision)
foreach(dialect IN ITEMS 1.0 1.0-beta 1.0-draft 0.x)
    list(APPEND samples character-${dialect}.vrm)
    set(character-${dialect}.vrm character --dialect ${dialect})
endforeach()

if(WRITE)
    set(WORK ${SAMPLES})
endif()
file(MAKE_DIRECTORY ${WORK})
foreach(name IN LISTS samples)
    execute_process(COMMAND ${MAKER} ${${name}} -o ${WORK}/${name} RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "the maker failed: ${result}")
    endif()
    file(SHA256 ${WORK}/${name} made)
    file(SHA256 ${SAMPLES}/${name} committed)
    if(NOT made STREQUAL committed)
        message(SEND_ERROR "${name} is not what the maker writes")
    endif()
endforeach()
