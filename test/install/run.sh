#!/usr/bin/env bash
# Installs a build into a temporary folder, moves that, and builds and runs programs with it: with
# find_package and with pkg-config, with the shared and the static library, with the renderer as C99
# and as C++11; then the same with an installation that has the static library alone, and with libvrm
# built as part of the program, also with a yyjson that is built from an archive. A plug-in with libvrm
# inside must export nothing of it, and a library without vrm/file.h must use no stdio. What cannot be
# had must be refused with a sentence.
#
# The programs are copied out of the tree first. (Here they are .c.in files, because the test program
# takes every .c file under test/.)
#
# usage: test/install/run.sh [BUILD]        BUILD is build/release unless told
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "${1:-$root/build/release}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
program=$scratch/program
mkdir "$program"
cp -r "$here"/{CMakeLists.txt,programs.cmake,draw,fetch,cpp} "$program"
for name in main author live draw plugin own_export no_stdio; do cp "$here/$name.c.in" "$program/$name.c"; done
cp "$here/main.c.in" "$program/main.cpp"
cp "$here/draw.c.in" "$program/draw.cpp"
avatar=$root/samples/character-1.0.vrm

# What is asked here is what a library has and needs, not how fast it is. Builds with the same options share
# what the compiler cache has.
unoptimised=(-DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-DNDEBUG)

generator=()
command -v ninja >/dev/null && generator=(-G Ninja)

# quietly COMMAND…: its output is shown only when it fails
quietly() {
    "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; echo "failed: $*"; return 1; }
}

# refuses SENTENCE COMMAND…: the command fails, and says why
refuses() {
    if "${@:2}" >"$scratch/log" 2>&1; then echo "should have failed: ${*:2}"; return 1; fi
    if ! tr -s ' \n' ' ' <"$scratch/log" | grep -qF -e "$1"; then
        cat "$scratch/log"
        echo "did not say \"$1\": ${*:2}"
        return 1
    fi
    echo "  refused: $1"
}

# run_program NAME LIBRARY FILE ARGUMENT…: FILE runs, and is linked with libvrm as LIBRARY (shared or
# static), and with one only
run_program() {
    local needs=static said
    if readelf -d "$3" | grep -q 'NEEDED.*\[libvrm\.'; then needs=shared; fi
    [[ $needs == "$2" ]] || { echo "$1: linked the $needs library, not the $2 one"; return 1; }
    if [[ $2 == shared ]] && nm -P --defined-only "$3" | cut -d' ' -f1 |
        grep -xFf <(cat "$root/src/exports.txt" "$root/src/author/exports.txt" "$root/src/live/exports.txt"); then
        echo "$1: has a copy of libvrm beside the shared one"
        return 1
    fi
    said=$(LD_LIBRARY_PATH=$(library_dir "$prefix") "${@:3}") || { echo "$1: $said"; return 1; }
    echo "  $1 ($2): $said"
}

library_dir() { dirname "$(find "$1" -name 'libvrm.a')"; }

# configure SOURCE OUT CMAKE-ARGUMENT…: with the installed libvrm
configure() {
    cmake -S "$program/$1" -B "$2" "${generator[@]}" -DCMAKE_PREFIX_PATH="$prefix" "${@:3}"
}

package_flags() { PKG_CONFIG_PATH=$(library_dir "$prefix")/pkgconfig pkg-config "$@"; }

# with_cmake KIND: vrm::vrm is linked as KIND, vrm::static as static
with_cmake() {
    local out=$scratch/cmake-$1
    quietly configure . "$out"
    quietly cmake --build "$out"
    run_program "find_package, vrm::vrm" "$1" "$out/with-vrm"
    run_program "find_package, vrm::static" static "$out/with-static"
    run_program "find_package, vrm::author" "$1" "$out/with-author" "$avatar"
    run_program "find_package, vrm::author-static" static "$out/with-author-static" "$avatar"
    run_program "find_package, vrm::live" "$1" "$out/with-live"
    run_program "find_package, vrm::live-static" static "$out/with-live-static"
}

