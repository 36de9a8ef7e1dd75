#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints what an installation adds to a minimal Debian with systemd, and what the daemon takes of memory, and checks
# both against the bounds below. Nothing is installed: apt is asked what it would do in an empty system.
#
#   scripts/footprint.sh [12|13]      Debian's release, 13 unless given
#
# Environment: BIN, where the programs of this machine's processor were built.
set -euo pipefail
DEBIAN=${1:-13} ARCH=$(dpkg --print-architecture)
: "${BIN:?}"
# shellcheck source=vm/common.sh
. "$(dirname "$0")/../vm/common.sh"
cd "$root"
need apt-get apt-cache readelf

# In MiB: the package, the package and all that it depends on, what is recommended besides; the daemon's own memory and
# its resident set, on 1280x800 without its two buffers. The proportional set lies between these two, where depends on
# what else maps the same libraries, so that no bound of it holds on every machine.
most_package=23 most_needed=37 most_recommended=10 most_own=4 most_resident=18

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$cache/apt-$debian-$arch
if ! compgen -G "$folder/state/lists/*_Packages*" > /dev/null; then debian_update "$debian" "$arch"; fi
: > "$work/status"
empty_apt() {
  debian_apt "$debian" "$arch" "$@" -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache"
}
mkdir -p "$work/cache/archives/partial"

# The package whose library programs name, as Debian names these: libpng16.so.16 is in libpng16-16, or libpng16-16t64.
# Where no package has the number, another release's has: libunibreak's differs.
package_of() { # SONAME
  local stem=${1%%.so.*} number=${1##*.so.} pattern
  stem=${stem//_/-}
  [[ $stem != *[0-9] ]] || stem+=-
  pattern=${stem//+/\\+}
  grep -Ex -m1 "$pattern${number}[a-z]?(t64)?" "$work/names" ||
    grep -Ex -m1 "${pattern}[0-9]+[a-z]?(t64)?" "$work/names" || die "Debian $DEBIAN has no package of $1"
}

# What apt would install, by name.
installed() { # PACKAGE...
  empty_apt apt-get --simulate --no-install-recommends install "$@" | sed -n 's/^Inst \([^ :]*\).*/\1/p' | sort
}

# The sizes of packages in KiB, the largest first, and their sum.
sizes() { # FILE
  [ ! -s "$1" ] || xargs -r -a "$1" apt-cache -q -o Dir::State="$folder/state" -o Dir::State::status="$work/status" \
    -o Dir::Cache="$work/cache" -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o APT::Architecture="$arch" -o APT::Architectures="$arch" show --no-all-versions |
    awk '/^Package:/ { name = $2 } /^Installed-Size:/ { print $2, name }' | sort -rn
}

status=0
check() { # KIB MOST WHAT
  awk -v kib="$1" -v most="$2" -v what="$3" 'BEGIN {
    printf "%.1f MiB of %s: %s\n", kib / 1024, most, what; exit kib > most * 1024 }' || status=1
}

# As the packages have them.
PREFIX=/usr DESTDIR=$work/swell scripts/install.sh
scripts/package-docs.py "$work/swell/usr/share/doc/swell"
own=$(find "$work/swell" -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')

empty_apt apt-cache pkgnames > "$work/names"
needed=()
for soname in $(readelf -d "$BIN/swelld" "$BIN/swellctl" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u); do
  case $soname in
    ld-linux-* | libm.so.*) ;; # libc6
    *) needed+=("$(package_of "$soname")") ;;
  esac
done
recommended=$(sed -n '/^Package: swell$/,/^$/s/^Recommends: //p' packaging/debian/control | tr -d ,)
minimal=('?essential' '?priority(required)' apt systemd-sysv)
installed "${minimal[@]}" > "$work/minimal"
installed "${minimal[@]}" "${needed[@]}" > "$work/needed"
# shellcheck disable=SC2086  # words are wanted
installed "${minimal[@]}" "${needed[@]}" $recommended > "$work/recommended"
comm -13 "$work/minimal" "$work/needed" > "$work/adds"
comm -13 "$work/needed" "$work/recommended" > "$work/adds-recommended"
echo "Debian $DEBIAN on $arch, KiB:"
{ echo "$own swell"; sizes "$work/adds"; } | tee "$work/sizes"
echo "recommended:"
sizes "$work/adds-recommended" | tee "$work/sizes-recommended"
total() { awk '{ sum += $1 } END { print sum + 0 }' "$1"; }
check "$own" $most_package "the package"
check "$(total "$work/sizes")" $most_needed "the package and what it depends on"
check "$(total "$work/sizes-recommended")" $most_recommended "what it recommends besides"

"$BIN/swelld" --output virtual:1280x800 --socket "$work/socket" --log-level error &
daemon=$!
trap 'kill $daemon 2> /dev/null || true; rm -rf "$work"' EXIT
# It answers once the first frame is on its way.
until "$BIN/swellctl" --socket "$work/socket" status > /dev/null 2>&1; do
  kill -0 $daemon
  sleep 0.1
done
memory() { awk -v field="$1:" '$1 == field { print $2 - 2 * 1280 * 800 * 4 / 1024 }' /proc/$daemon/smaps_rollup; }
check "$(memory Anonymous)" $most_own "the daemon's own memory without its two buffers"
check "$(memory Rss)" $most_resident "its resident set without them, programs and libraries included"
exit $status
