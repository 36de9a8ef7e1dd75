#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Shows the scene on this machine's display if there is one, else on a virtual one, and says how to
# touch and steer it.
set -euo pipefail
cd "$(dirname "$0")/.."
products=$(scripts/release-products.sh)
socket=${SWELL_SOCKET:-${XDG_RUNTIME_DIR:-/tmp}/swell-run.sock}
cat << TEXT
Swell is starting; Ctrl-C ends it. In another terminal:
  export PATH="$products:\$PATH" SWELL_SOCKET="$socket"
  swellctl progress 42            # fills the indicator to 42 %
  swellctl press start            # presses the button
  swellctl tap 640 600            # touches the screen at a point
  swellctl screenshot swell.png   # what the screen shows
  swellctl status
TEXT
exec "$products/swelld" --config config/swell.toml --socket "$socket" "$@"
