#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lays Swell into a system, or below DESTDIR into what becomes one.
# Environment: BIN, where the programs were built; PREFIX (default /usr/local); DESTDIR;
# PARTS, daemon (the default) or preview or both: a kiosk needs no desktop's library; SYSTEM or SDK, where they were
# built for another system.
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=${PREFIX:-/usr/local}
target=${DESTDIR:-}
strip=()
if [ -z "${SYSTEM:-}${SDK:-}" ] && command -v strip > /dev/null; then strip=(-s); fi
programs() { # NAME...
    local program
    for program in "$@"; do
        if [ ! -x "${BIN:?}/$program" ]; then
            echo "install: $BIN/$program is missing; run: make build" >&2
            exit 1
        fi
        install -D "${strip[@]}" -m 0755 "$BIN/$program" "$target$prefix/bin/$program"
        # The toolchain's own knows every processor.
        if [ -n "${SYSTEM:-}${SDK:-}" ] && command -v llvm-objcopy > /dev/null; then
            llvm-objcopy --strip-all "$target$prefix/bin/$program"
        fi
    done
}
# Manual pages whose names the pattern matches, where scdoc is there to make them.
manuals() { # PATTERN
    command -v scdoc > /dev/null || return 0
    local folder page name
    folder=$(mktemp -d)
    scripts/manuals.py "$folder"
    for page in "$folder"/*.scd; do
        name=$(basename "$page" .scd)
        [[ $name =~ $1 ]] || continue
        scdoc < "$page" > "$folder/$name"
        install -D -m 0644 "$folder/$name" "$target$prefix/share/man/man${name##*.}/$name"
    done
    rm -rf "$folder"
}
bash_folder=$target$prefix/share/bash-completion/completions
zsh_folder=$target$prefix/share/zsh/vendor-completions
fish_folder=$target$prefix/share/fish/vendor_completions.d
parts=${PARTS:-daemon}

if [[ " $parts " = *" preview "* ]]; then
    programs swell-preview
    manuals '^swell-preview'
    install -D -m 0644 packaging/completions/swell-preview.bash "$bash_folder/swell-preview"
    install -D -m 0644 packaging/completions/_swell-preview "$zsh_folder/_swell-preview"
    install -D -m 0644 packaging/completions/swell-preview.fish "$fish_folder/swell-preview.fish"
fi
[[ " $parts " = *" daemon "* ]] || exit 0

programs swelld swellctl
# The daemon's program under another name: it runs what buttons run.
install -d "$target$prefix/libexec/swell"
ln -sf ../../bin/swelld "$target$prefix/libexec/swell/swell-job"
for unit in swell.service swell.socket swell-lit.target swell-lit.service swell-handover.service \
    swell-job.socket swell-job@.service swell-follow@.service \
    swell-follow@psplash.service.d/fifo.conf swell-follow@plymouth.service.d/processes.conf; do
    install -D -m 0644 "systemd/$unit" "$target$prefix/lib/systemd/system/$unit"
    sed -i "s|/usr/bin/swell|$prefix/bin/swell|; s|/usr/libexec/swell|$prefix/libexec/swell|" \
        "$target$prefix/lib/systemd/system/$unit"
done
install -D -m 0644 systemd/udev/70-swell-backlight.rules \
    "$target$prefix/lib/udev/rules.d/70-swell-backlight.rules"
install -D -m 0644 systemd/modprobe.d/swell.conf "$target$prefix/lib/modprobe.d/swell.conf"
install -D -m 0644 systemd/sysctl.d/70-swell.conf "$target$prefix/lib/sysctl.d/70-swell.conf"
install -D -m 0644 systemd/sysusers.d/swell.conf "$target$prefix/lib/sysusers.d/swell.conf"
# Completions as the client itself knows its commands, where it can run here.
completions() { # SHELL PATH
    if "$BIN/swellctl" --generate-completion-script "$1" > /dev/null 2>&1; then
        install -d "$(dirname "$2")"
        # Nobody runs them as programs.
        "$BIN/swellctl" --generate-completion-script "$1" | sed '1{/^#!/d}' > "$2"
        chmod 0644 "$2"
    fi
}
completions bash "$bash_folder/swellctl"
completions zsh "$zsh_folder/_swellctl"
completions fish "$fish_folder/swellctl.fish"
manuals '^swell(d|ctl|-control|\.toml)\.'
# For editors and authors of clients.
for schema in config/schema/*.json; do
    install -D -m 0644 "$schema" "$target$prefix/share/swell/$(basename "$schema")"
done
# Somebody's own configuration stays.
if [ -e config/swell.toml ] && [ ! -e "$target/etc/swell/swell.toml" ]; then
    install -D -m 0644 config/swell.toml "$target/etc/swell/swell.toml"
    sed -i "1s|/usr/share/swell|$prefix/share/swell|" "$target/etc/swell/swell.toml"
fi
if [ -z "$target" ]; then
    echo "installed; start it with: systemd-sysusers && systemctl daemon-reload &&" \
        "udevadm control --reload && udevadm trigger -c add -s backlight &&" \
        "systemctl enable --now swell.service"
fi
