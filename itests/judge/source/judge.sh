# Live source: files against git, symbols against universal-ctags, captures against web-tree-sitter.
# long 90 s
# needs: node ctags maven git
set -euo pipefail
node judge.mjs "$PRECINCT_DISTRIBUTION" ../../downloads
