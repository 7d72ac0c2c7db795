# JSON Schema 2020-12: the schemas that shapes become, by npm's ajv against the matcher itself.
# needs: node service
set -euo pipefail
"$JAVA_HOME/bin/java" -cp "$PRECINCT_DISTRIBUTION/bundles/*:$PRECINCT_DISTRIBUTION/lib/*" Samples.java 1500 >samples.jsonl
node judge.mjs samples.jsonl "$PRECINCT_URL"
