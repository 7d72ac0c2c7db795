# The console in a browser: its TypeScript by tsc; every page at 390 and 1280 px, light and dark, by WCAG 2.2 AA and no
# wider than the window; a change by keyboard; a view that goes and comes back with its bundle; a boundary replaced under
# load without a failed request; script in names that executes nothing. Screenshots are made on the way.
# needs: node chromium service
# alone: it disables bundles of the service
set -euo pipefail
sed "s:ROOT:$JUDGE_ROOT:" tsconfig.json >checked.json
../node_modules/.bin/tsc -p checked.json
ECHO_JAR=$(ls "$PRECINCT_DISTRIBUTION"/bundles/precinct-boundary-echo-*.jar)
export ECHO_JAR
node judge.mjs "$PRECINCT_URL" "$CHROMIUM" "$JUDGE_ROOT/target/judge/data/run.json"
