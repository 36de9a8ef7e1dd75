#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the unit tests. Where some fail they are told once more at the end, before the line that counts
# them: thousands of lines may lie between, and a log that was cut shows its end.
set -euo pipefail

mkdir -p build
log=build/unit.log
status=0
"${SWIFT:-swift}" test --disable-xctest 2>&1 | tee "$log" || status=$?
if [ "$status" != 0 ]; then
  echo
  echo "unit: what failed, from $log:"
  sed 's/\x1b\[[0-9;]*m//g' "$log" |
    awk '/^✘ (Test|Suite) .*recorded an issue/ { rest = 16 } /^(◇|✔) / { rest = 0 }
      rest > 0 || /^error:|[Ff]atal error|unexpected signal/ { print "  " $0; rest-- }'
  sed 's/\x1b\[[0-9;]*m//g' "$log" | grep 'Test run with' | tail -n 1 || true
fi
exit "$status"
