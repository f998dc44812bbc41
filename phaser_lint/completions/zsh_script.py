"""The script for zsh, to be sourced, or to lie in ``$fpath`` as ``_phaser-lint``."""

from __future__ import annotations

from phaser_lint.completions.command_words import Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.completions.command_words import CommandWords, Flag

_SCRIPT = """\
#compdef phaser-lint phaser
# phaser-lint completion zsh
_phaser_lint_ids() {{
    local -a ids=(${{(f)"$($_phaser_lint_program completion ids 2>/dev/null)"}})
    compadd -a ids
}}
_phaser_lint() {{
    local _phaser_lint_program=${{~words[1]}} command=$words[2]
    if (( CURRENT == 2 )) && [[ $command = -* ]]; then
        compadd -- --help --version
        return
    elif (( CURRENT == 2 )); then
        local -a commands=(
{commands}
        )
        _describe command commands
        return
    fi
    shift words
    (( CURRENT-- ))
    case $command in
{cases}
    esac
}}
if [ "$funcstack[1]" = _phaser-lint ]; then
    _phaser_lint "$@"
else
    compdef _phaser_lint phaser-lint phaser
fi
"""


def script(commands: Sequence[CommandWords]) -> str:
    """Return the script, ending in a newline."""
    described = [f"{'':12}{_quoted(f'{each.name}:{each.does}')}" for each in commands]
    return _SCRIPT.format(commands="\n".join(described), cases="\n".join(map(_case, commands)))


def _case(command: CommandWords) -> str:
    specified = [spec for flag in command.flags for spec in _flag(flag)]
    *first, last = command.names or (Values(),)
    names = [
        *[_quoted(f"{place}: :{_action(each)}") for place, each in enumerate(first, 1)],
        _quoted(f"*: :{_action(last)}"),
    ]
    return f"    {command.name}) _arguments {' '.join([*specified, *names])} ;;"


def _flag(flag: Flag) -> list[str]:
    """Return what ``_arguments`` reads, for each name of a flag."""
    said = flag.help.replace("\\", r"\\").replace("[", r"\[").replace("]", r"\]")
    value = "" if flag.values is None else f": :{_action(flag.values)}"
    star = "*" if flag.repeats else ""
    return [
        _quoted(f"{star}{name}{'=' if value and name.startswith('--') else ''}[{said}]{value}")
        for name in flag.names
    ]


def _action(values: Values) -> str:
    if values.offer == "words":
        return f"({' '.join(values.words)})"
    # Of an empty choice: beside a blank, which is a mere message, zsh offers no flags either.
    return {"ids": "_phaser_lint_ids", "files": "_files", "folders": "_files -/"}.get(
        values.offer, "()"
    )


def _quoted(word: str) -> str:
    escaped = word.replace("'", r"'\''")
    return f"'{escaped}'"
