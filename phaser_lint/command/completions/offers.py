"""What may stand at the end of a command line, as the parser of its command knows it.

What stands for a value in the help (``PATH``, ``ID``) says what may be offered for it.
"""

from __future__ import annotations

from phaser_lint.contract.rules import RULES
from phaser_lint.core.record import Record
from phaser_lint.report.formats import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Literal, TypeAlias

    from phaser_lint.core.command_line import Parser

    Kind: TypeAlias = Literal["words", "files", "folders", "ids"]

_KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("FILE", "PATH", "PATH[:LINE]", "REPORT"), "files"),
    "DIR": "folders",
    "ID": "ids",
}
_WORDS: Mapping[str, Iterable[str]] = {"TYPE": RULES, "FORMAT[=FILE]": FORMATS}


class Offered(Record):
    """What may stand in a place: *words*, each with what it does; or files, or contracts' ids."""

    kind: Kind = "words"
    words: tuple[tuple[str, str], ...] = ()


def offer_at(parser: Parser, words: Sequence[str]) -> Offered:
    """Return what may stand in place of the last of *words*, all of those after the command.

    After ``--flag=`` that is the value alone. Bash makes three words of ``--flag=value``.
    """
    *before, current = [each for each in words if each != "="]
    if words[-1] == "=":
        before, current = [*before, current], ""
    with_value = {
        flag: each for each in parser.arguments() if each.nargs != 0 for flag in each.option_strings
    }
    name, equals, _ = current.partition("=")
    if equals and name in with_value:
        return _values(with_value[name], with_value[name].metavar)
    place, taken = 0, None
    for word in before:
        if taken:
            taken = None
        elif word in with_value:
            taken = with_value[word]
        else:
            place += not word.startswith("-")
    if taken:
        return _values(taken, taken.metavar)
    return _flags(parser) if current.startswith("-") else _name(parser, place)


def _flags(parser: Parser) -> Offered:
    known = [
        (flag, (each.help or "").partition(" [default")[0])
        for each in parser.arguments()
        for flag in each.option_strings
    ]
    return Offered(words=(*known, ("-h", "show this help"), ("--help", "show this help")))


def _name(parser: Parser, place: int) -> Offered:
    # "phaser contracts check"
    more = [Offered(words=((word, ""),)) for word in parser.prog.split()[2:]]
    # "ID PATH[:LINE]": one after the other, the last any number of times
    names = [
        _values(each, stands)
        for each in parser.arguments()
        if not each.option_strings
        for stands in str(each.metavar).split()
    ]
    found = [*more, *(names or [Offered()])]
    return found[min(place, len(found) - 1)]


def _values(argument: Action, stands: object) -> Offered:
    if isinstance(argument.choices, (list, tuple, range)):
        return Offered(words=tuple((str(each), "") for each in argument.choices))
    if stands in _WORDS:
        return Offered(words=tuple((each, "") for each in _WORDS[str(stands)]))
    return Offered(_KINDS.get(str(stands), "words"))
