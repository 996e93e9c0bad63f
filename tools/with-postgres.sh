#!/bin/sh
# sh tools/with-postgres.sh COMMAND...: runs COMMAND beside a PostgreSQL of its own, which is empty,
# listens to a socket only, and is gone afterwards. The socket's folder is in WROC_POSTGRES; the
# user and the database are both called postgres. Where there is none, runs COMMAND without.
set -eu

# The folder of the newest version's programs. Debian keeps each version's in a place of its own.
programs() {
  {
    # The path's fifth part is the version, and there is nothing odd in it.
    # shellcheck disable=SC2012
    ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t / -k 5 -rn
    dirname "$(command -v pg_ctl || echo nowhere/pg_ctl)"
  } | while read -r folder; do
    if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ]; then echo "$folder"; return; fi
  done
}

# PostgreSQL refuses to run as root.
as_owner() {
  if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

has_owner() {
  [ "$(id -u)" -ne 0 ] || { id -u postgres && command -v runuser; } >/dev/null 2>&1
}

without_postgres() {
  echo "with-postgres.sh: going on without PostgreSQL: $1" >&2
  shift
  unset WROC_POSTGRES
  exec "$@"
}

start_cluster() {
  if [ "$(id -u)" -eq 0 ]; then chown postgres "$work"; fi
  # From a folder that its user may enter.
  cd "$work"
  as_owner "$bin/initdb" -D "$work/data" -U postgres -A trust -E UTF8 --no-locale --no-sync &&
    as_owner "$bin/pg_ctl" -D "$work/data" -l "$work/server.log" -w -t 300 -o "$options" start
}

clean_up() {
  status=$?
  # A second signal must not cut this short.
  trap '' HUP INT TERM
  if [ -e "$work/data/postmaster.pid" ]; then
    (cd "$work" && as_owner "$bin/pg_ctl" -D "$work/data" -w -m immediate stop) >/dev/null 2>&1 ||
      true
  fi
  rm -rf "$work"
  exit "$status"
}

if [ $# -eq 0 ]; then
  echo "Usage: sh tools/with-postgres.sh COMMAND..." >&2
  exit 2
fi
bin=$(programs)
if [ -z "$bin" ]; then without_postgres "it is not installed" "$@"; fi
if ! has_owner; then without_postgres "root can't become the user postgres" "$@"; fi

# In /tmp, which every user may enter, and because a socket's path may have some 100 characters.
work=$(mktemp -d /tmp/wroc-postgres-XXXXXX)
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

options="-k $work -c listen_addresses='' -c fsync=off -c synchronous_commit=off"
options="$options -c full_page_writes=off"
if ! (start_cluster) >"$work/start.log" 2>&1 </dev/null; then
  cat "$work/start.log" "$work/server.log" >&2 2>/dev/null || true
  echo "with-postgres.sh: PostgreSQL did not start; its words are above." >&2
  exit 1
fi
WROC_POSTGRES=$work
export WROC_POSTGRES
"$@"
