# The gateway's answers to a wrong name and to a wrong password can not be told apart by the time they take.
set -euo pipefail
"$JAVA_HOME/bin/java" -cp "$PRECINCT_DISTRIBUTION/bundles/*:$PRECINCT_DISTRIBUTION/lib/*" Timing.java "$PRECINCT_DISTRIBUTION" "${JUDGE_PAIRS:-150}"
