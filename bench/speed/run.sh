#!/bin/sh
# sh bench/speed/run.sh [--quick]: times this package against others and writes
# bench/speed/report.md. A quick run (small sizes, few repetitions) writes
# bench/speed/quick/report.md. Software that is not installed is left out, and named in the report.
#
#   R_LIBS             a library with the build to measure; without one this checkout is installed
#                      in bench/speed/.library
#   WEIGHTEDROC_CRAN   a folder with the source of the CRAN package of the same name
set -eu

if [ -n "${WEIGHTEDROC_CRAN:-}" ]; then
  WEIGHTEDROC_CRAN=$(cd "$WEIGHTEDROC_CRAN" && pwd)
  export WEIGHTEDROC_CRAN
fi
cd "$(dirname "$0")/../.."
case ${1:-} in
  '') output=bench/speed ;;
  --quick) output=bench/speed/quick ;;
  *) echo "usage: sh bench/speed/run.sh [--quick]" >&2; exit 2 ;;
esac

mkdir -p "$output/results"
log=$output/run.log
: >"$log"

# The CRAN package has the same name, but no auc_wmw().
has_our_package() {
  Rscript -e 'quit(status = !"auc_wmw" %in% getNamespaceExports("WeightedROC"))' >>"$log" 2>&1
}

install_our_package() {
  library=$PWD/bench/speed/.library
  mkdir -p "$library"
  if ! R CMD INSTALL --no-docs --library="$library" . >>"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    echo "The package could not be built; the last lines of the log are above." >&2
    exit 1
  fi
  R_LIBS=$library${R_LIBS:+:$R_LIBS}
  export R_LIBS
}

venv=bench/speed/.venv
wanted=bench/speed/requirements.txt
python=$venv/bin/python
make_environment() {
  rm -rf "$venv"
  python3 -m venv "$venv" &&
    "$venv/bin/pip" install --quiet --only-binary :all: -r "$wanted" &&
    cp "$wanted" "$venv/"
}

find_python() {
  if cmp -s "$wanted" "$venv/requirements.txt"; then return; fi
  echo "   making $venv with the Python peers"
  if ! make_environment >>"$log" 2>&1 </dev/null; then
    echo "   that failed (see $log): no Python peers"
    python=
  fi
}

# Room for what a turn allocates: R's garbage collector is called before each turn, and goes through all
# packages that are loaded here when it comes within one.
export R_VSIZE=4G
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 NUMBA_NUM_THREADS=1 POLARS_MAX_THREADS=1

echo "1. Finding what to measure"
if [ -z "${R_LIBS:-}" ] || ! has_our_package; then
  echo "   installing this checkout in bench/speed/.library"
  install_our_package
fi
find_python

echo "2. Counting instructions"
sh bench/callgrind/run.sh "$output" || echo "   not counted"

echo "3. Measuring"
Rscript bench/speed/bench.R "$output" "$python" "$@"

echo "4. Writing the report"
Rscript bench/speed/report.R "$output"
