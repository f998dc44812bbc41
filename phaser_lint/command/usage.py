"""The help of ``phaser-lint``: which commands there are."""

from __future__ import annotations

from phaser_lint import REPOSITORY
from phaser_lint.command.cli import COMMANDS
from phaser_lint.core.terminal_width import wrap_line

_GROUPS = ("start", "rules", "check")
_NAMES, _WIDEST = 12, 76


def render_usage(*, shows_all: bool = False, width: int = 0) -> str:
    """Return the usage of the program ``phaser-lint`` itself, its help: commands by group;
    *shows_all*: the others, too.

    A terminal of less than 76 columns has its *width* named: sentences are wrapped to it.
    """
    groups = [(name, name) for name in _GROUPS] + [("others", "")] * shows_all
    ways = "phaser-lint COMMAND --help shows the options of a command"
    ways += "." if shows_all else ","
    lines = [
        "usage: phaser-lint COMMAND [OPTIONS]",
        "",
        "Check code by contracts. A contract is a rule in a small YAML file; it gives "
        "the same result in coding agents, editors, commits, pull requests and here.",
        "",
    ]
    for title, group in groups:
        commands = [
            f"  {name:<{_NAMES}}{purpose}"
            for name, _, purpose, command_group in COMMANDS
            if command_group == group
        ]
        lines += [f"{title}:", *commands, ""]
    lines += ["example:", "  phaser-lint try 'print\\(' --glob 'src/**/*.py'", "", ways]
    lines += [] if shows_all else ["phaser-lint help --all every command."]
    lines.append(REPOSITORY)
    narrow = min(width or _WIDEST, _WIDEST)
    text = ""
    for line in lines:
        # What a command does goes on below itself; a sentence has no indent.
        indent = " " * (_NAMES + 2) if line.startswith(" ") else ""
        text += "".join(f"{row}\n" for row in wrap_line(line, width=narrow, indent=indent))
    return text
