# Steps that read the sources, and run nothing of them.
# shellcheck shell=bash disable=SC2154

# Versions of clang-format write differently; the files follow this one.
check_format() {
    local version=14 format bad
    for format in "clang-format-$version" build/python/bin/clang-format clang-format; do
        if "$format" --version 2>/dev/null | grep -q "version $version\."; then break; fi
        format=
    done
    if [[ -z $format ]]; then
        missing "clang-format $version; other versions format differently. .ci/setup installs it"
    fi
    bad=$(sources include src test tools bench fuzz render apps hub testkit examples bindings |
        xargs -P "$jobs" -n 16 "$format" --dry-run 2>&1 |
        sed -En 's/^([^ ]*\.[ch](pp)?):.*/\1/p' | sort -u)
    if [[ -n $bad ]]; then
        echo "these files are not formatted; $format -i fixes them:"
        echo "$bad"
        return 1
    fi
    echo "format: as in .clang-format"
}

# The interface of the last release, compared by libabigail.
binary_interface() {
    if ! command -v abidiff >/dev/null; then missing "abidiff (package abigail-tools); .ci/setup installs it"; fi
    tools/check/check-abi --self-test
}

# The examples of older releases, from the history, which a shallow clone lacks.
upgrades() {
    local status=0
    tools/check/check-upgrade --self-test || status=$?
    if ((status == 77)); then skip "the history of this clone does not have the older releases"; fi
    return "$status"
}

# cppcheck reads no system headers. Its zerodivcond gives false alarms on `value /= base`. It does not
# understand that the maker's die() never returns, so only clang-tidy reads the maker.
analyse() {
    cppcheck --quiet -j "$jobs" --std=c11 --std=c++17 -Iinclude -Isrc -DFLT_EVAL_METHOD=0 --error-exitcode=1 \
        --enable=warning,performance,portability --inline-suppr --suppress=zerodivcond \
        src apps/kit apps/check apps/diff apps/worker apps/optimize apps/picture apps/draw apps/view apps/vrm \
        hub
    sources src apps hub testkit/maker | tidy analyse '-clang-analyzer-*'
    echo "analysis: no warning from cppcheck and clang-tidy"
}

# analyse_paths PART PARTS: every path through every function, which takes ten times as long as all other checks
# together; every PARTS-th source. The parts run side by side.
analyse_paths() {
    jobs=1
    sources src apps hub testkit/maker | awk -v part="$1" -v parts="$2" 'NR % parts == part % parts' |
        tidy "analyse-paths-$1" 'clang-analyzer-*'
    echo "analysis of paths: no warning from clang's analyzer"
}

# tidy FOLDER CHECKS: clang-tidy on the sources of the input, with more checks on (name) or off (-name)
tidy() {
    # Without the shared library, each source has one compile command; with assertions, clang-tidy
    # knows their conditions.
    configure "$1" -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug \
        -DVRM_BUILD_SHARED=OFF -DVRM_BUILD_TESTS=OFF -DVRM_BUILD_BENCH=OFF
    # Off: matters of taste, what plain C cannot do without (casts of const, memcpy of text,
    # feature-test macros), and unchecked results of printing.
    local checks="-*,bugprone-*,cert-*,misc-*,performance-*,portability-*,$2"
    checks+=',-bugprone-easily-swappable-parameters,-bugprone-not-null-terminated-result'
    checks+=',-bugprone-implicit-widening-of-multiplication-result,-bugprone-reserved-identifier'
    checks+=',-cert-dcl37-c,-cert-dcl51-cpp,-cert-err33-c,-misc-no-recursion'
    checks+=',-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling'
    checks+=',-performance-no-int-to-ptr'
    .ci/tidy "build/$1" "$checks" "$jobs"
}

# The pages of the interface. Doxygen's warnings are errors. Every function is in a group, and the start page is
# complete.
reference() {
    mkdir -p build
    rm -rf build/doxygen
    doxygen docs/Doxyfile
    tools/check/check-reference --self-test
    tools/check/check-reference
}

# Glossary and spelling, in the areas of tools/check/words/words.toml that have `gate = true`; and at most 2 % long
# sentences in README, CONTRIBUTING, start pages, guides and hub.
check_words() {
    tools/check/check-words --self-test
    tools/check/check-words
    tools/check/check-words --sentences
}

# Pages in Japanese: headings, code, links and pictures as in their sources. Stale ones are listed.
check_translations() {
    tools/check/check-translations --self-test
    tools/check/check-translations
}

# The site of the documentation, with the interface's pages if the step before has made them.
site() {
    command -v mkdocs >/dev/null || missing "mkdocs and mkdocs-material; .ci/setup installs them"
    rm -rf build/site
    tools/make/make-site
    tools/check/check-site --self-test
}

requirements() {
    tools/check/requirement-coverage
    tools/check/requirement-coverage --require test/requirements.txt
}

diagnostics() {
    tools/make/make-diagnostics --check build/release
    tools/make/make-rules --check build/release
    tools/make/make-levels --check
}

# The workflows of GitHub, by the schema that its editors use.
check_workflows() {
    local workflow
    for workflow in .github/workflows/*.yml; do
        node --no-warnings build/node/node_modules/@action-validator/cli/cli.mjs "$workflow"
        echo "$workflow: valid"
    done
}
