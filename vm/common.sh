# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Shared by the scripts beside it: where things are, and apt without root.
# Source it after `set -euo pipefail`.

vm=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$vm")
cache=${SWELL_VM_CACHE:-$root/build/vm}
mkdir -p "$cache"
PATH=$PATH:/usr/sbin:/sbin

# Which kernel: Debian 12's, or with SWELL_VM_KERNEL=backports the newest that Debian builds for it.
suite=${SWELL_VM_KERNEL:-bookworm}
case $suite in
    bookworm | backports) ;;
    *) printf 'vm: SWELL_VM_KERNEL is backports or nothing\n' >&2; exit 64 ;;
esac

# Which Debian: 12, or with SWELL_VM_DEBIAN=trixie 13, on the kernel of 12, for which there are modules.
debian=${SWELL_VM_DEBIAN:-bookworm}
case $debian in
    bookworm | trixie) ;;
    *) printf 'vm: SWELL_VM_DEBIAN is trixie or nothing\n' >&2; exit 64 ;;
esac

# Which display manager is in the machine: none, or with SWELL_VM_DESKTOP lightdm or gdm3.
desktop=${SWELL_VM_DESKTOP:-}
case $desktop in
    '' | lightdm | gdm3) ;;
    *) printf 'vm: SWELL_VM_DESKTOP is lightdm, gdm3 or nothing\n' >&2; exit 64 ;;
esac

# Debian's own Python 3 where there is one; nothing beyond its standard library is used.
python=/usr/bin/python3
[ -x "$python" ] || python=python3
export PYTHONDONTWRITEBYTECODE=1

say() {
    printf 'vm: %s\n' "$*" >&2
}

die() {
    printf 'vm: %s\n' "$*" >&2
    exit 1
}

# Prints a key for the given files' contents, and this processor.
key_of() {
    { uname -m; cat -- "$@"; } | sha256sum | cut -c1-16
}

# Prints the lines of a list file without comments and blanks.
list() {
    sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' "$1"
}

# Stops with one line unless every command is there.
need() {
    local missing=()
    local command
    for command in "$@"; do
        command -v "$command" >/dev/null || missing+=("$command")
    done
    [ ${#missing[@]} -eq 0 ] || die "missing: ${missing[*]}; run: scripts/setup.sh vm"
}

# Prints the address of Debian's archive, as the machine has it.
archive() {
    private_apt apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(SUITE)|$(CODENAME)' |
        awk -F'|' '$1 == "Debian" && $4 == "bookworm" { print $2; exit }'
}

# Runs apt-get or apt-cache with Debian's backports alone.
backports_apt() {
    local tool=$1 apt_folder=$cache/backports-apt
    shift
    private_apt "$tool" -o "Dir::Etc::SourceList=$cache/backports.list" \
        -o Dir::Etc::SourceParts=/dev/null "$@"
}

# Runs apt-get or apt-cache with lists and downloads of its own, so that neither root nor the
# state of the machine's own lists matters; the sources are the machine's.
private_apt() {
    local tool=$1 folder=${apt_folder:-$cache/apt}
    shift
    mkdir -p "$folder/state/lists/partial" "$folder/cache/archives/partial"
    : >"$folder/status"
    "$tool" -q -o Dir::State="$folder/state" -o Dir::State::status="$folder/status" \
        -o Dir::Cache="$folder/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}

# Prints the machine's own Debian 12 sources as one-line entries, for the Debian that is wanted.
debian_sources() {
    private_apt apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(SUITE)|$(CODENAME)|$(COMPONENT)' \
        'Created-By: Packages' |
        awk -F'|' '$1 == "Debian" && $4 ~ /^bookworm/ { print "deb", $2, $4, $5 }' | sort -u |
        sed "s/ bookworm/ $debian/"
}
