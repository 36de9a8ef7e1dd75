#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packs the committed tree as build/swell-VERSION.tar.gz and prints the path. The same commit gives the same
# bytes; what is not committed is not in it.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(git show HEAD:Sources/Control/SwellRelease.swift | sed -n 's/.*let version = "\(.*\)"/\1/p')
name=swell-$version
mkdir -p build
archive=build/$name.tar.gz
# Without git's knowledge the programs would not know their commit.
git -c tar.umask=0022 archive --format=tar --prefix="$name/" \
  --add-virtual-file="$name/COMMIT:$(git rev-parse HEAD)" HEAD |
  gzip --no-name --best > "$archive"
echo "$archive"
