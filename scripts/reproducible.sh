#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the programs of the committed sources twice, from nothing and in a folder of the same name, and compares
# their bytes; says of what differs in which sections. By hand, as it takes minutes.
#
#   scripts/reproducible.sh [PROGRAM...]    the daemon unless others are named
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/build/reproducible
programs=("$@")
[ $# -gt 0 ] || programs=(swelld)
archive=$(scripts/dist.sh)

rm -rf "$folder"
mkdir -p "$folder"
for round in first second; do
  mkdir "$folder/tree"
  tar -xzf "$archive" -C "$folder/tree" --strip-components=1
  # Neither another time of day nor another language makes a difference.
  zone=Asia/Tokyo language=C.UTF-8
  [ $round = first ] || zone=America/Lima language=C
  TZ=$zone LC_ALL=$language make --silent -C "$folder/tree" release PRODUCTS="${programs[*]}" > "$folder/$round.log" 2>&1 \
    || { tail -n 20 "$folder/$round.log" >&2; exit 1; }
  mkdir "$folder/$round"
  for program in "${programs[@]}"; do cp "$folder/tree/.build/release/$program" "$folder/$round/"; done
  rm -rf "$folder/tree"
done

status=0
for program in "${programs[@]}"; do
  if cmp -s "$folder/first/$program" "$folder/second/$program"; then
    echo "reproducible: $program $(sha256sum < "$folder/first/$program" | cut -d' ' -f1)"
    continue
  fi
  status=1
  echo "reproducible: $program differs"
  for section in $(readelf -SW "$folder/first/$program" | sed -nE 's/^ *\[ *[0-9]+\] (\.[^ ]+).*/\1/p'); do
    for round in first second; do
      objcopy -O binary --only-section="$section" --set-section-flags "$section"=alloc \
        "$folder/$round/$program" "$folder/$round.section" 2> /dev/null || true
    done
    cmp -s "$folder/first.section" "$folder/second.section" || echo "reproducible: $program: $section"
  done
done
exit $status
