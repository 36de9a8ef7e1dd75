#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Paints every golden frame and layers of every kind on an emulated aarch64, and compares every bit with
# what x86-64 paints.
#
#   scripts/arm64.sh          compares
#   scripts/arm64.sh count    says how many instructions a frame of the benchmark's scene takes at 800 × 480
#
# Swift's own runtime for Linux on aarch64 comes with no toolchain for x86-64, but that of Embedded
# Swift does: the pure modules up to the widgets are built with it, linked with Debian's C library for
# aarch64, and run by QEMU. What the server does to a scene, and what FreeType, HarfBuzz and libpng make,
# comes from a tape (Tests/Golden/tape.json) that a unit test holds to the server. What Embedded Swift
# has no existentials for (LawTrial, LayerTrials) is left out; key paths are written out as closures.
set -euo pipefail
# Package lists of its own: apt locks them, and the kiosk machine may be fetching at the same time.
SWELL_VM_CACHE=$(cd "$(dirname "$0")/.." && pwd)/build/arm64/packages
# shellcheck source=vm/common.sh
. "$(dirname "$0")/../vm/common.sh"

need apt-get dpkg-deb swiftc clang ld.lld cmp
work=$root/build/arm64
debian=$work/debian
mkdir -p "$work"
fetch() { # FILE PACKAGE...
  [ -e "$debian/$1" ] && return
  shift
  say "fetching $*"
  mkdir -p "$debian"
  private_apt apt-get update > /dev/null
  (
    cd "$debian"
    private_apt apt-get download "$@" > /dev/null
    for package in *.deb; do dpkg-deb -x "$package" .; done
    rm ./*.deb
  )
}
fetch usr/bin/qemu-aarch64-static qemu-user-static
fetch usr/aarch64-linux-gnu/lib/libc.a libc6-dev-arm64-cross
fetch usr/lib/gcc-cross/aarch64-linux-gnu/12/libgcc.a libgcc-12-dev-arm64-cross

target=aarch64-none-none-elf
tables=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/embedded/$target
flags=(
  -target "$target" -O -wmo -swift-version 6 -package-name swell -I "$work" -I "$root/scripts/arm64/Glibc"
  -enable-experimental-feature Embedded -enable-experimental-feature Lifetimes
  -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature ExistentialAny
)
build() { # MODULE FILE...
  local module=$1 copies=$work/sources/$1
  shift
  say "building $module for aarch64"
  rm -rf "$copies"
  mkdir -p "$copies"
  for file in "$@"; do
    sed -E -f "$root/scripts/arm64/write-out-key-paths.sed" "$file" > "$copies/$(basename "$file")"
  done
  swiftc "${flags[@]}" -parse-as-library -module-name "$module" -emit-module \
    -emit-module-path "$work/$module.swiftmodule" -c "$copies"/*.swift -o "$work/$module.o"
}
link() { # PROGRAM MODULE...
  swiftc "${flags[@]}" -module-name main -c "$root/scripts/arm64/$1.swift" -o "$work/$1.o"
  link_objects "$@"
}
link_objects() { # PROGRAM MODULE...
  local program=$1 objects=()
  shift
  for module in "$@"; do objects+=("$work/$module.o"); done
  ld.lld -static --gc-sections -o "$work/$program" \
    "$library"/crt{1,i}.o "$compiler/crtbeginT.o" "$work"/{"$program",strtod}.o "${objects[@]}" \
    --start-group "$tables/libswiftUnicodeDataTables.a" "$library"/lib{c,m}.a \
    "$compiler"/libgcc{,_eh}.a --end-group "$compiler/crtend.o" "$library/crtn.o"
}
clang --target=aarch64-none-elf -O2 -ffreestanding -c "$root/scripts/arm64/strtod.c" -o "$work/strtod.o"
# How many instructions a frame takes: what more frames take than fewer ones.
count() {
  # The one that is linked statically loads no plugin.
  fetch usr/bin/qemu-aarch64 qemu-user
  clang -O2 -shared -fPIC -o "$work/instructions.so" "$root/scripts/arm64/instructions.c"
  swiftc "${flags[@]}" -parse-as-library -module-name main -c "$root/scripts/arm64/bench.swift" \
    "$root"/Benchmarks/swell-bench/{BenchScene,Angle}.swift -o "$work/bench.o"
  link_objects bench LayerPainting GoldenPlaying Widgets Imaging Raster Touch TOMLReading JSON Motion \
    Notices PlainText MonotonicTime Geometry
  # The text of the scene alone: reading the whole tape would take longer than the frames.
  "$python" -c '
import json, sys
tape = json.load(sys.stdin)
words = ("label Elastic 24", "figures 48")
kept = {key: value for key, value in tape["materials"].items() if key.startswith(words)}
json.dump({"scripts": [], "materials": kept}, sys.stdout)' \
    < "$root/Tests/Golden/tape.json" > "$work/text.json"
  local mode fewer more
  for mode in "" "rotation=90" "rgb565" "full"; do
    fewer=$(executed "240 $mode")
    more=$(executed "480 $mode")
    printf '%-20s %12d\n' "${mode:-damage}" $(((more - fewer) / 240))
  done
}
executed() { # WORDS
  { echo "$1"; cat "$work/text.json"; } |
    "$debian/usr/bin/qemu-aarch64" -plugin "$work/instructions.so" "$work/bench"
}

library=$debian/usr/aarch64-linux-gnu/lib
compiler=$debian/usr/lib/gcc-cross/aarch64-linux-gnu/12
emulator=$debian/usr/bin/qemu-aarch64-static

shopt -s globstar
sources=$root/Sources
trials=()
for file in "$root"/Tests/LayerTrials/*.swift; do
  case $file in */LawTrial.swift | */LayerTrials.swift) ;; *) trials+=("$file") ;; esac
