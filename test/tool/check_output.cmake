# cmake -D VRM=… -D SAMPLES=… -D WORK=… -P check_output.cmake
#
# What the commands write: JSON that is valid whatever a file holds and is called, all nine
# permissions, diagnostics, and an exit code that tells when standard output could not be written.
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
    run(0 json render --json --any --first-person --size 32x32 -o nested.png nested-scale.gltf)
    expect_json("${json}" "render of nested scales")
    run(0 json thumb --json --any --size 32 --out thumbs nested-scale.gltf)
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
# An emulator (VRM then has several words) has rules of its own for such names.
string(ASCII 255 bad)
find_program(SHELL sh)
list(LENGTH VRM words)
if(SHELL AND words EQUAL 1)
    execute_process(COMMAND ${SHELL} -c "cp \"$1\" \"$(printf 'bad\\377\\355\\240\\200name.gltf')\"" sh nested-scale.gltf
        WORKING_DIRECTORY ${WORK} RESULT_VARIABLE copied ERROR_QUIET)
    if(copied EQUAL 0)
        foreach(command IN ITEMS "info --json" "sim --json --frames 1")
            execute_process(COMMAND ${SHELL} -c "\"$0\" ${command} \"$(printf 'bad\\377\\355\\240\\200name.gltf')\"" ${VRM}
                WORKING_DIRECTORY ${WORK} RESULT_VARIABLE result OUTPUT_VARIABLE json ENCODING NONE)
            expect_json("${json}" "${command} of a name that is not UTF-8")
            string(FIND "${json}" "\"file_base64\":\"YmFk/+2ggG5hbWUuZ2x0Zg==\"" at)
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

# --- Diagnostics ---

# The keys of a diagnostic in JSON, and its line in the text, which names the element.
file(WRITE ${WORK}/faulty.gltf "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"Hat\",\"mesh\":7}],\"extensions\":{\"VRM\":{}}}")
run(0 json info --json faulty.gltf)
foreach(pair IN ITEMS "code=index-out-of-range" "severity=warning" "pointer=/nodes/0/mesh"
        "requirement=GL-033" "repaired=ON" "impact=visible" "subject=node" "name=Hat")
    string(REGEX MATCH "^([a-z]+)=(.*)$" matched "${pair}")
    set(key "${CMAKE_MATCH_1}")
    set(expected "${CMAKE_MATCH_2}")
    string(JSON value GET "${json}" diagnostics 0 ${key})
    if(NOT value STREQUAL expected)
        message(SEND_ERROR "${key} of a diagnostic is '${value}', not '${expected}'")
    endif()
endforeach()
set(index 0)
foreach(expected IN ITEMS "integer=7" "word=meshes" "integer=0")
    string(JSON kind GET "${json}" diagnostics 0 arguments ${index} kind)
    string(JSON value GET "${json}" diagnostics 0 arguments ${index} value)
    if(NOT "${kind}=${value}" STREQUAL expected)
        message(SEND_ERROR "argument ${index} is ${kind}=${value}, not ${expected}")
    endif()
    math(EXPR index "${index} + 1")
endforeach()
run(0 text info faulty.gltf)
expect_match("${text}" "\n  warning  node \"Hat\": index 7 is out of range: the number of meshes is 0; it is ignored \\[index-out-of-range\\]\n +/nodes/0/mesh\n +impact: visible on the avatar\n +remedy: export" "a diagnostic")

# What a strict load refuses, and would repair otherwise, says so.
run(1 text info --strict faulty.gltf)
expect_match("${errors}" "; it is ignored; [a-z ]+; --strict refuses files that need repair \\[[a-z-]+\\]\n" "a strict load")

# Diagnostics of one code stand together, and what many have in common is said once.
set(hats "")
foreach(i RANGE 1 5)
    string(APPEND hats ",{\"name\":\"Hat ${i}\",\"mesh\":${i},\"rotation\":[0,0,0,0]}")
