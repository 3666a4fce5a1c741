#!/usr/bin/env bash
# Installs a build into a temporary folder, moves that, and builds and runs a program with it: with
# find_package and with pkg-config, with the shared and the static library; then the same with an
# installation that has the static library alone.
#
# The program is copied out of the tree first. (Here it is main.c.in, because the test program takes
# every .c file under test/.)
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
cp "$here/CMakeLists.txt" "$program"
cp "$here/main.c.in" "$program/main.c"

generator=()
command -v ninja >/dev/null && generator=(-G Ninja)

# quietly COMMAND…: its output is shown only when it fails
quietly() {
    "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; echo "failed: $*"; return 1; }
}

# run_program NAME FILE LIBRARY: FILE runs, and is linked with libvrm as LIBRARY (shared or static)
run_program() {
    local needs=static version
    if readelf -d "$2" | grep -q 'NEEDED.*\[libvrm\.'; then needs=shared; fi
    [[ $needs == "$3" ]] || { echo "$1: linked the $needs library, not the $3 one"; return 1; }
    version=$(LD_LIBRARY_PATH=$(library_dir "$prefix") "$2") || { echo "$1: $version"; return 1; }
    echo "  $1 ($3): $version"
}

library_dir() { dirname "$(find "$1" -name 'libvrm.a')"; }

# with_cmake KIND: vrm::vrm is linked as KIND, vrm::static as static
with_cmake() {
    local out=$scratch/cmake-$1
    quietly cmake -S "$program" -B "$out" "${generator[@]}" -DCMAKE_PREFIX_PATH="$prefix"
    quietly cmake --build "$out"
    run_program "find_package, vrm::vrm" "$out/with-vrm" "$1"
    run_program "find_package, vrm::static" "$out/with-static" static
}

# with_pkg_config KIND [--static]
with_pkg_config() {
    local out=$scratch/pkg-config-$1 flags
    flags=$(PKG_CONFIG_PATH=$(library_dir "$prefix")/pkgconfig \
        pkg-config "${@:2}" --cflags --libs vrm)
    # shellcheck disable=SC2086 # the flags are words
    quietly "${CC:-cc}" -std=c99 -Wall -Wextra -Werror "$program/main.c" -o "$out" $flags
    run_program "pkg-config${2:+ $2}" "$out" "$1"
}

echo "shared and static:"
quietly cmake --install "$build" --prefix "$scratch/first"
if grep -rIl -e "$root" -e "$scratch" "$scratch/first"; then
    echo "the files above hold a path of this machine"
    exit 1
fi
prefix=$scratch/moved
mv "$scratch/first" "$prefix"
with_cmake shared
with_pkg_config shared

echo "static alone:"
quietly cmake -S "$root" -B "$scratch/build" "${generator[@]}" -DCMAKE_BUILD_TYPE=Release \
    -DVRM_BUILD_SHARED=OFF -DVRM_BUILD_TOOLS=OFF -DVRM_BUILD_TESTS=OFF -DVRM_BUILD_BENCH=OFF
quietly cmake --build "$scratch/build"
prefix=$scratch/static
quietly cmake --install "$scratch/build" --prefix "$prefix"
with_cmake static
with_pkg_config static --static
echo "install: every way to link libvrm works"
