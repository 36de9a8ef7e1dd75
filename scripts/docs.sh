#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the documentation of the main modules into build/docs. A broken link is an error in Motion; in
# the others the extractor of Swift 6.3.1 leaves out what mentions another module's types, and links to
# it are warnings.
set -euo pipefail
cd "$(dirname "$0")/.."
graphs=$PWD/build/symbol-graphs
rm -rf "$graphs" build/docs
mkdir -p "$graphs" build/docs
swift build
products=$(swift build --show-bin-path)
includes=()
for flag in $(pkg-config --cflags libdrm libevdev libudev freetype2 harfbuzz fribidi libunibreak fontconfig libpng); do
  includes+=(-Xcc "$flag")
done
for module in DisplayServer Presentation Motion; do
  mkdir -p "$graphs/$module"
  maps=("${includes[@]}")
  for header in Sources/C*/module.modulemap "$products"/C*.build/module.modulemap \
    Sources/C*/include/module.modulemap; do
    [ -e "$header" ] && maps+=(-Xcc "-fmodule-map-file=$header")
  done
  swift symbolgraph-extract -module-name "$module" -I "$products/Modules" "${maps[@]}" \
    -minimum-access-level package -skip-synthesized-members -pretty-print \
    -target "$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -1)" \
    -output-dir "$graphs/$module"
done
for module in DisplayServer Presentation Motion; do
  catalogue=()
  [ -d "Sources/$module/$module.docc" ] && catalogue=("Sources/$module/$module.docc")
  strict=()
  [ "$module" = Motion ] && strict=(--warnings-as-errors)
  docc convert "${catalogue[@]}" "${strict[@]}" \
    --fallback-display-name "$module" --fallback-bundle-identifier "swell.$module" \
    --additional-symbol-graph-dir "$graphs/$module" \
    --output-path "build/docs/$module.doccarchive"
done
echo "docs: build/docs"
