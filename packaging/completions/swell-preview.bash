# bash completion for swell-preview
_swell_preview() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    case $before in
        --panel) mapfile -t COMPREPLY < <(compgen -W "1 2 3 4 5 6 7 8 9" -- "$word"); return ;;
        --sheet) mapfile -t COMPREPLY < <(compgen -W window -- "$word"; compgen -f -- "$word"); return ;;
        --socket | --record) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    esac
    case $word in
        -*)
            mapfile -t COMPREPLY < <(compgen -W \
                "--panel --socket --record --sheet --exec-dry-run --help --version" -- "$word")
            ;;
        *)
            mapfile -t COMPREPLY < <(compgen -f -X '!*.toml' -- "$word"; compgen -d -S / -- "$word")
            compopt -o nospace
            ;;
    esac
}
complete -o filenames -F _swell_preview swell-preview