# with_pkg_config KIND [--static]
with_pkg_config() {
    local out=$scratch/pkg-config-$1 flags
    flags=$(package_flags "${@:2}" --cflags --libs vrm)
    # shellcheck disable=SC2086 # the flags are words
    quietly "${CC:-cc}" -std=c99 -Wall -Wextra -Werror "$program/main.c" -o "$out" $flags
    run_program "pkg-config${2:+ $2}" "$1" "$out"
    flags=$(package_flags "${@:2}" --cflags --libs vrm-author)
    # shellcheck disable=SC2086 # the flags are words
    quietly "${CC:-cc}" -std=c99 -Wall -Wextra -Werror "$program/author.c" -o "$out-author" $flags
    run_program "pkg-config${2:+ $2} vrm-author" "$1" "$out-author" "$avatar"
    flags=$(package_flags "${@:2}" --cflags --libs vrm-live)
    # shellcheck disable=SC2086 # the flags are words
    quietly "${CC:-cc}" -std=c99 -Wall -Wextra -Werror "$program/live.c" -o "$out-live" $flags
    run_program "pkg-config${2:+ $2} vrm-live" "$1" "$out-live"
}

# libvrm-author and libvrm-live need the libvrm of exactly their own version: with another one the loader refuses them. (In the
# copy, the symbol that holds the version has another name.)
other_version() {
    local folder=$scratch/other-version library symbol
    mkdir "$folder"
    cp -P "$(library_dir "$prefix")"/libvrm*.so* "$folder"
    library=$(readlink -f "$folder/libvrm.so")
    symbol=$(nm -D --defined-only "$library" | grep -o 'vrmi_private_.*')
    LC_ALL=C sed -i "s/$symbol/${symbol%?}x/" "$library"
    refuses "undefined symbol: $symbol" env LD_LIBRARY_PATH="$folder" "$scratch/cmake-shared/with-author" "$avatar"
    refuses "undefined symbol: $symbol" env LD_LIBRARY_PATH="$folder" "$scratch/cmake-shared/with-live"
}

# with_static_module: the static library, where the shared one is installed beside it
with_static_module() {
    local out=$scratch/pkg-config-vrm-static flags
    flags=$(package_flags --cflags --libs vrm-static)
    # shellcheck disable=SC2086 # the flags are words
    quietly "${CC:-cc}" -std=c99 -Wall -Wextra -Werror "$program/main.c" -o "$out" $flags
    run_program "pkg-config vrm-static" static "$out"
}

# A plug-in with libvrm inside exports nothing of it, so that two of them do not meet in one process.
plugin() {
    local out=$scratch/plugin.so flags found
    flags=$(package_flags --cflags --libs vrm-static)
    # shellcheck disable=SC2086 # the flags are words
    quietly "${CC:-cc}" -std=c99 -Wall -Wextra -Werror -shared -fPIC -fvisibility=hidden \
        -Wl,--no-undefined "$program/plugin.c" -o "$out" $flags
    found=$(nm -D --defined-only "$out" | awk '{ print $NF }' | grep -E '^(vrmi?_|plugin_)')
    if [[ $found != plugin_version ]]; then
        echo "a plug-in with libvrm inside exports: $found"
        return 1
    fi
    if ! nm --defined-only "$out" | grep -q ' t vrm_version$'; then
        echo "the plug-in does not have libvrm inside"
        return 1
    fi
    echo "  a plug-in with libvrm inside exports nothing of it"
}

# A host may define VRM_EXPORT itself.
own_export() {
    local out=$scratch/own-export flags said
    flags=$(package_flags --cflags --libs vrm-static)
    # shellcheck disable=SC2086 # the flags are words
    quietly "${CC:-cc}" -std=c99 "$program/own_export.c" -o "$out" $flags
    said=$("$out")
    [[ $said == "__attribute__((unused))" ]] || { echo "VRM_EXPORT became $said"; return 1; }
    echo "  VRM_EXPORT of the program's own is kept"
}

