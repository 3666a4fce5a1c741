# Sourced by the tools that run in Node.js: answers --help, and says in words what is missing.
#
# begin_node TOOL BUILD-FILE… -- ARGUMENT…   TOOL begins with a comment that is its help; each
#                                            BUILD-FILE is in the folder of --build
# need_validator                             installs gltf-validator in build/node, unless it is there
# need_meshoptimizer                         likewise
# value_of NAME DEFAULT ARGUMENT…            prints the value of an option

value_of() {
    local name=$1 value=$2
    shift 2
    while (($# > 1)); do
        if [[ $1 == "$name" ]]; then value=$2; fi
        shift
    done
    echo "$value"
}

begin_node() {
    local tool=$1 files=() file build
    shift
    while [[ $1 != -- ]]; do
        files+=("$1")
        shift
    done
    shift
    case ${1:-} in
        -h | --help)
            sed -n '2,/^[^#]/ { /^#/ { s/^# \{0,1\}//; p } }' "$tool"
            exit 0
            ;;
    esac
    build=$(value_of --build build/release "$@")
    for file in "${files[@]}"; do
        if [[ ! -e $build/$file ]]; then
            echo "$(basename "$tool"): the build folder $build has no $file. Build it first:" >&2
            echo "  cmake --preset release && cmake --build --preset release" >&2
            echo "or name another build folder (--build FOLDER)." >&2
            exit 2
        fi
    done
    if ! command -v node >/dev/null; then
        echo "$(basename "$tool"): this needs Node.js; .ci/setup --full installs it." >&2
        exit 1
    fi
}

need_package() {
    local name=$1 version=$2 folder=build/node
    if ! grep -qs "\"version\": \"$version\"" "$folder/node_modules/$name/package.json"; then
        mkdir -p "$folder"
        npm install --silent --no-audit --no-fund --prefix "$folder" "$name@$version"
    fi
}

need_validator() { need_package gltf-validator 2.0.0-dev.3.10; }

need_meshoptimizer() { need_package meshoptimizer 1.3.0; }