done
build Geometry "$sources"/Geometry/**/*.swift
# The painter takes half of the time: it is built beside the rest.
build Raster "$sources"/Raster/**/*.swift &
painter=$!
for module in MonotonicTime PlainText Notices Motion JSON TOMLReading Touch; do
  build "$module" "$sources/$module"/**/*.swift
done
wait "$painter"
build LayerTrials "${trials[@]}" &
painter=$!
build Imaging "$sources"/Imaging/{Resampling,PNGImage+Mask,PNGImage+Picture}.swift \
  "$root/scripts/arm64/PNGImage.swift"
widgets=()
for file in "$sources"/Widgets/**/*.swift; do
  case $file in */LaterMade.swift) ;; *) widgets+=("$file") ;; esac
done
build Widgets "${widgets[@]}" "$root"/scripts/arm64/{MemberPath,LaterMade}.swift
build GoldenPlaying "$root"/Tests/GoldenPlaying/*.swift
build LayerPainting "$root"/Tests/LayerPainting/*.swift
wait "$painter"
if [ "${1:-}" = count ]; then
  count
  exit
fi
link layers LayerTrials Raster Geometry
link frames GoldenPlaying Widgets Imaging Raster Touch TOMLReading JSON Motion Notices PlainText \
  MonotonicTime Geometry

"$emulator" "$work/layers" > "$work/layers.txt"
cmp "$work/layers.txt" "$root/Tests/Golden/layers.txt" ||
  die "aarch64 paints other layers; see $work/layers.txt"
"$emulator" "$work/frames" < "$root/Tests/Golden/tape.json" | LC_ALL=C sort > "$work/frames.txt"
grep -v '^default font' "$root/Tests/Golden/frames.txt" | LC_ALL=C sort | cmp "$work/frames.txt" - ||
  die "aarch64 paints other frames; see $work/frames.txt"
say "aarch64 paints what x86-64 does: $(wc -l < "$work/layers.txt") hashes of layers and" \
  "$(wc -l < "$work/frames.txt") golden scripts are equal"
