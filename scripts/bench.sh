#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the benchmarks on the build that is shipped: tables for people, JSON lines for programs.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build --configuration release --product swell-bench
swift build --configuration release --product motion-bench
products=$(swift build --configuration release --show-bin-path)
"$products/swell-bench" "$@"
"$products/motion-bench"