# The library without vrm/file.h uses no stdio, and needs none.
without_files() {
    local flags includes out=$scratch/no-stdio library
    quietly cmake -S "$root" -B "$scratch/no-file" "${generator[@]}" "${unoptimised[@]}" \
        -DVRM_BUILD_FILE=OFF -DVRM_BUILD_RENDER=OFF -DVRM_BUILD_SHARED=OFF
    quietly cmake --build "$scratch/no-file"
    prefix=$scratch/no-file-prefix
    quietly cmake --install "$scratch/no-file" --prefix "$prefix"
    library=$(find "$prefix" -name libvrm.a)
    if nm -A -u "$library" 2>/dev/null |
        grep -E ' _*(f?open(at)?(64)?|f?printf(_chk)?|sn?printf(_chk)?|fread(_chk)?|fwrite|fputs|puts|fclose|read|std(in|out|err))$'; then
        echo "the library without files asks for the functions above"
        return 1
    fi
    if find "$prefix" -name file.h | grep .; then
        echo "file.h is installed, and its functions are not"
        return 1
    fi
    flags=$(package_flags --cflags --libs vrm-static)
    includes=$(package_flags --cflags vrm-static)
    # shellcheck disable=SC2086 # the flags are words
    {
        quietly "${CC:-cc}" -std=c99 -Wall -Wextra -Werror "$program/no_stdio.c" -o "$out" $flags
        if "${CC:-cc}" -std=c99 -E "$program/no_stdio.c" $includes | grep 'stdio\.h'; then
            echo "vrm/vrm.h includes stdio.h although VRM_NO_STDIO is defined"
            return 1
        fi
    }
    run_program "without files and stdio" static "$out"
}

# draw_with_cmake KIND: vrm::render by itself brings the static library
draw_with_cmake() {
    local out=$scratch/draw-cmake-$1
    quietly configure draw "$out" -DCOMPONENTS='COMPONENTS;render' -DWITH_GL="$with_gl"
    quietly cmake --build "$out"
    run_program "find_package, vrm::render, C99" static "$out/draw-c99" "$avatar"
    run_program "find_package, vrm::render, C++11" static "$out/draw-cpp11" "$avatar"
    run_program "find_package, vrm::render and vrm::vrm" "$1" "$out/draw-beside-vrm" "$avatar"
    quietly configure draw "$out-unasked" # vrm::render is there without COMPONENTS too
}

# draw_with_pkg_config KIND [--static]
draw_with_pkg_config() {
    local out=$scratch/draw-pkg-config-$1 strict=(-Wall -Wextra -Wpedantic -Wconversion -Werror)
    local modules=(vrm-render) flags
    if [[ $with_gl == ON ]]; then
        modules+=(epoxy)
        strict+=(-DWITH_GL)
    fi
    flags=$(package_flags "${@:2}" --cflags --libs "${modules[@]}")
    # shellcheck disable=SC2086 # the flags are words
    {
        quietly "${CC:-cc}" -std=c99 "${strict[@]}" "$program/draw.c" -o "$out-c99" $flags
        quietly "${CXX:-c++}" -std=c++11 "${strict[@]}" "$program/draw.cpp" -o "$out-cpp11" $flags
    }
    run_program "pkg-config${2:+ $2} vrm-render, C99" "$1" "$out-c99" "$avatar"
    run_program "pkg-config${2:+ $2} vrm-render, C++11" "$1" "$out-cpp11" "$avatar"
}

# Without an image library that the renderer was built with, there is no vrm::render, and everything
# else is as it was.
draw_without_images() {
    local out=$scratch/without
    refuses "it has no component sound" configure draw "$out-sound" -DCOMPONENTS='COMPONENTS;sound'
    if [[ $has_png == OFF ]]; then return; fi
    refuses "vrm::render needs PNG::PNG, not found here" configure draw "$out-png" \
        -DCMAKE_DISABLE_FIND_PACKAGE_PNG=ON -DCOMPONENTS='COMPONENTS;render'
    refuses "vrm::render" configure draw "$out-png-unasked" -DCMAKE_DISABLE_FIND_PACKAGE_PNG=ON
    quietly configure . "$out-core" -DCMAKE_DISABLE_FIND_PACKAGE_PNG=ON
}

