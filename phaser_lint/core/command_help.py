"""The help of a command: how it is called, and what each flag does."""

from __future__ import annotations

from phaser_lint.core.command_line import HELP, Argument, Parser
from phaser_lint.core.wrapping import WIDEST, terminal_columns, wrap_line

_COLUMN, _LEAST = 24, 11
"""Where what a flag does begins, at most, and how wide it is, at least."""


def help_of(parser: Parser) -> str:
    """Return the help of *parser*, as wide as the terminal, up to 80 columns."""
    width = min(terminal_columns(), WIDEST) - 2
    arguments = [HELP, *parser.arguments()]
    starts = [f"  {_places(argument)}  " for argument in arguments]
    column = min(_COLUMN, max(map(len, starts)))
    sections = {"positional arguments": "", "options": ""}
    for argument, start in zip(arguments, starts, strict=True):
        lines = wrap_line(argument.help, width=max(width - column, _LEAST), indent="")
        # Below a flag that takes more room than there is beside it.
        first_line = [start] if len(start) > column else [f"{start:{column}}{lines.pop(0)}"]
        rows = [*first_line, *(f"{'':{column}}{line}" for line in lines)]
        title = "options" if argument.flags else "positional arguments"
        sections[title] += "".join(f"{row.rstrip()}\n" for row in rows)
    description = "\n".join(wrap_line(parser.description, width=width, indent=""))
    texts = [f"{title}:\n{rows}" for title, rows in sections.items() if rows]
    return "\n".join([usage_of(parser), f"{description}\n", *texts, f"{parser.epilog}\n"])


def usage_of(parser: Parser) -> str:
    """Return how the command of *parser* is called, in lines as wide as those of its help."""
    width = min(terminal_columns(), WIDEST) - 2
    start = f"usage: {parser.command}"
    flags, names = [f"[{HELP.flags[0]}]"], list[str]()
    for argument in parser.arguments():
        value = f" {argument.metavar}" if argument.takes_value else ""
        if argument.flags:
            flags.append(f"[{argument.flags[0]}{value}]")
        else:
            first_name = f"{argument.metavar} " if argument.nargs == "+" else ""
            names.append(f"{first_name}[{argument.metavar} ...]")
    line = " ".join([start, *flags, *names])
    if len(line) <= width:
        return f"{line}\n"
    room = width - len(start) - 1
    rows = [*_fill(flags, width=room), *_fill(names, width=room)]
    # Beside the name of the command a flag with its choices may have no room.
    indent = len(start) + 1 if all(len(row) <= room for row in rows) else 4
    between = f"\n{'':{indent}}"
    return f"{start} {between.join(rows)}\n"


def _places(argument: Argument) -> str:
    """Return all the ways to write an *argument*."""
    value = f" {argument.metavar}" if argument.takes_value else ""
    return ", ".join([f"{flag}{value}" for flag in argument.flags]) or argument.metavar


def _fill(words: list[str], *, width: int) -> list[str]:
    """Return lines of as many *words* as *width* has room for, one at least."""
    rows: list[str] = []
    for word in words:
        if rows and len(rows[-1]) + 1 + len(word) <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows
