#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Paints layers of every kind on an emulated aarch64, and compares every bit with what x86-64 paints.
#
# Swift's own runtime for Linux on aarch64 comes with no toolchain for x86-64, but that of Embedded
# Swift does: the painter and its trials are built with it, linked with Debian's C library for aarch64,
# and run by QEMU. What that has no existentials for (LawTrial, LayerTrials) is left out.
set -euo pipefail
# shellcheck source=vm/common.sh
. "$(dirname "$0")/../vm/common.sh"

need apt-get dpkg-deb swiftc ld.lld cmp
work=$root/build/arm64
debian=$work/debian
mkdir -p "$work"
if [ ! -e "$debian/complete" ]; then
  say "fetching Debian's C library for aarch64, and QEMU"
  rm -rf "$debian"
  mkdir -p "$debian"
  private_apt apt-get update > /dev/null
  (
    cd "$debian"
    private_apt apt-get download qemu-user-static libc6-dev-arm64-cross libgcc-12-dev-arm64-cross > /dev/null
    for package in *.deb; do dpkg-deb -x "$package" .; done
    rm ./*.deb
    touch complete
  )
fi

target=aarch64-none-none-elf
tables=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/embedded/$target
flags=(
  -target "$target" -O -wmo -swift-version 6 -package-name swell -I "$work"
  -enable-experimental-feature Embedded -enable-experimental-feature Lifetimes
  -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature ExistentialAny
)
build() { # MODULE FILE...
  local module=$1
  shift
  say "building $module for aarch64"
  swiftc "${flags[@]}" -parse-as-library -module-name "$module" -emit-module \
    -emit-module-path "$work/$module.swiftmodule" -c "$@" -o "$work/$module.o"
}
shopt -s globstar
trials=()
for file in "$root"/Tests/LayerTrials/*.swift; do
  case $file in */LawTrial.swift | */LayerTrials.swift) ;; *) trials+=("$file") ;; esac
done
build Geometry "$root"/Sources/Geometry/**/*.swift
build Raster "$root"/Sources/Raster/**/*.swift
build LayerTrials "${trials[@]}"
swiftc "${flags[@]}" -module-name main -c "$root/scripts/arm64/main.swift" -o "$work/main.o"

library=$debian/usr/aarch64-linux-gnu/lib
compiler=$debian/usr/lib/gcc-cross/aarch64-linux-gnu/12
ld.lld -static --gc-sections -o "$work/layers" \
  "$library"/crt{1,i}.o "$compiler/crtbeginT.o" "$work"/{main,LayerTrials,Raster,Geometry}.o \
  --start-group "$tables/libswiftUnicodeDataTables.a" "$library"/lib{c,m}.a \
  "$compiler"/libgcc{,_eh}.a --end-group "$compiler/crtend.o" "$library/crtn.o"
"$debian/usr/bin/qemu-aarch64-static" "$work/layers" > "$work/layers.txt"
cmp "$work/layers.txt" "$root/Tests/Golden/layers.txt" ||
  die "aarch64 paints something else; see $work/layers.txt"
say "aarch64 paints what x86-64 does: $(wc -l < "$work/layers.txt") hashes are equal"
