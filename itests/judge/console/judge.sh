# The console in a browser: its TypeScript by tsc and eslint; every page and dialog at 390 and 1280 px, light and dark, by
# WCAG 2.2 AA; changes by keyboard; a boundary replaced and rolled back under load without a failed request; errors of the
# configuration; a restart of the service; script in data, and requests from pages of other origins, which change nothing;
# signing in at the gateway. Screenshots are made on the way.
# needs: node chromium git
# long 120 s, of a service of its own, which it breaks, restarts and changes
set -euo pipefail
# Beside the browser; what they say counts in the end.
typescript() {
    sed "s:ROOT:$JUDGE_ROOT:" tsconfig.json >checked.json
    ../node_modules/.bin/tsc -p checked.json || return
    local stage=$PWD
    cd "$JUDGE_ROOT/bundles/domains/console"
    "$stage/../node_modules/.bin/eslint" --config "$stage/eslint.config.mjs" --max-warnings 0 kit '*/src/main/typescript/**'
}
typescript >typescript.out 2>&1 &
checking=$!
ECHO_JAR=$(ls "$PRECINCT_DISTRIBUTION"/bundles/precinct-boundary-echo-*.jar)
export ECHO_JAR
judged=0
node judge.mjs "$PRECINCT_DISTRIBUTION" "$CHROMIUM" "$JUDGE_ROOT/config" || judged=1
wait "$checking" || {
    cat typescript.out
    echo "the TypeScript has faults"
    exit 1
}
exit "$judged"
