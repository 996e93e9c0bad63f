#!/bin/sh
# sh tools/site.sh: builds the pages of the package in the folder site, where site/index.html is the
# first. They need no other host, neither when they are built nor when they are read.
set -eu

cd "$(dirname "$0")/.."
. tools/packages.sh
find_cargo

install_missing "$(build_needs; markdown_needs; latex_needs; echo rpackage pkgdown r-cran-pkgdown)" \
  "$(suggested_needs)"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The pages are made of a copy of what git knows or would take: nothing else gets into them.
mkdir "$work/WeightedROC" "$work/library"
git ls-files --cached --others --exclude-standard -z | tar --null -T - --ignore-failed-read -cf - |
  tar -C "$work/WeightedROC" -xf -
echo "Installing the package"
R CMD INSTALL --no-test-load --library="$work/library" "$work/WeightedROC" \
  </dev/null >"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; exit 1; }
rm -rf site
R_LIBS=$work/library Rscript tools/site.R "$work/WeightedROC" site
