# The gateway's answers to a wrong name and to a wrong password cannot be told apart by the time they take.
# alone: it measures time
set -euo pipefail
"$JAVA_HOME/bin/java" -cp "$PRECINCT_DISTRIBUTION/bundles/*:$PRECINCT_DISTRIBUTION/lib/*" Timing.java "$PRECINCT_DISTRIBUTION" "${JUDGE_PAIRS:-150}"
