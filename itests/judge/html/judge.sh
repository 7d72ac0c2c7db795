# HTML: pages by html-validate; white space at the end of a line may be part of the source that a page shows.
# needs: node service curl
set -euo pipefail
rm -rf pages && mkdir pages

page() {
    curl -sS --max-time 20 -H 'Accept: text/html' -o "pages/$1.html" "$PRECINCT_URL$2"
}

page echo '/echo/hello'
page hostile '/echo/%3Cscript%3Ealert(1)%3C%2Fscript%3E%20%26%20%22quotes%22'
page passed '/echo/hello?_verify=greeting'
page failed '/echo/hello?_verify=route'
page traced '/echo/hello?_verify=short&_trace=1'
page unknown-scenario '/echo/hello?_verify=nobody'
page no-route '/nowhere'
page routes '/inspect/routes'
page tools '/mcp'
page boundary '/inspect/boundary/echo'
page boundaries '/inspect/boundaries'
page bundles '/inspect/bundles'
page config '/inspect/config'
page schema '/inspect/framework-schema'

curl -sS --max-time 20 --fail -o events.json --json '[
  {"event_id": "html-1", "time": "2026-01-01T00:00:00Z", "producer": "judge", "op": "assert", "from": "service:<b>&amp;",
   "type": "client-of", "to": "service:stock"},
  {"event_id": "html-2", "time": "2026-01-01T00:00:00Z", "producer": "judge", "op": "assert", "from": "service:stock",
   "type": "depends-on", "to": "library:html"}]' "$PRECINCT_URL/graph/events"
page graph '/graph'
page graph-found '/graph?q=html'
page graph-impact '/graph/impact?node=library:html&zoom=0'
page graph-neighbours '/graph/neighbours?node=service:stock&type=client-of&as_of=2026-02-01T00:00:00Z'
page graph-path '/graph/path?from=service:stock&to=library:html'
page graph-no-path '/graph/path?from=library:html&to=service:stock'
page graph-unknown '/graph/impact?node=html'

patience=300
until curl -sf --max-time 20 -o commits.json "$PRECINCT_URL/repos/precinct/commits?limit=5"; do
    patience=$((patience - 1))
    [ "$patience" -gt 0 ] || { echo 'the repository of the checkout is not served'; exit 1; }
    sleep 0.2
done
earlier=$(node -pe 'JSON.parse(require("fs").readFileSync("commits.json")).items.at(-1).commit')
page source-repos '/repos'
page source-tree '/repos/precinct/tree'
page source-markdown '/repos/precinct/files/README.md'
page source-file '/repos/precinct/files/pom.xml?from=1&to=60'
page source-commits '/repos/precinct/commits?limit=20'
page source-commit "/repos/precinct/commits/$earlier"
page source-branches '/repos/precinct/branches'
page source-references '/repos/precinct/references?name=Moves&context=0'
page source-code '/repos/precinct/files/bundles/api/src/main/java/io/precinct/api/boundary/Boundary.java'
page source-blame '/repos/precinct/blame/README.md?from=1&to=20'
page source-diff "/repos/precinct/diff?from=$earlier&symbols=true&limit=20"
page source-symbols '/repos/precinct/symbols?name=Moves&context=0'
page source-search '/repos/precinct/search?q=as+git+tells&context=0'

../node_modules/.bin/html-validate --config htmlvalidate.json 'pages/*.html'
echo "$(ls pages | wc -l | tr -d ' ') pages, no fault by the recommended rules of html-validate"
