# Native libraries: tree-sitter's core and the grammars built again from their sources, with the pinned compiler, are those that are committed.
# on request: a compiler of 70 MB, 1 GB of temporary files, three minutes.
# needs: node git linux_x64
set -euo pipefail
TARGET=$PWD/rebuilt sh "$JUDGE_ROOT/bundles/build-natives.sh"
count=0
for natives in lib/tree-sitter/src/main/resources/natives grammars; do
    (cd "$JUDGE_ROOT/bundles/$natives" && sha256sum --quiet -c SHA256SUMS) || { echo "the committed libraries are not those of SHA256SUMS"; exit 1; }
    cmp "$JUDGE_ROOT/bundles/$natives/SHA256SUMS" "rebuilt/$natives/SHA256SUMS" || { echo "built again, the libraries differ from those that are committed"; exit 1; }
    count=$((count + $(wc -l <"rebuilt/$natives/SHA256SUMS")))
done
echo "$count libraries, built again, are those that are committed"
