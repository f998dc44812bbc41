"""The script for bash, also that of macOS (3.2)."""

from __future__ import annotations

from phaser_lint.completions.command_words import Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.completions.command_words import CommandWords

# "=" is a word of its own in bash: "--format=te" is three. Files are what readline offers where
# nothing else is.
_SCRIPT = """\
# phaser-lint completion bash
_phaser_lint() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words=
    local at=2 place=1
    while [ "$at" -lt "$COMP_CWORD" ]; do
        case "${{COMP_WORDS[1]}} ${{COMP_WORDS[at]}}" in
{with_value}
            at=$((at + 1))
            if [ "${{COMP_WORDS[at]}}" = = ]; then at=$((at + 1)); fi
            ;;
        *' -'*) ;;
        *) place=$((place + 1)) ;;
        esac
        at=$((at + 1))
    done
    if [ "$current" = = ]; then
        current=
    elif [ "$before" = = ]; then
        before=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    if [ "$COMP_CWORD" -eq 1 ]; then
        words='{commands} --help --version'
    else
        case "${{COMP_WORDS[1]}} $before" in
{values}
        *)
            case "${{COMP_WORDS[1]}} $current" in
{flags}
            *)
                case "${{COMP_WORDS[1]}} $place" in
{names}
                esac
                ;;
            esac
            ;;
        esac
    fi
    if [ "$words" = ids ]; then
        words=$("${{COMP_WORDS[0]/#\\~/$HOME}}" completion ids 2>/dev/null)
    fi
    COMPREPLY=()
    if [ -n "$words" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    fi
}}
complete -o default -F _phaser_lint phaser-lint phaser
"""


def script(commands: Sequence[CommandWords]) -> str:
    """Return the script, ending in a newline."""
    return _SCRIPT.format(
        commands=" ".join(command.name for command in commands),
        values=_lines(8, (line for command in commands for line in _values(command))),
        flags=_lines(12, (_flags(command) for command in commands)),
        names=_lines(16, (line for command in commands for line in _names(command))),
        with_value=f"{'':8}{'|'.join(_with_value(commands))})",
    )


def _values(command: CommandWords) -> list[str]:
    return [
        f"'{command.name} {name}') {_offer(flag.values)} ;;"
        for flag in command.flags
        for name in flag.names
        if flag.values is not None
    ]


def _flags(command: CommandWords) -> str:
    names = " ".join(name for flag in command.flags for name in flag.names)
    return f"'{command.name} -'*) words='{names}' ;;"


def _names(command: CommandWords) -> list[str]:
    # Where nothing is known readline offers files.
    *first, last = command.names or (Values(),)
    return [
        *[f"'{command.name} {place}') {_offer(each)} ;;" for place, each in enumerate(first, 1)],
        f"'{command.name} '*) {_offer(last)} ;;",
    ]


def _with_value(commands: Sequence[CommandWords]) -> list[str]:
    return [f"'{command.name} {flag}'" for command in commands for flag in command.with_value()]


def _offer(values: Values) -> str:
    if values.offer in ("ids", "words"):
        return f"words='{' '.join(values.words) or values.offer}'"
    return "words="


def _lines(depth: int, lines: Iterable[str]) -> str:
    return "\n".join(f"{'':{depth}}{line}" for line in lines)
