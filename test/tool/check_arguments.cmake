# cmake -D VRM=… -D FEATURES=… -P check_arguments.cmake
#
# What is said of a wrong command line: which option, what it got, what it takes, and what was
# perhaps meant. Nothing here needs a file or a program that draws.
cmake_minimum_required(VERSION 3.21)

# wrong(SENTENCE ARGUMENT…): the first line of the errors is exactly this sentence.
function(wrong sentence)
    execute_process(COMMAND ${VRM} ${ARGN}
        RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE errors)
    string(REGEX REPLACE "\n.*" "" line "${errors}")
    if(NOT result EQUAL 2 OR NOT text STREQUAL "" OR NOT line STREQUAL sentence)
        message(SEND_ERROR "vrm ${ARGN}: ${result}, '${line}', not '${sentence}'. ${text}")
    endif()
endfunction()

# page(START ARGUMENT…): a help page, on standard output alone, that begins so.
function(page start)
    execute_process(COMMAND ${VRM} ${ARGN}
        RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE errors)
    string(FIND "${text}" "${start}" at)
    if(NOT result EQUAL 0 OR NOT errors STREQUAL "" OR NOT at EQUAL 0)
        message(SEND_ERROR "vrm ${ARGN}: ${result} '${text}' ${errors}")
    endif()
    string(REGEX REPLACE "[][;]" "_" text "${text}") # which lists of CMake do not keep apart
    string(REGEX MATCHALL "[^\n]+" lines "${text}")
    foreach(line IN LISTS lines)
        string(LENGTH "${line}" columns) # in bytes, and an ellipsis has three
        if(columns GREATER 84)
            message(SEND_ERROR "vrm ${ARGN}: a line of ${columns} columns: ${line}")
        endif()
    endforeach()
endfunction()

# --- Commands ---

wrong("vrm: unknown command 'inof'. Did you mean 'vrm info'?" inof)
wrong("vrm: unknown command 'fly'" fly)
wrong("vrm: unknown command 'thumbs'. Did you mean 'vrm thumb'?" help thumbs)
wrong("vrm: unknown option '--verison'. Did you mean --version?" --verison)
wrong("vrm: the command must come before its options: 'info'" --version info)
wrong("vrm: --json needs --version or a command" --json)
wrong("vrm help: --json, --man and --completions cannot be combined" help --json --man)
wrong("vrm help: this prints all commands, not only 'info'" help --json info)
wrong("vrm help: give one command: 'sim'" help info sim)

wrong("vrm motion: the first argument must be info, dump, convert or voice, not 'dance.vrma'" motion dance.vrma)
wrong("vrm motion: no file was given" motion info)
wrong("vrm motion: convert needs a motion and a .vrma file" motion convert walk.bvh walk.bvh)
wrong("vrm motion: dump needs an avatar and a motion" motion dump avatar.vrm)
wrong("vrm motion: voice needs a .wav file or --phonemes FILE, and -o with a .vrma file" motion voice)
wrong("vrm motion: voice needs a .wav file or --phonemes FILE, and -o with a .vrma file" motion voice --phonemes a.txt -o a.glb)
wrong("vrm motion: --json cannot be used when the motion goes to standard output" motion voice --json --phonemes a.txt -o -)

# --- Options ---

wrong("vrm info: unknown option '--jsn'. Did you mean --json?" info --jsn)
wrong("vrm sim: unknown option '--frame'. Did you mean --frames?" sim --frame 3)
wrong("vrm info: unknown option '--turntable'. It is an option of 'vrm render'." info --turntable 3)
wrong("vrm info: unknown option '--speed'" info --speed)
wrong("vrm info: unknown option '-x'" info -x)
wrong("vrm info: unknown option '--a\\u{202e}b'" info "--a‮b")
wrong("vrm info: --json takes no value" info --json=1)

# --- Values ---

wrong("vrm sim: --frames takes a whole number from 1 to 1000000, not '0'" sim --frames 0)
wrong("vrm sim: --frames takes a whole number from 1 to 1000000, not ''" sim --frames=)
wrong("vrm sim: --fps takes a number from 0.1 to 10000, not 'fast'" sim --fps=fast)
wrong("vrm sim: --lanes takes auto, scalar, plain, sse2, avx2, neon or wasm, not 'mmx'" sim --lanes mmx)
wrong("vrm sim: --look takes numbers as X,Y,Z, not '1,2'" sim --look 1,2)
wrong("vrm sim: --expression takes a name and a weight from 0 to 1, as NAME=W, not 'happy=2'"
    sim --expression happy=2)
wrong("vrm sim: the option '--frames' needs a value: a whole number from 1 to 1000000"
    sim avatar.vrm --frames)
wrong("vrm sim: the option '--motion' needs a value: still, sway, idle or an input file"
    sim --motion --json avatar.vrm)
wrong("vrm sim: the option '--motion' needs a value: still, sway, idle or an input file"
    sim --motion --jsn avatar.vrm)
wrong("vrm sim: no file was given" sim --motion=--jsn)
wrong("vrm sim: no file was given" sim --frames 3 --fps=30 --look=-1,0,2 --expression a=b=0.5 --motion=sway)

# --- Pages ---

execute_process(COMMAND ${VRM} --version OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "^vrm [0-9.]+" version "${version}")
page("${version}, " --help)
page("${version}, " help)
foreach(command IN ITEMS info sim render thumb view help)
    page("Usage: vrm ${command} " help ${command})
    page("Usage: vrm ${command} " ${command} --help)
    page("Usage: vrm ${command} " ${command} avatar.vrm --json -h)
    page("Usage: vrm ${command} " --help ${command})
endforeach()

# --- What was built ---

# Each feature that CMake has found is one that the tool knows, and no other one is said to be there.
execute_process(COMMAND ${VRM} --version --json OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
string(JSON count LENGTH "${version}" features)
math(EXPR last "${count} - 1")
set(built "")
foreach(i RANGE ${last})
    string(JSON name GET "${version}" features ${i} name)
    string(JSON is_built GET "${version}" features ${i} built)
    if(is_built)
        list(APPEND built ${name})
    endif()
endforeach()
list(SORT FEATURES)
list(SORT built)
if(NOT built STREQUAL FEATURES)
    message(SEND_ERROR "vrm --version --json has the features ${built}, and CMake found ${FEATURES}: "
        "add those that are new to apps/vrm/version.c")
endif()
