# vrm_compile_options(target): what every object of this project is compiled with.

set(VRM_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them (empty: none)")

function(vrm_compile_options target)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 /fp:precise $<$<BOOL:${VRM_WARNINGS_AS_ERRORS}>:/WX>)
        target_compile_definitions(${target} PRIVATE _CRT_SECURE_NO_WARNINGS)
        return()
    endif()
    # No contraction: a fused multiply-add rounds once where the specification's arithmetic rounds
    # twice, and gcc, clang and the targets disagree on where to fuse.
    # gcc 12 fuses all the same where its SLP vectoriser meets products that are alternately added
    # and subtracted (vfmsubadd under -mfma); the tests of same bits found it.
    # Without errno, sqrtf is one instruction; no value changes.
    target_compile_options(${target} PRIVATE
        $<$<C_COMPILER_ID:GNU>:-fno-tree-slp-vectorize> -fno-math-errno
        -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
        -Wvla -Wundef -Wcast-align -Wpointer-arith
        $<$<BOOL:${VRM_WARNINGS_AS_ERRORS}>:-Werror>
        -ffp-contract=off -fvisibility=hidden
        $<$<CONFIG:Release>:-O3>)
    if(VRM_SANITIZE)
        target_compile_options(${target} PRIVATE
            -fsanitize=${VRM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
        string(REPLACE ",fuzzer-no-link" "" link_sanitizers "${VRM_SANITIZE}")
        target_link_options(${target} PRIVATE -fsanitize=${link_sanitizers})
    endif()
endfunction()
