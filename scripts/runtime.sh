#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lays out Swift's static libraries as releases are linked with them, from this machine's toolchain: without what
# nothing refers to (scripts/unretain.py), and of FoundationEssentials with the part that ArgumentParser uses alone, as
# its JSON and what comes with that were 6 MB of swellctl.
#
#   scripts/runtime.sh FOLDER      for -resource-dir
#
# Environment: SWIFT, the toolchain's swift.
set -euo pipefail
folder=${1:?}
scripts=$(cd "$(dirname "$0")" && pwd)
compiler=${SWIFT:-swift}c
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v "$compiler")")")")/lib/swift_static
key=$({ echo "$toolchain"; "$compiler" --version 2>&1; cat "$0" "$scripts"/{unretain.py,sdk/FoundationEssentials.swift}; } |
  sha256sum)

mkdir -p "$(dirname "$folder")"
exec 9> "$folder.lock"
flock 9
[ "$(cat "$folder/key" 2> /dev/null)" != "$key" ] || exit 0
rm -rf "$folder"
mkdir "$folder"
cp -rs "$toolchain"/* "$folder"
static=$folder/linux
rm -rf "$static"/{,lib}{Foundation,_Foundation}*
for library in "$static"/libswift*.a; do
  cp --remove-destination "$(readlink -f "$library")" "$library"
done
"$scripts/unretain.py" "$static"/libswift*.a
"$compiler" -parse-as-library -O -module-name FoundationEssentials -module-link-name FoundationEssentials \
  -emit-module -emit-module-path "$static/FoundationEssentials.swiftmodule" \
  -emit-library -static -o "$static/libFoundationEssentials.a" "$scripts/sdk/FoundationEssentials.swift"
echo "$key" > "$folder/key"
