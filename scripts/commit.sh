#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the commit of this tree as the linker is told it: twelve digits of its name in two numbers, the upper one
# with a 1 before it, or a 2 where a file of the commit was changed since. Prints nothing where it is unknown.
#
#   scripts/commit.sh [--name]    the whole name instead
set -euo pipefail
cd "$(dirname "$0")/.."

changed=1
if [ -e COMMIT ]; then
  # An archive made by scripts/dist.sh.
  name=$(< COMMIT)
elif name=$(git rev-parse --verify --quiet HEAD 2> /dev/null); then
  git diff-index --quiet HEAD -- 2> /dev/null || changed=2
else
  exit 0
fi
if [ "${1:-}" = --name ]; then
  echo "$name"
else
  echo "origin=0 high=0x$changed${name:0:6} low=0x${name:6:6}"
fi
