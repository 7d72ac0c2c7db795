# The alert rules of docs/examples by Prometheus' own promtool: well formed, firing when they should, on metrics that exist.
# needs: promtool curl service
set -euo pipefail
rules=$JUDGE_ROOT/docs/examples/precinct.rules.yml
promtool check rules "$rules"
cp "$rules" .
promtool test rules alerts.yml

# Every metric of the rules is described, and told by the service; one without TLS has no certificate.
curl -sS --fail --max-time 20 -o metrics.txt "$PRECINCT_URL/metrics"
count=0
for metric in $(grep 'expr:' "$rules" | grep -o 'precinct_[a-z_]*' | sort -u); do
    count=$((count + 1))
    grep -q "\`$metric[\`{]" "$JUDGE_ROOT/docs/operations.md" \
        || { echo "$metric is not described in docs/operations.md"; exit 1; }
    case $metric in
        precinct_certificate_*) ;;
        *) grep -q "^# TYPE $metric " metrics.txt || { echo "$metric is not in /metrics"; exit 1; } ;;
    esac
done
echo "$(grep -c 'alert:' "$rules") alerts on $count metrics, each fires and falls silent by promtool"
