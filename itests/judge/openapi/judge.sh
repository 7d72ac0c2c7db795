# OpenAPI: the document of the running service against the schema of OpenAPI, a linter, its own real answers, a TypeScript client and random requests.
# needs: node git
set -euo pipefail
node judge.mjs "$PRECINCT_DISTRIBUTION" "$JUDGE_ROOT"
