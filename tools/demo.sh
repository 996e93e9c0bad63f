#!/bin/sh
# sh tools/demo.sh [PICTURE]: installs what is missing, builds and installs the package, runs the
# documented example and draws its curve to PICTURE (WeightedROC-example.png without one).
set -eu

case ${1:-} in
  '') picture=$PWD/WeightedROC-example.png ;;
  -*) sed -n '2,3p' "$0"; exit 2 ;;
  /*) picture=$1 ;;
  *) picture=$PWD/$1 ;;
esac
cd "$(dirname "$0")/.."
. tools/packages.sh

echo "1. Looking for what is missing"
find_cargo
install_missing "$(build_needs)" ''

# R's own library if it may be written, which it may not be on a machine of many users.
library=$(Rscript -e 'cat(.libPaths()[file.access(.libPaths(), 2) == 0][1])')
if [ "$library" = NA ]; then
  library=$PWD/.demo-library
  mkdir -p "$library"
fi

echo "2. Building the package, and installing it in $library"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A copy, because a release build ends by removing src/rust/target.
mkdir "$work/WeightedROC"
tar --exclude=./.git --exclude=./bench --exclude=target -cf - . | tar -C "$work/WeightedROC" -xf -
if ! R CMD INSTALL --library="$library" "$work/WeightedROC" </dev/null >"$work/log" 2>&1; then
  tail -n 40 "$work/log" >&2
  echo "The package could not be built; the last lines of the log are above." >&2
  exit 1
fi

echo "3. Running the example"
Rscript tools/demo.R "$library" "$picture"
