# A parameter store in etcd's own server: values, pages, secrets, a change, a user, a server that is killed and comes back.
# needs: node etcd
set -euo pipefail
node judge.mjs "$PRECINCT_DISTRIBUTION"
