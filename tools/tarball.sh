#!/bin/sh
# sh tools/tarball.sh [FOLDER]: makes the source tarball WeightedROC_VERSION.tar.gz, with all Rust
# crates inside, in FOLDER (here without one). It installs with the network cut off.
set -eu

out=$(cd "${1:-.}" && pwd)
cd "$(dirname "$0")/.."
. tools/packages.sh
find_cargo
install_missing "$(build_needs)" ''

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/WeightedROC"
tar --exclude=./.git --exclude=./bench --exclude=target -cf - . | tar -C "$work/WeightedROC" -xf -

sh tools/vendor.sh "$work/WeightedROC"

if command -v pdflatex >/dev/null && command -v pandoc >/dev/null &&
  is_there rpackage rmarkdown; then
  set -- --compact-vignettes=both
else
  echo "pdflatex, pandoc or rmarkdown is missing: the tarball will be without the vignettes."
  set -- --no-build-vignettes
fi
cd "$work"
R CMD build "$@" WeightedROC
tarball=$(echo WeightedROC_*.tar.gz)
mv "$tarball" "$out/"
echo "$out/$tarball: $(wc -c <"$out/$tarball") bytes"
