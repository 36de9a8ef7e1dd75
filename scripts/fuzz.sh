#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the libFuzzer targets under AddressSanitizer.
#
#   scripts/fuzz.sh [SECONDS [TARGET...]]      60 seconds each, all targets unless given
#
# Each folder Fuzz/TARGET holds Swift sources that define LLVMFuzzerTestOneInput, a file `modules`
# with the modules to link, one a line, a folder `corpus` with seeds, and maybe a `dictionary` and
# a file `libraries` with pkg-config names. What a run finds on the way stays in
# .build/fuzz/corpus/TARGET for the next one; an input that fails is kept in
# .build/fuzz/failures/TARGET and ends the script with status 1. To run one again:
#   .build/fuzz/TARGET FILE
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
shift || true
# libFuzzer takes a word for 0 seconds, which is for ever.
[[ $seconds =~ ^[1-9][0-9]*$ ]] || {
  echo "fuzz: '$seconds' is no number of seconds; scripts/fuzz.sh [SECONDS [TARGET...]]" >&2
  exit 64
}
targets=("$@")
if [ ${#targets[@]} = 0 ]; then
  for folder in Fuzz/*/; do targets+=("$(basename "$folder")"); done
fi

# Swift's own report of a crash would wait for a debugger that the sanitizer keeps away.
export SWIFT_BACKTRACE=enable=no
export LSAN_OPTIONS=suppressions=$PWD/Tests/leaks.txt:print_suppressions=0

scratch=$PWD/.build/fuzz
products=$scratch/package/release
mkdir -p "$scratch"

build() { # TARGET
  local target=$1 module package objects=() flags=() libraries=()
  while read -r module; do
    # A system library has nothing to build, only headers to be found.
    if [ ! -e "Sources/$module/module.modulemap" ]; then
      swift build --quiet --configuration release --scratch-path "$scratch/package" \
        --target "$module" --sanitize address -Xswiftc -sanitize=fuzzer \
        -Xcc -fsanitize=fuzzer-no-link
    fi
    while read -r object; do
      # The object of a source that is gone stays there.
      [ -z "$(find Sources Tests -path "*/$module/*" -name "$(basename "$object" .o)" -print -quit)" ] || objects+=("$object")
    done < <(find "$products/$module.build" -name '*.o' 2> /dev/null)
    # Headers of C targets have to be found again by what imports them.
    if [ -e "Sources/$module/include/module.modulemap" ]; then
      flags+=(-Xcc "-fmodule-map-file=Sources/$module/include/module.modulemap")
    elif [ -e "Sources/$module/module.modulemap" ]; then
      flags+=(-Xcc "-fmodule-map-file=Sources/$module/module.modulemap")
    elif [ -e "$products/$module.build/module.modulemap" ]; then
      flags+=(-Xcc "-fmodule-map-file=$products/$module.build/module.modulemap")
    fi
  done < "Fuzz/$target/modules"
  if [ -e "Fuzz/$target/libraries" ]; then
    # shellcheck disable=SC2046  # words are wanted
    read -r -a libraries <<< "$(pkg-config --libs $(cat "Fuzz/$target/libraries"))"
    # shellcheck disable=SC2046
    for flag in $(pkg-config --cflags $(cat "Fuzz/$target/libraries")); do
      flags+=(-Xcc "$flag")
    done
  fi
  # `package` declarations are visible under the name that the last module was built with.
  module=$(tail -n 1 "Fuzz/$target/modules")
  package=$(grep "\"-module-name\",\"$module\"" "$scratch/package/release.yaml" |
    grep -m1 -o '"-package-name","[^"]*"' | cut -d'"' -f4)
  swiftc -O -parse-as-library -swift-version 6 -sanitize=fuzzer,address \
    -module-name "${target}Fuzzer" -package-name "$package" \
    -I "$products/Modules" "${flags[@]}" \
    "Fuzz/$target"/*.swift "${objects[@]}" "${libraries[@]}" -lstdc++ -o "$scratch/$target" \
    > "$scratch/$target.link" 2>&1 || {
    cat "$scratch/$target.link" >&2
    return 1
  }
}

status=0
for target in "${targets[@]}"; do
  echo "fuzz: $target for $seconds s"
  build "$target"
  mkdir -p "$scratch/corpus/$target" "$scratch/failures/$target"
  options=(-max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=1024
    -artifact_prefix="$scratch/failures/$target/" -verbosity=0 -print_final_stats=1)
  if [ -e "Fuzz/$target/dictionary" ]; then
    # With the names of tables and keys, and of methods, parameters and events.
    grep -oh '"[a-z_.]*": {' config/schema/*.json | sort -u | cut -d: -f1 | cat "Fuzz/$target/dictionary" - \
      > "$scratch/$target.dictionary"
    options+=(-dict="$scratch/$target.dictionary")
  fi
  if "$scratch/$target" "${options[@]}" "$scratch/corpus/$target" "Fuzz/$target/corpus" \
    > "$scratch/$target.log" 2>&1; then
    grep '^stat::number_of_executed_units' "$scratch/$target.log"
  else
    grep -v '# Uses:' "$scratch/$target.log" | tail -n 60 >&2
    echo "fuzz: $target failed; the input is in $scratch/failures/$target" >&2
    status=1
  fi
done
exit $status
