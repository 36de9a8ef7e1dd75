#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Finds texts of others that are compared, hashed or looked up as String does it: normalised, in time that grows with
# the square of a letter's marks. ExactText, hasSameBytes(as:) and hasLesserBytes(than:) go by the bytes.
#
# Seen by their forms only: dictionaries and sets of String, and what compares keys.
set -euo pipefail
cd "$(dirname "$0")/.."

forms='hasher\.combine\((self\.)?text\)|(left|lhs|right|rhs) == (left|lhs|right|rhs) \&\& .*utf8|Set<String>|\[String: |Dictionary<String|\.key (==|!=) |[lL]abels? (==|!=) |\.(bubbleText|placeholder|jobText|title|words) (==|!=) |switch [A-Za-z.]*\.key\b'
# Where that is right: ids, which are ASCII of at most 64 bytes by then.
allowed='^Sources/Configuration/Settings\+Parsing\.swift:[0-9]+: *var places: '

status=0
while read -r line; do
  echo "$line: error: compare by bytes: ExactText, hasSameBytes(as:)" >&2
  status=1
done < <(
  grep -rnE --include='*.swift' "$forms" Sources/{Configuration,Control,DisplayServer,JSON,TOMLReading,Typography,Widgets} \
    | grep -vE ':[0-9]+: *(//|\*)' | grep -vE '(==|!=) nil\b' | grep -vE "$allowed" | cut -d: -f1,2
)
exit $status
