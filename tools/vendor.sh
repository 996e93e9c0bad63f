#!/bin/sh
# sh tools/vendor.sh TREE: packs the crates that the R package is built from into
# TREE/src/rust/vendor.tar.xz, beside the vendor-config.toml that points cargo at them.
set -eu

tree=$(cd "$1" && pwd)
manifest=$tree/src/rust/Cargo.toml

# `name vVERSION`, a line each: what the lock file wants for a build, whatever the platform.
needed_crates() {
  cargo tree --manifest-path "$manifest" --locked --offline --workspace --target all \
    --edges normal,build --prefix none --format '{p}' |
    awk 'NF && !/ \(\// { print $1, $2 }' | sort -u
}

vendored_crates() {
  for toml in "$tree"/src/rust/vendor/*/Cargo.toml; do
    awk -F '"' '
      /^name = / { name = $2 }
      /^version = / { version = $2 }
      name != "" && version != "" { print name, "v" version; exit }' "$toml"
  done | sort
}

cd "$tree/src/rust"
# Not --quiet: that leaves the configuration on standard output empty.
cargo vendor --locked --manifest-path "$manifest" vendor >vendor-config.toml
if ! grep -q '^directory = "vendor"$' vendor-config.toml; then
  echo "cargo vendor gave no configuration: src/rust/vendor-config.toml would be of no use." >&2
  exit 1
fi

needed=$(needed_crates)
vendored=$(vendored_crates)
if [ "$needed" != "$vendored" ]; then
  printf 'A build needs\n%s\n\nbut cargo vendored\n%s\n' "$needed" "$vendored" >&2
  echo "Has a crate got dev-dependencies? They belong in src/rust/checks." >&2
  exit 1
fi

# Nothing that a build does not read. cargo compares the files that a crate lists; the lock file keeps the
# checksum of the crate.
for crate in vendor/*; do
  (cd "$crate" && rm -rf tests benches examples .github Cargo.lock Cargo.toml.orig CHANGELOG.md)
  sed -i.all 's/^{"files":{[^}]*}/{"files":{}/' "$crate/.cargo-checksum.json"
  rm "$crate/.cargo-checksum.json.all"
done

# The same bytes whoever packs them, and when.
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
  --format=ustar -cf vendor.tar vendor
xz -9e vendor.tar
rm -rf vendor
