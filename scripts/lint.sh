#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the linters over every file that git knows, and over new ones; all of them, then fails if any did.
#
#   scripts/lint.sh            looks only
#   scripts/lint.sh --mend     formats Swift and C in place and mends what ruff can mend
set -uo pipefail
cd "$(dirname "$0")/.." || exit

mend=false
[ "${1:-}" = --mend ] && mend=true
status=0

files() { # PATTERN...
  git ls-files --cached --others --exclude-standard -z -- "$@" |
    while IFS= read -r -d '' file; do [ -e "$file" ] && printf '%s\0' "$file"; done
}

run() { # NAME COMMAND...
  local name=$1
  shift
  "$@" || {
    echo "lint: $name has something to say" >&2
    status=1
  }
}

mapfile -d '' -t c < <(files '*.c' '*.h' '*.cpp')
# Those of the package have the names that debhelper wants.
maintainer=('*.preinst' '*.postinst' '*.prerm' '*.postrm')
mapfile -d '' -t shell < <(files '*.sh' .ci/run "${maintainer[@]}")
mapfile -d '' -t python < <(files '*.py')
swift=(Package.swift Sources Tests Benchmarks Fuzz)

if $mend; then
  run "swift format" swift format --in-place --parallel --recursive "${swift[@]}"
  run clang-format clang-format -i "${c[@]}"
  run ruff build/tools/bin/ruff check --quiet --fix "${python[@]}"
else
  run "swift format" swift format lint --strict --parallel --recursive "${swift[@]}"
  run clang-format clang-format --dry-run --Werror "${c[@]}"
  run ruff build/tools/bin/ruff check --quiet "${python[@]}"
fi
run key-tables scripts/key-tables.py --check
run check-printing scripts/check-printing.sh
run check-comparing scripts/check-comparing.sh
# A docstring names what it is about; these words only ask for it.
run docstrings bash -c '! grep -rnE "^ *///( *- [A-Za-z]+:)? (What|Whether|How|Who|Where|When|Which) " Sources'
run shellcheck shellcheck "${shell[@]}"
exit $status