endforeach()
file(WRITE ${WORK}/hats.gltf "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}${hats}],\"extensionsUsed\":[\"VRMC_vrm\"],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\"}}}")
run(0 text info hats.gltf)
expect_match("${text}" "\n  warning  5 × index-out-of-range\n +node \"Hat 1\": index 1 is out of range[^\n]* \\(/nodes/1/mesh\\)\n +node \"Hat 2\"[^\n]+\n +node \"Hat 3\"[^\n]+\n +and 2 more\n +impact: " "diagnostics that differ")
expect_match("${text}" "\n  warning  5 × the rotation has length 0; no rotation is used \\[node-rotation-zero\\]\n +node \"Hat 1\": /nodes/1/rotation\n +node \"Hat 2\": /nodes/2/rotation\n +node \"Hat 3\": /nodes/3/rotation\n +and 2 more\n" "diagnostics that say the same")
# What can be seen comes first.
expect_match("${text}" "impact: visible on.*impact: other applications may behave differently" "the order of diagnostics")
run(0 text sim --frames 1 hats.gltf)
expect_match("${errors}" "^hats.gltf: [0-9]+ problems are visible on the avatar \\([a-z, -]+\\); vrm info lists them\n$" "diagnostics of sim")
run(0 json sim --json --frames 1 hats.gltf)
if(NOT errors STREQUAL "")
    message(SEND_ERROR "sim --json says on standard error: ${errors}")
endif()
run(1 text info ${CMAKE_CURRENT_LIST_FILE})
expect_match("${errors}" "this is not a VRM or glTF file; .* \\[not-gltf\\]\n$" "a file that cannot be loaded")

# --- Permissions ---

run(0 text info ${avatar})
foreach(row IN ITEMS "avatarPermission: everyone \\(everyone may use it as an avatar\\)"
        "allowExcessivelyViolentUsage: true \\(excessively violent scenes are allowed\\)"
        "allowExcessivelySexualUsage: true" "commercialUsage: corporation \\(individuals and companies"
        "allowPoliticalOrReligiousUsage: true" "allowAntisocialOrHateUsage: true"
        "creditNotation: unnecessary \\(credit is not required\\)" "allowRedistribution: true"
        "modification: allowModificationRedistribution \\(modification and redistribution of modified copies are allowed\\)")
    expect_match("${text}" " ${row}" "permissions")
endforeach()
# ME-031: a licence of 0.x is shown as what it is, and mapped for those who ask.
set(avatar0 ${SAMPLES}/character-0.x.vrm)
run(0 text info ${avatar0})
expect_match("${text}" "license     CC0 \\(no rights reserved" "the license of 0.x")
expect_match("${text}" "allowAntisocialOrHateUsage: not stated" "what 0.x does not ask")
expect_match("${text}" "modification: as in the license CC0\n" "what the licence answers")
run(0 text info --map-licence ${avatar0})
expect_match("${text}" "allowRedistribution: true \\(redistribution is allowed; mapped from CC0\\)" "the mapping")
run(0 json info --json ${avatar0})
string(JSON kind TYPE "${json}" meta permissions modification)
if(NOT kind STREQUAL "NULL")
    message(SEND_ERROR "modification of CC0 in 0.x is ${kind}")
endif()
run(0 json info --json --map-licence ${avatar0})
string(JSON value GET "${json}" meta permissions modification)
if(NOT value STREQUAL "allowModificationRedistribution")
    message(SEND_ERROR "modification of CC0, mapped: ${value}")
