# Canonical JSON (RFC 8785): io.precinct.api.data.Json against npm's canonicalize.
# needs: node
set -euo pipefail
"$JAVA_HOME/bin/java" -cp "$PRECINCT_DISTRIBUTION/bundles/*:$PRECINCT_DISTRIBUTION/lib/*" Documents.java 4000 >documents.txt
node judge.mjs documents.txt
