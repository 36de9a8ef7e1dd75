#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the unit tests, built before. Prints how many have passed and, in full, what failed, once more at the
# end; build/unit.log has every line.
set -euo pipefail

mkdir -p build
log=build/unit.log
program=$("${SWIFT:-swift}" build --show-bin-path)/swellPackageTests.xctest

# Runs those that a pattern chooses; lines stay whole beside the other run's.
run() { # --filter|--skip PATTERN
  "$program" --testing-library swift-testing "$@" 2>&1 | sed -u 's/\x1b\[[0-9;]*m//g'
}

# Tests of processes wait for these most of the time, on threads that the others would have: two runs at once.
both() {
  local status=0
  run --filter '^ProcessTests\.' &
  run --skip '^ProcessTests\.' || status=$?
  wait $! || status=$?
  return "$status"
}

status=0
both | tee "$log" |
  awk '/^✔ Test .* passed after/ { if (++passed % 100 == 0) { print "unit: " passed " tests passed"; fflush() } wanted = 0 }
    /^(◇|✔|➜)/ { wanted = 0 }
    /^✘/ || /^error:|[Ff]atal error|unexpected signal/ { wanted = 1 }
    wanted { print; fflush() }' || status=$?
if [ "$status" != 0 ]; then
  echo
  echo "unit: what failed, from $log:"
  awk '/^✘ (Test|Suite) .*recorded an issue/ { rest = 16 } /^(◇|✔) / { rest = 0 }
    rest > 0 || /^error:|[Ff]atal error|unexpected signal/ { print "  " $0; rest-- }' "$log"
fi
# As one run would say it.
awk '/^(✔|✘) Test run with/ { tests += $5; suites += $8; if ($12 + 0 > seconds) seconds = $12 + 0; runs++ }
  END { if (runs == 2) print "Test run with " tests " tests in " suites " suites: " seconds " seconds" }' "$log" |
  tee -a "$log"
exit "$status"
