"""The script for fish."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.completions.command_words import CommandWords, Flag, Values

_PROGRAM = "complete -c phaser-lint"
_IDS = "(phaser-lint completion ids 2>/dev/null)"


def script(commands: Sequence[CommandWords]) -> str:
    """Return the script, ending in a newline."""
    lines = [
        "# phaser-lint completion fish",
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
    after = f"{_PROGRAM} -n '__fish_seen_subcommand_from {command.name}'"
    names = dict.fromkeys(filter(None, map(_offer, command.names)))
    return [
        *[f"{after} {_flag(flag)}" for flag in command.flags],
        *[f"{after} {each}" for each in names],
    ]


def _flag(flag: Flag) -> str:
    names = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in flag.names]
    value = "" if flag.values is None else f" -r {_offer(flag.values)}".rstrip()
    return f"{' '.join(names)}{value} -d {_quoted(flag.help)}"


def _offer(values: Values) -> str:
    if values.offer == "words":
        return f"-a {_quoted(' '.join(values.words))}"
    if values.offer == "folders":
        return "-a '(__fish_complete_directories)'"
    return {"ids": f"-a {_quoted(_IDS)}", "files": "-F"}.get(values.offer, "")


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
