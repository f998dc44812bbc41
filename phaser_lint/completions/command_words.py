"""The words of a command line, as its parser knows them: flags, what follows them, and names.

What stands for a value in the help (``PATH``, ``ID``) says what may be offered for it.
"""

from __future__ import annotations

from phaser_lint.command_line import Once
from phaser_lint.outputs.formats import FORMATS
from phaser_lint.record import Record
from phaser_lint.rules import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Iterable, Mapping
    from typing import Literal, TypeAlias

    from phaser_lint.command_line import Parser

    Offer: TypeAlias = Literal["words", "files", "folders", "ids", "nothing"]

_FILES = ("FILE", "PATH", "PATH[:LINE]", "REPORT")
_FOLDERS = ("DIR",)
_IDS = ("ID",)
_WORDS: Mapping[str, Iterable[str]] = {"TYPE": RULES, "FORMAT[=FILE]": FORMATS}


class Values(Record):
    """What may stand in a place: some words, files, the ids of contracts; or nothing is known."""

    offer: Offer = "nothing"
    words: tuple[str, ...] = ()


class Flag(Record):
    """A flag with all its names; ``values`` are none where it takes no value."""

    names: tuple[str, ...]
    help: str
    values: Values | None
    repeats: bool


class CommandWords(Record):
    """What may follow a command. ``names`` stand without a flag, the last any number of times."""

    name: str
    does: str
    flags: tuple[Flag, ...]
    names: tuple[Values, ...]

    def with_value(self) -> list[str]:
        """Return the names of the flags that take a value."""
        return [name for flag in self.flags if flag.values is not None for name in flag.names]


def words_of(name: str, does: str, parser: Parser) -> CommandWords:
    """Return the words of the command *name* that *parser* reads."""
    names = [each for each in parser.arguments() if not each.option_strings]
    # "phaser contracts check"
    more = [Values("words", (word,)) for word in parser.prog.split()[2:]]
    return CommandWords(
        name,
        does,
        (
            *[_flag(each) for each in parser.arguments() if each.option_strings],
            Flag(("-h", "--help"), "show this help", None, repeats=False),
        ),
        # "ID PATH[:LINE]": one after the other
        (
            *more,
            *[_values(each, stands) for each in names for stands in _metavar(each).split()],
            *([Values()] if more and not names else []),
        ),
    )


def _flag(argument: Action) -> Flag:
    values = None if argument.nargs == 0 else _values(argument, _metavar(argument))
    said = (argument.help or "").partition(" [default")[0]
    repeats = values is not None and not isinstance(argument, Once)
    return Flag((*argument.option_strings,), said, values, repeats=repeats)


def _metavar(argument: Action) -> str:
    return argument.metavar if isinstance(argument.metavar, str) else ""


def _values(argument: Action, stands: str) -> Values:
    if isinstance(argument.choices, (list, tuple, range)):
        return Values("words", tuple(map(str, argument.choices)))
    if stands in _WORDS:
        return Values("words", tuple(_WORDS[stands]))
    if stands in _IDS:
        return Values("ids")
    if stands in _FILES:
        return Values("files")
    return Values("folders" if stands in _FOLDERS else "nothing")
