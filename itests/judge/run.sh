#!/usr/bin/env bash
# Holds Precinct against tools that others wrote: run.sh [NAME...], by default every judge but those that run on request.
# ./precinct judge calls it.
#
# A judge is a folder here with a judge.sh. It runs in a copy of its folder below target/judge, where npm's packages and
# the modules that judges share are found, and ends with 0 where the tool agrees. Its last line of output is its verdict
# in a few words. Comment lines at its head say how it is run:
#   # needs: NAME...   what it needs
#   # on request ...   only where it is named
#   # alone ...        with no other judge beside it; the others run two at a time
#   # long SECONDS ... before the others, which run beside it meanwhile; the longest first
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
work=$root/target/judge
stage=$work/stage
service=
beside=
failed=0

die() {
    echo "judge: $*" >&2
    exit 2
}

# Whoever interrupts a run ends the judges of the second lane as well.
stop_beside() {
    [ -z "$beside" ] || kill -TERM -- "-$beside" 2>/dev/null || true
}

stop_service() {
    if [ -n "$service" ]; then
        kill -TERM "$service" 2>/dev/null || true
        wait "$service" || echo "judge: the service ended with $?, its log is $work/service.log" >&2
        service=
    fi
}
trap 'stop_beside; stop_service' EXIT

# --- what judges need: each function provides one thing, or says in one line what is missing and how to get it ---------
missing() {
    echo "$*"
    return 1
}

expected_in_ci() {
    [ "${CI:-}" = true ]
}

# debian PACKAGE [DEPENDENCIES]: unpacks a Debian package below target, and those of its missing dependencies whose names
# match; nothing is installed.
debian() {
    command -v apt-get >/dev/null && command -v dpkg >/dev/null || return 1
    local wanted
    wanted=$(simulated "$1")
    if [ -z "$wanted" ] && [ "$(id -u)" = 0 ]; then
        apt-get -q update >>"$work/apt.log" 2>&1 || return 1
        wanted=$(simulated "$1")
    fi
    wanted=$(echo "$wanted" | grep -xE "$1${2:+|$2}") || return 1
    mkdir -p "$work/debian/packages"
    # shellcheck disable=SC2086 # a list by intent
    (cd "$work/debian/packages" && apt-get -q download $wanted) >>"$work/apt.log" 2>&1 || return 1
    for package in "$work"/debian/packages/*.deb; do
        dpkg -x "$package" "$work/debian" && rm "$package"
    done
}

simulated() {
    apt-get -q -s --no-install-recommends install "$1" 2>>"$work/apt.log" | sed -n 's/^Inst \([^ ]*\) .*/\1/p'
}

