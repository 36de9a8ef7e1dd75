#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Boots the kiosk machine with Swell installed: its screen in a window where there is a desktop,
# else on VNC at 127.0.0.1:5900. `vm/exec.sh COMMAND` steers it meanwhile.
set -euo pipefail
. "$(dirname "$0")/common.sh"

need make
tree=$cache/install-$debian-$arch
rm -rf "$tree"
make -s -C "$root" install ARCH="$arch" DEBIAN="${DEBIAN:-13}" DESTDIR="$tree" PREFIX=/usr
cd "$vm"
exec "$python" -m kioskvm run "$@" "$tree"
