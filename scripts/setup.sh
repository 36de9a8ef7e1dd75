#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Installs the Debian packages that are missing for building, testing, the linters or the kiosk machine.
#
#   scripts/setup.sh build|test|lint|vm|deb...
#   scripts/setup.sh --list PART...      prints the packages alone
#
# Nothing is asked and nothing needs root while all packages are there; else one line says which are
# missing, and they are installed where that is allowed.
set -euo pipefail
cd "$(dirname "$0")/.."

build=(
  pkg-config libdrm-dev libevdev-dev libudev-dev libfreetype-dev libharfbuzz-dev libfribidi-dev
  libunibreak-dev libfontconfig-dev libpng-dev libtomlplusplus-dev
  libxkbcommon-dev libsdl2-dev libsystemd-dev g++ fontconfig fonts-dejavu-core
)
test=(libcairo2-dev xkb-data fonts-droid-fallback fonts-lohit-deva fonts-tlwg-loma-ttf valgrind
  xvfb xdotool x11-apps python3-jsonschema dbus-daemon libturbojpeg0 libjpeg-turbo-progs
  libqrencode4 zbar-tools)
lint=(shellcheck clang-format python3-venv)
# Debian 12 has no ruff: it comes from PyPI, into a folder of its own.
ruff=0.17.5
tools=build/tools
deb=(debhelper dpkg-dev lintian scdoc)

install_ruff() {
  [ "$("$tools/bin/ruff" --version 2> /dev/null)" = "ruff $ruff" ] && return
  echo "setup: ruff $ruff is missing; it is installed into $tools"
  /usr/bin/python3 -m venv --clear "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check "ruff==$ruff"
}

lists=false
if [ "${1:-}" = --list ]; then
  lists=true
  shift
fi
needs_ruff=false
wanted=()
for part in "$@"; do
  case $part in
    build) wanted+=("${build[@]}") ;;
    test) wanted+=("${test[@]}") ;;
    lint)
      wanted+=("${lint[@]}")
      needs_ruff=true
      ;;
    deb) wanted+=("${deb[@]}") ;;
    vm)
      while read -r package; do
        case $package in '' | \#*) ;; *) wanted+=("$package") ;; esac
      done < vm/host-packages.txt
      ;;
    *)
      echo "setup: there is no part '$part'; the parts are build, test, lint, vm and deb" >&2
      exit 64
      ;;
  esac
done

if $lists; then
  echo "${wanted[*]}"
  exit
fi

if ! command -v swift > /dev/null; then
  echo "setup: Swift is missing; install the toolchain of swift.org and put 'swift' on the PATH" >&2
  exit 69
fi

missing=()
for package in "${wanted[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} = 0 ]; then
  if $needs_ruff; then install_ruff; fi
  exit 0
fi

# Lists may be older than the mirror, or not there at all.
install="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
echo "setup: these Debian packages are missing: ${missing[*]}"
if [ "$(id -u)" = 0 ]; then
  root=(env)
elif command -v sudo > /dev/null && sudo -n true 2> /dev/null; then
  root=(sudo)
else
  echo "setup: install them as root, then call this again: $install" >&2
  exit 77
fi
export DEBIAN_FRONTEND=noninteractive
"${root[@]}" apt-get update -qq
"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
  > /dev/null
if $needs_ruff; then install_ruff; fi
