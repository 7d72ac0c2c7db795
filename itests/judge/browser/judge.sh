# A browser: pages of the html formatter and of the dependency graph load without complaint and look as they should;
# pages of live source fit a phone and pass axe-core's rules for WCAG 2.2 AA.
# needs: node chromium service
set -euo pipefail
node judge.mjs "$PRECINCT_URL" "$CHROMIUM"
