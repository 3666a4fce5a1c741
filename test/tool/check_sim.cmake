# cmake -D VRM=… -D SAMPLES=… -D WORK=… -P check_sim.cmake
#
# Runs `vrm sim`: the same bits twice, JSON that can be read and played again, and its errors.
cmake_minimum_required(VERSION 3.21)
file(MAKE_DIRECTORY ${WORK})
set(avatar ${SAMPLES}/character-1.0.vrm)

# run(CODE OUT ARGUMENT…): `vrm sim` must end with this code.
function(run code out)
    execute_process(COMMAND ${VRM} sim ${ARGN}
        RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE errors)
    if(NOT result EQUAL code)
        message(SEND_ERROR "vrm sim ${ARGN}: ${result}, not ${code}. ${errors}")
    endif()
    set(${out} "${text}" PARENT_SCOPE)
    set(errors "${errors}" PARENT_SCOPE)
endfunction()

function(expect_match text pattern what)
    if(NOT "${text}" MATCHES "${pattern}")
        message(SEND_ERROR "${what}: '${text}' does not match '${pattern}'")
    endif()
endfunction()

function(expect_equal a b what)
    if(NOT "${a}" STREQUAL "${b}")
        message(SEND_ERROR "${what}: '${a}' is not '${b}'")
    endif()
endfunction()

# --- Hashes ---

run(0 hash --hash ${avatar})
run(0 again --hash ${avatar})
expect_equal("${hash}" "${again}" "two equal runs")
set(h "[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]")
expect_match("${hash}" "^pose=${h}${h} look_at=${h}${h} expression=${h}${h} constraint=${h}${h} spring=${h}${h} .*\n$"
    "the form of a hash")
foreach(other IN ITEMS "--motion;still" "--motion;idle" "--frames;119" "--fps;30" "--look;0,1,2" "--expression;happy=0.5")
    run(0 changed --hash ${other} ${avatar})
    if(changed STREQUAL hash)
        message(SEND_ERROR "${other} changes nothing")
    endif()
endforeach()

# However springs are computed, the bits are the same; a machine says which ways it does not have.
run(0 hash --hash --frames 600 --motion sway ${avatar})
foreach(lanes IN ITEMS auto scalar plain sse2 avx2 neon wasm)
    execute_process(COMMAND ${VRM} sim --hash --frames 600 --lanes ${lanes} ${avatar}
        RESULT_VARIABLE result OUTPUT_VARIABLE other ERROR_VARIABLE errors)
    if(result EQUAL 0)
        expect_equal("${other}" "${hash}" "lanes ${lanes}")
    elseif(lanes MATCHES "auto|scalar" OR NOT errors MATCHES "these lanes are not available here")
        message(SEND_ERROR "lanes ${lanes}: ${result}. ${errors}")
    endif()
endforeach()

# Stages are pinned one by one: a change of lookAt alone leaves pose and expressions alone.
run(0 straight --hash --motion still --look 0,1.4,5 ${avatar})
run(0 aside --hash --motion still --look 1,1.4,5 ${avatar})
string(REGEX MATCH "pose=[0-9a-f]+" pose_straight "${straight}")
string(REGEX MATCH "pose=[0-9a-f]+" pose_aside "${aside}")
expect_equal("${pose_straight}" "${pose_aside}" "the pose under another lookAt")
string(REGEX MATCH "look_at=[0-9a-f]+" look_straight "${straight}")
string(REGEX MATCH "look_at=[0-9a-f]+" look_aside "${aside}")
if(look_straight STREQUAL look_aside)
    message(SEND_ERROR "lookAt has no hash")
endif()

# --- JSON ---

run(0 json --json --frames 5 ${avatar})
string(JSON count LENGTH "${json}" frames)
expect_equal("${count}" 5 "frames")
foreach(channel IN ITEMS in spring constraint eye morph world weight)
    string(JSON count LENGTH "${json}" frames 4 ${channel})
    if(count EQUAL 0)
        message(SEND_ERROR "a frame has no ${channel}")
    endif()
