# Steps that build the library and its programs for this machine, and test them.
# shellcheck shell=bash disable=SC2154

build_release() { build release --preset release -DCMAKE_C_COMPILER=gcc; }
build_debug() { build debug --preset debug -DCMAKE_C_COMPILER=gcc; }
build_clang() { build clang -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang; }
build_fuzz() { build fuzz --preset fuzz; }

# Without what no test of this build runs, so that each source is compiled once.
build_asan() {
    build asan --preset asan -DCMAKE_C_COMPILER=clang -DVRM_BUILD_SHARED=OFF -DVRM_BUILD_BENCH=OFF
}

# The last lines of the whole gate.
test_release() {
    run_tests release | tee "$VRM_CI_FOLDER/release-tests"
}

# What the command line prints, how it takes many files, the worker, the queue's programs and the renderer in
# desktop GL and in old versions of GL are tested by the gate as gcc makes them, and with the sanitizers in the
# full ring. The tests that stay have the programs read every kind of faulty and hostile file, and draw with one
# version of GL.
rest='^(tools|corpus-files|tool-.*|work-.*|hub-.*|render_.*-(core|es30|core33))$'
test_asan() { run_tests asan --exclude-regex "$rest"; }
test_asan_rest() { run_tests asan --tests-regex "$rest"; }

# The library as clang optimizes it. The sweep through all changes of files is left to gcc and to the
# sanitizers: it looks for reads of what is not there, which the sanitizers see in code of clang as well.
library_clang() {
    configure clang-library -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang -DVRM_BUILD_SHARED=OFF
    quietly cmake --build build/clang-library --parallel "$jobs" --target vrm-test
    run_tests clang-library --label-regex '^library$' --exclude-regex '^hostile_sweep'
}

viewer() {
    local folder
    for folder in release asan; do
        quietly ctest --test-dir "build/$folder" --no-tests=error --label-regex view
        grep '% tests passed' "$logs/last.log"
    done
}

# The tests of the hub that need a broker. None of them may be skipped.
hub_with_broker() {
    local folder
    for folder in release clang debug asan; do
        quietly ctest --test-dir "build/$folder" --parallel "$jobs" --no-tests=error --label-regex '^broker$'
        if grep '(Skipped)' "$logs/last.log"; then missing "nats-server 2.10 or redis-server; .ci/setup --full installs them"; fi
        grep '% tests passed' "$logs/last.log"
    done
}

# hub_under_kills PART: a part of the long tests under kills. Power cuts need a loop device, which few containers
# have.
hub_under_kills() {
    local status=0
    python3 hub/test/full_chaos.py build/release --parts "$1" || status=$?
    if ((status == 77)) && [[ $1 == power ]]; then skip "no loop device can be mounted"; fi
    if ((status == 77)); then missing "what the part $1 needs; .ci/setup --full installs it"; fi
    return "$status"
}

# explain_bits COMMAND…: how the test program of a build is run that does not give the same bits. Names the
# first frame, stage and node that differ from the reference of the release build.
explain_bits() {
    local lanes reference=$root/$logs/reference.trace other=$root/$logs/other.trace
    build/release/test/vrm-test same_bits_trace --data samples="$root/samples" \
        --data lanes=scalar --data trace="$reference" >/dev/null || return 0
    for lanes in scalar plain sse2 avx2 neon wasm; do
        rm -f "$other"
        "$@" same_bits_trace --data samples="$root/samples" --data lanes="$lanes" \
            --data trace="$other" >/dev/null 2>&1 || continue
        printf '%s: ' "$lanes"
        tools/compare/compare-traces "$reference" "$other" || true
    done
}

# bits_of COMPILER LEVEL: a small build, and the hashes of its scenes. The release builds of both compilers
# run the same test with -O3.
bits_of() {
    local name=bits-$1$2
    configure "$name" -DCMAKE_C_COMPILER="$1" -DCMAKE_BUILD_TYPE= -DCMAKE_C_FLAGS="$2" \
        -DVRM_BUILD_SHARED=OFF -DVRM_BUILD_TOOLS=OFF -DVRM_BUILD_BENCH=OFF -DVRM_BUILD_SAMPLES=OFF
    quietly cmake --build "build/$name" --parallel "$jobs" --target vrm-same-bits
    if ! "build/$name/test/vrm-same-bits" same_bits --data samples=samples >"$logs/$name.log"; then
        cat "$logs/$name.log"
        explain_bits "build/$name/test/vrm-same-bits"
        return 1
    fi
    echo "$1 $2: $(tail -n 1 "$logs/$name.log")"
}

other_bits() {
    bits_of gcc -O2
    bits_of clang -O0
    bits_of clang -O2
}

# Without the reader that relies on the layout of yyjson's memory: the one for versions of yyjson that
# were not tested. The compiler and its options are those of bits_of, so that the compiler cache serves both.
plain_json() {
    configure plain -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE= -DCMAKE_C_FLAGS=-O0 \
        -DVRM_JSON_PLAIN=ON -DVRM_BUILD_SHARED=OFF \
        -DVRM_BUILD_TOOLS=OFF -DVRM_BUILD_BENCH=OFF -DVRM_BUILD_SAMPLES=OFF
    quietly cmake --build build/plain --parallel "$jobs" --target vrm-test
    run_tests plain --tests-regex '^(json|document|vrm[01]|draft|spring|expression|material)'
}

