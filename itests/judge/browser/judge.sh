# A browser: pages of the html formatter and of the dependency graph load without complaint and look as they should.
# needs: node chromium service
set -euo pipefail
node judge.mjs "$PRECINCT_URL" "$CHROMIUM"
