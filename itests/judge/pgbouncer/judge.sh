# PgBouncer in transaction mode between the product and its database: what is missing is said, nothing else differs.
# needs: pgbouncer curl
set -euo pipefail

here=$(pwd -P)
programs=$PRECINCT_DISTRIBUTION/lib/postgres/bin
private=$(mktemp -d)
database=
pooler=
service=
stop() {
    for process in $service $pooler $database; do
        kill -TERM "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    done
    rm -rf "$private"
}
trap stop EXIT

free_port() {
    local port
    while port=$((20000 + RANDOM % 12000)); (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
    echo "$port"
}
fault() {
    echo "FAULT: $*"
    tail -n 20 "$private"/*.log service.log 2>/dev/null
    exit 1
}

# Neither of the two runs as root.
nobody=
if [ "$(id -u)" = 0 ]; then
    nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
    chown 65534:65534 "$private"
fi
export LD_LIBRARY_PATH=$PGBOUNCER_LIBRARIES${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# --- a database and a pooler with three connections to it ---------------------------------------------------------------
password=judged
(umask 077 && echo "$password" >"$private/password")
server_port=$(free_port)
pooler_port=$(free_port)
cat >"$private/pgbouncer.ini" <<END
[databases]
postgres = host=127.0.0.1 port=$server_port
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pooler_port
unix_socket_dir =
auth_type = plain
auth_file = $private/users
pool_mode = transaction
default_pool_size = 3
ignore_startup_parameters = extra_float_digits
logfile = $private/pgbouncer.log
pidfile = $private/pgbouncer.pid
END
echo "\"judge\" \"$password\"" >"$private/users"
[ -z "$nobody" ] || chown 65534:65534 "$private"/*
$nobody "$programs/initdb" -D "$private/data" -U judge --pwfile="$private/password" -A scram-sha-256 -E UTF8 --no-sync \
    >"$private/initdb.log" 2>&1 || fault "initdb failed"
$nobody "$programs/postgres" -D "$private/data" -p "$server_port" -c listen_addresses=127.0.0.1 -c fsync=off \
    -c unix_socket_directories= >"$private/postgres.log" 2>&1 &
database=$!
start_pooler() {
    $nobody "$PGBOUNCER" -q "$private/pgbouncer.ini" >>"$private/pooler.log" 2>&1 &
    pooler=$!
    for _ in $(seq 100); do
        (: <"/dev/tcp/127.0.0.1/$pooler_port") 2>/dev/null && return
        sleep 0.1
    done
    fault "the pooler does not listen"
}
start_pooler

# --- the product ---------------------------------------------------------------------------------------------------------
start_service() { # FURTHER KEY
    rm -rf config data
    mkdir -p config
    echo 'service: pgbouncer' >config/service.yml
    cat >config/cases.yml <<END
database:
  url: jdbc:postgresql://127.0.0.1:$pooler_port/postgres
  user: judge
  password: $password
  connections: 12
  $1
END
    : >service.out
    "$PRECINCT_DISTRIBUTION/bin/precinct" run --config config --data data --port 0 --features framework,cases \
        >service.out 2>service.log &
    service=$!
}
stop_service() {
    kill -TERM "$service"
    wait "$service" || true
    service=
}

start_service ''
for _ in $(seq 300); do
    grep -q 'database.direct' service.log service.out && break
    kill -0 "$service" || break
    sleep 0.1
done
grep -q "name the server's own address as database.direct" service.log service.out \
    || fault "without database.direct it is not said what is missing"
stop_service

start_service "direct: jdbc:postgresql://127.0.0.1:$server_port/postgres"
base=
for _ in $(seq 600); do
    base=$(sed -n 's/^precinct ready on //p' service.out)
    [ -n "$base" ] && curl -sf -o /dev/null "$base/ready/cases" && break
    kill -0 "$service" || fault "it ended"
    sleep 0.1
done
tasks=$base/api/tasks

# Eight clients beside each other on three connections; each change and what it answers.
client() { # NUMBER
    local i id
    for i in $(seq 25); do
        id=$(curl -s --json "{\"label\": \"Case $1.$i\"}" "$tasks" | sed -n 's/.*"id":"\(task-[^"]*\)".*/\1/p')
        [ -n "$id" ] || { echo "create $1.$i"; continue; }
        for change in start notes; do
            case $change in
                start) code=$(curl -s -o /dev/null -w '%{http_code}' -X POST "$tasks/$id/start") ;;
                notes) code=$(curl -s -o /dev/null -w '%{http_code}' --json '{"note": "Noted"}' "$tasks/$id/notes") ;;
            esac
            case $code in 2??) ;; *) echo "$change $1.$i: $code" ;; esac
        done
        [ "$(curl -s -o /dev/null -w '%{http_code}' "$tasks?limit=5")" = 200 ] || echo "list $1.$i"
    done
}
for number in $(seq 8); do
    client "$number" >"$private/client.$number" &
    clients[number]=$!
done
wait "${clients[@]}"
[ -z "$(cat "$private"/client.*)" ] || fault "not everything was done: $(cat "$private"/client.* | head -n 5)"
total() {
    curl -s "$tasks?limit=1&envelope=1" | sed -n 's/.*"total":\([0-9]*\).*/\1/p'
}
[ "$(total)" = 200 ] || fault "200 cases were made, $(total) are there"

# --- the pooler dies and comes back: nothing acknowledged is lost ---------------------------------------------------------
acknowledged=0
refused=0
for i in $(seq 150); do
    case $i in
        30)
            kill -KILL "$pooler"
            wait "$pooler" 2>/dev/null || true
            ;;
        80) start_pooler ;;
    esac
    code=$(curl -s -o "$private/answer" -D "$private/head" -w '%{http_code}' --json "{\"label\": \"Late $i\"}" "$tasks")
    case $code in
        201) acknowledged=$((acknowledged + 1)) ;;
        503)
            refused=$((refused + 1))
            grep -qi '^retry-after:' "$private/head" || fault "a refusal without Retry-After: $(cat "$private/answer")"
            ;;
        *) fault "answered $code while the pooler was away: $(cat "$private/answer")" ;;
    esac
    sleep 0.02
done
[ "$refused" -gt 0 ] || fault "nothing was refused although the pooler was away"
[ "$code" = 201 ] || fault "nothing is done any more after the pooler came back"
there=$(($(total) - 200))
[ "$there" -ge "$acknowledged" ] || fault "$acknowledged cases were acknowledged, $there are there"
version=$("$PGBOUNCER" --version | sed -n '1s/^PgBouncer //p')
echo "PgBouncer $version in transaction mode: 800 requests done, what is missing is said, a killed pooler loses nothing"
