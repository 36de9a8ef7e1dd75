#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches Debian's boot splash, Plymouth, as a tree to be laid over the kiosk machine, with a theme
# of one colour. Prints the directory. Results are kept in build/vm; a second run only prints.
set -euo pipefail
. "$(dirname "$0")/common.sh"

out=$cache/splash-$debian-$arch-$(key_of "$0" "$vm"/splash/*)
if [ -e "$out/complete" ]; then
    echo "$out/tree"
    exit 0
fi
need apt-get dpkg-deb

rm -rf "$cache/splash-$debian-$arch"-*
mkdir -p "$out/debs" "$out/tree"
say "fetching Plymouth"
debian_update "$debian" "$arch"
(
    cd "$out/debs"
    debian_apt "$debian" "$arch" apt-get download plymouth libplymouth5 plymouth-themes >/dev/null
)
for package in "$out"/debs/*.deb; do
    dpkg-deb -x "$package" "$out/tree"
done
rm -rf "$out/debs" "$out/tree/usr/share/doc" "$out/tree/usr/share/man" "$out/tree/usr/share/locale"
theme=$out/tree/usr/share/plymouth/themes/kiosk
mkdir -p "$theme"
cp "$vm"/splash/kiosk.plymouth "$theme/"
cp "$vm"/splash/plymouthd.conf "$out/tree/etc/plymouth/"
touch "$out/complete"
echo "$out/tree"
