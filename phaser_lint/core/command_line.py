"""Command lines: what may stand on one, what is wrong with it, and the flags that commands share.

``argparse`` costs a scan of a few files a tenth of its time, and ends the process with 2 on a wrong
flag, which would block every edit in Claude Code.
"""

from __future__ import annotations

import os
import sys

from phaser_lint import DOCS
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import did_you_mean, seconds_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence
    from typing import Any, Literal, NoReturn

_MOST_COMMITS = 10_000_000
SEVERITIES = ("error", "warning", "all")


class ArgumentTypeError(Exception):
    """A word is no value of its flag; the message says what is expected."""


class Namespace:
    """What a command line asks for: a field for each flag, and for the names."""

    def __init__(self, **fields: Any) -> None:
        vars(self).update(fields)

    if TYPE_CHECKING:

        def __getattr__(self, field: str) -> Any: ...
        def __setattr__(self, field: str, value: Any) -> None: ...


class Argument(Record):
    """A flag, by all the ways to write it; or, where there are none, names.

    ``read_value`` makes a value of a word; it raises ``ArgumentTypeError`` or ``ValueError``.
    """

    flags: tuple[str, ...]
    field: str
    metavar: str
    """What the help calls a value."""
    help: str = ""
    nargs: Literal["", "*", "+"] = ""
    """Of names: any number, or one at least."""
    takes_value: bool = True
    is_repeatable: bool = False
    default: Any = None
    choices: Sequence[Any] = ()
    read_value: Callable[[str], Any] = str


HELP = Argument(
    flags=("-h", "--help"),
    field="help",
    metavar="",
    help="show this help message and exit",
    takes_value=False,
)


class Parser:
    """The flags of one command; they are never abbreviated, and names may stand between them.

    One with a value stands once, unless it gathers them. The help ends with the *example* and a
    link to the *page* of the docs. *help_text* replaces all of it.
    """

    def __init__(
        self,
        command: str,
        description: str,
        *,
        example: str = "",
        page: str = "",
        help_text: str | None = None,
    ) -> None:
        self.command = command
        self.description = description
        self.epilog = f"example:\n  {example}\n\n{DOCS}/{page}"
        self._help_text = help_text
        self._arguments = [HELP]

    def add_argument(
        self,
        *words: str,
        metavar: str = "",
        choices: Sequence[Any] = (),
        field: str = "",
        **settings: Any,
    ) -> None:
        """Add a flag with a value, in all the ways to write it; or names, which are given a word.

        *settings* are those of ``Argument``.
        """
        flags = words if words[0].startswith("-") else ()
        field = field or _field_of(words)
        of_choices = f"{{{','.join(map(str, choices))}}}" if choices else field.upper()
        if settings.get("is_repeatable"):
            settings["default"] = []
        argument = Argument(flags, field, metavar or of_choices, choices=choices, **settings)
        self._arguments.append(argument)

    def add_switch(self, *flags: str, help: str = "") -> None:  # noqa: A002 - as in ``Argument``
        """Add a flag without a value, which is true where it stands."""
        switch = HELP._replace(flags=flags, field=_field_of(flags), help=help, default=False)
        self._arguments.append(switch)

    def add_flags_of(self, parser: Parser, *, but: Container[str]) -> None:
        """Add what *parser* reads, flags and names; none of the flags *but*."""
        for argument in parser.arguments():
            if not any(flag in but for flag in argument.flags):
                self._arguments.append(argument)

    def arguments(self) -> Sequence[Argument]:
        """Return what may stand on a command line, beside the flag for help."""
        return self._arguments[1:]

    def flags(self) -> frozenset[str]:
        """Return every flag, as it is written."""
        return frozenset([flag for argument in self._arguments for flag in argument.flags])

    def parse_args(self, arguments: Sequence[str]) -> Namespace:
        """Return what *arguments* ask for; an unknown flag is an error that names the nearest one.

        Raises ``UsageError``; ``--help`` prints the help and raises ``SystemExit``.
        """
        fields = {argument.field: argument.default for argument in self.arguments()}
        passed_fields, names, unknown_words = set[str](), list[str](), list[str]()
        for argument, word in self._sort_words(arguments, names, unknown_words):
            if argument is HELP:
                sys.stdout.write(self.format_help())
                raise SystemExit(0)
            value = self._read_value(argument, word) if argument.takes_value else True
            if argument.is_repeatable:
                value = [*fields[argument.field], value]
            elif argument.takes_value and argument.field in passed_fields:
                # Of two, the first would be dropped without a word.
                self._refuse(argument, "expected once, given twice")
            passed_fields.add(argument.field)
            fields[argument.field] = value
        for argument in self.arguments():
            if not argument.flags:
                if argument.nargs == "+" and not names:
                    self.error(f"the following arguments are required: {argument.metavar}")
                fields[argument.field] = [self._read_value(argument, name) for name in names]
                names = []
        if unknown_words or names:
            self._refuse_words([*unknown_words, *names])
        return Namespace(**fields)

    def _sort_words(
        self, arguments: Sequence[str], names: list[str], unknown_words: list[str]
    ) -> Iterator[tuple[Argument, str]]:
        """Yield each flag in *arguments*, with the word for its value; add the others to a list."""
        by_flag = {flag: argument for argument in self._arguments for flag in argument.flags}
        words = [*reversed(arguments)]
        while words:
            word = words.pop()
            if word == "--":
                names += reversed(words)
                return
            flag, value = _split_flag(word, by_flag)
            argument = by_flag.get(flag)
            if argument is None:
                (unknown_words if flag else names).append(word)
                continue
            if argument.takes_value and value is None:
                if not words or _split_flag(words[-1], by_flag)[0]:
                    self._refuse(argument, "expected one argument")
                value = words.pop()
            elif not argument.takes_value and value is not None:
                if flag.startswith("--") or f"-{value[:1]}" not in by_flag:
                    self._refuse(argument, f"ignored explicit argument {value!r}")
                words.append(f"-{value}")  # "-qh" is "-q -h"
            yield argument, value or ""

    def _read_value(self, argument: Argument, word: str) -> Any:
        try:
            value = argument.read_value(word)
        except ArgumentTypeError as error:
            self._refuse(argument, str(error))
        except ValueError:
            self._refuse(argument, f"invalid {argument.read_value.__name__} value: {word!r}")
        if argument.choices and value not in argument.choices:
            choices = ", ".join(map(repr, argument.choices))
            hint = did_you_mean(str(value), map(str, argument.choices))
            self._refuse(argument, f"invalid choice: {value!r} (choose from {choices}){hint}")
        return value

    def _refuse(self, argument: Argument, message: str) -> NoReturn:
        self.error(f"argument {'/'.join(argument.flags) or argument.metavar}: {message}")

    def _refuse_words(self, unknown_words: Sequence[str]) -> NoReturn:
        unknown_flags = [word.partition("=")[0] for word in unknown_words if word[:1] == "-"]
        flag = unknown_flags[0] if unknown_flags else ""
        hint = did_you_mean(flag, sorted(self.flags()), cutoff=0.7)
        takes_names = any(not argument.flags for argument in self._arguments)
        if not hint and takes_names and flag[1:2] != "-":  # a pattern, or the name of a file
            hint = f"; if it is no flag, put -- before it: -- {flag}"
        self.error(f"unrecognized arguments: {' '.join(unknown_words)}{hint}")

    def error(self, message: str) -> NoReturn:
        """Raise ``UsageError``."""
        raise UsageError(f"{message} (see {self.command} --help)")

    def format_help(self) -> str:
        """Return the help text."""
        if self._help_text is not None:
            return self._help_text
        from phaser_lint.core.command_help import help_of  # no check needs it

        return help_of(self)


