# OpenAPI 3.1: the document of the running service against the schema of OpenAPI.
# needs: node service
set -euo pipefail
node judge.mjs "$PRECINCT_URL"
