# Steps of the Python package.
# shellcheck shell=bash disable=SC2154

# The Python with numpy and the tools that check types and play notebooks.
python=build/python/bin/python
wheels=build/python-package/dist

needs_python() {
    if ! $python -c 'import numpy, mypy, nbclient, ipykernel, pandas, matplotlib' 2>/dev/null; then
        missing "numpy, mypy, nbclient, ipykernel, pandas or matplotlib in build/python; .ci/setup --full installs them"
    fi
    "$@"
}

# The source package, and the wheels of this machine; their tests, with and without numpy.
python_package() {
    local installed=build/python-package/installed wheel
    rm -rf $wheels # of older versions
    quietly bindings/python/make sdist wheel pictures
    cat "$logs/last.log"
    for wheel in $wheels/libvrm*-linux_*.whl; do $python bindings/python/tests/check_wheel.py "$wheel"; done
    rm -rf "$installed"
    quietly $python -m pip install --no-index --no-deps --quiet --target "$installed" $wheels/libvrm*-linux_*.whl
    bindings/python/tests/record-scenes build/release build/python-package/scenes.json
    compressed_avatars
    PYTHONPATH=$installed $python -m unittest discover -s bindings/python/tests 2>&1
    PYTHONPATH=$installed $python conformance/files/run.py conformance/files/engines/libvrm.py
    python_meshopt
}

# An avatar with and without compression, for test_meshopt.py.
compressed_avatars() {
    local folder=build/python-package/compressed
    rm -rf "$folder"
    if [[ ! -x build/release/vrm-optimize ]]; then
        echo "no compressed avatar: the build has no meshoptimizer"
        return
    fi
    mkdir -p "$folder"
    quietly build/release/vrm optimize --compress samples/character-1.0.vrm "$folder/small.vrm"
    quietly build/release/vrm optimize --decompress "$folder/small.vrm" "$folder/plain.vrm"
}

# Without meshoptimizer, a compressed file is named with a remedy; with an installed one, it is read. A flag that
# links nothing is refused in words.
python_meshopt() {
    local folder=build/python-package/meshopt
    export LIBVRM_MESHOPTIMIZER=-lno-such-meshoptimizer
    rm -rf "$folder"
    mkdir -p "$folder"
    if $python build/python-package/tree/vrm_build.py "$root/$folder" 2>"$folder/said"; then return 1; fi
    grep -F "install libmeshoptimizer-dev" "$folder/said"
    for LIBVRM_MESHOPTIMIZER in none -lmeshoptimizer; do
        if [[ $LIBVRM_MESHOPTIMIZER != none ]] && ! printf '#include <meshoptimizer.h>\n' | gcc -E - >/dev/null 2>&1; then
            echo "no meshoptimizer is installed: its part was left out"
            return
        fi
        rm -rf "$folder"
        mkdir -p "$folder"
        CC="${CMAKE_C_COMPILER_LAUNCHER:-} gcc" quietly $python build/python-package/tree/vrm_build.py "$root/$folder"
        quietly $python -m pip install --no-index --no-deps --quiet --target "$folder/installed" "$folder"/*.whl
        PYTHONPATH=$folder/installed $python -m unittest discover -s bindings/python/tests -p test_meshopt.py 2>&1
    done
}

# Types: mypy, pyright where npm installed it, and the stubs compared with the module.
python_types() { $python bindings/python/tests/check_types.py build/python-package/installed; }

# Blocks of pages, and the notebook of ten tasks from its first cell to its last.
python_pages() {
    $python tools/check/check-docs --python build/python-package/installed
    PYTHONPATH=$root/build/python-package/installed $python bindings/python/notebook/run --check
}

# The wrong programs and all other tests with a module that AddressSanitizer watches.
python_asan() {
    local folder=build/python-package/asan library
    rm -rf "$folder"
    mkdir -p "$folder/dist"
    quietly bindings/python/make sdist
    cp -r build/python-package/tree "$folder/tree"
    CC="${CMAKE_C_COMPILER_LAUNCHER:-} gcc" LDFLAGS=-fsanitize=address \
        CFLAGS="-fsanitize=address -fno-omit-frame-pointer -g1 -O1 -U_FORTIFY_SOURCE" \
        quietly $python "$folder/tree/vrm_build.py" "$root/$folder/dist"
    quietly $python -m pip install --no-index --no-deps --quiet --target "$folder/installed" "$folder"/dist/*.whl
    library=$(gcc -print-file-name=libasan.so)
    # What the interpreter never frees is not ours.
    export LD_PRELOAD=$library ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc PYTHONPATH=$root/$folder/installed
    $python bindings/python/tests/misuse.py
    $python bindings/python/tests/random_calls.py 20000
    $python -m unittest discover -s bindings/python/tests 2>&1
}

# Wheels of other systems, which are compiled and not run, but for that of Linux on x86-64.
python_wheels() {
    local target
    compgen -G 'build/python/lib/python3*/site-packages/ziglang/zig' >/dev/null ||
        missing "zig; .ci/setup --cross installs it"
    for target in x86_64-linux aarch64-linux x86_64-macos aarch64-macos x86_64-windows aarch64-windows; do
        quietly bindings/python/make --target "$target" wheel
        cat "$logs/last.log"
    done
    $python bindings/python/tests/check_wheel.py $wheels/libvrm-*-manylinux_2_17_x86_64.whl
}

# The extension for Blender: its modules without Blender, Blender without a window, or the panel in one.
blender_extension() { $python bindings/blender/check.py "$@"; }
