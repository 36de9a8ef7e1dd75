#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the folder of the release programs, of the system SYSTEM where it is given; builds them first when there are none.
set -euo pipefail
cd "$(dirname "$0")/.."
# The package manager's own link: root, who installs, need not have a toolchain on the PATH.
folder=$PWD/.build/${SYSTEM:+$SYSTEM/}release
if [ ! -x "$folder/swelld" ] || [ ! -x "$folder/swellctl" ] || [ ! -x "$folder/swell-preview" ]; then
  make --silent release >&2
fi
echo "$folder"
