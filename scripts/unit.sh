#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the unit tests, built before. Prints how many have passed and, in full, what failed, once more at the
# end; build/unit.log has every line.
set -euo pipefail

mkdir -p build
log=build/unit.log
status=0
"${SWIFT:-swift}" test --disable-xctest --skip-build 2>&1 | sed -u 's/\x1b\[[0-9;]*m//g' | tee "$log" |
  awk '/^✔ Test .* passed after/ { if (++passed % 100 == 0) { print "unit: " passed " tests passed"; fflush() } wanted = 0 }
    /^(◇|✔ Suite|➜)/ { wanted = 0 }
    /^✘/ || /^error:|[Ff]atal error|unexpected signal/ { wanted = 1 }
    wanted || /^✔ Test run with/ { print; fflush() }' || status=$?
if [ "$status" != 0 ]; then
  echo
  echo "unit: what failed, from $log:"
  awk '/^✘ (Test|Suite) .*recorded an issue/ { rest = 16 } /^(◇|✔) / { rest = 0 }
    rest > 0 || /^error:|[Ff]atal error|unexpected signal/ { print "  " $0; rest-- }' "$log"
  grep 'Test run with' "$log" | tail -n 1 || true
fi
exit "$status"
