#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a Swift SDK for a Debian system, and prints the folder that it lies in, for --swift-sdks-path.
#
#   scripts/sdk.sh amd64|arm64 12|13      the SDK named debian13-arm64, say, in build/sdk
#
# Headers and libraries are those of the system's own packages; for amd64 the runtime is this toolchain's. Swift.org's
# toolchains have none of another processor: that for arm64 comes from Debian's swiftlang in unstable, whose
# libraries are of an older version than this compiler. What its compiler left in binary form this one does not read,
# but it does read the textual interfaces beside it. A release has better an SDK of the compiler's own version.
set -euo pipefail
ARCH=${1:?} DEBIAN=${2:?}
SWELL_VM_CACHE=$(cd "$(dirname "$0")/.." && pwd)/build/sdk
# shellcheck source=vm/common.sh
. "$(dirname "$0")/../vm/common.sh"

machine=${triplet%%-*}
need apt-get dpkg-deb mmdebstrap swiftc clang llvm-ar
triple=$machine-unknown-linux-gnu
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
name=debian$DEBIAN-$arch
bundle=$cache/$name.artifactbundle
# With what tests compare pictures with.
packages="$("$root/scripts/setup.sh" --list build) libcairo2-dev"
key=$({ cat "$0" "$vm/common.sh" "$root"/scripts/{unretain.py,sdk/*}; echo "$packages"; swiftc --version 2>&1; } | sha256sum)

# Package lists are shared by all of them.
exec 9> "$cache/lock"
flock 9
if [ "$(cat "$bundle/key" 2> /dev/null)" = "$key" ]; then
  echo "$cache"
  exit 0
fi
rm -rf "$bundle"
work=$bundle/work
mkdir -p "$work" "$bundle"/{root,pkgconfig}

say "fetching libraries of Debian $DEBIAN for $arch"
private_apt apt-get update > /dev/null
debian_sources > "$work/sources.list"
mmdebstrap --quiet --variant=extract --architectures="$arch" --format=tar --skip=output/dev \
  --include="${packages// /,}" "$debian" "$work/root.tar" "$work/sources.list" > "$work/log" 2>&1 < /dev/null ||
  die "mmdebstrap failed: $(tail -n 5 "$work/log")"
tar -xf "$work/root.tar" -C "$bundle/root" --exclude=./usr/{bin,sbin,libexec} --exclude='./usr/share/[!p]*' \
  --exclude=./{dev,etc,var,tmp}
# A path with a root before it stays in the SDK only where it is told to.
find "$bundle/root" -type l -lname '/*' -printf '%p %P %l\n' | while read -r link place target; do
  ln -sfn "$(dirname "$place" | sed 's|[^/]*|..|g')$target" "$link"
done
for folder in lib lib64; do
  [ -e "$bundle/root/$folder" ] || ln -s "usr/$folder" "$bundle/root/$folder"
done
for folder in lib/"$machine"-linux-gnu lib share; do
  for file in "$bundle/root/usr/$folder"/pkgconfig/*.pc; do
    [ -e "$file" ] || continue
    sed "s|/usr/|$bundle/root/usr/|g; s|^prefix=/usr\$|prefix=$bundle/root/usr|" "$file" \
      > "$bundle/pkgconfig/$(basename "$file")"
  done
done

# The linker looks for the runtime's first object there, wherever the rest is said to be.
runtime=$bundle/root/usr/lib
if [ "$arch" = amd64 ]; then
  ln -s "$toolchain"/lib/swift{,_static} "$runtime"
else
  say "fetching Swift's runtime for $arch"
  address=$(archive)
  echo "deb [arch=$arch signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $address sid main" \
    > "$work/sid.list"
  sid_apt() {
    local tool=$1
    shift
    apt_folder=$work/apt private_apt "$tool" -o APT::Architecture="$arch" \
      -o APT::Architectures="$arch" -o Dir::Etc::SourceList="$work/sid.list" -o Dir::Etc::SourceParts=/dev/null "$@"
  }
  sid_apt apt-get update > /dev/null
  (cd "$work" && sid_apt apt-get download libswiftlang swiftlang > /dev/null)
  for package in "$work"/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$runtime" --strip-components=5 --wildcards \
      --exclude='*/embedded' --exclude='*/host' --exclude='*/pm' --exclude='*/migrator' --exclude='*/clang' \
      './usr/libexec/swift/lib/swift*'
  done
  for folder in swift swift_static; do
    ln -s "$toolchain/lib/clang/$(basename "$(readlink -f "$toolchain/lib/swift/clang")")" "$runtime/$folder/clang"
    for interface in "$runtime/$folder"/linux/*.swiftmodule/*.swiftinterface; do
      rm -f "${interface%.swiftinterface}.swiftmodule"
    done
  done
  static=$runtime/swift_static/linux
  "$root/scripts/unretain.py" "$static"/libswift*.a
  # Its FoundationEssentials has no textual interface: one of what swellctl's ArgumentParser uses takes its place.
  rm -rf "$static"/{Foundation*,XCTest,_Foundation*}.swiftmodule "$static/libFoundationEssentials.a"
  module=$static/FoundationEssentials.swiftmodule
  mkdir "$module"
  swiftc -target "$triple" -sdk "$bundle/root" -resource-dir "$runtime/swift_static" -static -parse-as-library -O \
    -module-name FoundationEssentials -module-link-name FoundationEssentials \
    -emit-module -emit-module-path "$module/$triple.swiftmodule" \
    -c "$root/scripts/sdk/FoundationEssentials.swift" -o "$work/FoundationEssentials.o"
  llvm-ar rcs "$static/libFoundationEssentials.a" "$work/FoundationEssentials.o"
  # The tests' library is of the older version, and the macros are the compiler's: what these say is told to it.
  rm -rf "$runtime"/swift/linux/{Foundation*,XCTest,_Foundation*,_Testing_Foundation}.swiftmodule
  testing=$runtime/swift/linux/Testing.swiftmodule/$triple.swiftinterface
  sed -Ei 's/@attached\(member\) @attached\(peer\)/@attached(peer)/
    /^public typealias __TestContentRecord =/s/(__TestContentRecordAccessor)\?/\1/
    s/^public func __checkFunctionCall<T, each U/@_disfavoredOverload &/' "$testing"
  cat "$root/scripts/sdk/Testing.swift" >> "$testing"
  if [ "$DEBIAN" = 12 ]; then
    # The runtime was linked with a newer C library.
    clang --target="$triple" --sysroot="$bundle/root" -O2 -c "$root/scripts/sdk/newer-libc.c" -o "$work/newer-libc.o"
    llvm-ar rs "$static/libswiftCore.a" "$work/newer-libc.o" 2> /dev/null
  fi
fi

cat > "$bundle/info.json" << TEXT
{"schemaVersion": "1.0", "artifacts": {"$name": {"type": "swiftSDK", "version": "1", "variants": [{"path": "."}]}}}
TEXT
cat > "$bundle/swift-sdk.json" << TEXT
{"schemaVersion": "4.0", "targetTriples": {"$triple": {"sdkRootPath": "root",
  "swiftResourcesPath": "root/usr/lib/swift", "swiftStaticResourcesPath": "root/usr/lib/swift_static",
  "toolsetPaths": ["toolset.json"]}}}
TEXT
cat > "$bundle/toolset.json" << TEXT
{"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}
TEXT
rm -rf "$work"
echo "$key" > "$bundle/key"
echo "$cache"
