# SPDX-License-Identifier: Apache-2.0
"""The kiosk machine: Debian's kernel and systemd under QEMU, driven from outside."""
