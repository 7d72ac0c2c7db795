# /metrics by Prometheus' own promtool.
# needs: promtool curl service
set -euo pipefail
# Figures of an answer, an error and a probe.
for path in /echo/hello /nowhere '/echo/hello?_verify=route'; do
    curl -sS --max-time 20 -o /dev/null "$PRECINCT_URL$path"
done
curl -sS --fail --max-time 20 -o metrics.txt "$PRECINCT_URL/metrics"
promtool check metrics <metrics.txt
grep -q '^precinct_' metrics.txt
echo "$(grep -c '^# TYPE' metrics.txt) families, no fault by promtool"
