# What the console costs: bytes and time of its first page, processor time of ten idle consoles.
# needs: node chromium
# alone: it measures time and processor time, of a service of its own
set -euo pipefail
node judge.mjs "$PRECINCT_DISTRIBUTION" "$CHROMIUM" "$JUDGE_ROOT/config"
