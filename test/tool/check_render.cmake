# cmake -D VRM=… -D DESCRIBE=… -D MAKER=… -D SAMPLES=… -D WORK=… -P check_render.cmake
#
# Runs `vrm render` and `vrm thumb` and looks at the pictures: size, what is in them and where, what
# options change; and their errors.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(avatar ${SAMPLES}/character-1.0.vrm)

# run(CODE ARGUMENT…): `vrm` must end with this code. Sets out and errors.
function(run code)
    execute_process(COMMAND ${VRM} ${ARGN}
        RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE problem)
    if(NOT result EQUAL code)
        message(SEND_ERROR "vrm ${ARGN}: ${result}, not ${code}. ${problem}")
    endif()
    set(out "${text}" PARENT_SCOPE)
    set(errors "${problem}" PARENT_SCOPE)
endfunction()

function(expect_match text pattern what)
    if(NOT "${text}" MATCHES "${pattern}")
        message(SEND_ERROR "${what}: '${text}' does not match '${pattern}'")
    endif()
endfunction()

# Sets picture to the description of a PNG.
function(describe file)
    execute_process(COMMAND ${DESCRIBE} ${WORK}/${file}
        RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE problem)
    if(NOT result EQUAL 0)
        message(SEND_ERROR "${file}: ${problem}")
    endif()
    set(picture "${text}" PARENT_SCOPE)
endfunction()

# expect(KEY LEAST MOST WHAT): of the last picture described.
function(expect key least most what)
    string(JSON value ERROR_VARIABLE problem GET "${picture}" ${key})
    if(value LESS least OR value GREATER most)
        message(SEND_ERROR "${what}: ${key} is ${value}, not ${least} to ${most}")
    endif()
endfunction()

# expect_apart(A B LEAST MOST WHAT): how far two pictures are apart, on average.
function(expect_apart a b least most what)
    execute_process(COMMAND ${DESCRIBE} ${WORK}/${a} ${WORK}/${b}
        RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE problem)
    if(NOT result EQUAL 0)
        message(SEND_ERROR "${a} and ${b}: ${problem}")
        return()
    endif()
    string(JSON mean GET "${text}" mean)
    if(mean LESS least OR mean GREATER most)
        message(SEND_ERROR "${what}: ${mean} apart, not ${least} to ${most}")
    endif()
endfunction()

# --- Views ---

# All of it is in the picture, and fills it from top to bottom.
run(0 render ${avatar} -o ${WORK}/full.png --background transparent)
expect_match("${out}" "full.png  640×960  [0-9]+ ms" "the line of a file")
describe(full.png)
expect(width 640 640 "full")
expect(height 960 960 "full")
expect(filled 0.08 0.6 "full")
expect(middle 0.2 1 "full")
expect(border 0 0 "full")
expect(top 0.001 0.06 "full")
expect(bottom 0.94 0.999 "full")
expect(colors 20 4096 "full")

foreach(view IN ITEMS upper portrait face)
    run(0 render ${avatar} -o ${WORK}/${view}.png --view ${view} --background transparent)
    describe(${view}.png)
    expect(width 512 512 ${view})
    expect(height 512 512 ${view})
    expect(middle 0.55 1 ${view})
    expect(top 0.001 0.25 ${view})
    expect(bottom 1 1 ${view})
    expect(left 0.001 0.5 ${view})
    expect(right 0.5 0.999 ${view})
    expect(colors 20 4096 ${view})
endforeach()

# The same bytes twice, in one process and in two.
run(0 render ${avatar} ${avatar} -o ${WORK}/twice --view face --size 64)
run(0 render ${avatar} -o ${WORK}/once.png --view face --size 64)
foreach(name IN ITEMS twice/character-1.0.png twice/character-1.0-2.png)
    file(SHA256 ${WORK}/${name} a)
    file(SHA256 ${WORK}/once.png b)
    if(NOT a STREQUAL b)
        message(SEND_ERROR "${name} is another picture")
    endif()
endforeach()

# The dialects show one character: facing, colours and framing agree.
foreach(dialect IN ITEMS 0.x 1.0-beta 1.0-draft)
    run(0 render ${SAMPLES}/character-${dialect}.vrm -o ${WORK}/dialect.png --view face --background transparent)
    expect_apart(dialect.png face.png 0 3 "the face in ${dialect}")
endforeach()

# --- What options change ---

# option(NAME LEAST ARGUMENT…): the picture differs from face.png by that much.
function(option name least)
    run(0 render ${avatar} -o ${WORK}/option-${name}.png --view face --background transparent ${ARGN})
    expect_apart(option-${name}.png face.png ${least} 255 "${name}")
