#!/bin/sh
# sh tools/mutants.sh [K/N]: changes the core in small ways, one at a time, and says which changes no
# test notices. K/N takes one of N parts of all changes, K from 0 to N - 1.
#
# The tests of the core come first; what they let pass is tried on the property tests, which take
# longer. Takes cargo-mutants, which is installed when it is missing, and for all changes some hours:
# parts may run side by side.
set -eu

cd "$(dirname "$0")/.."
. tools/packages.sh
find_cargo

shard=${1:-0/1}
case $shard in
  [0-9]*/[1-9]*) ;;
  *) sed -n '2,3p' "$0"; exit 2 ;;
esac
output=$PWD/src/rust/checks/target/mutants/$(echo "$shard" | tr / -)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo mutants --version >/dev/null 2>&1 || cargo install --locked cargo-mutants
rm -rf "$output"
mkdir -p "$output/core" "$output/checks"

# cargo-mutants runs the tests of one workspace: in this copy the property tests belong to it.
tar --exclude=target --exclude=fuzz -C src/rust -cf - . | tar -C "$work" -xf -
sed -i.bak -e 's/^members = .*/members = ["core", "checks"]/' -e '/^exclude = /d' "$work/Cargo.toml"
sed -i.bak -e '/^\[workspace\]$/d' "$work/checks/Cargo.toml"

# A little optimisation makes up for itself. A change may ask for all memory that there is.
export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_TEST_OPT_LEVEL=1
# shellcheck disable=SC3045
ulimit -v 12000000

# mutants FOLDER ARGUMENT...: it ends with 2 or 3 when changes were missed or took too long.
mutants() {
  folder=$1
  shift
  status=0
  cargo mutants --dir "$work" --in-place --package weighted-roc-core --output "$output/$folder" \
    --colors never "$@" || status=$?
  case $status in
    0 | 2 | 3) ;;
    *) exit "$status" ;;
  esac
}

# found FOLDER KIND: the changes that ended so.
found() {
  cat "$output/$1/mutants.out/$2.txt" 2>/dev/null || true
}

# Of the changes that the tests of the core let pass, those that ended so with the property tests.
found_of_missed() {
  found checks "$1" | grep -Fx -f "$output/core/mutants.out/missed.txt" || true
}

number() {
  wc -l | tr -d ' '
}

mutants core --shard "$shard" --sharding round-robin

# The changes themselves, as regular expressions, and their files: some changes heed one but not the
# other.
if [ -n "$(found core missed)" ]; then
  found core missed | sed 's/[][\.*^$+?(){}|]/\\&/g; s/.*/--re=^&$/' >"$work/missed"
  found core missed | sed 's/:.*//; s/^/--file=/' | sort -u >>"$work/missed"
  set --
  while IFS= read -r option; do
    set -- "$@" "$option"
  done <"$work/missed"
  # Not left to cargo-mutants, which tries the tests of the changed package alone.
  cargo test --manifest-path "$work/Cargo.toml" --quiet --package weighted-roc-checks
  mutants checks --test-package weighted-roc-checks --baseline skip --timeout 900 "$@"
fi

timeouts=$(found core timeout; found_of_missed timeout)
echo
echo "Missed:"
found_of_missed missed | sed 's/^/  /'
echo "Took too long:"
printf '%s' "$timeouts" | sed 's/^/  /'
echo
echo "Caught by the tests of the core: $(found core caught | number)," \
  "by the property tests: $(found_of_missed caught | number)," \
  "missed: $(found_of_missed missed | number)," \
  "too long: $(printf '%s' "$timeouts" | grep -c .)," \
  "not compiled: $(found core unviable | number)"
echo "The logs are in $output"
test "$(found_of_missed missed | number)" -eq 0
