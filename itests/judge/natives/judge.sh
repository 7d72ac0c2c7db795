# Native libraries: tree-sitter's core built again from its sources, with the pinned compiler, is the one that is committed.
# on request: a compiler of 70 MB, 600 MB of temporary files, a minute.
# needs: node git linux_x64
set -euo pipefail
cp -R "$JUDGE_ROOT/bundles/lib/tree-sitter" rebuilt
committed=rebuilt/src/main/resources/natives
cp "$committed/SHA256SUMS" SHA256SUMS.committed
(cd "$committed" && sha256sum --quiet -c SHA256SUMS) || { echo "the committed libraries are not those of SHA256SUMS"; exit 1; }
sh rebuilt/build-natives.sh
cmp SHA256SUMS.committed "$committed/SHA256SUMS" || { echo "built again, the libraries differ from those that are committed"; exit 1; }
echo "$(wc -l <SHA256SUMS.committed | tr -d ' ') libraries, built again, are those that are committed"
