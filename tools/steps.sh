# Sourced: runs steps, says how each ended, and how many passed. Their logs are in the folder $work.
# shellcheck shell=sh

work=$(mktemp -d)
results=$work/results
: >"$results"

# step NAME COMMAND: a step is a function; it ends with status 77 to say that this machine cannot run
# it. Called in a subshell and not as a condition, where -e would not work.
step() {
  name=$1
  log=$work/$(echo "$name" | tr -c 'a-zA-Z0-9\n' '-').log
  start=$(date +%s)
  (set -e; "$2") >"$log" 2>&1 </dev/null
  status=$?
  took="$(($(date +%s) - start)) s"
  case $status in
    0) line="ok       $name ($took)" ;;
    77) line="skipped  $name: $(tail -n 1 "$log")" ;;
    *) line=$(echo "FAILED   $name ($took)"; tail -n 40 "$log" | sed 's/^/    /') ;;
  esac
  printf '%s\n' "$line"
  printf '%s\n' "$line" >>"$results"
}

# How many steps ended so: ok, skipped or FAILED.
count() {
  grep -c "^$1 " "$results"
}

# The last line, and whether all is well.
conclude() {
  passed=$(count ok) failed=$(count FAILED) skipped=$(count skipped)
  if [ "$failed" -eq 0 ]; then rm -rf "$work"; else echo "The logs are in $work"; fi
  echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
  test "$failed" -eq 0
}
