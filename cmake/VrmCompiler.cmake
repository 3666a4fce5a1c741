# vrm_compile_options(target): what every object of this project is compiled with.

set(VRM_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them (empty: none)")

# What protects a program that reads files from strangers, where the compiler and the linker have it.
# It leaves every value as it is. Elsewhere than on ELF systems and macOS the defaults of the compiler
# are kept: mingw needs another library for the stack protector, WebAssembly has no such stack.
set(hardening_compile "")
set(hardening_link "")
set(hardening_systems Linux Android FreeBSD NetBSD OpenBSD DragonFly Darwin)
if(VRM_HARDENING AND NOT MSVC AND CMAKE_SYSTEM_NAME IN_LIST hardening_systems)
    include(CheckCCompilerFlag)
    include(CheckCSourceCompiles)
    include(CheckLinkerFlag)
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES C)
    set(hardens_position ON)
    check_c_compiler_flag(-fstack-protector-strong VRM_HAS_STACK_PROTECTOR)
    if(VRM_HAS_STACK_PROTECTOR)
        list(APPEND hardening_compile -fstack-protector-strong)
    endif()
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i.86)$")
        check_c_compiler_flag(-fcf-protection VRM_HAS_CF_PROTECTION)
        if(VRM_HAS_CF_PROTECTION)
            list(APPEND hardening_compile -fcf-protection)
        endif()
    endif()
    # Only with optimisation does it do anything but warn, and sanitizers have checks of their own.
    # Where the distribution's compiler or CFLAGS define it, to whatever level, it is left alone.
    set(CMAKE_REQUIRED_FLAGS -O2)
    check_c_source_compiles("#ifdef _FORTIFY_SOURCE\n#error\n#endif\nint main(void) { return 0; }"
        VRM_WANTS_FORTIFY)
    unset(CMAKE_REQUIRED_FLAGS)
    if(VRM_WANTS_FORTIFY AND NOT VRM_SANITIZE)
        list(APPEND hardening_compile
            $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-D_FORTIFY_SOURCE=2>)
    endif()
    foreach(flag IN ITEMS relro now noexecstack)
        check_linker_flag(C -Wl,-z,${flag} VRM_HAS_LINK_${flag})
        if(VRM_HAS_LINK_${flag})
            list(APPEND hardening_link -Wl,-z,${flag})
        endif()
    endforeach()
endif()

# Programs can be loaded at any address, and so can what is linked into them.
function(vrm_harden target)
    target_compile_options(${target} PRIVATE ${hardening_compile})
    target_link_options(${target} PRIVATE ${hardening_link})
    if(hardens_position)
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
endfunction()

function(vrm_compile_options target)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 /utf-8 /fp:precise $<$<BOOL:${VRM_WARNINGS_AS_ERRORS}>:/WX>)
        target_compile_definitions(${target} PRIVATE _CRT_SECURE_NO_WARNINGS)
        return()
    endif()
    # No contraction: a fused multiply-add rounds once where the specification's arithmetic rounds
    # twice, and gcc, clang and the targets disagree on where to fuse.
    # gcc 12 fuses all the same where its SLP vectoriser meets products that are alternately added
    # and subtracted (vfmsubadd under -mfma); the tests of same bits found it.
    # Without errno, sqrtf is one instruction; no value changes.
    # gcc's -Wshadow also refuses a parameter that has the name of its type (worker *worker).
    # An engine may have -ffast-math among its flags: ours come behind those, and take it back.
    vrm_harden(${target})
    if(APPLE) # there, the macros of POSIX hide O_NOFOLLOW, flock, MAP_ANONYMOUS and others
        target_compile_definitions(${target} PRIVATE _DARWIN_C_SOURCE)
    endif()
    target_compile_options(${target} PRIVATE
        -fno-fast-math $<$<C_COMPILER_ID:GNU>:-fno-tree-slp-vectorize> -fno-math-errno
        -Wall -Wextra -Wpedantic -Wconversion
        $<IF:$<OR:$<COMPILE_LANG_AND_ID:C,GNU>,$<COMPILE_LANG_AND_ID:CXX,GNU>>,-Wshadow=local,-Wshadow>
        $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
        -Wvla -Wundef -Wcast-align -Wpointer-arith
        $<$<BOOL:${VRM_WARNINGS_AS_ERRORS}>:-Werror>
        -ffp-contract=off -fvisibility=hidden
        $<$<CONFIG:Release>:-O3>)
    if(VRM_SANITIZE) # its reports need names and lines, and no more of the debugger's tables
        target_compile_options(${target} PRIVATE
            -fsanitize=${VRM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
        string(REPLACE ",fuzzer-no-link" "" link_sanitizers "${VRM_SANITIZE}")
        target_link_options(${target} PRIVATE -fsanitize=${link_sanitizers})
    endif()
endfunction()
