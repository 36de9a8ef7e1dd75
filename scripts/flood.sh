#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Floods the daemon on its virtual display with requests, and prints how many it answered, the frames
# that were shown and missed meanwhile, and its memory: beside no client, one, two and four.
#
#   scripts/flood.sh [SECONDS]      10 unless given, for each
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-10}
products=$(scripts/release-products.sh)
work=$(mktemp -d /tmp/swell-flood-XXXXXX)
cc -O2 -o "$work/flood" Tests/Kiosk/tools/flood.c
cat > "$work/scene.toml" << 'TOML'
[[button]]
id = "start"
[[progress]]
id = "main"
percent = 50
TOML
export SWELL_SOCKET=$work/socket
"$products/swelld" --config "$work/scene.toml" --output virtual --socket "$SWELL_SOCKET" 2> "$work/log" &
daemon=$!
trap 'kill "$daemon"; rm -rf "$work"' EXIT
until "$products/swellctl" status > "$work/status" 2>&1; do
  kill -0 "$daemon" || { cat "$work/log" >&2; exit 1; }
done

# Prints "PRESENTED MISSED" so far.
frames() {
  "$products/swellctl" status --json |
    python3 -c 'import json, sys; f = json.load(sys.stdin)["frames"]; print(f["presented"], f["missed"])'
}

printf '%8s %12s %8s %8s %10s\n' clients requests/s frames missed RSS
for clients in 0 1 2 4; do
  floods=()
  for index in $(seq "$clients"); do
    sleep "$seconds" | "$work/flood" "$SWELL_SOCKET" \
      '{"jsonrpc":"2.0","id":1,"method":"progress.set","params":{"percent":50}}' > "$work/$index" &
    floods+=($!)
  done
  read -r presented missed < <(frames)
  rate=0
  if [ "$clients" = 0 ]; then
    sleep "$seconds"
  else
    wait "${floods[@]}"
    rate=$(cat "$work"/[1-9] | awk '!/flooding/ { n += $1 / $2 } END { printf "%d", n }')
  fi
  read -r presented_then missed_then < <(frames)
  rss=$(awk '/VmRSS/ { print $2 }' "/proc/$daemon/status")
  printf '%8d %12d %8d %8d %7d KB\n' "$clients" "$rate" $((presented_then - presented)) \
    $((missed_then - missed)) "$rss"
  rm -f "$work"/[1-9]
done
