#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs tests under AddressSanitizer (with LeakSanitizer) and ThreadSanitizer.
#
#   scripts/sanitize.sh [address] [thread] [TARGET...]      both and all test targets unless named
set -euo pipefail
cd "$(dirname "$0")/.."

sanitizers=()
filter=()
for word in "$@"; do
  case $word in
    address | thread) sanitizers+=("$word") ;;
    *)
      # A name that is none would pass with nothing tested.
      [ -d "Tests/$word" ] || {
        echo "sanitize: there is no test target '$word'" >&2
        exit 64
      }
      filter+=(--filter "^$word\\.")
      ;;
  esac
done
[ ${#sanitizers[@]} != 0 ] || sanitizers=(address thread)

export LSAN_OPTIONS=suppressions=$PWD/Tests/leaks.txt:print_suppressions=0
for sanitizer in "${sanitizers[@]}"; do
  echo "sanitize: $sanitizer"
  swift build --quiet --build-tests --sanitize="$sanitizer" --scratch-path ".build/$sanitizer"
  swift test --disable-xctest --skip-build --sanitize="$sanitizer" --scratch-path ".build/$sanitizer" \
    "${filter[@]}"
done
