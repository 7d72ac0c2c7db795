# The console in a browser: its TypeScript by tsc and eslint; every page and dialog at 390 and 1280 px, light and dark, by
# WCAG 2.2 AA; changes by keyboard; a boundary replaced and rolled back under load without a failed request; errors of the
# configuration; a restart of the service; script in data, and requests from pages of other origins, which change nothing; signing in at the gateway;
# what its first page and ten idle consoles cost. Screenshots are made on the way.
# needs: node chromium git
# alone: it measures time and processor time, of a service of its own
set -euo pipefail
sed "s:ROOT:$JUDGE_ROOT:" tsconfig.json >checked.json
../node_modules/.bin/tsc -p checked.json
stage=$PWD
(cd "$JUDGE_ROOT/bundles/domains/console" \
    && "$stage/../node_modules/.bin/eslint" --config "$stage/eslint.config.mjs" --max-warnings 0 kit '*/src/main/typescript/**')
ECHO_JAR=$(ls "$PRECINCT_DISTRIBUTION"/bundles/precinct-boundary-echo-*.jar)
export ECHO_JAR
node judge.mjs "$PRECINCT_DISTRIBUTION" "$CHROMIUM" "$JUDGE_ROOT/config"
