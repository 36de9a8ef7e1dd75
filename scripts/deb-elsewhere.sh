#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packs the programs of another system, and has its lintian check the packages, in a fresh root of that release: its
# debhelper knows where it wants files, and its libraries' packages are those that are depended on. The root's own programs
# are this machine's, which nothing need emulate.
#
#   scripts/deb-elsewhere.sh amd64|arm64 12|13      prints the packages' paths
#
# Environment: BIN, where the programs were built.
set -euo pipefail
ARCH=${1:?} DEBIAN=${2:?}
: "${BIN:?}"
SWELL_VM_CACHE=$(cd "$(dirname "$0")/.." && pwd)/build/deb-elsewhere
# shellcheck source=vm/common.sh
. "$(dirname "$0")/../vm/common.sh"
need apt-get mmdebstrap llvm-objcopy
work=$cache/debian$DEBIAN-$arch
rm -rf "$work"
mkdir -p "$work/tree/bin"

private_apt apt-get update > /dev/null
debian_sources > "$work/sources.list"
for program in swelld swellctl swell-preview; do
  llvm-objcopy --strip-all "$BIN/$program" "$work/tree/bin/$program"
done
(cd "$root" && cp -R README.md CHANGELOG.md Package.swift config docs packaging scripts systemd vm "$work/tree")
version=$(sed -n 's/.*let version = "\(.*\)"/\1/p' "$root/Sources/Control/SwellRelease.swift")
epoch=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2> /dev/null || stat -c %Y "$root/COMMIT")}
cat > "$work/tree/pack" << TEXT
set -eu
cd /swell
export BIN=/swell/bin SYSTEM=debian$DEBIAN-$arch SOURCE_DATE_EPOCH=$epoch LC_ALL=C.UTF-8
export SWELL_VERSION=${SWELL_VERSION:-$version} SWELL_COMMIT=$("$root/scripts/commit.sh" --name | cut -c1-12) ARCHITECTURE=$arch
scripts/deb.sh
lintian --fail-on error,warning --tag-display-limit 0 --allow-root build/*.deb
TEXT
say "packing for Debian $DEBIAN on $arch, in a root of its own"
native=$(dpkg --print-architecture)
include=python3,$("$root/scripts/setup.sh" --list deb | tr ' ' ',')
[ "$arch" = "$native" ] || include+=,binutils-$(dpkg-architecture -a "$arch" -q DEB_HOST_GNU_TYPE 2> /dev/null)
for package in $("$root/scripts/setup.sh" --list build); do
  case $package in *-dev) include+=,$package:$arch ;; esac
done
architectures=$native
[ "$arch" = "$native" ] || architectures+=,$arch
mmdebstrap --quiet --variant=apt --architectures="$architectures" --format=null \
  --include="$include,libstdc++6:$arch" --customize-hook="copy-in '$work/tree' /" \
  --customize-hook="mv \"\$1\"/tree \"\$1\"/swell && chroot \"\$1\" sh /swell/pack" \
  --customize-hook="copy-out /swell/build '$work'" \
  "$debian" /dev/null "$work/sources.list" > "$work/log" 2>&1 < /dev/null || {
  tail -n 40 "$work/log" >&2
  exit 1
}
for package in "$work"/build/*.deb; do
  mv "$package" "$root/build/"
  echo "build/${package##*/}"
done
rm -rf "$work"
