# The tool proxy: the protocol's own conformance suites and inspector, its client of several years, a client that
# has read nothing but the definitions, what definitions and answers cost in tokens, and a client that is killed in the
# middle of its work.
# needs: node service
# long 60 s
set -euo pipefail
node judge.mjs "$PRECINCT_URL/mcp" "$PRECINCT_DISTRIBUTION/bin/precinct" | tee tools.out
node clients.mjs "$PRECINCT_URL/mcp" "$PRECINCT_DISTRIBUTION/bin/precinct" | tee clients.out
node naive.mjs "$PRECINCT_URL/mcp" | tee naive.out
node answers.mjs "$PRECINCT_URL/mcp" | tee answers.out
node days.mjs "$PRECINCT_URL/mcp" | tee days.out
echo "$(tail -n 1 tools.out); $(tail -n 1 clients.out); $(tail -n 1 naive.out); $(tail -n 1 answers.out); $(tail -n 1 days.out)"