endfunction()
option(happy 0.3 --expression happy=1)
option(aa 0.1 --expression aa=1)
option(blush 0.02 --expression blush=1)
option(look 0.01 --look 3,1.3,1)
option(light 0.5 --light 1,0,0)
option(dark 5 --light-color 0.2,0.2,0.2)
option(ambient 0.5 --ambient 0.6,0.1,0.1)
option(turn 2 --turn 30)
option(above 2 --turn 0,30)
option(fov 0.5 --fov 60)
option(outline 0.05 --no-outline)
option(time 0.1 --time 2.5)
option(first-person 5 --first-person)
option(skeleton 0.02 --show skeleton)
option(colliders 0.02 --show colliders)
option(joints 0.02 --show joints)
option(samples 0.05 --samples 1)
option(supersample 0.01 --supersample 4)
run(0 render ${avatar} -o ${WORK}/rest.png --pose rest --background transparent)
expect_apart(rest.png full.png 2 255 "the pose at rest")
describe(rest.png)
expect(border 0 0 "the pose at rest")
run(0 render ${avatar} -o ${WORK}/rest-still.png --pose rest --springs off --background transparent)
expect_apart(rest.png rest-still.png 0.01 20 "springs")

# A camera that is told where it stands: nothing of the avatar behind it.
set(camera --eye 0,1,4 --target 0,0.8,0 --fov 30 --near 0.1 --far 100)
run(0 render ${avatar} -o ${WORK}/camera.png ${camera} --size 256x320 --background transparent --json)
string(JSON value GET "${out}" camera eye 2)
expect_match("${value}" "^4" "the eye")
string(JSON value GET "${out}" camera fov)
expect_match("${value}" "^30" "the field of view")
foreach(part IN ITEMS load pose decode upload draw encode total)
    string(JSON value GET "${out}" ms ${part})
    expect_match("${value}" "^[0-9]" "${part}")
endforeach()
describe(camera.png)
expect(width 256 256 "a camera")
expect(height 320 320 "a camera")
expect(middle 0.1 1 "a camera")
run(0 render ${avatar} -o ${WORK}/away.png --eye 0,1,4 --target 0,1,9 --size 64 --background transparent)
describe(away.png)
expect(filled 0 0 "a camera that looks away")

# Backgrounds: none is transparent but that.
foreach(background IN ITEMS soft 336699 "#336699")
    run(0 render ${avatar} -o ${WORK}/background.png --size 64 --background ${background})
    describe(background.png)
    expect(filled 1 1 "the background ${background}")
endforeach()

# --- Many pictures ---

run(0 render ${avatar} -o ${WORK}/turn.png --turntable 4 --size 96x128 --background transparent)
foreach(number IN ITEMS 000 001 002 003)
    describe(turn-${number}.png)
    expect(filled 0.03 0.6 "turn ${number}")
    expect(border 0 0 "turn ${number}")
endforeach()
expect_apart(turn-000.png turn-002.png 0.5 255 "front and back")

run(0 render ${avatar} -o ${WORK}/sheet.png --sheet expressions --size 96)
describe(sheet.png)
expect(filled 1 1 "the sheet")
expect(width 400 1000 "the sheet") # 21 pictures
expect(height 400 1000 "the sheet")

# A hundred expressions, of which each swells a tile of the face. The last of 57 tiles is at the left
# below; the 66th expression is that one's.
execute_process(COMMAND ${MAKER} parametric --targets 57 --expressions 100 -o ${WORK}/many.vrm COMMAND_ERROR_IS_FATAL ANY)
run(0 render ${WORK}/many.vrm -o ${WORK}/many.png --sheet expressions --size 128)
describe(many.png)
expect(width 1504 1504 "a sheet of 101 pictures") # 11 columns
string(JSON height GET "${picture}" height)
math(EXPR row "(${height} - 8) / 10")
foreach(cell IN ITEMS 0 65 66 67)
    math(EXPR x "8 + ${cell} % 11 * 136 + 26")
    math(EXPR y "8 + ${cell} / 11 * ${row} + 91")
    execute_process(COMMAND ${DESCRIBE} ${WORK}/many.png ${x} ${y} OUTPUT_VARIABLE text)
    string(JSON red GET "${text}" pixel 0)
    string(JSON blue GET "${text}" pixel 2)
    if((cell EQUAL 66 AND NOT blue GREATER 150) OR (NOT cell EQUAL 66 AND NOT red GREATER 150))
        message(SEND_ERROR "picture ${cell} of the sheet has ${red} of red and ${blue} of blue")
    endif()
endforeach()

run(0 render ${avatar} -o ${WORK}/out.webp --animate 0.5 --size 64)
expect_match("${out}" "15 pictures" "an animation")
file(READ ${WORK}/out.webp hex HEX)
expect_match("${hex}" "^52494646........57454250" "a WebP")
string(REGEX MATCHALL "414e4d46" frames "${hex}")
list(LENGTH frames count)
if(count LESS 2)
    message(SEND_ERROR "the animation has ${count} frames")
endif()

# --- Portraits ---

