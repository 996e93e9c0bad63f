#!/bin/sh
# sh tools/mutants.sh [K/N | missed] [OPTION...]: changes the core in small ways, one at a time, and
# says which changes no test notices.
#
# K/N tries the core's own tests on one of N parts of all changes, K from 0 to N - 1; parts may run
# side by side. `missed` tries the property tests, which take longer, on what all parts have let pass
# so far. Without an argument it does both for all changes: about four hours of one core. Options are
# those of cargo-mutants, which is installed when it is missing: --file GLOB, --exclude GLOB, ...
set -eu

cd "$(dirname "$0")/.."
. tools/packages.sh
find_cargo

part=${1:-all}
[ $# -eq 0 ] || shift
case $part in
  all | missed | [0-9]*/[1-9]*) ;;
  *) sed -n '2,8p' "$0"; exit 2 ;;
esac
results=$PWD/src/rust/checks/target/mutants
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo mutants --version >/dev/null 2>&1 || cargo install --locked cargo-mutants

# cargo-mutants runs the tests of one workspace: in this copy the property tests belong to it.
mkdir "$work/rust"
tar --exclude=target --exclude=fuzz -C src/rust -cf - . | tar -C "$work/rust" -xf -
sed -i.bak -e 's/^members = .*/members = ["core", "checks"]/' -e '/^exclude = /d' \
  "$work/rust/Cargo.toml"
printf '\n[profile.dev.package."*"]\nopt-level = 3\n' >>"$work/rust/Cargo.toml"
sed -i.bak -e '/^\[workspace\]$/d' "$work/rust/checks/Cargo.toml"
# Most of the time goes into builds. A little optimisation makes up for itself, where a change lets
# little else be built anew; in crates that are built once much of it does.
export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_LTO=off CARGO_PROFILE_DEV_DEBUG=0

# The tests that take longest come last: most changes are noticed before. A limit of processor time ends
# endless loops, because it does not depend on the machine's other load.
cat >"$work/in_two_steps" <<'RUNNER'
#!/bin/sh
# shellcheck disable=SC3045
ulimit -t 20
long='sort::buckets stop block optimistic'
# shellcheck disable=SC2046,SC2086
"$@" $(printf -- '--skip %s ' $long) && "$@" $long
RUNNER
chmod +x "$work/in_two_steps"
runner=CARGO_TARGET_$(rustc -vV | sed -n 's/^host: //p' | tr a-z- A-Z_)_RUNNER

# A change may ask for all memory that there is.
# shellcheck disable=SC3045
ulimit -v 8000000

# mutants FOLDER ARGUMENT...: it ends with 2 or 3 when changes were missed or took too long.
mutants() {
  rm -rf "${results:?}/$1"
  mkdir -p "$results/$1"
  output=$results/$1
  shift
  status=0
  cargo mutants --dir "$work/rust" --in-place --package weighted-roc-core --output "$output" \
    --colors never "$@" || status=$?
  case $status in
    0 | 2 | 3) ;;
    *) exit "$status" ;;
  esac
}

# found FOLDERS KIND: the changes that ended so.
found() {
  # shellcheck disable=SC2086
  cat "$results"/$1/mutants.out/"$2.txt" 2>/dev/null || true
}

# Examples and doctests take long, and notice little.
try_core() {
  shard=$1
  shift
  export "$runner=$work/in_two_steps"
  mutants "core-$(echo "$shard" | tr / -)" --shard "$shard" --sharding round-robin \
    --cargo-arg=--lib --timeout 900 "$@"
  unset "$runner"
}

# The changes themselves, as regular expressions, and their files: some changes heed one but not the
# other.
try_missed() {
  found 'core-*' missed >"$work/missed"
  if [ -s "$work/missed" ]; then
    sed 's/[][\.*^$+?(){}|]/\\&/g; s/.*/--re=^&$/' "$work/missed" >"$work/options"
    sed 's/:.*//; s/^/--file=/' "$work/missed" | sort -u >>"$work/options"
    while IFS= read -r option; do
      set -- "$@" "$option"
    done <"$work/options"
    # Not left to cargo-mutants, which tries the tests of the changed package alone.
    cargo test --manifest-path "$work/rust/Cargo.toml" --quiet --package weighted-roc-checks
    mutants checks --test-package weighted-roc-checks --baseline skip --timeout 900 "$@"
  fi
}

number() {
  wc -l | tr -d ' '
}

report() {
  missed=$(found checks missed)
  timeouts=$(found 'core-*' timeout; found checks timeout)
  echo
  echo "Missed:"
  printf '%s' "$missed" | sed 's/^/  /'
  echo "Took too long:"
  printf '%s' "$timeouts" | sed 's/^/  /'
  echo
  echo "Caught by the tests of the core: $(found 'core-*' caught | number)," \
    "missed by them: $(found 'core-*' missed | number)," \
    "of these caught by the property tests: $(found checks caught | number)," \
    "missed by both: $(found checks missed | number)," \
    "too long: $(printf '%s' "$timeouts" | grep -c .)," \
    "not compiled: $(found 'core-*' unviable | number)"
  echo "The logs are in $results"
  test -z "$missed"
}

case $part in
  all)
    rm -rf "$results"
    try_core 0/1 "$@"
    try_missed "$@"
    ;;
  missed) try_missed "$@" ;;
  *) try_core "$part" "$@" ;;
esac
report
