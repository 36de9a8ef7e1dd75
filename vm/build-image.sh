#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the kiosk machine: Debian's kernel, a first process, and a root file system.
# Prints the directory with vmlinuz, initrd and root.ext4. Swell itself is not in it: that is laid
# over the root file system at every boot. Results are kept in build/vm, keyed by their inputs.
set -euo pipefail
. "$(dirname "$0")/common.sh"

exec 9>"$cache/lock"
flock 9
kernel=$("$vm/build-kernel.sh")
name=image$desktop-$suite-$debian-$arch
lists=("$vm/guest/packages.txt")
size=1G
if [ -n "$desktop" ]; then
    lists+=("$vm/guest/$desktop.txt")
    size=4G
fi
out=$cache/$name-$(key_of "$0" <(basename "$kernel") \
    "${lists[@]}" "$vm/guest/modules.txt" "$vm/guest/init" "$vm/guest/customize.sh")
if [ -e "$out/complete" ]; then
    echo "$out"
    exit 0
fi
need_processor
need apt-get mmdebstrap mke2fs fakeroot cpio dpkg-deb

work=$cache/$name-work
rm -rf "$work" "$out"
mkdir -p "$work/busybox" "$out"

debian_update "$debian" "$arch"

say "installing Debian ($debian, $arch) into a file"
packages=$(for file in "${lists[@]}"; do list "$file"; done | paste -sd,)
mmdebstrap --quiet --architectures="$arch" --variant=minbase --format=tar --include="$packages" \
    --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/info/*' \
    --skip=output/dev \
    --customize-hook="copy-in '$kernel/lib/modules' /usr/lib" \
    --customize-hook="'$vm/guest/customize.sh' \"\$1\"" \
    "$debian" "$work/root.tar" "$cache/apt-$debian-$arch/sources.list" >"$work/mmdebstrap.log" 2>&1 </dev/null ||
    die "mmdebstrap failed: $(tail -n 5 "$work/mmdebstrap.log")"
# fakeroot: the files belong to root in the file system, whoever builds it.
mkdir "$work/root"
fakeroot sh -euc '
    tar -xpf "$1/root.tar" -C "$1/root"
    mke2fs -q -F -t ext4 -O ^has_journal,^metadata_csum -L kiosk -d "$1/root" "$2" "$3"
' sh "$work" "$out/root.ext4" "$size" >"$work/mke2fs.log" 2>&1 || die "$(tail -n 5 "$work/mke2fs.log")"

say "packing the first process"
(
    cd "$work"
    debian_apt "$debian" "$arch" apt-get download busybox-static >/dev/null
)
dpkg-deb -x "$work"/busybox-static_*.deb "$work/busybox"
first=$work/initrd
mkdir -p "$first"/{bin,dev,proc,sys,root,lib/modules}
# Debian 13 has it below usr.
find "$work/busybox" -path '*/bin/busybox' -exec cp {} "$first/bin/" ';'
install -m 0755 "$vm/guest/init" "$first/init"
release=$(cat "$kernel/release")
while read -r path; do
    cp "$kernel/lib/modules/$release/$path" "$first/lib/modules/"
    basename "$path"
done <"$kernel/early" >"$first/lib/modules/order"
(cd "$first" && find . -print0 | sort -z | cpio --quiet --null -o -H newc -R 0:0) >"$out/initrd"
cp "$kernel/vmlinuz" "$out/vmlinuz"

rm -rf "$work"
touch "$out/complete"
for old in "$cache/$name"-*; do
    [ "$old" = "$out" ] || rm -rf "$old"
done
echo "$out"
