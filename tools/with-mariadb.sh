#!/bin/sh
# sh tools/with-mariadb.sh COMMAND...: runs COMMAND beside a MariaDB of its own (Debian's packages
# mariadb-server and r-cran-rmysql), which has an empty database wroc, listens to a socket only, and
# is gone afterwards. The socket is in WROC_MARIADB; the user is root. Where there is none, runs
# COMMAND without.
set -eu

clean_up() {
  status=$?
  # A second signal must not cut this short.
  trap '' HUP INT TERM
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$work"
  exit "$status"
}

fail() {
  cat "$work"/*.log >&2
  echo "with-mariadb.sh: MariaDB did not start; its words are above." >&2
  exit 1
}

if [ $# -eq 0 ]; then
  echo "Usage: sh tools/with-mariadb.sh COMMAND..." >&2
  exit 2
fi
if ! command -v mariadbd >/dev/null || ! command -v mariadb-install-db >/dev/null; then
  echo "with-mariadb.sh: going on without MariaDB: it is not installed" >&2
  unset WROC_MARIADB
  exec "$@"
fi

# In /tmp, which every user may enter, and because a socket's path may have some 100 characters.
work=$(mktemp -d /tmp/wroc-mariadb-XXXXXX)
server=
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

owner=
if [ "$(id -u)" -eq 0 ]; then
  owner=--user=mysql
  chown mysql "$work"
fi
# $owner is one word or none.
# shellcheck disable=SC2086
mariadb-install-db --no-defaults $owner --datadir="$work/data" --skip-test-db \
  --auth-root-authentication-method=normal >"$work/install.log" 2>&1 || fail
# shellcheck disable=SC2086
mariadbd --no-defaults $owner --datadir="$work/data" --socket="$work/socket" --skip-networking \
  --innodb-flush-log-at-trx-commit=0 >"$work/server.log" 2>&1 </dev/null &
server=$!
deadline=$(($(date +%s) + 300))
until mariadb --no-defaults --user=root --socket="$work/socket" \
  --execute="CREATE DATABASE wroc" >/dev/null 2>&1; do
  if ! kill -0 "$server" 2>/dev/null || [ "$(date +%s)" -gt "$deadline" ]; then fail; fi
  sleep 1
done
WROC_MARIADB=$work/socket
export WROC_MARIADB
"$@"
