# HTTP/2 without TLS and HTTP/1.1: curl and h2load (nghttp2) get every answer.
# alone: its load is all that the service may take
# needs: curl h2load service
set -euo pipefail
requests=4000

fail() {
    echo "$*"
    exit 1
}

# --- one request each way ---
got=$(curl -sS --max-time 20 --http2-prior-knowledge -o body -w '%{http_version} %{http_code} %{content_type}' \
    "$PRECINCT_URL/echo/hello")
[ "$got" = '2 200 application/json' ] || fail "curl --http2-prior-knowledge gets: $got"
grep -q '"message":"hello"' body || fail "and the body $(cat body)"
got=$(curl -sS --max-time 20 --http2-prior-knowledge -o body -w '%{http_version} %{http_code}' \
    -H 'Content-Type: application/json' -d '{"language":"en"}' "$PRECINCT_URL/echo/hello")
[ "$got" = '2 200' ] || fail "curl --http2-prior-knowledge -d gets: $got"
got=$(curl -sS --max-time 20 --http2-prior-knowledge -I -o /dev/null -w '%{http_version} %{http_code}' \
    "$PRECINCT_URL/echo/hello")
[ "$got" = '2 200' ] || fail "curl --http2-prior-knowledge -I gets: $got"
got=$(curl -sS --max-time 20 --http1.1 -o /dev/null -w '%{http_version} %{http_code}' "$PRECINCT_URL/echo/hello")
[ "$got" = '1.1 200' ] || fail "curl --http1.1 gets: $got"

# --- what a client has already: no length, which a cache would take for that of what it stores (RFC 9110 §8.6) ---
node=$PRECINCT_URL/api/graph/nodes/judge-http
printf '{"body":"%s"}' "$(printf 'again and %.0s' {1..400})" >node.json
curl -sSf --max-time 20 -o /dev/null -X PUT -H 'Content-Type: application/json' -d @node.json "$node"
head() {
    curl -sS --max-time 20 -o /dev/null -D - --compressed "$@" "$node" \
        | tr -d '\r' | awk -F': ' '{print tolower($1) ": " $2}' \
        | grep -E '^(http/|cache-control|content-length|content-location|etag|expires|vary)' | sort
}
for version in --http2-prior-knowledge --http1.1; do
    for accept in application/json text/html; do
        full=$(head "$version" -H "Accept: $accept")
        tag=$(sed -n 's/^etag: //p' <<<"$full")
        for method in -XGET -I; do
            same=$(head "$version" "$method" -H "Accept: $accept" -H "If-None-Match: $tag")
            grep -q '^http.* 304' <<<"$same" || fail "$version $method does not confirm $tag: $same"
            [ "$(grep -Ev '^(http/|content-length)' <<<"$full")" = "$(grep -v '^http/' <<<"$same")" ] \
                || fail "$version $method: the 304 has $same, the 200 $full"
        done
    done
done

# --- many ---
load() {
    h2load "$@" -n "$requests" -c 8 "$PRECINCT_URL/echo/hello" >load.txt 2>&1 || fail "h2load $* fails: $(cat load.txt)"
    grep -q "^status codes: $requests 2xx, 0 3xx, 0 4xx, 0 5xx" load.txt \
        && grep -q "$requests done, $requests succeeded, 0 failed, 0 errored, 0 timeout" load.txt \
        || fail "h2load $*: $(cat load.txt)"
}
load -m 16
load --h1
load -m 16 --header='Content-Type: application/json' --data=../package.json
echo "curl and 3 times $requests requests of h2load over h2c and HTTP/1.1: every answer is 200; a 304 says what its 200 says, and no length"
