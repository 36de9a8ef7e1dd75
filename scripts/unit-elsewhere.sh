#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs unit tests as programs of another processor, under QEMU: those of the pure modules, those of text and
# pictures with that system's own FreeType, HarfBuzz and libpng, and the golden frames of the whole server.
# What meets the kernel is tested on the kiosk machine.
#
#   scripts/unit-elsewhere.sh [TARGET...]      all of them, unless targets are named
#
# Environment: SYSTEM, such as debian13-arm64, with its SDK in build/sdk; BUILD_FLAGS for it; ONLY, a pattern of tests.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${SYSTEM:?}"
targets=("$@")
if [ ${#targets[@]} = 0 ]; then
  targets=(Geometry Presentation Notices Motion Touch Keyboard Raster Widgets PlainText Following Control
    Configuration Typography Imaging Picture)
  targets=("${targets[@]/%/Tests}")
fi
folder=$PWD/.build/$SYSTEM-tests
read -r -a flags <<< "$BUILD_FLAGS"
# Optimised, since an emulator is ten times slower; the flags' own folder is that of the programs.
flags+=(--scratch-path "$folder" -Xswiftc -O --product unit-tests)
SWELL_TESTS="${targets[*]} TestSupport" SWELL_TESTS_PROGRAM=yes "${SWIFT:-swift}" build "${flags[@]}"
echo "unit-elsewhere: EveryScalarTests and JPEGReferenceTests, which start processes of their own, run on this machine alone"
root=$PWD/build/sdk/$SYSTEM.artifactbundle/root
only=${ONLY:-'^(?!PictureTests)|\.GoldenFrames'}
qemu-aarch64-static -L "$root" -E LD_LIBRARY_PATH="$root/usr/lib/swift/linux" \
  "$folder/debug/unit-tests" --testing-library swift-testing --filter "$only"
