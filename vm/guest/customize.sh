#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Turns a fresh Debian root file system into the kiosk machine's. $1 is where it lies.
set -eu
target=$1

echo kiosk >"$target/etc/hostname"
echo 127.0.0.1 localhost kiosk >"$target/etc/hosts"
# A machine id of its own: with none, systemd would take every boot for the first one.
echo 5e115e115e115e115e115e115e115e11 >"$target/etc/machine-id"
chroot "$target" passwd -q -d root

# Nothing here needs them, and each costs seconds on an emulated processor.
mkdir -p "$target/etc/systemd/system"
for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer \
    e2scrub_reap.service fstrim.timer systemd-update-utmp.service \
    systemd-update-utmp-runlevel.service systemd-random-seed.service \
    systemd-pstore.service systemd-boot-system-token.service ldconfig.service \
    modprobe@fuse.service modprobe@efi_pstore.service modprobe@dm_mod.service \
    modprobe@loop.service modprobe@configfs.service sys-kernel-config.mount \
    dev-hugepages.mount systemd-journal-flush.service systemd-tmpfiles-clean.timer; do
    ln -sf /dev/null "$target/etc/systemd/system/$unit"
done
mkdir -p "$target/etc/systemd/journald.conf.d"
printf '[Journal]\nStorage=volatile\n' >"$target/etc/systemd/journald.conf.d/kiosk.conf"

# Updaters run when a test starts them.
rm -f "$target"/etc/systemd/system/*.wants/swupdate*

# The serial line is the technician's: no password, no question.
mkdir -p "$target/etc/systemd/system/serial-getty@.service.d"
cat >"$target/etc/systemd/system/serial-getty@.service.d/kiosk.conf" <<'CONF'
[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin root --noclear --keep-baud 115200,57600 %I $TERM
CONF

# The font cache, so that no first text has to wait for it.
chroot "$target" fc-cache -f 2>/dev/null || true

rm -rf "$target/var/lib/apt/lists" "$target"/var/cache/apt/* "$target"/usr/share/doc/* \
    "$target"/usr/share/man/* "$target"/usr/share/locale/* "$target"/tmp/*
mkdir -p "$target/var/lib/apt/lists/partial"
