#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Unpacks Debian's kernel and builds modules that Debian's lacks, some of them with habits of real
# displays: vmlinuz, version, and lib/modules.
# Prints the directory. Results are kept in build/vm; a second run only prints.
set -euo pipefail
. "$(dirname "$0")/common.sh"

out=$cache/kernel-$suite-$arch-$(key_of "$0" "$vm/guest/modules.txt" "$vm"/guest/{backlight,framebuffer,vkms}/*)
if [ -e "$out/complete" ]; then
    echo "$out"
    exit 0
fi
case $arch in
    amd64) need gcc-12 ;;
    arm64) need aarch64-linux-gnu-gcc-12 ;;
esac
need apt-get dpkg-deb depmod modinfo make patch xz

work=$cache/kernel-$suite-$arch-work
rm -rf "$work" "$out"
mkdir -p "$work/debs" "$work/unpacked" "$out"

say "fetching Debian's kernel"
debian_update "$kernel_suite" "$arch"
kernel_apt() {
    debian_apt "$kernel_suite" "$arch" "$@"
}
image=$(kernel_apt apt-cache depends "linux-image-$arch" |
    sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
[ -n "$image" ] || die "$kernel_suite has no linux-image-$arch"
release=${image#linux-image-}
abi=${release%-"$arch"}
# 6.1 of 6.1.0-56-amd64, 6.12 of 6.12.95+deb12-amd64.
series=$(cut -d. -f1,2 <<<"$release")
kbuild=$(kernel_apt apt-cache depends "linux-headers-$release" |
    sed -n 's/.*Depends: \(linux-kbuild-.*\)/\1/p' | head -n 1)
(
    cd "$work/debs"
    kernel_apt apt-get download "$image" "linux-headers-$release" "linux-headers-$abi-common" \
        "linux-source-$series" >/dev/null
    # What builds modules runs here.
    host=$(dpkg --print-architecture)
    [ "$host" = "$arch" ] || debian_update "$kernel_suite" "$host"
    debian_apt "$kernel_suite" "$host" apt-get download "$kbuild" >/dev/null
)
for package in "$work"/debs/*.deb; do
    dpkg-deb -x "$package" "$work/unpacked"
done

# The headers expect to lie in /usr/src; here they lie where anyone may write.
say "building modules for $release"
sources=$work/unpacked/usr/src
sed -i "s|/usr/src/|$sources/|" "$sources/linux-headers-$release/Makefile"
extra=$work/unpacked/lib/modules/$release/extra
mkdir -p "$extra"
cross=() strip=
if [ "$arch" != "$(dpkg --print-architecture)" ]; then
    strip=$triplet-
    cross=("CROSS_COMPILE=$strip")
fi
build_module() { # FOLDER NAME [OPTION]...
    local folder=$1 name=$2
    shift 2
    # Without types for tracers, which a newer kernel wants another tool for. To the kernel ARCH means
    # something else.
    env -u ARCH -u MAKEFLAGS make -s -C "$sources/linux-headers-$release" M="$folder" CONFIG_DEBUG_INFO_BTF_MODULES= "${cross[@]}" "$@" \
        modules >"$work/$name.log" 2>&1 ||
        die "$name: $(tail -n 3 "$work/$name.log")"
    "${strip}strip" --strip-debug "$folder/$name.ko"
    cp "$folder/$name.ko" "$extra/"
}
drm=linux-source-$series/drivers/gpu/drm
tar -xJf "$sources/linux-source-$series.tar.xz" -C "$work" "$drm/vkms" "$drm/gud" \
    "$drm/tiny/simpledrm.c"
# A newer kernel's vkms has no bad habits.
if [ "$suite" = bookworm ]; then
    patch -s -p1 -d "$work/$drm" <"$vm/guest/vkms/vkms.patch" || die "vkms.patch does not fit $release"
fi
build_module "$work/$drm/vkms" vkms CONFIG_DRM_VKMS=m
build_module "$work/$drm/gud" gud CONFIG_DRM_GUD=m
# Debian's kernel has simplefb in it, which has taken the driver's name.
sed -i 's/"simple-framebuffer"/"kiosk-framebuffer"/' "$work/$drm/tiny/simpledrm.c"
echo 'obj-m := simpledrm.o' >"$work/$drm/tiny/Kbuild"
build_module "$work/$drm/tiny" simpledrm
for name in backlight framebuffer; do
    cp -R "$vm/guest/$name" "$work/$name"
    build_module "$work/$name" "kiosk_$name"
done

say "choosing modules"
tree=$work/unpacked
depmod -b "$tree" "$release"
chosen=$out/lib/modules/$release
mkdir -p "$chosen"
cp "$tree/lib/modules/$release"/modules.{builtin,builtin.modinfo,order} "$chosen/"
list "$vm/guest/modules.txt" | while read -r first second; do
    case $first in
        amd64 | arm64) [ "$first" = "$arch" ] || continue ;;
    esac
    modprobe -d "$tree" -S "$release" --show-depends "${second:-$first}" |
        sed -n 's/^insmod \([^ ]*\).*/\1/p' >"$work/depends"
    while read -r file; do
        path=${file#"$tree/lib/modules/$release/"}
        mkdir -p "$chosen/$(dirname "$path")"
        cp "$file" "$chosen/$path"
        [ "$first" != early ] || echo "$path" >>"$work/early"
    done <"$work/depends"
done
depmod -b "$out" "$release"
awk '!seen[$0]++' "$work/early" >"$out/early"
cp "$tree/boot/vmlinuz-$release" "$out/vmlinuz"
echo "$release" >"$out/release"

rm -rf "$work"
touch "$out/complete"
for old in "$cache/kernel-$suite-$arch"-*; do
    [ "$old" = "$out" ] || rm -rf "$old"
done
echo "$out"
