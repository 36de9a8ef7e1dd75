# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034  # what is set here is for them
# Shared by the scripts beside it: where things are, and apt without root.
# Source it after `set -euo pipefail`.

vm=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$vm")
cache=${SWELL_VM_CACHE:-$root/build/vm}
mkdir -p "$cache"
PATH=$PATH:/usr/sbin:/sbin

# Which system: a release of Debian, and a processor.
arch=${ARCH:-amd64}
case $arch in
    amd64) triplet=x86_64-linux-gnu ;;
    arm64) triplet=aarch64-linux-gnu ;;
    *) printf 'vm: ARCH is amd64 or arm64\n' >&2; exit 64 ;;
esac
case ${DEBIAN:-13} in
    12) debian=bookworm ;;
    13) debian=trixie ;;
    *) printf 'vm: DEBIAN is 12 or 13\n' >&2; exit 64 ;;
esac

# Which kernel: Debian 12's, which vkms.patch is made for and whose modules the compiler of Debian 12 builds,
# or with SWELL_VM_KERNEL=backports the newest that Debian builds for 12: the series of Debian 13's.
suite=${SWELL_VM_KERNEL:-bookworm}
case $suite in
    bookworm) kernel_suite=bookworm ;;
    backports) kernel_suite=bookworm-backports ;;
    *) printf 'vm: SWELL_VM_KERNEL is backports or nothing\n' >&2; exit 64 ;;
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
        awk -F'|' '$1 == "Debian" && $4 ~ /^(bookworm|trixie)$/ { print $2; exit }'
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

# Prints the machine's own sources of Debian 12 or 13 as one-line entries, for the Debian that is wanted.
debian_sources() {
    private_apt apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(SUITE)|$(CODENAME)|$(COMPONENT)' \
        'Created-By: Packages' |
        awk -F'|' '$1 == "Debian" && $4 ~ /^(bookworm|trixie)(-updates|-security)?$/ { print "deb", $2, $4, $5 }' |
        sort -u | sed -E "s/ (bookworm|trixie)/ $debian/"
}

# Fetches the lists of a release for a processor, of backports alone where they are meant.
debian_update() { # RELEASE ARCH
    local folder=$cache/apt-$1-$2
    private_apt apt-get update >/dev/null
    mkdir -p "$folder/state/lists/partial" "$folder/cache/archives/partial"
    : >"$folder/status"
    if [ "$1" = bookworm-backports ]; then
        echo "deb $(archive) $1 main" >"$folder/sources.list"
    else
        debian=$1 debian_sources >"$folder/sources.list"
    fi
    [ -s "$folder/sources.list" ] || die "the machine's apt sources have no Debian 12 or 13"
    sed -i 's|^deb |&[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] |' "$folder/sources.list"
    debian_apt "$1" "$2" apt-get update >/dev/null
}

# Runs apt-get or apt-cache for a release of Debian and a processor, with lists and downloads of its own, so
# that neither root nor the state of the machine's own lists matters.
debian_apt() { # RELEASE ARCH TOOL [ARGUMENT]...
    local folder=$cache/apt-$1-$2 processor=$2 tool=$3
    shift 3
    "$tool" -q -o Dir::State="$folder/state" -o Dir::State::status="$folder/status" \
        -o Dir::Cache="$folder/cache" -o Dir::Etc::SourceList="$folder/sources.list" \
        -o Dir::Etc::SourceParts=/dev/null -o APT::Architecture="$processor" \
        -o APT::Architectures="$processor" -o APT::Sandbox::User="$(id -un)" "$@"
}

# Makes programs of another processor runnable while its packages are installed, or says what is missing.
need_processor() {
    local formats=/proc/sys/fs/binfmt_misc conf=/usr/lib/binfmt.d/qemu-aarch64.conf
    [ "$arch" = arm64 ] && [ "$(uname -m)" != aarch64 ] && [ ! -e "$formats/qemu-aarch64" ] || return 0
    need qemu-aarch64-static
    {
        [ -e "$formats/register" ] || mount -t binfmt_misc binfmt_misc "$formats"
        cat "$conf" >"$formats/register"
    } 2>/dev/null || die "programs for arm64 cannot be run here; as root: cat $conf >$formats/register"
}
