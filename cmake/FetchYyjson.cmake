# Builds yyjson as a part of this build, for VRM_FETCH_YYJSON and VRM_YYJSON_ARCHIVE: from the archive
# of its release, which is downloaded, or from a file. Nothing is unpacked whose checksum is another.
# The static library is installed beside libvrm, because programs that link vrm::static need it.
#
# The checksum is the one on which these public recipes agree, for the same address: Spack
# (repos/spack_repo/builtin/packages/yyjson/package.py), Chimera Linux (main/yyjson/template.py),
# Homebrew (Formula/y/yyjson.rb) and xmake (packages/y/yyjson/xmake.lua). `git archive` of the tag
# gives it too: git archive --format=tar --prefix=yyjson-0.10.0/ 0.10.0 | gzip -n | sha256sum

set(VRM_YYJSON_ARCHIVE "" CACHE FILEPATH
    "An archive of yyjson's source on this machine: yyjson is built from it, and nothing is downloaded")
set(VRM_YYJSON_SHA256 0d901cb2c45c5586e3f3a4245e58c2252d6b24bf4b402723f6179523d389b165 CACHE STRING
    "SHA-256 of the archive that yyjson is built from; unless told, that of yyjson 0.10.0's release")
mark_as_advanced(VRM_YYJSON_SHA256)
option(VRM_YYJSON_SMALL
    "Build yyjson for size: only what reads, and functions that are called, not repeated" OFF)
mark_as_advanced(VRM_YYJSON_SMALL)

# vrm_replace_in(TEXT OLD NEW): in the variable TEXT; what is not there is another version's.
function(vrm_replace_in text old new)
    string(FIND "${${text}}" "${old}" found)
    if(found LESS 0)
        message(FATAL_ERROR "this version of yyjson has no «${old}»")
    endif()
    string(REPLACE "${old}" "${new}" replaced "${${text}}")
    set(${text} "${replaced}" PARENT_SCOPE)
endfunction()

# vrm_replace_between(TEXT FROM TO NEW): what is between the first FROM and the first TO behind it, and FROM.
function(vrm_replace_between text from to new)
    string(FIND "${${text}}" "${from}" begin)
    string(SUBSTRING "${${text}}" 0 ${begin} before)
    string(SUBSTRING "${${text}}" ${begin} -1 behind)
    string(FIND "${behind}" "${to}" length)
    if(begin LESS 0 OR length LESS 0)
        message(FATAL_ERROR "this version of yyjson has nothing between «${from}» and «${to}»")
    endif()
    string(SUBSTRING "${behind}" ${length} -1 behind)
    set(${text} "${before}${new}${behind}" PARENT_SCOPE)
endfunction()