endif()
# Text for those who read one line, and for an avatar without a name.
run(0 text info --brief ${avatar0})
expect_match("${text}" ": Ame, VRM 0.x, by the libvrm authors, 88 nodes, 5 meshes, " "a brief line")
run(0 text info faulty.gltf)
expect_match("${text}" "  avatar      \\(untitled\\)|\\(no name\\), VRM 0.x" "an avatar without a name")
expect_match("${text}" "springs     none\n" "an avatar without springs")
# Names of 0.x are understood, and an expression that is not there is answered by those that are.
run(0 text sim --frames 1 --expression joy=1 ${avatar})
expect_match("${text}" "expressions happy up to 1.00" "a name of 0.x")
run(1 text sim --frames 1 --expression laugh=1 ${avatar})
expect_match("${errors}" "has no expression \"laugh\"; it has: happy, angry, .*starEyes" "a name that is not there")
# An image that is no image.
file(WRITE ${WORK}/image.gltf "{\"asset\":{\"version\":\"2.0\"},\"images\":[{\"name\":\"skin\",\"uri\":\"data:image/png;base64,AAAA\"}],\"extensionsUsed\":[\"VRMC_vrm\"],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\"}}}")
run(0 text info image.gltf)
expect_match("${errors}" "image \"skin\": the image is not a PNG, JPEG or WebP" "an image that is none")
expect_match("${text}" "0  skin +unknown +3\n" "its row")

run(0 json info --json ${avatar})
string(JSON count LENGTH "${json}" meta permissions)
if(NOT count EQUAL 9)
    message(SEND_ERROR "the JSON has ${count} permissions")
endif()

# --- Limits of joints ---

# SL-002, SL-005: six joints that sway, with a limit of each kind and one that is free. The limit of
# the last joint of a chain holds nothing, and does not count.
function(limited out node limit)
    set(${out} "{\"node\":${node},\"extensions\":{\"VRMC_springBone_limit\":{\"specVersion\":\"1.0-draft\",\"limit\":${limit}}}}" PARENT_SCOPE)
endfunction()
limited(joint1 1 "{\"cone\":{\"angle\":1}}")
limited(joint2 2 "{\"cone\":{\"angle\":1}}")
limited(joint3 3 "{\"hinge\":{\"angle\":1}}")
limited(joint5 5 "{\"hinge\":{\"angle\":1}}")
limited(joint6 6 "{\"spherical\":{\"pitch\":1,\"yaw\":0.5}}")
limited(joint7 7 "{\"cone\":{\"angle\":1}}")
set(first "${joint1},${joint2},${joint3},{\"node\":4},${joint5}")
set(second "${joint6},${joint7},{\"node\":8}")
set(nodes "{}")
foreach(child IN ITEMS 2 3 4 5 "" 7 8 "")
    string(APPEND nodes ",{\"translation\":[0,-0.1,0],\"children\":[${child}]}")
endforeach()
file(WRITE ${WORK}/limits.gltf "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[${nodes}],\"extensionsUsed\":[\"VRMC_vrm\",\"VRMC_springBone\",\"VRMC_springBone_limit\"],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\"},\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"springs\":[{\"joints\":[${first}]},{\"joints\":[${second}]}]}}}")
run(0 text info limits.gltf)
expect_match("${text}" "springs     2 springs, 6 joints, 5 joint limits \\(3 cones, 1 hinge, 1 spherical\\), 0 colliders\n" "limits")
run(0 text info ${avatar})
expect_match("${text}" "springs     [0-9]+ springs, [0-9]+ joints, [0-9]+ colliders " "an avatar without limits")
run(0 json info --json limits.gltf)
foreach(pair IN ITEMS "springs;0;limits;cone=2" "springs;0;limits;hinge=1" "springs;0;limits;spherical=0"
        "springs;1;limits;cone=1" "springs;1;limits;hinge=0" "springs;1;limits;spherical=1"
        "totals;spring_limits=5")
    string(REGEX MATCH "^(.*)=(.*)$" matched "${pair}")
    set(expected ${CMAKE_MATCH_2})
    string(JSON value GET "${json}" ${CMAKE_MATCH_1})
    if(NOT value EQUAL expected)
        message(SEND_ERROR "limits: '${pair}' is ${value}")
    endif()
endforeach()

# --- Explanations ---

