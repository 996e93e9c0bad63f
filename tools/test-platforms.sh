#!/bin/sh
# sh tools/test-platforms.sh [PLATFORM...]: runs the tests of the core on other platforms than this one, and compares
# the bits of its results with those of x86_64 (src/rust/checks/tests/bits.txt). PLATFORM is one of s390x, i686, aarch64,
# windows, dll and wasm; without one, all run. A platform whose tools are missing is skipped; the line says
# which tool is missing. Nothing is installed: CONTRIBUTING.md has the names of the packages.
set -u

cd "$(dirname "$0")/.." || exit 1
. tools/packages.sh
. tools/steps.sh
find_cargo

skip() {
  echo "$1"
  exit 77
}

need() {
  for tool; do
    command -v "$tool" >/dev/null || skip "no $tool"
  done
}

# The compiler of rustup or the system's, whichever has the target's standard library.
need_target() {
  for RUSTC in rustc /usr/bin/rustc; do
    if ls "$("$RUSTC" --print target-libdir --target "$1" 2>/dev/null)"/libstd-* >/dev/null 2>&1; then
      export RUSTC
      return
    fi
  done
  skip "no standard library of Rust for $1"
}

# set_cargo TARGET VARIABLE VALUE: a setting of cargo for one target.
set_cargo() {
  export "CARGO_TARGET_$(echo "$1" | tr 'a-z-' 'A-Z_')_$2=$3"
}

# Emulated, so optimised; with checks of overflow, for the sake of 32 bits.
core_tests() {
  export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=0
  cargo test --manifest-path src/rust/Cargo.toml --locked --package weighted-roc-core --target "$1" --lib --tests
  bits_and_hostile_input "$1"
}

bits_and_hostile_input() {
  cargo test --manifest-path src/rust/checks/Cargo.toml --locked --release --target "$1" --test bits --test hostile
}

# linux_tests TARGET PREFIX EMULATOR
linux_tests() {
  need "$2-gcc" ${3:+"$3"}
  need_target "$1"
  set_cargo "$1" LINKER "$2-gcc"
  [ -z "$3" ] || set_cargo "$1" RUNNER "$3 -L /usr/$2"
  core_tests "$1"
}

# Big-endian.
s390x() {
  linux_tests s390x-unknown-linux-gnu s390x-linux-gnu qemu-s390x
}

# 32 bits. The kernel of an x86_64 runs it, if it has the libraries.
i686() {
  linux_tests i686-unknown-linux-gnu i686-linux-gnu qemu-i386
}

aarch64() {
  linux_tests aarch64-unknown-linux-gnu aarch64-linux-gnu qemu-aarch64
}

windows() {
  need x86_64-w64-mingw32-gcc wine
  need_target x86_64-pc-windows-gnu
  set_cargo x86_64-pc-windows-gnu RUNNER wine
  export WINEDEBUG=-all
  core_tests x86_64-pc-windows-gnu
}

# The static library, linked into a DLL as src/Makevars.win does.
dll() {
  need x86_64-w64-mingw32-gcc x86_64-w64-mingw32-dlltool R
  need_target x86_64-pc-windows-gnu
  cargo build --locked --lib --release --manifest-path src/rust/Cargo.toml --target-dir src/rust/target \
    --target x86_64-pc-windows-gnu
  link_dll src/rust/target/x86_64-pc-windows-gnu/release
}

# link_dll FOLDER_OF_THE_LIBRARY: in the words of src/Makevars.win, with R's symbols as libR.so has them.
link_dll() {
  libs=$(make -s -f src/Makevars.win.in --eval 'libs: ; @echo $(PKG_LIBS)' WIN=64 SHLIB=none LIBDIR="$1" libs)
  { echo "LIBRARY R.dll"; echo "EXPORTS"; nm -D --defined-only "$(R RHOME)/lib/libR.so" | awk '{ print $3 }'; } >"$work/R.def"
  x86_64-w64-mingw32-dlltool -d "$work/R.def" -l "$work/libR.dll.a"
  # shellcheck disable=SC2046,SC2086
  x86_64-w64-mingw32-gcc $(R CMD config --cppflags) -shared -static-libgcc -o "$work/WeightedROC.dll" \
    src/WeightedROC-win.def src/entrypoint.c $libs -L"$work" -lR
  x86_64-w64-mingw32-objdump -p "$work/WeightedROC.dll" | grep -A 99 'Ordinal/Name Pointer' | grep R_init_WeightedROC
}

# 32 bits, no threads, and panics that abort. A test that wants a panic is one of unwinding.
wasm() {
  need node
  need_target wasm32-wasip1
  if command -v wasm-ld >/dev/null; then set_cargo wasm32-wasip1 LINKER wasm-ld; fi
  set_cargo wasm32-wasip1 RUNNER "node --no-warnings $PWD/tools/wasi.mjs"
  core_tests wasm32-wasip1
}

for platform in ${*:-s390x i686 aarch64 windows dll wasm}; do
  step "$platform" "$platform"
done
conclude