# unpacked PROGRAM: runs it from below target, with the libraries that lie beside it.
unpacked() {
    [ -x "$work/debian/usr/bin/$1" ] || return 1
    mkdir -p "$work/bin"
    cat >"$work/bin/$1" <<END
#!/bin/sh
for folder in '$work'/debian/usr/lib/*-linux-*; do
    LD_LIBRARY_PATH=\$folder\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}
done
export LD_LIBRARY_PATH
exec '$work/debian/usr/bin/$1' "\$@"
END
    chmod +x "$work/bin/$1"
}

need_node() {
    local major
    major=$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/')
    if [ "${major:-0}" -lt 20 ] || ! command -v npm >/dev/null; then
        missing "node 20 or newer and npm: install them (Debian: apt install npm, macOS: brew install node)"
        return
    fi
    if ! cmp -s "$here/package.json" "$stage/node_modules/.judge.json"; then
        if ! (cd "$stage" && npm install --no-package-lock --no-audit --no-fund) >"$work/npm.log" 2>&1; then
            missing "packages of npm, which it could not install: see $work/npm.log"
            return
        fi
        cp "$here/package.json" "$stage/node_modules/.judge.json"
    fi
}

need_curl() {
    curl --version 2>/dev/null | grep -q HTTP2 \
        || missing "curl with HTTP/2: install it (Debian: apt install curl, macOS: brew install curl)"
}

need_git() {
    command -v git >/dev/null || missing "git: install it (Debian: apt install git, macOS: brew install git)"
}

need_linux_x64() {
    [ "$(uname -sm)" = 'Linux x86_64' ] || missing "Linux on x64: the pinned compiler runs there"
}

need_maven() {
    command -v mvn >/dev/null || missing "Maven 3.8 or newer: install it (Debian: apt install maven, macOS: brew install maven)"
}

# Exuberant ctags, and what macOS calls ctags, print no JSON.
is_universal() {
    ctags --version 2>/dev/null | grep -q '^Universal Ctags' && ctags --list-features | grep -q '^json'
}

need_ctags() {
    is_universal || { debian universal-ctags 'lib.*' && unpacked ctags-universal \
        && ln -sf ctags-universal "$work/bin/ctags" && is_universal; } \
        || missing "universal-ctags: install it (Debian: apt install universal-ctags, macOS: brew install universal-ctags)"
}

# Outside of most users' paths; unpacked, it needs its own name and the libraries that lie beside it.
find_sshd() {
    SSHD_LIBRARIES=
    SSHD=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd) && return
    SSHD=$work/debian/usr/sbin/sshd
    [ -x "$SSHD" ] || return 1
    local folder
    for folder in "$work"/debian/usr/lib/*-linux-* "$work"/debian/lib/*-linux-*; do
        SSHD_LIBRARIES=$folder${SSHD_LIBRARIES:+:$SSHD_LIBRARIES}
    done
}

need_sshd() {
    { find_sshd || { debian openssh-server 'lib.*' && find_sshd; }; } && command -v ssh-keygen >/dev/null \
        || missing "sshd and ssh-keygen: install them (Debian: apt install openssh-server)" || return
    export SSHD SSHD_LIBRARIES
}

find_pgbouncer() {
    PGBOUNCER_LIBRARIES=
    PGBOUNCER=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v pgbouncer) && return
    PGBOUNCER=$work/debian/usr/sbin/pgbouncer
    [ -x "$PGBOUNCER" ] || return 1
    local folder
    for folder in "$work"/debian/usr/lib/*-linux-* "$work"/debian/lib/*-linux-*; do
        PGBOUNCER_LIBRARIES=$folder${PGBOUNCER_LIBRARIES:+:$PGBOUNCER_LIBRARIES}
    done
}

need_pgbouncer() {
    find_pgbouncer || { debian pgbouncer 'lib.*' && find_pgbouncer; } \
        || missing "pgbouncer: install it (Debian: apt install pgbouncer, macOS: brew install pgbouncer)" || return
    export PGBOUNCER PGBOUNCER_LIBRARIES
}

need_h2load() {
    command -v h2load >/dev/null || unpacked h2load || { debian nghttp2-client 'lib.*' && unpacked h2load; } \
        || missing "h2load: install it (Debian: apt install nghttp2-client, macOS: brew install nghttp2)"
}

need_promtool() {
    command -v promtool >/dev/null || unpacked promtool || { debian prometheus && unpacked promtool; } \
        || missing "promtool: install it (Debian: apt install prometheus, macOS: brew install prometheus)"
}

need_etcd() {
    command -v etcd >/dev/null || unpacked etcd || { debian etcd-server && unpacked etcd; } \
        || missing "etcd: install it (Debian: apt install etcd-server, macOS: brew install etcd)"
}

# The browser without a desktop's user interface comes first: to open a page takes a fifth of the processor time.
find_chromium() {
    local candidate
    for candidate in "${CHROMIUM:-}" chromium-headless-shell chrome-headless-shell chromium chromium-browser google-chrome \
        google-chrome-stable '/Applications/Chromium.app/Contents/MacOS/Chromium' \
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'; do
        if [ -n "$candidate" ] && CHROMIUM=$(command -v "$candidate"); then
            export CHROMIUM
            return
        fi
    done
    CHROMIUM=
    return 1
}

installed_chromium() {
    apt-get -q -y --no-install-recommends install chromium-headless-shell \
        || apt-get -q -y --no-install-recommends install chromium
}

need_chromium() {
    if [ -z "${CHROMIUM:-}" ] && ! command -v chromium-headless-shell >/dev/null; then
        # Too large to be unpacked in silence: on a machine of one's own somebody decides.
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && { expected_in_ci || [ -n "${JUDGE_INSTALL:-}" ]; }; then
            { apt-get -q update && installed_chromium; } >>"$work/apt.log" 2>&1 || true
        fi
    fi
    find_chromium \
        || missing "chromium: install it (Debian: apt install chromium-headless-shell, or run this as root with" \
            "JUDGE_INSTALL=1; macOS: brew install chromium), or name one in CHROMIUM"
}

need_service() {
    [ -z "$service" ] || return 0
    rm -rf "$work/data"
    "$PRECINCT_DISTRIBUTION/bin/precinct" run --config "$root/config" --data "$work/data" --port 0 \
        >"$work/service.out" 2>"$work/service.log" &
    service=$!
    local patience=1800
    while ! PRECINCT_URL=$(sed -n 's/^precinct ready on //p' "$work/service.out") || [ -z "$PRECINCT_URL" ]; do
        patience=$((patience - 1))
        if [ "$patience" = 0 ] || ! kill -0 "$service" 2>/dev/null; then
            tail -n 20 "$work/service.log" >&2
            die "the service did not start; its log is $work/service.log"
        fi
        sleep 0.1
    done
    export PRECINCT_URL
}

# --- judges -----------------------------------------------------------------------------------------------------------
needs() {
    sed -n 's/^# needs: *//p' "$here/$1/judge.sh"
}

