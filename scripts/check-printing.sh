#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Finds what is printed around write(line:) of StandardOutput and StandardError, which makes the texts of others harmless.
#
# Seen by their names only: a C function that is given a descriptor of 1 or 2 by a variable is not.
set -euo pipefail
cd "$(dirname "$0")/.."

# Any other way to standard output or standard error, from Swift or from C.
ways='\b(print|debugPrint|dump|puts|fputs|putchar|fputc|fwrite|printf|fprintf|vprintf|vfprintf|dprintf'
ways+='|perror|syslog)\(|\b(stdout|stderr|STDOUT_FILENO|STDERR_FILENO)\b'
ways+='|standardOutput|standardError|\bwrite\((1|2),|write\(verbatim:'
# Where that is right: the stream itself, and texts of the programs' own.
allowed='^Sources/LinuxSystem/StandardStream\.swift:|^Sources/swelld/main\.swift:.*DaemonOptions\.help'
allowed+='|^Sources/swell-preview/main\.swift:.*PreviewOptions\.help'
allowed+='|^Sources/swellctl/Swellctl\.swift:.*fullMessage'
# A word of the configuration.
allowed+='|^Sources/Widgets/Shared/JobSettings\.swift:'
# The development tool that answers in JSON, whose text is printable already.
allowed+='|^Sources/swell-probe/main\.swift:'

status=0
while read -r line; do
  echo "$line: error: print by write(line:) of StandardOutput or StandardError" >&2
  status=1
done < <(
  grep -rnE --include='*.swift' --include='*.c' --include='*.cpp' "$ways" Sources \
    | grep -vE ':[0-9]+: *(//|\*)' | grep -vE "$allowed" | cut -d: -f1,2
)
exit $status