run(0 text explain bone-missing LA-031 sb-014)
expect_match("${text}" "^bone-missing: missing required bones: .*\n  severity +warning; an error in vrm check if the specification.requires[ \n]+it\n  impact +visible on the avatar\n  meaning +[A-Z].*in Blender +In the 3D viewport.*in UniVRM .*HU-003 +All 15 required bones" "an explanation")
expect_match("${text}" "\nLA-031 \\(MUST\\)\n  text +Expression-type outputScale.*diagnostic +look-at-weight\n\nSB-014 " "requirements")
run(1 text explain bone-mising)
expect_match("${errors}" "unknown code or requirement 'bone-mising'. Did you mean bone-missing\\?\n$" "the nearest code")
run(1 text explain XX-999 bone-twice)
expect_match("${text}" "bone-twice: " "what is known is explained all the same")
run(0 text explain)
expect_match("${text}" "\n  bone-missing +missing required bones: …\n" "the list of codes")
run(0 json explain --json spring-overlap)
expect_json("${json}" "explain")
string(JSON value GET "${json}" requirement)
if(NOT value STREQUAL "SB-014")
    message(SEND_ERROR "the requirement of spring-overlap is ${value}")
endif()

# --- Languages ---

run(0 text info --lang ja hats.gltf)
expect_match("${text}" "\n  警告     index-out-of-range：5 件\n +ノード「Hat 1」：インデックス 1 は範囲外です：メッシュの数は 0 です（無視します）" "Japanese")
expect_match("${text}" "\n  ライセンス  " "labels in Japanese")
run(1 asked migrate --lang ja ${avatar0} -o migrated.vrm)
expect_match("${asked}" "商用利用は個人に許可し、法人には許可しなくなります" "what an author is asked to accept, in Japanese")
run(0 english info --lang=en hats.gltf)
foreach(locale IN ITEMS ja_JP.UTF-8 ja de_DE.UTF-8 C)
    set(ENV{LC_ALL} ${locale})
    run(0 by_locale info hats.gltf)
    if(locale MATCHES "^ja" AND NOT by_locale STREQUAL text OR NOT locale MATCHES "^ja" AND NOT by_locale STREQUAL english)
        message(SEND_ERROR "the locale ${locale} gives another language: ${by_locale}")
    endif()
endforeach()
set(ENV{LC_ALL} ja_JP.UTF-8)
run(0 text info --lang en hats.gltf)
run(0 json info --json hats.gltf)
unset(ENV{LC_ALL})
run(0 english_json info --json hats.gltf)
if(NOT text STREQUAL english OR NOT json STREQUAL english_json)
    message(SEND_ERROR "--lang en is not English, or JSON is not")
endif()
# Anybody can add a language. What it lacks is English, and it cannot do harm.
file(WRITE ${WORK}/xx.json "{\"texts\":{\"license\":\"LIZENZ\",\"{1} × {2}\":\"{1}{2}{9}%s%n\"},\"diagnostics\":{\"index-out-of-range\":{\"sentence\":\"{3} < {1}\"}}}")
run(0 text info --lang ./xx.json hats.gltf)
expect_match("${text}" "  LIZENZ +.*5index-out-of-range{9}%s%n\n +node \"Hat 1\": 0 < 1 " "a language of one's own")
file(WRITE ${WORK}/broken.json "{")
run(2 text info --lang ./broken.json hats.gltf)
run(2 text info --lang tlh hats.gltf)
expect_match("${errors}" "--lang takes en, ja or a translation file, not 'tlh'" "a language that is not there")

# --- A full disk ---

if(SHELL AND EXISTS /dev/full)
    set(commands "info --json ${avatar}" "info ${avatar}" "sim --hash ${avatar}"
        "sim --json --frames 2 ${avatar}" "sim ${avatar}" "help" "--version" "help info")
    if(PICTURES)
        list(APPEND commands "thumb --json --size 32 --out thumbs ${avatar}")
    endif()
    foreach(command IN LISTS commands)
        execute_process(COMMAND ${SHELL} -c "\"$0\" \"$@\" ${command} >/dev/full" ${VRM}
            WORKING_DIRECTORY ${WORK} RESULT_VARIABLE result ERROR_VARIABLE errors)
        if(NOT result EQUAL 1 OR NOT errors MATCHES "standard output cannot be written")
            message(SEND_ERROR "vrm ${command} on a full disk: ${result} ${errors}")
        endif()
    endforeach()
endif()
