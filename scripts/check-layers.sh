#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Layers of every kind, painted as the programs are built, look as Tests/Golden/layers.txt has them, in every bit.
# Environment: BUILD_FLAGS; SYSTEM, such as debian13-arm64, for that system, under QEMU.
set -euo pipefail
cd "$(dirname "$0")/.."
read -r -a flags <<< "$BUILD_FLAGS"
swift build "${flags[@]}" --product swell-bench >&2
bench=$(swift build "${flags[@]}" --show-bin-path)/swell-bench
run=()
[ -z "${SYSTEM:-}" ] || run=(qemu-aarch64 -L "build/sdk/$SYSTEM.artifactbundle/root")
"${run[@]}" "$bench" layers | diff Tests/Golden/layers.txt - ||
  { echo "check-layers: layers look different" >&2; exit 1; }
