#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks the release swelld: its size as it is installed, the libraries that it needs, that neither
# Foundation nor the runtimes of concurrency have come in with a dependency, and that what it executes lies in the order in which it does.
#
#   scripts/check-binary.sh SWELLD
set -euo pipefail

program=$1
limit=$((11 * 1024 * 1024))
# What Debian provides for the modules that meet the machine, and what every C++ program needs.
allowed=(
  ld-linux-aarch64.so.1 ld-linux-x86-64.so.2 libc.so.6 libdrm.so.2 libevdev.so.2 libfontconfig.so.1
  libfreetype.so.6 libfribidi.so.0 libgcc_s.so.1 libharfbuzz.so.0 libm.so.6 libpng16.so.16 libstdc++.so.6 libudev.so.1 libunibreak.so.1 libunibreak.so.6
)

status=0
complain() {
  echo "check-binary: $*" >&2
  status=1
}

stripped=$(mktemp)
trap 'rm -f "$stripped"' EXIT
llvm-objcopy --strip-all "$program" "$stripped"
size=$(stat -c %s "$stripped")
[ "$size" -le "$limit" ] || complain "swelld has $size bytes without symbols; $limit are allowed"

while read -r library; do
  [[ " ${allowed[*]} " = *" $library "* ]] || complain "swelld needs $library, which is not on the list"
done < <(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')

# The Swift libraries are linked in: what they bring along shows in the symbols only.
foundation=$(nm "$program" | grep -cE 'Foundation(Essentials|ICU|Internationalization)?[0-9A-Z_]' || true)
[ "$foundation" = 0 ] || complain "swelld has $foundation symbols of Foundation"
tasks=$(nm "$program" | grep -cE ' (swift_task_|dispatch_)' || true)
[ "$tasks" = 0 ] || complain "swelld has $tasks symbols of Swift's concurrency and of libdispatch, which it does not use"

# Names change with the code, and what the linker does not find it leaves where it is.
order=$(dirname "$0")/frame-order.txt
wanted=$(wc -l < "$order")
found=$(nm "$program" | awk 'NR == FNR { wanted[$1]; next } $3 in wanted { delete wanted[$3]; found++ }
  END { print found + 0 }' "$order" -)
[ $((found * 10)) -ge $((wanted * 9)) ] ||
  complain "of $wanted functions that are executed only $found have their names still: make frame-order"

# A span of an empty array points into the object that all empty arrays share, and traps where it is aligned to
# less than its elements want: blocks of lanes want 16 bytes.
empty=$(nm "$program" | awk '$3 == "_swiftEmptyArrayStorage" { print $1 }')
[[ $empty == *0 ]] || complain "empty arrays are at ${empty:-no address}, which is no multiple of 16: frame-order.txt begins with them"

echo "swelld: $size bytes of $limit, $(readelf -d "$program" | grep -c '(NEEDED)') libraries"
exit $status
