#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches the static libraries of programs for the inside, where the machine has another processor than this one.
# Those of Debian 12 suit the C library of 13 too. Prints the directory. Results are kept in build/vm; a second run only prints.
set -euo pipefail
. "$(dirname "$0")/common.sh"

out=$cache/libraries-$arch
if [ ! -e "$out/complete" ]; then
    need apt-get dpkg-deb
    rm -rf "$out"
    mkdir -p "$out"
    debian_update bookworm "$arch"
    (
        cd "$out"
        debian_apt bookworm "$arch" apt-get download libdrm-dev >/dev/null
        dpkg-deb -x libdrm-dev_*.deb .
    )
    touch "$out/complete"
fi
echo "$out/usr/lib/$triplet"
