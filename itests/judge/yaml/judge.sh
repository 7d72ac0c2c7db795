# YAML 1.2: what configuration and fixtures are read as, against the public YAML test suite.
# needs: node
set -euo pipefail
rm -rf documents && mkdir documents
node judge.mjs write documents
"$JAVA_HOME/bin/java" -cp "$PRECINCT_DISTRIBUTION/bundles/*:$PRECINCT_DISTRIBUTION/lib/*" Reading.java documents >read.jsonl
node judge.mjs compare read.jsonl