# Crowds and avatars on several threads.
races() {
    configure tsan -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo -DVRM_SANITIZE=thread \
        -DVRM_BUILD_SHARED=OFF -DVRM_BUILD_TOOLS=OFF -DVRM_BUILD_BENCH=OFF -DVRM_BUILD_SAMPLES=OFF
    quietly cmake --build build/tsan --parallel "$jobs" --target vrm-same-bits
    quietly build/tsan/test/vrm-same-bits crowd threads --data samples=samples
    tail -n 1 "$logs/last.log"
}

# memcheck PART PARTS: reads of uninitialized memory, which the sanitizers do not see; every PARTS-th suite.
# Of files, the samples alone: others are slow.
memcheck() {
    local suites
    mapfile -t suites < <(sed -n 's/^SUITE(\([a-z0-9_]*\)).*/\1/p' test/suites.h |
        awk -v part="$1" -v parts="$2" 'NR % parts == part % parts')
    quietly valgrind --quiet --error-exitcode=1 --leak-check=full --suppressions=test/valgrind.supp \
        build/release/test/vrm-test "${suites[@]}" --no-data --data patience=4 --data samples=samples
    tail -n 1 "$logs/last.log"
}

# Which branches of src/ the tests take. The table is short; the list is in build/coverage.
branches() {
    tools/check/coverage build/coverage ${corpus:+--corpus "$corpus"}
}

blender_import() {
    if [[ -z ${VRM_BLENDER_ADDON:-} ]]; then skip "VRM_BLENDER_ADDON does not name the VRM add-on of Blender"; fi
    if ! command -v blender >/dev/null; then skip "there is no blender"; fi
    quietly tools/check/check-blender --self-test
    tail -1 "$logs/last.log"
    tools/check/check-blender samples/character-{0.x,1.0-beta,1.0}.vrm
    tools/check/check-verbs --addon "$VRM_BLENDER_ADDON" samples
}

# fuzz_from CORPUS PROGRAM OPTION…: runs a fuzzer from a copy of its seeds, and of seeds that are generated for
# it, so that the tree never changes
fuzz_from() {
    local corpus=$1 program=$2 name=${2##*/} log=$logs/${2##*/}.log seeds=fuzz/seeds
    if [[ -d $seeds/$name ]]; then
        seeds=$seeds/$name
    elif [[ -d $seeds/${name#fuzz_} ]]; then
        seeds=$seeds/${name#fuzz_}
    fi
    mkdir -p "$corpus"
    cp -rn "$seeds/." "$corpus"
    tools/make/make-seeds build/fuzz/generated "$name" >"$log"
    if [[ -d build/fuzz/generated/$name ]]; then cp -rn "build/fuzz/generated/$name/." "$corpus"; fi
    if ! "$program" "$corpus" -dict=fuzz/gltf.dict "${@:3}" -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="build/fuzz/$name-" >"$log" 2>&1; then
        tail -n 60 "$log"
        echo "$name failed; to see it again: $program $(sed -n 's/.*Test unit written to //p' "$log")"
        return 1
    fi
    echo "$name: $(grep -o '^Done .*' "$log" | tail -n 1)"
}

# fuzz_shortly PROGRAM SECONDS: the gate walks one way through the inputs, so that its result is about the
# change at hand and not about luck.
fuzz_shortly() {
    local corpus=build/fuzz/corpus/${1##*/}
    rm -rf "$corpus"
    fuzz_from "$corpus" "$1" -seed=1 -max_total_time="$2"
}

# fuzz SECONDS: all fuzzers together have that long on one core
fuzz() {
    local programs seconds
    mapfile -t programs < <(find build/fuzz/fuzz -maxdepth 1 -type f -executable | sort)
    if ((${#programs[@]} == 0)); then
        echo "fuzz/ builds no program"
        return 1
    fi
    seconds=$(($1 / ${#programs[@]}))
    export -f fuzz_from fuzz_shortly
    export logs
    # shellcheck disable=SC2016 # $1 and $2 are the inner shell's
    printf '%s\n' "${programs[@]}" |
        xargs -P "$jobs" -I '{}' bash -euo pipefail -c 'fuzz_shortly "$1" "$2"' fuzz '{}' "$seconds"
}

# fuzz_long NAME SECONDS: looks for new inputs, in slices. What a run has found and how long it took stays in
# build/fuzz, so that a step that is interrupted goes on where it was; a changed tree begins anew.
fuzz_long() {
    local corpus=build/fuzz/long/$1 spent=build/fuzz/long/$1.$VRM_CI_KEY slice=120 seconds=0
    mkdir -p "$corpus"
    if [[ -f $spent ]]; then read -r seconds <"$spent"; fi
    while ((seconds < $2)); do
        fuzz_from "$corpus" "build/fuzz/fuzz/$1" -max_total_time="$slice"
        seconds=$((seconds + slice))
        echo "$seconds" >"$spent"
    done
    rm "$spent"
    echo "$1: $2 s, $(find "$corpus" -type f | wc -l) inputs kept"
}