# Modules for pages compute yyjson's table of powers of ten (bindings/web/wasm/powers_of_ten.h): its
# source is compiled without the table. Of its two readers of whole texts they have the one for text
# with spaces, which reads the other as well; and loops, where it has sixteen or eighteen copies of their
# bodies; and not the flags that nobody here gives.
function(vrm_make_yyjson_small)
    get_target_property(folder yyjson SOURCE_DIR)
    file(READ ${folder}/src/yyjson.c text)
    string(FIND "${text}" "static const u64 pow10_sig_table[] = {" first)
    string(SUBSTRING "${text}" ${first} -1 rest)
    string(FIND "${rest}" "};" length)
    if(first LESS 0 OR length LESS 0)
        message(FATAL_ERROR "this version of yyjson has another table of powers of ten")
    endif()
    string(SUBSTRING "${text}" 0 ${first} before)
    math(EXPR length "${length} + 2")
    string(SUBSTRING "${rest}" ${length} -1 behind)
    vrm_replace_in(behind "i32 idx = exp10 - (POW10_SIG_TABLE_MIN_EXP);" "")
    vrm_replace_in(behind "*hi = pow10_sig_table[idx * 2];" "vrm_web_power_of_ten(exp10, hi, lo);")
    vrm_replace_in(behind "*lo = pow10_sig_table[idx * 2 + 1];" "")
    if(behind MATCHES "pow10_sig_table\\[")
        message(FATAL_ERROR "this version of yyjson uses its table of powers of ten in another way")
    endif()
    vrm_replace_in(behind "if (char_is_space(cur[1]) && char_is_space(cur[2])) {" "if (true) {")
    vrm_replace_in(before "ESTIMATED_PRETTY_RATIO 16" "ESTIMATED_PRETTY_RATIO 6") # as of the other reader
    vrm_replace_in(before "#define repeat16(x) { x x x x x x x x x x x x x x x x }" "#define repeat16(x) { x }")
    vrm_replace_in(before "read_flag_eq(flg, YYJSON_READ_##_flag)"
        "read_flag_eq(flg, (YYJSON_READ_##_flag & (YYJSON_READ_INSITU | YYJSON_READ_ALLOW_INF_AND_NAN | \
YYJSON_READ_ALLOW_INVALID_UNICODE)))")
    vrm_replace_between(behind "skip_ascii_begin:" "skip_ascii_end:" "
    while (!char_is_ascii_stop(*src)) ++src;
")
    vrm_replace_between(behind "copy_ascii:" "copy_utf8:" "copy_ascii:
    while (!char_is_ascii_stop(*src)) *dst++ = *src++;
    goto copy_utf8;
")
    vrm_replace_in(behind "goto copy_ascii_stop_1;" "*dst++ = *src++; goto copy_utf8;")
    # The digits of a number: at most 19 of them fit into `sig`, and `digits` is how many there are.
    vrm_replace_in(behind "goto digi_frac_1; /* continue read fraction part */" "goto digi_frac;")
    vrm_replace_in(behind "u8 *sig_cut = NULL; /* significant part cutting position for long number */"
        "u8 *sig_cut = NULL; usize digits = 1;")
    vrm_replace_between(behind "#define expr_intg(i)" "digi_intg_more:" "
    for (; digits < 19 && (num = (u64)(cur[digits] - (u8)'0')) <= 9; ++digits) sig = num + sig * 10;
    if (digits == 19) {
        cur += 19;
        if (!digi_is_digit_or_fp(*cur)) {
            if (sign && (sig > ((u64)1 << 63))) return_f64(normalized_u64_to_f64(sig));
            return_i64(sig);
        }
        goto digi_intg_more;
    }
    if (!digi_is_fp(cur[digits])) { cur += digits; return_i64(sig); }
    dot_pos = cur + digits;
    if (*dot_pos != '.') { cur = sig_end = dot_pos; goto digi_exp_more; }
digi_frac:
    for (; digits < 19 && (num = (u64)(cur[digits + 1] - (u8)'0')) <= 9; ++digits) sig = num + sig * 10;
    cur += digits + 1;
    if (digits == 19 && digi_is_digit(*cur)) goto digi_frac_more;
    goto digi_frac_end;
")
    file(CONFIGURE OUTPUT yyjson-small.c CONTENT
        "#include \"powers_of_ten.h\"\n@before@@behind@" @ONLY NEWLINE_STYLE UNIX)
    set_target_properties(yyjson PROPERTIES SOURCES ${CMAKE_CURRENT_BINARY_DIR}/yyjson-small.c)
    target_include_directories(yyjson PRIVATE ${PROJECT_SOURCE_DIR}/bindings/web/wasm)
endfunction()

# Downloads an archive into the build folder. FetchContent would end with a hundred lines if it could not.
function(vrm_download_yyjson url file)
    if(EXISTS "${file}")
        file(SHA256 "${file}" found)
        if(found STREQUAL VRM_YYJSON_SHA256)
            return()
        endif()
    endif()
    file(DOWNLOAD "${url}" "${file}" STATUS status TIMEOUT 120)
    list(GET status 0 code)
    list(GET status 1 reason)
    if(NOT code EQUAL 0)
        file(REMOVE "${file}")
        message(FATAL_ERROR "yyjson could not be downloaded from ${url}: ${reason}. "
            "Download it by other means, and pass -DVRM_YYJSON_ARCHIVE=<file>; or install yyjson 0.10 or newer.")
    endif()
endfunction()

function(vrm_fetch_yyjson)
    set(archive "${CMAKE_BINARY_DIR}/yyjson-0.10.0.tar.gz")
    if(NOT VRM_YYJSON_ARCHIVE)
        vrm_download_yyjson(https://github.com/ibireme/yyjson/archive/refs/tags/0.10.0.tar.gz "${archive}")
    endif()
    if(VRM_YYJSON_ARCHIVE)
        get_filename_component(archive "${VRM_YYJSON_ARCHIVE}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
        if(NOT EXISTS "${archive}")
            message(FATAL_ERROR "VRM_YYJSON_ARCHIVE: there is no file ${archive}")
        endif()
        file(SHA256 "${archive}" found)
        if(NOT found STREQUAL VRM_YYJSON_SHA256)
            message(FATAL_ERROR "VRM_YYJSON_ARCHIVE: ${archive} is not the archive that it should be. "
                "Its SHA-256 is ${found}; VRM_YYJSON_SHA256 asks for ${VRM_YYJSON_SHA256}.")
        endif()
    endif()

    include(FetchContent)
    if(POLICY CMP0135) # times of unpacked files: those of the unpacking
        cmake_policy(SET CMP0135 NEW)
    endif()
    set(CMAKE_POLICY_DEFAULT_CMP0077 NEW) # its options take what is set here
    set(BUILD_SHARED_LIBS OFF)
    set(YYJSON_BUILD_TESTS OFF)
    if(VRM_YYJSON_SMALL)
        set(YYJSON_DISABLE_WRITER ON)
        set(YYJSON_DISABLE_INCR_READER ON)
        set(YYJSON_DISABLE_UTILS ON)
    endif()
    FetchContent_Declare(yyjson URL "${archive}" URL_HASH SHA256=${VRM_YYJSON_SHA256})
    FetchContent_MakeAvailable(yyjson)

    # It becomes a part of the shared libvrm, which exports nothing but its own functions.
    set_target_properties(yyjson PROPERTIES
        POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
    target_compile_definitions(yyjson PRIVATE yyjson_api=)
    if(VRM_YYJSON_SMALL) # its macro forces functions into each of their callers
        target_compile_definitions(yyjson PRIVATE yyjson_inline=inline)
        vrm_make_yyjson_small()
    endif()
    # It reads numbers: flags of the project around it must not change their values.
    if(NOT MSVC)
        target_compile_options(yyjson PRIVATE -fno-fast-math -ffp-contract=off)
    endif()
    # Its header is not compiled with our warnings.
    get_target_property(headers yyjson INTERFACE_INCLUDE_DIRECTORIES)
    target_include_directories(yyjson SYSTEM INTERFACE ${headers})
endfunction()

if((VRM_FETCH_YYJSON OR VRM_YYJSON_ARCHIVE) AND NOT TARGET yyjson AND NOT TARGET yyjson::yyjson)
    vrm_fetch_yyjson()
endif()
