#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs tests under AddressSanitizer (with LeakSanitizer) and ThreadSanitizer.
#
#   scripts/sanitize.sh [address] [thread] [TARGET...]      both and all test targets unless named
#
# Of named targets no other is built. What searches a process's whole memory is left out: a sanitizer's
# own is terabytes.
set -euo pipefail
cd "$(dirname "$0")/.."

sanitizers=()
targets=()
for word in "$@"; do
  case $word in
    address | thread) sanitizers+=("$word") ;;
    *)
      # A name that is none would pass with nothing tested.
      [ -d "Tests/$word" ] || {
        echo "sanitize: there is no test target '$word'" >&2
        exit 64
      }
      targets+=("$word")
      ;;
  esac
done
[ ${#sanitizers[@]} != 0 ] || sanitizers=(address thread)

export LSAN_OPTIONS=suppressions=$PWD/Tests/leaks.txt:print_suppressions=0
if [ ${#targets[@]} != 0 ]; then export SWELL_TESTS="${targets[*]}"; fi
for sanitizer in "${sanitizers[@]}"; do
  echo "sanitize: $sanitizer: ${targets[*]:-every test target}"
  scratch=.build/$sanitizer
  linked=()
  if [ "$sanitizer" = thread ]; then
    mkdir -p "$scratch"
    clang -O2 -fPIC -c Tests/tsan-mutex.c -o "$scratch/tsan-mutex.o"
    linked=(-Xlinker "$PWD/$scratch/tsan-mutex.o")
  fi
  swift build --quiet --build-tests --sanitize="$sanitizer" --scratch-path "$scratch" "${linked[@]}"
  swift test --disable-xctest --skip-build --sanitize="$sanitizer" --scratch-path "$scratch" \
    --skip '^ProcessTests\.TypedMemoryTests'
done
