# Remotes by SSH: OpenSSH's own server on loopback, keys and known hosts as OpenSSH's tools write them.
# needs: sshd git curl
set -euo pipefail

here=$(pwd -P)
server=
service=
stop() {
    for process in $service $server; do
        kill -TERM "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    done
}
trap stop EXIT

# Below the ports that systems give to sockets that ask for any port.
free_port() {
    local port
    while port=$((20000 + RANDOM % 12000)); (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
    echo "$port"
}

# --- a repository, keys and a server ------------------------------------------------------------------------------------
rm -rf work keys data config
mkdir -p work keys config
git init -q -b main work
echo 'def reached(): pass' >work/a.py
git -C work add a.py
git -C work -c user.name=Ada -c user.email=ada@example.org commit -q -m first

key() { # NAME PASSPHRASE OPTION...
    ssh-keygen -q -f "keys/$1" -N "$2" -C "$1" "${@:3}"
}
key host '' -t ed25519
key other_host '' -t ed25519
key ed25519 '' -t ed25519
key rsa '' -t rsa -b 3072
key ecdsa '' -t ecdsa
key pem '' -t rsa -b 3072 -m PEM
key pkcs8 '' -t ecdsa -m PKCS8
key protected 'open sesame' -t ed25519
key protected_rsa 'open sesame' -t rsa -b 3072
key stranger '' -t ed25519
for name in ed25519 rsa ecdsa pem pkcs8 protected protected_rsa; do
    cat "keys/$name.pub"
done >keys/authorized
port=$(free_port)
cat >keys/sshd_config <<END
ListenAddress 127.0.0.1:$port
HostKey $here/keys/host
AuthorizedKeysFile $here/keys/authorized
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
MaxStartups 10:100:10
PidFile none
END
run='exec "$1" -D -e -f "$2/sshd_config"'
set --
if [ "$(id -u)" = 0 ] && { ! id sshd >/dev/null 2>&1 || [ ! -d /run/sshd ]; }; then
    # It asks for a folder and a user, which an installation makes: they are made where nobody else sees them.
    { cat /etc/passwd && echo 'sshd:x:65533:65534::/run/sshd:/usr/sbin/nologin'; } >keys/passwd
    run='mount -t tmpfs none /run && mkdir /run/sshd && mount --bind "$2/passwd" /etc/passwd && '$run
    set -- unshare -m
fi
LD_LIBRARY_PATH=$SSHD_LIBRARIES${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$@" sh -c "$run" sh "$SSHD" "$here/keys" 2>sshd.log &
server=$!
for _ in $(seq 600); do
    (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
    kill -0 "$server" || { cat sshd.log; exit 1; }
    sleep 0.1
done

known() { # FILE KEY
    echo "[127.0.0.1]:$port $(cut -d' ' -f1,2 "keys/$2.pub")" >"keys/$1"
}
known plain host
known hashed host
ssh-keygen -q -H -f keys/hashed 2>/dev/null
known wrong other_host
: >keys/none

# --- the product --------------------------------------------------------------------------------------------------------
url=ssh://$(id -un)@127.0.0.1:$port
repository() { # NAME PATH KEY KNOWN [MORE]
    echo "  $1: {url: \"$url$2\", refresh: 0, credentials: {ssh_key: ../keys/$3, known_hosts: ../keys/$4${5:+, $5}}}"
}
good='ed25519 rsa ecdsa pem pkcs8 protected protected_rsa'
{
    echo 'repos:'
    for name in ed25519 rsa ecdsa pem pkcs8; do
        repository "$name" "$here/work" "$name" hashed
    done
    repository protected "$here/work" protected plain 'passphrase: "open sesame"'
    repository protected_rsa "$here/work" protected_rsa plain 'passphrase: "open sesame"'
    repository no_passphrase "$here/work" protected plain
    repository wrong_host_key "$here/work" ed25519 wrong
    repository unknown_host "$here/work" ed25519 none
    repository wrong_key "$here/work" stranger plain
    repository missing "$here/nowhere" ed25519 plain
} >config/source.yml
echo 'service: ssh' >config/service.yml
"$PRECINCT_DISTRIBUTION/bin/precinct" run --config config --data data --port 0 --features framework,source \
    >service.out 2>service.log &
service=$!
base=
for _ in $(seq 600); do
    base=$(sed -n 's/^precinct ready on //p' service.out)
    [ -n "$base" ] && curl -sf -o /dev/null "$base/ready/source" && break
    kill -0 "$service" || { cat service.log; exit 1; }
    sleep 0.2
done

faults=0
fault() {
    faults=$((faults + 1))
    echo "FAULT: $*"
}
for name in $good; do
    curl -s "$base/repos/$name/files/a.py" | grep -q 'def reached' \
        || fault "$name is not reached: $(curl -s "$base/repos/$name/tree")"
done
reason() { # NAME WORDS
    curl -s "$base/repos/$1/tree" | grep -q "$2" || fault "$1 does not say '$2': $(curl -s "$base/repos/$1/tree")"
}
reason no_passphrase 'passphrase is missing'
reason wrong_host_key 'it was replaced'
reason unknown_host 'has no line for it'
reason wrong_key 'does not let'
reason missing 'does not appear to be a git repository'
if [ "$faults" -gt 0 ]; then
    cat sshd.log service.log
    exit 1
fi
version=$(LD_LIBRARY_PATH=$SSHD_LIBRARIES "$SSHD" -V 2>&1 | sed -n 's/^\(OpenSSH_[^ ,]*\).*/\1/p')
echo "7 kinds of keys reach $version, 5 failures each say why"
