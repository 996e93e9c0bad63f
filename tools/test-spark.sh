#!/bin/sh
# sh tools/test-spark.sh [COMMAND...]: tests the installed package against a real Apache Spark, that
# is downloaded once, started, and stopped again. With COMMAND, runs that instead of the tests.
#   WROC_PYSPARK      the version of Spark (3.5.9)
#   WROC_SPARK_CACHE  the folder that keeps the download (~/.cache/weightedroc-spark)
#   WROC_SPARK_R      the Rscript that has the package installed (Rscript)
set -eu

cd "$(dirname "$0")/.."
. tools/packages.sh

version=${WROC_PYSPARK:-3.5.9}
cache=${WROC_SPARK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/weightedroc-spark}
rscript=${WROC_SPARK_R:-Rscript}
venv=$cache/pyspark-$version
work=$(mktemp -d)
server=

spark_needs() {
  cat <<'NEEDS'
command java default-jre-headless
rpackage DBI r-cran-dbi
rpackage dbplyr r-cran-dbplyr
rpackage dplyr r-cran-dplyr
rpackage rJava r-cran-rjava
rpackage testthat r-cran-testthat
NEEDS
  # Debian's python3 has venv without what venv needs, and no command tells one from the other:
  # this names one that is never there.
  python3 -c 'import ensurepip' 2>/dev/null || echo "command python3-with-ensurepip python3-venv"
}

stop_server() {
  if [ -z "$server" ]; then return; fi
  kill "$server" 2>/dev/null || return 0
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    kill -0 "$server" 2>/dev/null || break
    sleep 1
  done
  kill -9 "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
}

clean_up() {
  status=$?
  # A second signal must not cut this short.
  trap '' HUP INT TERM
  stop_server
  rm -rf "$work"
  exit "$status"
}

install_spark() {
  # Written last, so that a download cut short is not taken for a whole one.
  if [ -e "$venv/complete" ]; then return; fi
  echo "Installing pyspark $version in $venv (about 300 MB to download)"
  mkdir -p "$cache"
  rm -rf "$venv"
  python3 -m venv "$venv"
  # Without pip's own cache, which would keep the download a second time.
  TMPDIR=$work "$venv/bin/pip" install --quiet --no-cache-dir "pyspark==$version"
  touch "$venv/complete"
}

free_port() {
  "$venv/bin/python" -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])'
}

accepts_connections() {
  "$venv/bin/python" -c 'import socket, sys
socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2).close()' "$1" 2>/dev/null
}

start_server() {
  mkdir "$work/tmp"
  # bin/spark-submit, as pyspark has no sbin: it ends in exec, so that $! is the server itself.
  # The scratch folder is named because its default is /tmp/hive, whatever java.io.tmpdir says.
  env -u SPARK_CONF_DIR SPARK_HOME="$spark" SPARK_LOCAL_IP=127.0.0.1 TMPDIR="$work/tmp" \
    "$spark/bin/spark-submit" \
    --master 'local[2]' --driver-memory 4g \
    --class org.apache.spark.sql.hive.thriftserver.HiveThriftServer2 \
    --driver-java-options "-Djava.io.tmpdir=$work/tmp -Dderby.system.home=$work/derby" \
    --conf spark.ui.enabled=false \
    --conf spark.sql.shuffle.partitions=4 \
    --conf spark.local.dir="$work/tmp" \
    --conf spark.sql.warehouse.dir="$work/warehouse" \
    --conf spark.hadoop.hive.exec.scratchdir="$work/scratch" \
    --conf spark.hadoop.hive.server2.thrift.bind.host=127.0.0.1 \
    --conf spark.hadoop.hive.server2.thrift.port="$1" \
    spark-internal >"$work/server.log" 2>&1 </dev/null &
  server=$!
}

wait_for_server() {
  deadline=$(($(date +%s) + 300))
  until accepts_connections "$1"; do
    if ! kill -0 "$server" 2>/dev/null || [ "$(date +%s)" -gt "$deadline" ]; then
      tail -n 40 "$work/server.log" >&2
      echo "Spark did not start; the last lines of its log are above." >&2
      exit 1
    fi
    sleep 1
  done
}

# Not stop_on_failure, whose message would come after the count of what passed.
run_tests() {
  NOT_CRAN=true "$rscript" -e '
    results <- as.data.frame(testthat::test_dir(
      "tests/testthat", filter = "^roc_(collect|tally_sql)", package = "WeightedROC",
      load_package = "installed", reporter = "check", stop_on_failure = FALSE
    ))
    quit(status = as.integer(any(results[["failed"]] > 0 | results[["error"]])))'
}

trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

install_missing "$(spark_needs)" ''
install_spark
spark=$("$venv/bin/python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
WROC_SPARK_PORT=$(free_port)
WROC_SPARK_JARS=$spark/jars
export WROC_SPARK_PORT WROC_SPARK_JARS

echo "Starting Spark $version on port $WROC_SPARK_PORT"
start_server "$WROC_SPARK_PORT"
wait_for_server "$WROC_SPARK_PORT"
if [ $# -gt 0 ]; then "$@"; else run_tests; fi
