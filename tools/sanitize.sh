#!/bin/sh
# sh tools/sanitize.sh: looks for undefined behaviour and for reads and writes outside of memory, in the core
# and on the main paths of the package. It skips checks whose software is not installed. Takes half an hour,
# with Miri hours.
set -u

cd "$(dirname "$0")/.." || exit 1
. tools/packages.sh
. tools/steps.sh
find_cargo

rust=$PWD/src/rust
paths=$PWD/tools/sanitize/main-paths.R
library=$work/library
host=$(rustc -vV | sed -n 's/^host: //p')
# Unstable options of rustc, on whatever compiler is here.
export RUSTC_BOOTSTRAP=1
# The core asks for more memory than there is, to see that it gets an error.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1

lack() {
  echo "$1"
  exit 77
}

core_tests() {
  cargo "$@" --manifest-path "$rust/Cargo.toml" --locked --package weighted-roc-core
}

# The compiler may lay out structs as it likes, where the code does not say how.
random_layout() {
  for seed in 1 2 3; do
    RUSTFLAGS="-Z randomize-layout -Z layout-seed=$seed" \
      CARGO_TARGET_DIR=$rust/target/layout core_tests test
  done
}

miri() {
  cargo +nightly miri --version || lack "Miri (rustup +nightly component add miri rust-src)"
  core_tests +nightly miri test
}

core_by_address_sanitizer() {
  RUSTFLAGS=-Zsanitizer=address CARGO_TARGET_DIR=$rust/target/address core_tests test \
    --target "$host" --lib --tests
}

# The package in a library of its own: install LIBRARY [VARIABLE=VALUE...].
install() {
  mkdir -p "$1" "$work/tree"
  tar --exclude=./.git --exclude=./bench --exclude=target -cf - . | tar -C "$work/tree" -xf -
  into=$1
  shift
  env "$@" R CMD INSTALL --no-docs --no-test-load --library="$into" "$work/tree"
}

install_package() {
  install "$library" CARGO_PROFILE_RELEASE_DEBUG=line-tables-only
}

# R itself is as it always is, and gets the sanitizer's library from outside. Macros run in the
# compiler, which has none: the wrapper leaves them and what they are made of alone.
package_by_address_sanitizer() {
  runtime=$(gcc -print-file-name=libasan.so)
  [ -e "$runtime" ] || lack "gcc's libasan.so"
  cat >"$work/rustc" <<'WRAPPER'
#!/bin/sh
case " $* " in
  *' --crate-name '*build*) exec "$@" ;;
  *' --crate-name extendr_api '* | *' --crate-name weighted'*) exec "$@" -Zsanitizer=address ;;
  *) exec "$@" ;;
esac
WRAPPER
  chmod +x "$work/rustc"
  install "$work/address" RUSTC_WRAPPER="$work/rustc" CARGO_PROFILE_RELEASE_LTO=off
  nm -D "$work"/address/WeightedROC/libs/WeightedROC.so | grep -q __asan_report
  R_LIBS=$work/address LD_PRELOAD=$runtime Rscript "$paths"
}

package_by_valgrind() {
  command -v valgrind || lack "valgrind"
  # One of two threads would wait for the other's turns without end.
  R_LIBS=$library R -d 'valgrind --quiet --fair-sched=yes --error-exitcode=9' --vanilla --no-echo \
    -f "$paths"
}

# A collection of garbage at every allocation: what nobody protects is gone at once.
package_by_gctorture() {
  R_LIBS=$library Rscript "$paths" 1
}

step "tests of the core, with structs laid out at random" random_layout
step "tests of the core, by Miri" miri
step "tests of the core, by the address sanitizer" core_by_address_sanitizer
step "main paths of the package, by the address sanitizer" package_by_address_sanitizer
step "installation of the package" install_package
step "main paths of the package, by valgrind" package_by_valgrind
step "main paths of the package, by gctorture" package_by_gctorture
conclude
