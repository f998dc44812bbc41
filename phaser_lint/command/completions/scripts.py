"""A script for each shell: it asks the program what may stand where the cursor is.

The answer's first line is ``words``, ``files`` or ``folders``; a word follows a line, with what it
does behind a tab.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Also that of macOS (3.2). "=" is a word of its own in bash. Files are what readline offers where
# nothing else is.
_BASH = r"""# phaser-lint completion bash
_phaser_lint() {
    local IFS=$'\n' current=${COMP_WORDS[COMP_CWORD]#=} line words=
    while read -r line; do
        words+=${line%%$'\t'*}$'\n'
    done < <("${COMP_WORDS[0]/#\~/$HOME}" completion offers -- \
        "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    COMPREPLY=($(compgen -W "${words#*$'\n'}" -- "$current"))
}
complete -o default -F _phaser_lint phaser-lint phaser
"""
# To be sourced, or to lie in $fpath as _phaser-lint.
_ZSH = r"""#compdef phaser-lint phaser
# phaser-lint completion zsh
_phaser_lint() {
    local program=${~words[1]}
    local -a found=("${(@f)$($program completion offers -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    compset -P '--*='
    case $found[1] in
    files) _files ;;
    folders) _files -/ ;;
    *)
        shift found
        found=("${(@)found//:/\\:}")
        found=("${(@)found/$'\t'/:}")
        _describe word found
        ;;
    esac
}
if [ "$funcstack[1]" = _phaser-lint ]; then
    _phaser_lint "$@"
else
    compdef _phaser_lint phaser-lint phaser
fi
"""
_FISH = r"""# phaser-lint completion fish
function __phaser_lint
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l flag (string match -r -- '^--[^=]*=' "$current")
    set -l value (string replace -r -- '^--[^=]*=' '' "$current")
    set -l found (phaser-lint completion offers -- $words[2..-1] "$current" 2>/dev/null)
    switch "$found[1]"
        case files
            set found (__fish_complete_path "$value")
        case folders
            set found (__fish_complete_directories "$value")
        case '*'
            set -e found[1]
    end
    for each in $found
        printf '%s%s\n' "$flag" "$each"
    end
end
complete -c phaser-lint -f -a '(__phaser_lint)'
complete -c phaser -w phaser-lint
"""
SCRIPTS: Mapping[str, str] = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