# One size of the head, whatever the avatar's; the outline alone does not grow with it.
foreach(scale IN ITEMS 0.02 1 50)
    execute_process(COMMAND ${MAKER} parametric --root-scale ${scale} -o ${WORK}/scale${scale}.vrm COMMAND_ERROR_IS_FATAL ANY)
endforeach()
run(0 thumb ${WORK}/scale0.02.vrm ${WORK}/scale1.vrm ${WORK}/scale50.vrm --out ${WORK}/thumbs --size 128 --background transparent --no-outline)
expect_apart(thumbs/scale0.02.png thumbs/scale1.png 0 1.5 "a tiny avatar")
expect_apart(thumbs/scale50.png thumbs/scale1.png 0 1.5 "a huge avatar")
describe(thumbs/scale1.png)
expect(middle 0.4 1 "a portrait")
expect(top 0.001 0.4 "a portrait")
expect(bottom 1 1 "a portrait")

# Names: safe, numbered, one line each; a file that cannot be used stops nothing.
file(MAKE_DIRECTORY ${WORK}/a ${WORK}/b)
file(COPY_FILE ${avatar} "${WORK}/a/CON.vrm")
file(COPY_FILE ${avatar} "${WORK}/b/con.vrm")
file(COPY_FILE ${avatar} "${WORK}/b/a b.c.vrm")
file(WRITE ${WORK}/b/broken.vrm "nothing")
run(1 thumb ${WORK}/a/CON.vrm ${WORK}/b/broken.vrm ${WORK}/b/con.vrm "${WORK}/b/a b.c.vrm" -o ${WORK}/names/below --size 32)
expect_match("${errors}" "broken.vrm" "a file that cannot be used")
string(REGEX MATCHALL "32×32" lines "${out}")
list(LENGTH lines count)
file(GLOB written RELATIVE ${WORK}/names/below ${WORK}/names/below/*)
list(LENGTH written files)
if(NOT count EQUAL 3 OR NOT files EQUAL 3 OR NOT "a b.c.png" IN_LIST written)
    message(SEND_ERROR "${count} lines and these files: ${written}")
endif()

# --- Errors ---

run(2 render)
expect_match("${errors}" "which file" "no file")
run(2 render ${avatar})
expect_match("${errors}" "where to" "no output")
run(2 thumb ${avatar})
expect_match("${errors}" "where to" "no folder")
run(2 render ${avatar} -o ${WORK}/x.gif)
expect_match("${errors}" ".png or .webp" "an ending that is none")
run(2 render ${avatar} -o ${WORK}/x.png --animate 1)
run(2 render ${avatar} -o ${WORK}/x.webp --sheet expressions)
run(2 render ${avatar} -o ${WORK}/x.png --speed 3)
expect_match("${errors}" "there is no option '--speed'" "an option that is none")
run(2 render ${avatar} -o ${WORK}/x.png --size)
expect_match("${errors}" "missing behind '--size'" "a value that is missing")
foreach(wrong IN ITEMS "--size;0" "--size;12x" "--size;x12" "--size;-3" "--size;99999" "--size;1.5" "--samples;0"
        "--supersample;9" "--background;red" "--background;12345" "--view;back" "--eye;1,2" "--eye;nan,0,0" "--fov;0"
        "--fov;180" "--light;0,0,0" "--light-color;-1,0,0" "--pose;sit" "--expression;happy" "--expression;happy=2"
        "--look;1,2" "--springs;yes" "--time;-1" "--uv-time;x" "--show;bones" "--show;" "--turntable;0"
        "--sheet;bones" "--animate;0" "--turn;1,90" "--near;0")
    run(2 render ${avatar} -o ${WORK}/x.png ${wrong})
    expect_match("${errors}" "(value is wrong)|(missing behind)" "${wrong}")
endforeach()
run(2 render ${avatar} -o ${WORK}/x.png --near 3 --far 2)
run(2 render ${avatar} -o ${WORK}/x.webp --animate 1 --turntable 3)
run(1 render ${WORK}/absent.vrm -o ${WORK}/x.png)
run(1 render ${WORK}/b/broken.vrm -o ${WORK}/x.png)
run(1 render ${avatar} -o ${WORK}/x.png --expression "no such=1")
expect_match("${errors}" "no expression 'no such'" "an expression that is not there")
run(1 render ${avatar} -o ${WORK}/absent/x.png)
expect_match("${errors}" "character-1.0.vrm: " "a folder that is not there")
run(1 thumb ${avatar} --out ${WORK}/once.png/below)
expect_match("${errors}" "cannot be made" "a folder that cannot be")
run(1 render ${avatar} -o ${WORK}/x.png --size 16384 --supersample 8)
expect_match("${errors}" "larger than OpenGL can draw" "a picture that is too large")
if(EXISTS ${WORK}/x.png OR EXISTS ${WORK}/x.webp)
    message(SEND_ERROR "a picture was written all the same")
endif()
