# Steps for other targets.
# shellcheck shell=bash disable=SC2154

# cross NAME TOOLCHAIN CMAKE-ARGUMENT…: builds for another target
cross() {
    local toolchain=$root/cmake/$2.cmake
    .ci/yyjson "build/$1" --toolchain "$toolchain" "${@:3}"
    build "$1" -DCMAKE_BUILD_TYPE=Release --toolchain "$toolchain" -DVRM_BUILD_BENCH=OFF \
        -DCMAKE_PREFIX_PATH="$root/build/$1/yyjson" "${@:3}"
}

# cross_and_test NAME TOOLCHAIN PROGRAM CMAKE-ARGUMENT…: and runs the tests in an emulator; PROGRAM
# is how the test program is run
cross_and_test() {
    local program
    cross "$1" "$2" "${@:4}"
    if ! run_tests "$1"; then
        read -ra program <<<"$3"
        if grep -q 'FAIL same_bits' "$logs/test-$1.log"; then explain_bits "${program[@]}"; fi
        return 1
    fi
}

# The first program that Wine runs makes its folder and starts the services of Windows, which then
# hold on to the output of that program: it must be none that a test waits for the end of.
windows() {
    local status=0
    export WINEDEBUG=-all WINEPREFIX=$root/build/mingw-wine
    mkdir -p "$WINEPREFIX"
    wineserver --persistent
    quietly wine cmd /c exit
    cross_and_test mingw x86_64-w64-mingw32 "wine build/mingw/test/vrm-test.exe" || status=1
    wineserver --kill || true
    return "$status"
}

aarch64() {
    local qemu
    qemu=$(command -v qemu-aarch64 || command -v qemu-aarch64-static) ||
        { echo "This step needs qemu. .ci/setup --cross installs it."; return 1; }
    cross_and_test aarch64 aarch64-linux-gnu \
        "$qemu -L /usr/aarch64-linux-gnu build/aarch64/test/vrm-test"
}

# wasm NAME CMAKE-ARGUMENT…
wasm() {
    cross_and_test "$1" wasm32-wasi \
        "node --no-warnings --single-threaded cmake/run-wasm.mjs build/$1/test/vrm-test.wasm" "${@:2}"
}

# by_zig TARGET: builds the libraries and the programs that draw nothing. No machine is there to run them.
by_zig() {
    compgen -G 'build/python/lib/python3*/site-packages/ziglang/zig' >/dev/null ||
        missing "zig; .ci/setup --cross installs it"
    cross "zig-$1" zig "-DVRM_ZIG_TARGET=$1" -DVRM_BUILD_RENDER=OFF -DVRM_BUILD_TESTS=OFF
    echo "compiled, and not run: $(cd "build/zig-$1" && echo src/lib* vrm vrm-optimize vrm.exe)"
}
