# Steps of the npm package and the page.
# shellcheck shell=bash disable=SC2154

# The modules that pages load: what they import, how large they are, and that avatars move in them as
# in the native program.
web_modules() {
    bindings/web/build
    local files=()
    if [[ -n $corpus ]]; then mapfile -t files < <(find "$corpus" samples -name '*.vrm' | sort); fi
    node bindings/web/wasm/check.mjs --native build/release/vrm "${files[@]}"
}

# What is generated, types and sizes; makes build/web/package.
build_web() {
    rm -rf build/web/package
    tools/make/make-web --check
    node build/node/node_modules/typescript/bin/tsc -p bindings/web --noEmit --emitDeclarationOnly false
    node build/node/node_modules/typescript/bin/tsc -p bindings/web/page
    if ! command -v wasm-opt >/dev/null || [[ ! -f /usr/lib/wasm32-wasi/libc.a ]]; then
        missing "a compiler for WebAssembly; .ci/setup --full installs it"
    fi
    quietly bindings/web/build core rig render full edit live
    node bindings/web/make.mjs --size
}

# needs_package COMMAND…: the step is skipped if build_web was
needs_package() {
    needs_node true
    if [[ ! -d build/web/package ]]; then missing "build/web/package"; fi
    "$@"
}

# The tests in Node.js.
web_package() {
    node bindings/web/check-package.mjs
    quietly node bindings/web/run-tests.mjs
    grep -E '^ℹ (tests|pass|fail)' "$logs/last.log"
    node conformance/files/run.mjs conformance/files/engines/libvrm.mjs --package build/web/package
    quietly tools/compare/compare-three-vrm --adapter build/web/package
    tail -n 1 "$logs/last.log"
}

# The package in bundlers, and real avatars in Chromium.
web_bundlers() {
    node bindings/web/check-bundlers.mjs
    VRM_CORPUS=$corpus VRM_THOROUGH=1 quietly node bindings/web/run-tests.mjs chromium hostile
    grep -E '^ℹ (tests|pass|fail)|all alike' "$logs/last.log"
}

# The page that shows and checks avatars: its size, and all that it does, in Chromium and in Firefox.
web_viewer() {
    bindings/web/build viewer
    node bindings/web/make-page.mjs
    VRM_VIEWER=$PWD/build/web/viewer.html quietly node bindings/web/run-tests.mjs viewer
    grep -E '^ℹ (tests|pass|fail|skipped)|from the drop' "$logs/last.log"
}

# The site with the page as its demo.
site_in_browser() {
    tools/make/make-site --demo build/web/viewer.html
    tools/check/check-site-browser
}

# The renderer of the package in WebGL 2, against the native one.
web_pictures() {
    VRM_CORPUS=$corpus node bindings/web/check-pictures.mjs
}
