#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the programs and Debian packages of the committed sources twice, from nothing and in a folder of the same
# name, and compares their bytes; says of what differs in which sections or files. By hand, as it takes minutes.
#
#   scripts/reproducible.sh [amd64|arm64 12|13]      for this system unless one is named
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/build/reproducible
system=()
built=.build/release
if [ $# != 0 ]; then
  system=("ARCH=${1:?}" "DEBIAN=${2:?}")
  built=.build/debian$2-$1/release
fi
programs=(swelld swellctl swell-preview)
archive=$(scripts/dist.sh)
# Of this commit, whatever is committed here meanwhile.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

rm -rf "$folder"
mkdir -p "$folder"
for round in first second; do
  mkdir "$folder/tree" "$folder/$round"
  tar -xzf "$archive" -C "$folder/tree" --strip-components=1
  # Neither another time of day nor another language or mask makes a difference.
  zone=Asia/Tokyo language=C.UTF-8 mask=0022
  [ $round = first ] || zone=America/Lima language=C mask=0027
  (
    cd "$folder/tree"
    umask $mask
    export TZ=$zone LC_ALL=$language
    make --silent deb "${system[@]}"
  ) > "$folder/$round.log" 2>&1 || { tail -n 20 "$folder/$round.log" >&2; exit 1; }
  for program in "${programs[@]}"; do cp "$folder/tree/$built/$program" "$folder/$round/"; done
  cp "$folder"/tree/build/*.deb "$folder/$round/"
  rm -rf "$folder/tree"
done

# What differs within two files of the same name, in the folders of the rounds.
sections() { # PROGRAM
  local section round
  for section in $(readelf -SW "$folder/first/$1" | sed -nE 's/^ *\[ *[0-9]+\] (\.[^ ]+).*/\1/p'); do
    for round in first second; do
      objcopy -O binary --only-section="$section" --set-section-flags "$section"=alloc \
        "$folder/$round/$1" "$folder/$round.section" 2> /dev/null || true
    done
    cmp -s "$folder/first.section" "$folder/second.section" || echo "reproducible: $1: $section"
  done
}
files() { # PACKAGE
  local round
  for round in first second; do
    rm -rf "$folder/$round.unpacked"
    dpkg-deb --raw-extract "$folder/$round/$1" "$folder/$round.unpacked"
  done
  diff -rq "$folder/first.unpacked" "$folder/second.unpacked" | sed "s|^|reproducible: $1: |"
  diff <(dpkg-deb --contents "$folder/first/$1") <(dpkg-deb --contents "$folder/second/$1") \
    | sed "s|^|reproducible: $1: |"
}

status=0
for path in "$folder"/first/*; do
  name=${path##*/}
  if cmp -s "$path" "$folder/second/$name"; then
    echo "reproducible: $name $(sha256sum < "$path" | cut -d' ' -f1)"
    continue
  fi
  status=1
  echo "reproducible: $name differs"
  case $name in
    *.deb) files "$name" || true ;;
    *) sections "$name" ;;
  esac
done
exit $status