endforeach()
string(JSON yaw GET "${json}" frames 4 lookAt yaw)
expect_match("${yaw}" "^-?[0-9.]+" "yaw")

# What was written down gives the same bits again.
file(WRITE ${WORK}/motion.json "${json}")
run(0 hash --hash --frames 5 ${avatar})
run(0 again --hash --motion ${WORK}/motion.json ${avatar})
expect_equal("${again}" "${hash}" "a motion that is played again")

# A 0.x avatar is turned around, unless it is asked for as it is.
run(0 turned --json --frames 1 --motion still ${SAMPLES}/character-0.x.vrm)
run(0 plain --json --frames 1 --motion still --as-file ${SAMPLES}/character-0.x.vrm)
string(JSON eye_turned GET "${turned}" frames 0 world 7 2)
string(JSON eye_plain GET "${plain}" frames 0 world 7 2)
if(eye_turned LESS 0 OR eye_plain GREATER 0)
    message(SEND_ERROR "eyes at ${eye_turned} and ${eye_plain}")
endif()

# --- For a person ---

run(0 text ${avatar} ${SAMPLES}/character-0.x.vrm)
expect_match("${text}" "120 frames at 60 frames per second" "frames")
expect_match("${text}" "22 joints swung up to [0-9.]+° \\(.*\\)" "springs")
expect_match("${text}" "at rest [0-9.]+ s after the last frame" "settling")
run(0 text --help)
expect_match("${text}" "^Usage: vrm sim " "help")

# --- Errors ---

run(2 text)
expect_match("${errors}" "no file was given" "no file")
run(2 text --speed 3 ${avatar})
expect_match("${errors}" "unknown option '--speed'" "an option that is none")
run(2 text ${avatar} --frames)
expect_match("${errors}" "the option '--frames' needs a value" "a value that is missing")
foreach(wrong IN ITEMS "--frames;0" "--frames;2.5" "--frames;x" "--fps;0" "--lanes;mmx" "--look;1,2" "--look;1,2,3,4" "--look;nan,0,0"
        "--expression;happy" "--expression;happy=2" "--expression;=1")
    run(2 text ${wrong} ${avatar})
    string(REGEX REPLACE ";.*" "" option "${wrong}")
    expect_match("${errors}" "^vrm sim: ${option} takes .*, not '" "${wrong}")
endforeach()
run(2 text --json --hash ${avatar})
run(1 text ${WORK}/absent.vrm)
run(1 text --hash ${WORK}/absent.vrm ${avatar})
expect_match("${text}" "character-1.0.vrm" "the file behind one that is absent")
run(1 text --expression "no such=1" ${avatar})
expect_match("${errors}" "no expression \"no such\"" "an expression that is not there")
run(1 text --motion ${WORK}/absent.json ${avatar})
expect_match("${errors}" "no such motion" "a motion that is not there")
set(number 0)
foreach(bad IN ITEMS "{" "[]" "{\"frames\":[]}" "{\"frames\":[1]}" "{\"frames\":[{\"root\":[1,2]}]}"
        "{\"frames\":[{\"in\":{\"9999\":{}}}]}" "{\"frames\":[{\"in\":{\"x\":{}}}]}"
        "{\"frames\":[{\"in\":{\"1\":{\"r\":[0,0,0,0]}}}]}" "{\"frames\":[{\"in\":{\"1\":{\"t\":[0]}}}]}"
        "{\"frames\":[{\"expression\":{\"aa\":\"x\"}}]}" "{\"frames\":[{\"look\":7}]}")
    math(EXPR number "${number} + 1")
    file(WRITE ${WORK}/bad.json "${bad}")
    run(1 text --motion ${WORK}/bad.json ${avatar})
    expect_match("${errors}" "motion" "bad motion ${number}")
endforeach()
message(STATUS "${number} bad motions were refused")
