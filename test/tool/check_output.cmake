# cmake -D VRM=… -D SAMPLES=… -D WORK=… -P check_output.cmake
#
# What the commands write: JSON that is valid whatever a file holds and is called, all nine
# permissions, and an exit code that tells when standard output could not be written.
cmake_minimum_required(VERSION 3.21)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(avatar ${SAMPLES}/character-1.0.vrm)

# run(CODE OUT ARGUMENT…): `vrm` must end with this code.
function(run code out)
    execute_process(COMMAND ${VRM} ${ARGN} WORKING_DIRECTORY ${WORK}
        RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE errors ENCODING NONE)
    if(NOT result EQUAL code)
        message(SEND_ERROR "vrm ${ARGN}: ${result}, not ${code}. ${errors}")
    endif()
    set(${out} "${text}" PARENT_SCOPE)
    set(errors "${errors}" PARENT_SCOPE)
endfunction()

# expect_json(TEXT WHAT): one line, which can be parsed, without what JSON cannot express.
function(expect_json text what)
    string(JSON kind ERROR_VARIABLE problem TYPE "${text}")
    if(NOT problem STREQUAL "NOTFOUND")
        message(SEND_ERROR "${what}: no JSON: ${problem}")
    endif()
    if(NOT text MATCHES "^[^\n]+\n$")
        message(SEND_ERROR "${what}: not one line")
    endif()
    if(text MATCHES "[^a-z](-?nan|-?inf)[^a-z]")
        message(SEND_ERROR "${what}: not a number of JSON: ${CMAKE_MATCH_1}")
    endif()
endfunction()

function(expect_match text pattern what)
    if(NOT "${text}" MATCHES "${pattern}")
        message(SEND_ERROR "${what}: '${text}' does not match '${pattern}'")
    endif()
endfunction()

# --- Files that are hostile to writers of JSON ---

set(start "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_vrm\"],\"scene\":0,\"scenes\":[{\"nodes\":[0]}]")
set(end "\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":0},\"spine\":{\"node\":1},\"head\":{\"node\":3}}}}}}")

# Five nested bones, each 1e12 times as large as the one before: the last is farther away than a float
# can express.
set(nodes "")
foreach(i RANGE 0 4)
    math(EXPR child "${i} + 1")
    set(children "")
    if(i LESS 4)
        set(children ",\"children\":[${child}]")
    endif()
    string(APPEND nodes "{\"scale\":[1e12,1e12,1e12],\"translation\":[1,2,3]${children}},")
endforeach()
file(WRITE ${WORK}/nested-scale.gltf "${start},\"nodes\":[${nodes}{}],${end}")

# Names with a control of C1 (CSI), DEL, and an override of the direction of text.
string(ASCII 194 155 csi)
string(ASCII 127 del)
string(ASCII 226 128 174 override)
string(ASCII 227 129 130 kana)
file(WRITE ${WORK}/evil.gltf "${start},\"nodes\":[{\"children\":[1]},{\"children\":[2]},{\"children\":[3]},{}],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":\"a${csi}b${del}c${override}d${kana}\",\"authors\":[\"${csi}\"],\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\"},\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":0},\"spine\":{\"node\":1},\"head\":{\"node\":3}}},\"expressions\":{\"custom\":{\"${csi}x\":{}}}}}}")

run(0 json sim --json --frames 2 nested-scale.gltf)
expect_json("${json}" "sim of nested scales")
run(0 json info --json nested-scale.gltf)
expect_json("${json}" "info of nested scales")
if(PICTURES)
    run(0 json render --json --first-person --size 32x32 -o nested.png nested-scale.gltf)
    expect_json("${json}" "render of nested scales")
    run(0 json thumb --json --size 32 --out thumbs nested-scale.gltf)
    expect_json("${json}" "thumb of nested scales")
endif()

