#!/bin/sh
# sh tools/tarball.sh [FOLDER]: makes the source tarball WeightedROC_VERSION.tar.gz in FOLDER (here
# without one). It contains all Rust crates and the built articles, and installs without a network.
set -eu

out=$(cd "${1:-.}" && pwd)
cd "$(dirname "$0")/.."
. tools/packages.sh
find_cargo
install_missing "$(build_needs)" "$(markdown_needs; latex_needs; suggested_needs)"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/WeightedROC"
tar --exclude=./.git --exclude=./bench --exclude=target -cf - . | tar -C "$work/WeightedROC" -xf -

sh tools/vendor.sh "$work/WeightedROC"

if [ -n "$(markdown_needs | missing_packages)" ]; then
  echo "Without pandoc, knitr and rmarkdown the tarball has no articles."
  set -- --no-build-vignettes
else
  set -- --compact-vignettes=both
  if [ -n "$(latex_needs | missing_packages)" ]; then
    echo "Without LaTeX the tarball lacks the article Definition."
    rm "$work/WeightedROC/vignettes/Definition.Rnw"
  fi
fi
cd "$work"
R CMD build "$@" WeightedROC
tarball=$(echo WeightedROC_*.tar.gz)
mv "$tarball" "$out/"
echo "$out/$tarball: $(wc -c <"$out/$tarball") bytes"
