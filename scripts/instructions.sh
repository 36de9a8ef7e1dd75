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
# With SYSTEM, such as debian13-arm64, instructions alone, of a frame on that system, under QEMU; --check then
# holds the bounds for that processor.
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
  clang -O2 -Wall -Wextra -Werror -shared -fPIC -o "$work/plugin.so" scripts/instructions.c
  plugin=$work/plugin.so
  # The offset from the first address of code, which is what QEMU tells, as the file's segments have it.
  first=$(readelf -lW "$bench" | awk '$1 == "LOAD" && / R E / && !found++ { print $3 }')
  # The compiler makes the function anew for some of its callers.
  mapfile -t places < <(nm "$bench" | awk '/12countedFrame/ { print $1 }')
else
  # Valgrind 3.19 gives up on Swift's debug information, and needs the functions' names only.
  objcopy --strip-debug "$bench" "$work/swell-bench"
  bench=$work/swell-bench
fi

# Counts frames of a size and mode; sets how many these were, and what they executed together.
count() { # SIZE MODE PROFILER-OPTION...
  local size=$1 mode=$2 at
  if [ -n "${SYSTEM:-}" ]; then
    for at in "${places[@]}"; do
      # shellcheck disable=SC2086  # a mode is several words
      frames=$(qemu-aarch64 -L "$root" -plugin "$plugin,start=$((0x$at - first))" \
        "$bench" count "$size" $mode 2> "$work/log") || { cat "$work/log" >&2; exit 1; }
      executed=$(tail -n 1 "$work/log")
      [ "${executed:-0}" -le 0 ] || break
    done
  else
    # shellcheck disable=SC2086
    frames=$(valgrind --tool=callgrind --callgrind-out-file="$work/out" --collect-atstart=no \
      --toggle-collect='*12countedFrame*' "${@:3}" "$bench" count "$size" $mode 2> "$work/log") ||
      { cat "$work/log" >&2; exit 1; }
    executed=$(awk '$1 == "totals:" { print $2 }' "$work/out")
  fi
  [ "${executed:-0}" -gt 0 ] || { echo "instructions: nothing was counted" >&2; exit 1; }
}

# Counts a row of scripts/instructions.txt in files of its own, since rows are counted beside each other.
check_row() { # SIZE MODE BOUND
  work=$(mktemp -d "$work/row-XXXXXX")
  count "$1" "$2"
  awk -v name="$1 $2" -v counted="$executed" -v frames="$frames" -v bound="$3" 'BEGIN {
    found = counted / frames / 1e6
    printf "%-36s %6.2f M of %s M\n", name, found, bound
    exit found > bound
  }'
}

if [ -n "$check" ]; then
  failed=0
  mapfile -t rows < <(grep -v '^#' scripts/instructions.txt)
  for place in "${!rows[@]}"; do
    [ "$place" -lt "$(nproc)" ] || wait -n || failed=1
    read -r size here aarch64 mode <<<"${rows[place]}"
    bound=${SYSTEM:+$aarch64}
    check_row "$size" "$mode" "${bound:-$here}" &
  done
  while [ -n "$(jobs -p)" ]; do wait -n || failed=1; done
  [ "$failed" = 0 ] || echo "instructions: a frame executes too much" >&2
  exit "$failed"
fi
if [ -n "${SYSTEM:-}" ]; then
  printf '%-28s %12s\n' "$size, a frame on $SYSTEM" instructions
else
  printf '%-28s %12s %8s %8s %8s\n' "$size, a frame" instructions code read written
fi
for mode in "${modes[@]}"; do
  name="damage $mode"
  name=${name/#damage full/full}
  # A last-level cache larger than a frame and far smaller than what is written between frames: what
  # misses it is met for the first time in the frame.
  count "$size" "$mode" --cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=524288,16,64
  printf '%-28s %12d' "$name" $((executed / frames))
  # Of the file's sums: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw.
  [ -n "${SYSTEM:-}" ] || awk -v frames="$frames" '$1 == "totals:" {
    printf " %8.0f %8.0f %8.0f", $8 / frames, $9 / frames, $10 / frames
  }' "$work/out"
  echo
done