all=
for judge in "$here"/*/judge.sh; do
    judge=${judge%/judge.sh}
    all="$all ${judge##*/}"
done
case ${1:-} in
    -h | --help)
        echo "Usage: precinct judge [NAME...]: compares with tools that others wrote; names:$all"
        exit
        ;;
esac
default=
for name in $all; do
    grep -q '^# on request' "$here/$name/judge.sh" || default="$default $name"
done
names=${*:-$default}
for name in $names; do
    [ -f "$here/$name/judge.sh" ] || die "there is no judge $name; there are:$all"
done

[ -x "${PRECINCT_DISTRIBUTION:-}/bin/precinct" ] || die "PRECINCT_DISTRIBUTION names no distribution; run ./precinct judge"
[ -x "${JAVA_HOME:-}/bin/java" ] || die "JAVA_HOME names no JDK; run ./precinct judge"
JUDGE_ROOT=$root
export PRECINCT_DISTRIBUTION JAVA_HOME JUDGE_ROOT
PATH=$work/bin:$PATH

mkdir -p "$stage"
cp "$here/package.json" "$here"/*.mjs "$stage/"
for name in $names; do
    rm -rf "${stage:?}/$name"
    cp -R "$here/$name" "$stage/$name"
done

# Looked for once each, before anything runs; "-" and "_" apart, a need is its function.
lacking=
for need in $(for name in $names; do needs "$name"; done | tr ' ' '\n' | sort -u); do
    [ "$need" = service ] && continue
    if reason=$("need_$need"); then
        "need_$need" >/dev/null # once more in this shell, for what it exports
    else
        echo "needs $reason" >&2
        lacking="$lacking $need"
    fi
done

marked() {
    grep -q "^# $2" "$here/$1/judge.sh"
}

results=$work/results
rm -rf "$results"
mkdir -p "$results"

# report NAME RESULT TIME PROCESSOR TEXT: its line of the table; PROCESSOR is the time of what the judge started, without
# the service that judges share.
report() {
    printf '%s\t%s\t%s\t%s\t%s\n' "$@" >"$results/$1"
}

# run_judge NAME: once, whichever lane comes to it first.
run_judge() {
    mkdir "$results/.$1" 2>/dev/null || return 0
    echo "--- $1" >&2
    local result=agrees TIMEFORMAT='%R %U %S'
    { time bash -c 'cd "$1" && exec bash judge.sh' - "$stage/$1" >"$work/$1.log" 2>&1; } 2>"$work/$1.time" || result=DISAGREES
    [ "$result" = agrees ] || cat "$work/$1.log" >&2
    # shellcheck disable=SC2046 # two words by intent
    report "$1" "$result" $(LC_ALL=C awk '{ printf "%.0fs %.0fs", $1, $2 + $3 }' "$work/$1.time") "$(tail -n 1 "$work/$1.log")"
}

run_judges() {
    local name
    for name in "$@"; do
        run_judge "$name"
    done
}

long=
short=
alone=
for name in $names; do
    absent=
    for need in $(needs "$name"); do
        case " $lacking " in *" $need "*) absent="$absent $need" ;; esac
    done
    if [ -n "$absent" ]; then
        report "$name" 'not run' - - "needs$absent"
        # A machine of CI has, or gets, all of it: a judge that is silently absent there would be absent for ever. So is
        # one that was asked for by its name.
        if expected_in_ci || [ $# -gt 0 ]; then failed=1; fi
        continue
    fi
    case " $(needs "$name") " in *' service '*) need_service ;; esac
    if marked "$name" alone; then
        alone="$alone $name"
    elif marked "$name" long; then
        long="$long $name"
    else
        short="$short $name"
    fi
done

# longest NAME...: the longest first, by what their heads say.
longest() {
    local name
    for name in "$@"; do
        echo "$(sed -n 's/^# long \([0-9]*\).*/\1/p' "$here/$name/judge.sh") $name"
    done | sort -rn | cut -d ' ' -f 2
}

# shellcheck disable=SC2086 # lists by intent
{
    long=$(longest $long)
    set -m # a process group of its own, which can be ended as one
    run_judges $long $short </dev/null &
    beside=$!
    set +m
    run_judges $long $short
    wait "$beside"
    beside=
    run_judges $alone
}
stop_service

awk -F '\t' 'BEGIN { printf "\n%-15s %-10s %5s %5s\n", "judge", "", "time", "cpu" }
    { printf "%-15s %-10s %5s %5s  %s\n", $1, $2, $3, $4, $5 }' "$results"/*
if grep -q "$(printf '\tDISAGREES\t')" "$results"/*; then failed=1; fi
exit "$failed"