foreach(command IN ITEMS "info;--json" "sim;--json;--frames;1")
    run(0 json ${command} evil.gltf)
    expect_json("${json}" "${command} of evil names")
    foreach(raw IN ITEMS "${csi}" "${del}" "${override}")
        string(FIND "${json}" "${raw}" at)
        if(NOT at EQUAL -1)
            message(SEND_ERROR "${command}: a control character is written as it is")
        endif()
    endforeach()
endforeach()
run(0 json info --json evil.gltf)
string(FIND "${json}" "\"a\\u009bb\\u007fc\\u202ed${kana}\"" at)
if(at EQUAL -1)
    message(SEND_ERROR "the name is not what it was: ${json}")
endif()

# --- Names of files ---

# CMake cannot write a path that is not UTF-8; a shell can.
string(ASCII 255 bad)
find_program(SHELL sh)
if(SHELL)
    execute_process(COMMAND ${SHELL} -c "cp \"$1\" \"$(printf 'bad\\377\\355\\240\\200name.gltf')\"" sh nested-scale.gltf
        WORKING_DIRECTORY ${WORK} RESULT_VARIABLE copied ERROR_QUIET)
    if(copied EQUAL 0)
        foreach(command IN ITEMS "info --json" "sim --json --frames 1")
            execute_process(COMMAND ${SHELL} -c "\"$0\" ${command} \"$(printf 'bad\\377\\355\\240\\200name.gltf')\"" ${VRM}
                WORKING_DIRECTORY ${WORK} RESULT_VARIABLE result OUTPUT_VARIABLE json ENCODING NONE)
            expect_json("${json}" "${command} of a name that is not UTF-8")
            string(FIND "${json}" "bad\\\\xff\\\\xed\\\\xa0\\\\x80name.gltf" at)
            if(NOT result EQUAL 0 OR at EQUAL -1)
                message(SEND_ERROR "${command} of a name that is not UTF-8: ${result} ${json}")
            endif()
        endforeach()
    endif()
endif()
file(COPY_FILE ${WORK}/nested-scale.gltf ${WORK}/${kana}.gltf)
run(0 json info --json ${kana}.gltf)
string(JSON name GET "${json}" file)
if(NOT name STREQUAL "${kana}.gltf")
    message(SEND_ERROR "a name in UTF-8 stays as it is, and not ${name}")
endif()

# --- Permissions ---

run(0 text info ${avatar})
foreach(row IN ITEMS "use as avatar: [a-z ]+" "commercial use: [a-z, -]+" "excessively violent use: (allowed|prohibited)"
        "excessively sexual use: (allowed|prohibited)" "political or religious use: (allowed|prohibited)"
        "antisocial or hate use: (allowed|prohibited)" "credit: (required|unnecessary)"
        "redistribution: (allowed|prohibited)" "modification: (allowed|prohibited)")
    expect_match("${text}" " ${row}" "permissions")
endforeach()
run(0 json info --json ${avatar})
string(JSON count LENGTH "${json}" permissions)
if(NOT count EQUAL 9)
    message(SEND_ERROR "the JSON has ${count} permissions")
endif()

# --- A full disk ---

if(SHELL AND EXISTS /dev/full)
    set(commands "info --json ${avatar}" "info ${avatar}" "sim --hash ${avatar}"
        "sim --json --frames 2 ${avatar}" "sim ${avatar}" "help" "--version" "help info")
    if(PICTURES)
        list(APPEND commands "thumb --json --size 32 --out thumbs ${avatar}")
    endif()
    foreach(command IN LISTS commands)
        execute_process(COMMAND ${SHELL} -c "\"$0\" ${command} >/dev/full" ${VRM}
            WORKING_DIRECTORY ${WORK} RESULT_VARIABLE result ERROR_VARIABLE errors)
        if(NOT result EQUAL 1 OR NOT errors MATCHES "standard output cannot be written")
            message(SEND_ERROR "vrm ${command} on a full disk: ${result} ${errors}")
        endif()
    endforeach()
endif()
