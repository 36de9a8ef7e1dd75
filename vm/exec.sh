#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command in the kiosk machine that `make vm` has booted.
set -euo pipefail
. "$(dirname "$0")/common.sh"

cd "$vm"
exec "$python" -m kioskvm exec "$@"
