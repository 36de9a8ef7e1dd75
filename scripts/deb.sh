#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds build/swell_VERSION_ARCH.deb and build/swell-preview_VERSION_ARCH.deb from the release programs, and
# prints their paths. The same commit and the same programs give the same bytes: times are the commit's, and
# nothing of the machine's is in it.
# Environment: BIN, where the programs were built; SWELL_VERSION, theirs unless given; SOURCE_DATE_EPOCH; of programs that
# do not run here ARCHITECTURE and SWELL_COMMIT too.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${BIN:?}"
architecture=${ARCHITECTURE:-$(dpkg --print-architecture)}
if [ "$architecture" = "$(dpkg --print-architecture)" ]; then
  # What the programs say of themselves: "0.1.0 (424c4e5ff839)".
  said=$("$BIN/swelld" --version)
  SWELL_VERSION=${SWELL_VERSION:-${said%% *}}
  SWELL_COMMIT=$(sed -n 's/.*(\(.*\))/\1/p' <<< "$said")
fi
: "${SWELL_VERSION:?}"

# An archive without git's knowledge has the times of its commit.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || stat -c %Y COMMIT)}
export LC_ALL=C TZ=UTC
umask 022
source=$PWD/build/deb/swell-$SWELL_VERSION
# Two at a time would be in each other's folder.
mkdir -p build
exec 9> build/deb.lock
flock 9
rm -rf build/deb
mkdir -p "$source"
cp -R packaging/debian "$source/debian"
cp -R README.md CHANGELOG.md Package.swift config docs packaging scripts systemd "$source"
maintainer=$(sed -n 's/^Maintainer: //p' packaging/debian/control)
cat > "$source/debian/changelog" << TEXT
swell ($SWELL_VERSION) unstable; urgency=medium

  * Release $SWELL_VERSION; what has changed is in CHANGELOG.md.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
TEXT
(
  cd "$source"
  SWELL_BIN=$BIN SWELL_COMMIT=${SWELL_COMMIT:-} DEB_BUILD_OPTIONS="nocheck noautodbgsym" \
    dpkg-buildpackage --build=binary --unsigned-changes --no-pre-clean --no-check-builddeps \
    --host-arch "$architecture"
) > build/deb/log 2>&1 || {
  tail -n 40 build/deb/log >&2
  exit 1
}
for name in swell swell-preview; do
  package=${name}_${SWELL_VERSION}_$architecture.deb
  mv "build/deb/$package" "build/$package"
  echo "build/$package"
done
