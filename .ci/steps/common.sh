# What the steps of the gate share. .ci/step reads all files of this folder, and sets `root`, `jobs`, `corpus`
# and `logs`, the step's own folder for logs.
# shellcheck shell=bash disable=SC2154

# skip REASON: ends the step, which counts as skipped
skip() {
    echo "skip: $*"
    exit 77
}

# missing TOOL: ends the step, because .ci/setup did not install what the step needs
missing() {
    if $is_ci; then
        echo "missing: $*"
        exit 1
    fi
    skip "$*"
}

# quietly COMMAND…: its output is shown only if it fails
quietly() {
    "$@" >"$logs/last.log" 2>&1 || { tail -n 200 "$logs/last.log"; echo "failed: $*"; return 1; }
}

# sources FOLDER…: the sources in C and C++ below these
sources() {
    local folder folders=()
    for folder in "$@"; do if [[ -d $folder ]]; then folders+=("$folder"); fi; done
    find "${folders[@]}" -name '*.[ch]' -o -name '*.[ch]pp' | sort
}

# configure FOLDER CMAKE-ARGUMENT…: afresh, so that nothing of an earlier run counts
configure() {
    local generator=()
    if command -v ninja >/dev/null; then generator=(-G Ninja); fi
    quietly cmake --fresh -S . -B "build/$1" "${generator[@]}" -DVRM_WARNINGS_AS_ERRORS=ON \
        -DVRM_CORPUS="$corpus" "${@:2}"
}

# build FOLDER CMAKE-ARGUMENT…
build() {
    configure "$@"
    quietly cmake --build "build/$1" --parallel "$jobs"
}

# run_tests FOLDER CTEST-ARGUMENT…: prints the line of ctest, and the lines of the test programs, if they print
# any, added up. One more runs than there are cores, because some wait for a clock or for what they killed.
# The viewer and what needs a broker have their own steps in the full ring.
run_tests() {
    local folder=build/$1 log=$logs/test-$1.log
    if ! ctest --test-dir "$folder" --parallel $((jobs + 1)) --no-tests=error --label-exclude '^(view|broker)$' \
        "${@:2}" >"$log" 2>&1; then
        cat "$log"
        return 1
    fi
    local detail=$folder/Testing/Temporary/LastTest.log
    grep '^skip ' "$detail" | sort -u || true
    grep '% tests passed' "$log"
    sed -n 's/^\t *[0-9]* - \(.*\) (Skipped)$/skipped as a whole: \1/p' "$log"
    # Tests whose names end in -found are those in which a test fails on purpose.
    awk '/ Testing: / { counts = $0 !~ /-found$/ }
        counts && /^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ { p += $1; f += $3; s += $5 }
        END { if (p + f > 0) printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0 }' \
        "$detail"
}

# needs_node COMMAND…: the step is skipped if npm could not install the packages
needs_node() {
    if [[ ${VRM_HAS_NODE:-true} == false ]]; then
        skip "Node.js or its packages could not be installed"
    elif [[ ! -d build/node/node_modules ]]; then
        missing "the npm packages in build/node; .ci/setup --full installs them"
    fi
    "$@"
}
