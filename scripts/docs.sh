#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the documentation of every module of the daemon into build/docs; a broken link is an error.
#
#   scripts/docs.sh                  builds what it needs
#   scripts/docs.sh --flags          prints what a build of all tests is to be given, so that
#   scripts/docs.sh --built          takes what that has left
#
# The compiler writes the symbol graphs while it builds, into a folder of its own: read back from built
# modules (swift symbolgraph-extract, dump-symbol-graph) they lack, with Swift 6.3, what mentions a type of
# a module that is imported internally. Links reach within a module; types of others are written as code.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=.build/docs
graphs=$PWD/$scratch/symbol-graphs
[ -z "${1:-}" ] || graphs=$PWD/build/symbol-graphs
flags=()
for flag in -emit-symbol-graph -emit-symbol-graph-dir "$graphs" \
  -symbol-graph-minimum-access-level package -symbol-graph-skip-synthesized-members; do
  flags+=(-Xswiftc "$flag")
done
case ${1:-} in
  --flags)
    mkdir -p "$graphs"
    echo "${flags[*]}"
    exit
    ;;
  --built) ;;
  *)
    # What has been built before is not built again, so its graphs must still be there.
    [ -d "$graphs" ] || rm -rf "$scratch"
    mkdir -p "$graphs"
    # Between them they have every module.
    for product in swelld swellctl; do
      swift build --quiet --scratch-path "$scratch" --product "$product" "${flags[@]}"
    done
    ;;
esac

rm -rf build/docs
mkdir -p build/docs
status=0
modules=()
for folder in Sources/*/; do
  module=$(basename "$folder")
  # C libraries and programs have nothing that others call by Swift.
  [ -n "$(find "$folder" -name '*.swift' -print -quit)" ] || continue
  case $module in swell*) continue ;; esac
  modules+=("$module")
  mkdir -p "$graphs/of/$module"
  rm -f "$graphs/of/$module"/*
  # With what it adds to the types of others, in graphs named MODULE@OTHER.
  cp "$graphs/$module".symbols.json "$graphs/of/$module"
  cp "$graphs/$module"@*.symbols.json "$graphs/of/$module" 2> /dev/null || true
  docc convert --warnings-as-errors \
    --fallback-display-name "$module" --fallback-bundle-identifier "swell.$module" \
    --additional-symbol-graph-dir "$graphs/of/$module" \
    --output-path "build/docs/$module.doccarchive" || status=1
done
echo "docs: ${#modules[@]} modules in build/docs"
exit $status
