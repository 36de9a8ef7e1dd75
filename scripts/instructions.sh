#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Counts what a frame of the benchmark's scene executes and touches, which is the same in every run:
# instructions, and 64-byte lines of code, of data read first and of data written first, by frames that
# find none of their own in the caches. Scanout is among the lines written.
#
#   scripts/instructions.sh [SIZE] [MODE...]    800x480, and every mode, unless given
#   scripts/instructions.sh --check             fails where a frame executes more than scripts/instructions.txt allows
#
# A mode is what `swell-bench count` takes after the size, such as "full rgb565".
# With SYSTEM, such as debian13-arm64, instructions alone, of a frame on that system, under QEMU.
set -euo pipefail
cd "$(dirname "$0")/.."
# The daemon as it is installed: the same flags, which `make` hands over.
read -r -a flags <<<"${BUILD_FLAGS:---configuration release --static-swift-stdlib}"
swift build "${flags[@]}" --product swell-bench >&2
bench=$(swift build "${flags[@]}" --show-bin-path)/swell-bench
check=
if [ "${1:-}" = --check ]; then
  check=1
  shift
fi
size=${1:-800x480}
shift || true
modes=("$@")
if [ ${#modes[@]} = 0 ]; then
  modes=("" "rotation=90" "rgb565" "rgb565 rotation=90" "translucent" "steep" "round" "word"
    "full" "full rotation=90" "full rgb565" "full word")
fi
work=$(mktemp -d /tmp/swell-instructions-XXXXXX)
trap 'rm -rf "$work"' EXIT
if [ -n "${SYSTEM:-}" ]; then
  root=$PWD/build/sdk/$SYSTEM.artifactbundle/root
  clang -O2 -Wall -Wextra -Werror -shared -fPIC -o "$work/instructions.so" scripts/instructions.c
  # The offset from the first address of code, which is what QEMU tells, as the file's segments have it.
  first=$(readelf -lW "$bench" | awk '$1 == "LOAD" && / R E / && !found++ { print $3 }')
  # The compiler makes the function anew for some of its callers.
  mapfile -t places < <(nm "$bench" | awk '/12countedFrame/ { print $1 }')
  printf '%-28s %12s\n' "$size, a frame on $SYSTEM" instructions
  for mode in "${modes[@]}"; do
    for at in "${places[@]}"; do
      # shellcheck disable=SC2086  # a mode is several words
      frames=$(qemu-aarch64 -L "$root" -plugin "$work/instructions.so,start=$((0x$at - first))" "$bench" count "$size" $mode 2> "$work/log")
      executed=$(tail -n 1 "$work/log")
      [ "${executed:-0}" -le 0 ] || break
    done
    [ "${executed:-0}" -gt 0 ] || { echo "instructions: nothing was counted" >&2; exit 1; }
    name="damage $mode"
    printf '%-28s %12d\n' "${name/#damage full/full}" $((executed / frames))
  done
  exit
fi
# Valgrind 3.19 gives up on Swift's debug information, and needs the functions' names only.
objcopy --strip-debug "$bench" "$work/swell-bench"
bench=$work/swell-bench

# Has the profiler write what the frames of a size and mode come to; sets how many frames these were.
count() { # SIZE MODE OPTION...
  local size=$1 mode=$2
  # shellcheck disable=SC2086  # a mode is several words
  frames=$(valgrind --tool=callgrind --callgrind-out-file="$work/out" --collect-atstart=no \
    --toggle-collect='*12countedFrame*' "${@:3}" "$bench" count "$size" $mode 2> "$work/log") || { cat "$work/log" >&2; exit 1; }
}

if [ -n "$check" ]; then
  failed=0
  while read -r size bound mode; do
    count "$size" "$mode"
    awk -v name="$size $mode" -v frames="$frames" -v bound="$bound" '$1 == "totals:" {
      found = $2 / frames / 1e6
      printf "%-36s %6.2f M of %s M\n", name, found, bound
      exit !(found > 0 && found <= bound)
    }' "$work/out" || failed=1
  done < <(grep -v '^#' scripts/instructions.txt)
  [ "$failed" = 0 ] || echo "instructions: a frame executes too much" >&2
  exit "$failed"
fi
printf '%-28s %12s %8s %8s %8s\n' "$size, a frame" instructions code read written
for mode in "${modes[@]}"; do
  # A last-level cache larger than a frame and far smaller than what is written between frames: what
  # misses it is met for the first time in the frame.
  count "$size" "$mode" --cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=524288,16,64
  # Of the file's sums: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw.
  awk -v mode="damage $mode" -v frames="$frames" '$1 == "totals:" {
    if ($2 == 0) exit 1
    sub(/^damage full/, "full", mode)
    printf "%-28s %12.0f %8.0f %8.0f %8.0f\n", mode, $2 / frames, $8 / frames, $9 / frames, $10 / frames
  }' "$work/out" || { echo "instructions: nothing was counted" >&2; exit 1; }
done