# VRM_YYJSON_ARCHIVE builds yyjson from an archive with the right checksum, and from no other; no
# installed yyjson is found then. (Debian's archive has a checksum of its own, so that the released one
# is wrong for it. The download that VRM_FETCH_YYJSON does is not tested here.)
with_archive() {
    local archive sha256 out=$scratch/archive
    if ! read -r archive sha256 < <("$root/.ci/archive" yyjson); then
        echo "skip: the source of yyjson, which Debian has"
        [[ -z ${CI:-} ]] || return 1
        return 0
    fi
    local options=(-S "$program/cpp" "${generator[@]}" "${unoptimised[@]}"
        -DVRM_SOURCE="$root" -DVRM_INSTALL=ON -DVRM_YYJSON_ARCHIVE="$archive"
        -DCMAKE_DISABLE_FIND_PACKAGE_yyjson=ON -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON)
    refuses "$archive is not the archive that it should be. Its SHA-256 is $sha256" \
        cmake "${options[@]}" -B "$out-wrong"
    refuses "there is no file" cmake "${options[@]}" -B "$out-none" -DVRM_YYJSON_ARCHIVE=none.tar.gz
    quietly cmake "${options[@]}" -B "$out" -DVRM_YYJSON_SHA256="$sha256"
    quietly cmake --build "$out"
    run_program "FetchContent, C++ alone, yyjson from an archive" static "$out/main-cpp11"
    prefix=$scratch/archive-prefix
    quietly cmake --install "$out" --prefix "$prefix"
    quietly configure . "$out-installed"
    quietly cmake --build "$out-installed"
    run_program "find_package, vrm::static with the yyjson beside it" static "$out-installed/with-static"
    if readelf -d "$out-installed/with-static" | grep -q 'NEEDED.*yyjson'; then
        echo "the program was linked with the yyjson of the system"
        return 1
    fi
}

# A project that sets BUILD_SHARED_LIBS means this library too.
shared_as_told() {
    local told
    for told in ON OFF; do
        quietly cmake -S "$root" -B "$scratch/told-$told" "${generator[@]}" -DBUILD_SHARED_LIBS=$told \
            -DVRM_BUILD_RENDER=OFF -DVRM_BUILD_TOOLS=OFF -DVRM_BUILD_TESTS=OFF -DVRM_BUILD_BENCH=OFF \
            -DVRM_BUILD_SAMPLES=OFF -DVRM_BUILD_EXAMPLES=OFF
        if ! grep -q "^VRM_BUILD_SHARED:BOOL=$told" "$scratch/told-$told/CMakeCache.txt"; then
            echo "BUILD_SHARED_LIBS=$told did not make VRM_BUILD_SHARED $told"
            return 1
        fi
    done
    echo "  BUILD_SHARED_LIBS decides whether there is a shared library"
}

# What the build is expected to have.
has_render=OFF has_png=OFF with_gl=OFF
if grep -q '^VRM_BUILD_RENDER:BOOL=ON' "$build/CMakeCache.txt"; then has_render=ON; fi

echo "shared and static:"
quietly cmake --install "$build" --prefix "$scratch/first"
if grep -rIl -e "$root" -e "$scratch" "$scratch/first" ||
    grep -rIl -e /usr/ --include='*.cmake' --include='*.pc' "$scratch/first"; then
    echo "the files above hold a path of this machine"
    exit 1
fi
prefix=$scratch/moved
mv "$scratch/first" "$prefix"
for name in vrm vrm-draw vrm-view vrm-maker; do
    if [[ -x $build/$name && ! -x $prefix/bin/$name ]]; then
        echo "$name was built, and is not installed"
        exit 1
    fi
