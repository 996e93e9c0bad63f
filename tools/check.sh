#!/bin/sh
# sh tools/check.sh TARBALL FOLDER: R CMD check --as-cran of the tarball, in FOLDER. Fails on every
# error, warning and note, but for the notes that come from the machine and not from the package.
set -eu

cd "$(dirname "$0")/.."
. tools/packages.sh

# Nothing here may ask the network, or want fonts that no text needs.
export _R_CHECK_CRAN_INCOMING_REMOTE_=false
# The package takes 4.9 MB where it is installed, and R notes 5: 3.0 of compiled code, 1.0 of articles with their figures.
# DESCRIPTION has `ByteCompile: false`, because byte code would add 0.9 MB and 14 s to an installation. R compiles a
# function when it is called for the second time: the first calls of a session take 0.05 to 0.3 s longer.
export _R_CHECK_PACKAGE_DEPENDS_IGNORE_MISSING_ENHANCES_=true
export _R_CHECK_SYSTEM_CLOCK_=0
# Elapsed seconds, that a busy machine makes of one.
export _R_CHECK_EXAMPLE_TIMING_THRESHOLD_=30
export R_RD4PDF=times,hyper

missing=$(suggested_needs | missing_packages)
if [ -n "$missing" ]; then
  echo "Checking without suggested packages that are not here:" "$missing"
  export _R_CHECK_FORCE_SUGGESTS_=false
fi

R CMD check --as-cran --output="$2" "$1" || echo "R CMD check exits with $?."
Rscript tools/check-log.R "$2/WeightedROC.Rcheck/00check.log"
