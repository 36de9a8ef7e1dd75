#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the folder of the release programs; builds them first when there are none.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(swift build --configuration release --show-bin-path)
if [ ! -x "$folder/swelld" ] || [ ! -x "$folder/swellctl" ]; then
  make --silent release >&2
fi
echo "$folder"
