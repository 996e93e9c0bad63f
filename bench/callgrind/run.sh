#!/bin/sh
# sh bench/callgrind/run.sh [FOLDER]: counts the instructions of the Rust core on fixed cases, and
# writes FOLDER/results/instructions.csv (FOLDER is bench/speed without one).
set -eu

cd "$(dirname "$0")/../.."
results=${1:-bench/speed}/results
n=100000
rm -f "$results/instructions.csv"

PATH=$PATH:${CARGO_HOME:-${HOME:-}/.cargo}/bin
for tool in cargo valgrind; do
  if ! command -v "$tool" >/dev/null; then
    echo "$tool is not installed: instructions are not counted." >&2
    exit 77
  fi
done

cargo build --quiet --release --offline --manifest-path bench/callgrind/Cargo.toml
binary=bench/callgrind/target/release/weighted-roc-instructions
counts=$(mktemp)
trap 'rm -f "$counts"' EXIT

# instructions JOB SHAPE CALLS: of the whole process.
instructions() {
  valgrind --quiet --tool=callgrind --callgrind-out-file="$counts" "$binary" "$1" "$2" "$n" "$3"
  awk '/^(summary|totals):/ { print $2; exit }' "$counts"
}

# The second call's own: no start of the process, no making of data.
instructions_of_call() {
  echo $(($(instructions "$1" "$2" 2) - $(instructions "$1" "$2" 1)))
}

mkdir -p "$results"
{
  echo '"job","shape","n","instructions","per_observation"'
  for job in curve area; do
    for shape in continuous three-decimals; do
      count=$(instructions_of_call "$job" "$shape")
      echo "\"$job\",\"$shape\",$n,$count,$(awk "BEGIN { printf \"%.2f\", $count / $n }")"
    done
  done
} >"$results/instructions.csv"
