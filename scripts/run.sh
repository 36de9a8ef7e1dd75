#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Shows the scene: on this machine's display if it can be had, else in a window of its desktop, else on a
# virtual display; and says how to touch and steer it. With arguments it is swelld that gets them.
set -euo pipefail
cd "$(dirname "$0")/.."
products=$(scripts/release-products.sh)
socket=${SWELL_SOCKET:-${XDG_RUNTIME_DIR:-/tmp}/swell-run.sock}

# Whether there is a card with a monitor that no desktop and no other program has.
has_free_card() {
  local findings
  findings=$("$products/swellctl" doctor --config config/swell.toml 2> /dev/null || true)
  grep -q ' is chosen in ' <<< "$findings" && ! grep -q ' holds DRM master on ' <<< "$findings"
}

program=swelld
if [ $# = 0 ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && ! has_free_card; then
  program=swell-preview
fi
cat << TEXT
Swell is starting; Ctrl-C ends it. In another terminal:
  export PATH="$products:\$PATH" SWELL_SOCKET="$socket"
  swellctl progress 42            # fills the indicator to 42 %
  swellctl press start            # presses the button
  swellctl tap 640 600            # touches the screen at a point
  swellctl screenshot swell.png   # what the screen shows
  swellctl status
TEXT
if [ $program = swell-preview ]; then
  echo "In its window the mouse is a finger, and F1 tells what keys do; save config/swell.toml to see it change."
  exec "$products/swell-preview" --socket "$socket" config/swell.toml
fi
exec "$products/swelld" --config config/swell.toml --socket "$socket" "$@"