done
if [[ -f $build/vrm-video.so && -z $(find "$prefix" -path '*/vrm/vrm-video.so') ]]; then
    echo "vrm-video was built, and is not installed"
    exit 1
fi
for file in README.md docs/guides/linking.md samples/character-1.0.vrm examples/hello.c; do
    cmp "$root/$file" "$prefix/share/doc/libvrm/$file"
done
if [[ -x $build/vrm ]]; then
    cmp "$root/docs/vrm-output.schema.json" "$prefix/share/vrm/vrm-output.schema.json"
fi
with_cmake shared
with_pkg_config shared
other_version
with_static_module
plugin
own_export
if [[ $has_render == ON ]]; then
    if package_flags --print-requires vrm-render | grep -q '^libpng'; then has_png=ON; fi
    if [[ $has_png == ON ]] && pkg-config --exists epoxy; then
        with_gl=ON
    else
        echo "skip: pictures, which need libepoxy and libpng"
        [[ -z ${CI:-} ]] || exit 1
    fi
    draw_with_cmake shared
    draw_with_pkg_config shared
    draw_without_images
fi

echo "static alone:"
quietly cmake -S "$root" -B "$scratch/build" "${generator[@]}" "${unoptimised[@]}" \
    -DVRM_BUILD_RENDER=$has_render -DVRM_BUILD_SHARED=OFF -DVRM_BUILD_TOOLS=OFF \
    -DVRM_BUILD_TESTS=OFF -DVRM_BUILD_BENCH=OFF -DVRM_BUILD_SAMPLES=OFF -DVRM_BUILD_EXAMPLES=OFF
quietly cmake --build "$scratch/build"
prefix=$scratch/static
quietly cmake --install "$scratch/build" --prefix "$prefix"
with_cmake static
with_pkg_config static --static
if [[ $has_render == ON ]]; then
    draw_with_cmake static
    draw_with_pkg_config static --static
fi

shared_as_told

echo "without vrm/file.h:"
without_files

echo "without the renderer:"
quietly cmake "$scratch/build" -DVRM_BUILD_RENDER=OFF
prefix=$scratch/plain
quietly cmake --install "$scratch/build" --prefix "$prefix"
if find "$prefix" -path '*/share/doc' -prune -o \( -iname '*render*' -o -iname '*webp*' \) -print |
    grep .; then
    echo "the files above are the renderer's, which was not built"
    exit 1
fi
refuses "this libvrm was built without the renderer" \
    configure draw "$scratch/plain-draw" -DCOMPONENTS='COMPONENTS;render'

if [[ $has_render == ON ]]; then
    echo "as part of the program:"
    quietly cmake -S "$program/fetch" -B "$scratch/fetch" "${generator[@]}" \
        "${unoptimised[@]}" -DVRM_SOURCE="$root" -DWITH_GL="$with_gl"
    quietly cmake --build "$scratch/fetch"
    run_program "FetchContent, C99" static "$scratch/fetch/draw-c99" "$avatar"
    run_program "FetchContent, C++11" static "$scratch/fetch/draw-cpp11" "$avatar"
fi

echo "as part of a program in C++, whose project does not know C:"
# An engine's own -ffast-math must not reach the library, whose sources refuse it.
for with_yyjson in OFF ON; do
    if [[ $with_yyjson == ON ]] && ! pkg-config --exists yyjson; then continue; fi
    quietly cmake -S "$program/cpp" -B "$scratch/cpp-$with_yyjson" "${generator[@]}" \
        "${unoptimised[@]}" -DVRM_SOURCE="$root" -DWITH_YYJSON=$with_yyjson \
        -DCMAKE_C_FLAGS='-DNDEBUG -ffast-math'
    quietly cmake --build "$scratch/cpp-$with_yyjson"
    run_program "FetchContent, C++ alone, yyjson of its own: $with_yyjson" static \
        "$scratch/cpp-$with_yyjson/main-cpp11"
done

echo "with a yyjson that is built from an archive:"
with_archive
echo "install: every way to link libvrm works"