def _field_of(words: Sequence[str]) -> str:
    return max(words, key=len).lstrip("-").replace("-", "_")


def _split_flag(word: str, flags: Mapping[str, Argument]) -> tuple[str, str | None]:
    """Return the flag that *word* is, one of *flags* or not, and the value that is part of it.

    Of what is a name, or the value of another flag, the flag is empty: ``-1`` and ``-> None``, too.
    """
    flag, equals, value = word.partition("=")
    if word in flags:
        return word, None
    if equals and flag in flags:
        return flag, value
    if word[:2] in flags:  # "-n5"
        return word[:2], word[2:]
    is_number = word[1:].replace(".", "", 1).isdecimal()
    return ("" if word[:1] != "-" or word == "-" or is_number or " " in word else word), None


def milliseconds(argument: str) -> float:
    """Return the seconds of a ``--timeout`` in milliseconds."""
    seconds = seconds_of(argument)
    if seconds is None:
        raise ArgumentTypeError("expected milliseconds from 1 to 600000")
    return seconds


def number_of_commits(argument: str) -> int:
    """Return how many commits are asked for."""
    if not (argument.isascii() and argument.isdigit() and 0 < int(argument[:9]) <= _MOST_COMMITS):
        raise ArgumentTypeError(f"expected a number from 1 to {_MOST_COMMITS}, not {argument!r}")
    return int(argument)


def contracts_folder(argument: str) -> str:
    """Return the folder of a ``--contracts-dir``: a misspelt one is an error at once."""
    if not os.path.isdir(argument):
        raise ArgumentTypeError(f"expected a folder of contract files: {argument}")
    return argument


def usable_cache_folder(argument: str) -> str:
    """Return the folder of a ``--cache-dir``; one that could keep nothing is an error."""
    try:
        os.makedirs(argument, mode=0o700, exist_ok=True)
    except OSError as error:
        raise ArgumentTypeError(f"expected a folder: {argument}: {error.strerror}") from None
    if not os.access(argument, os.W_OK | os.X_OK):
        raise ArgumentTypeError(f"expected a folder that may be written to: {argument}")
    return argument


def add_root(parser: Parser) -> None:
    """Add ``--root``."""
    parser.add_argument("--root", metavar="PATH", help="the project's root folder")


def add_contracts_dir(parser: Parser) -> None:
    """Add ``--contracts-dir``."""
    parser.add_argument(
        "--contracts-dir",
        metavar="PATH",
        read_value=contracts_folder,
        help="use the contracts of this folder, and no others",
    )


def add_cache(parser: Parser) -> None:
    """Add ``--no-cache`` and ``--cache-dir``."""
    parser.add_switch("--no-cache", help="check every file afresh")
    parser.add_argument(
        "--cache-dir",
        metavar="PATH",
        read_value=usable_cache_folder,
        help="keep results of files in this folder",
    )


def add_timeout(parser: Parser, *, default: float) -> None:
    """Add ``--timeout``; *default* in seconds."""
    parser.add_argument(
        "--timeout",
        metavar="MS",
        read_value=milliseconds,
        default=default,
        help=f"milliseconds a pattern may take on a file [default: {default * 1000:.0f}]",
    )
