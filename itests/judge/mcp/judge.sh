# The tool proxy: the protocol's own conformance suite and client, and what its definitions cost in tokens.
# needs: node service
set -euo pipefail
node judge.mjs "$PRECINCT_URL/mcp"
