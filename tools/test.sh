#!/bin/sh
# sh tools/test.sh: installs what is missing and runs every check of the project, going on after a
# failure. Steps that need nothing of each other run side by side, as most of them keep one core busy.
# The last line says how many passed.
set -u

cd "$(dirname "$0")/.." || exit 1
. tools/packages.sh
. tools/steps.sh

rust=src/rust
manifests="$rust/Cargo.toml $rust/checks/Cargo.toml $rust/checks/fuzz/Cargo.toml"
library=$work/library
export LANG="${LANG:-C.UTF-8}"

tarball() {
  echo "$work"/WeightedROC_*.tar.gz
}

formatted() {
  for manifest in $manifests; do
    cargo fmt --manifest-path "$manifest" --all --check
  done
}

# Common dependencies are compiled once, because all manifests share a folder. libFuzzer itself, which is C++,
# is not compiled for a lint: its crate is told that there is one.
linted() {
  export CUSTOM_LIBFUZZER_PATH=/nowhere/libfuzzer.a
  for manifest in $manifests; do
    cargo clippy --manifest-path "$manifest" --target-dir "$rust/target" --locked --workspace \
      --all-targets -- -D warnings
  done
  cargo doc --manifest-path "$rust/Cargo.toml" --locked --no-deps --package weighted-roc-core
}

core_tests() {
  cargo test --manifest-path "$rust/Cargo.toml" --locked --package weighted-roc-core
}

property_tests() {
  cargo test --manifest-path "$rust/checks/Cargo.toml" --locked --release
}

make_tarball() {
  sh tools/tarball.sh "$work"
  test "$(wc -c <"$(tarball)")" -lt 3100000
}

# A command that runs another one without a network, or nothing where that is not allowed.
network_cutter() {
  for cutter in 'unshare --net' 'unshare --net --map-root-user'; do
    if $cutter true 2>/dev/null; then echo "$cutter"; return; fi
  done
}

# The library that this fills is used by steps below, so it is filled with a network, too.
offline_install() {
  cutter=$(network_cutter)
  mkdir -p "$library" "$work/cargo"
  CARGO_HOME=$work/cargo $cutter R CMD INSTALL --library="$library" "$(tarball)"
  if [ -z "$cutter" ]; then
    echo "this machine does not let the network be cut off (installed with it)"
    exit 77
  fi
}

# The limit is one that link-time optimisation keeps, and its silent loss exceeds.
small_library() {
  cp "$library"/WeightedROC/libs/WeightedROC.so "$work/stripped.so"
  strip "$work/stripped.so"
  wc -c "$work/stripped.so"
  test "$(wc -c <"$work/stripped.so")" -lt 3100000
}

spelled() {
  Rscript tools/spelling.R
}

linted_r() {
  Rscript tools/english.R && Rscript tools/lint.R
}

fresh_authors() {
  Rscript tools/authors.R --check
}

# The promises of src/rust/Cargo.toml: no crate needs a newer compiler, and the lock file has the format that
# cargo reads since 1.53 (the next came with 1.78). Clippy looks after our own code.
oldest_rust() {
  oldest=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$rust/Cargo.toml")
  grep -q "rustc >= $oldest\b" DESCRIPTION
  grep -q '^version = 3$' "$rust/Cargo.lock"
  cargo metadata --manifest-path "$rust/Cargo.toml" --locked --format-version 1 >"$work/crates.json"
  wanted=$(grep -o '"rust_version":"[^"]*"' "$work/crates.json" | cut -d '"' -f 4 | sort -uV)
  printf "Oldest: %s. Wanted by crates:\n%s\n" "$oldest" "$wanted"
  test "$(printf '%s\n' "$wanted" "$oldest" | sort -V | tail -n 1)" = "$oldest"
}

articles_installed() {
  for article in vignettes/*.R[mn][dw]; do
    ls "$library/WeightedROC/doc/$(basename "${article%.*}")".[hp]*
  done
}

fresh_wrappers() {
  Rscript tools/wrappers.R --check --lib "$library"
}

true_readme() {
  Rscript tools/readme.R --lib "$library"
}

checked() {
  sh tools/check.sh "$(tarball)" "$work"
}

# testthat's closing line: at least one test passed, none failed.
tests_ran() {
  grep '^\[ FAIL' "$1" | tail -n 1
  grep '^\[ FAIL 0 ' "$1" | grep -q 'PASS [1-9]'
}

tests_ran_in_check() {
  tests_ran "$work/WeightedROC.Rcheck/tests/testthat.Rout"
}

all_r_tests() {
  cp -R tests "$work/tests"
  with_postgres=$PWD/tools/with-postgres.sh
  with_mariadb=$PWD/tools/with-mariadb.sh
  # A python3 without duckdb is named by a test that is skipped.
  WROC_DUCKDB=${WROC_DUCKDB:-$(command -v python3 || true)}
  export WROC_DUCKDB
  cd "$work/tests"
  export R_LIBS="$library" NOT_CRAN=true
  sh "$with_postgres" sh "$with_mariadb" R CMD BATCH --vanilla testthat.R || tail -n 40 testthat.Rout
  tests_ran testthat.Rout
}

echo "Looking for what is missing"
find_cargo
install_missing "$(build_needs; test_needs)" "$(suggested_needs; style_needs; server_needs)"

rust_steps() {
  step "rustfmt" formatted
  step "oldest compiler" oldest_rust
  step "clippy" linted
  step "tests of the core crate" core_tests
  step "property tests" property_tests
}

# The steps below need the tarball, and the library in which it was installed.
package_steps() {
  step "spelling" spelled
  step "lintr" linted_r
  step "inst/AUTHORS and LICENSE.note are up to date" fresh_authors
  step "source tarball, below 2.9 MB" make_tarball
  step "installation without a network" offline_install
  step "articles are installed" articles_installed
  step "shared object, below 3.1 MB" small_library
  step "R/extendr-wrappers.R is up to date" fresh_wrappers
  step "README.md shows what its code prints" true_readme
}

check_steps() {
  step "R CMD check --as-cran" checked
  step "testthat ran in the check" tests_ran_in_check
}

# Ctrl-C alone does not reach what runs in the background.
trap 'kill 0' INT
rust_steps &
package_steps
check_steps &
step "testthat, with the tests that CRAN skips" all_r_tests
wait

conclude
