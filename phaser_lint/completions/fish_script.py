"""The script for fish."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.completions.command_words import CommandWords, Flag, Values

_PROGRAM = "complete -c phaser-lint"
# The command is the second word: a later one may be called like another command.
_FUNCTIONS = """\
function __phaser_lint_command
    set -l words (commandline -opc)
    test "$words[2]" = $argv[1]
end
function __phaser_lint_name -d 'COMMAND FIRST LAST FLAG...: a name stands here, of these places'
    __phaser_lint_command $argv[1]; or return
    set -l words (commandline -opc)
    set -e words[1..2]
    set -l flags $argv
    set -e flags[1..3]
    set -l place 1
    set -l is_value false
    for word in $words
        if $is_value
            set is_value false
        else if contains -- $word $flags
            set is_value true
        else if not string match -q -- '-*' $word
            set place (math $place + 1)
        end
    end
    test $place -ge $argv[2]; and test $place -le $argv[3]
end
"""
_MOST = 9999
_IDS = "(phaser-lint completion ids 2>/dev/null)"


def script(commands: Sequence[CommandWords]) -> str:
    """Return the script, ending in a newline."""
    lines = [
        "# phaser-lint completion fish",
        _FUNCTIONS.rstrip(),
        f"{_PROGRAM} -f",
        f"{_PROGRAM} -n __fish_use_subcommand -l help -d 'show the commands'",
        f"{_PROGRAM} -n __fish_use_subcommand -l version -d 'show the version'",
        *[
            f"{_PROGRAM} -n __fish_use_subcommand -a {each.name} -d {_quoted(each.does)}"
            for each in commands
        ],
        *[line for each in commands for line in _lines(each)],
        "complete -c phaser -w phaser-lint",
    ]
    return "".join(f"{line}\n" for line in lines)


def _lines(command: CommandWords) -> list[str]:
    after = f"{_PROGRAM} -n '__phaser_lint_command {command.name}'"
    return [*[f"{after} {_flag(flag)}" for flag in command.flags], *_names(command)]


def _names(command: CommandWords) -> list[str]:
    flags = "".join(f" {flag}" for flag in command.with_value())
    last = len(command.names)
    return [
        f"{_PROGRAM} -n '__phaser_lint_name {command.name} {place} "
        f"{place if place < last else _MOST}{flags}' {_offer(each)}"
        for place, each in enumerate(command.names, 1)
        if _offer(each)
    ]


def _flag(flag: Flag) -> str:
    names = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in flag.names]
    value = "" if flag.values is None else f" {_value(flag.values)}".rstrip()
    return f"{' '.join(names)}{value} -d {_quoted(flag.help)}"


def _value(values: Values) -> str:
    # Beside what "-r" offers there are files.
    return f"{'-r' if values.offer == 'files' else '-x'} {_offer(values)}"


def _offer(values: Values) -> str:
    if values.offer == "words":
        return f"-a {_quoted(' '.join(values.words))}"
    if values.offer == "folders":
        return "-a '(__fish_complete_directories)'"
    return {"ids": f"-a {_quoted(_IDS)}", "files": "-F"}.get(values.offer, "")


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
