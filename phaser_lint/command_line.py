"""Command lines: a parser that reports a wrong flag as ``UsageError``, and the shared flags.

What nearly everybody writes, known flags and paths, is read here. Everything else, help and what is
wrong included, is left to ``argparse`` (``argument_parser``): importing that alone takes a tenth of
a scan in which nothing changed.
"""

from __future__ import annotations

import os

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence
    from typing import Any

_MOST_COMMITS = 10_000_000
SEVERITIES = ("error", "warning", "all")


class WrongValueError(Exception):
    """What a flag's value is expected to be; raised by the ``type`` of an argument."""


class CommandLine:
    """What a command line asks for: an attribute for each flag, and for the names."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...


class Argument(Record):
    """A flag, or with *nargs* (``*`` or ``+``) the names without one, in the words of ``argparse``.

    *action* is ``store_true``, ``append``, or none for a value that stands once.
    """

    names: tuple[str, ...]
    action: str | None = None
    nargs: str | None = None
    default: Any = None
    type: Callable[[str], Any] | None = None
    choices: Container[Any] | None = None
    metavar: str | None = None
    help: str | None = None

    @property
    def attribute(self) -> str:
        """The attribute of ``CommandLine`` that holds it."""
        name = next((name for name in self.names if name.startswith("--")), self.names[0])
        return name.lstrip("-").replace("-", "_")

    def absent(self) -> Any:
        """Return what stands for a flag that is not given."""
        return False if self.action == "store_true" else self.default


class Parser:
    """The flags of one command; they are never abbreviated.

    One with a value stands once, unless it gathers them. *help_text* replaces what ``argparse``
    would make of the description and the flags.
    """

    def __init__(self, command: str, description: str, *, help_text: str | None = None) -> None:
        self.command = command
        self.description = description
        self.help_text = help_text
        self.arguments: list[Argument] = []

    def add_argument(self, *names: str, **settings: Any) -> None:
        """Add a flag; *settings* as of ``Argument``."""
        self.arguments.append(Argument(names, **settings))

    def add_switch(self, *flags: str, help: str) -> None:  # noqa: A002 - as argparse calls it
        """Add a flag without a value, which is true where it stands."""
        self.add_argument(*flags, action="store_true", help=help)

    def flags(self) -> frozenset[str]:
        """Return every flag, as it is written."""
        known = (name for argument in self.arguments for name in argument.names)
        return frozenset(("-h", "--help", *(name for name in known if name.startswith("-"))))

    def parse_args(self, arguments: Sequence[str]) -> CommandLine:
        """Return what *arguments* ask for; an unknown flag is an error that names the nearest one.

        Raises ``UsageError``; ``--help`` prints the help and raises ``SystemExit``.
        """
        try:
            return _PlainReading(self.arguments).of(arguments)
        except _NotPlainError:
            from phaser_lint.argument_parser import argument_parser

            return argument_parser(self).read(arguments)


class _NotPlainError(Exception):
    """Only ``argparse`` tells what a command line asks for, or what is wrong with it."""


class _PlainReading:
    """Reads a command line in which nothing has to be explained."""

    def __init__(self, known: Sequence[Argument]) -> None:
        self._flags = {name: each for each in known if not each.nargs for name in each.names}
        self._names = next((each for each in known if each.nargs), None)
        self._read = CommandLine()
        for each in known:
            setattr(self._read, each.attribute, each.absent())
        self._seen: set[str] = set()

    def of(self, arguments: Sequence[str]) -> CommandLine:
        """Return what *arguments* ask for; raises ``_NotPlainError``."""
        left, names = [*arguments], list[str]()
        while left:
            if left[0] in self._flags:
                self._take(self._flags[left.pop(0)], left)
            elif self._names is None:
                raise _NotPlainError
            else:
                names += _taken_names(left)
        self._take_names(names)
        return self._read

    def _take(self, flag: Argument, left: list[str]) -> None:
        """Take a *flag*, and its value off what is *left*."""
        if flag.action == "store_true":
            setattr(self._read, flag.attribute, True)
            return
        if not left or left[0].startswith("-") or flag.attribute in self._seen:
            raise _NotPlainError
        value = _value_of(flag, left.pop(0))
        if flag.action == "append":
            value = [*(getattr(self._read, flag.attribute) or ()), value]
        else:
            self._seen.add(flag.attribute)
        setattr(self._read, flag.attribute, value)

    def _take_names(self, names: list[str]) -> None:
        if self._names is None:
            return
        choices = self._names.choices
        if self._names.nargs == "+" and not names:
            raise _NotPlainError
        if choices is not None and any(name not in choices for name in names):
            raise _NotPlainError
        setattr(self._read, self._names.attribute, names)


def _taken_names(left: list[str]) -> list[str]:
    """Take the names that *left* starts with off it: all up to a flag, or all after ``--``."""
    if left[0] == "--":
        names = left[1:]
        left.clear()
        if "--" not in names:
            return names
    elif not left[0].startswith("-"):
        count = next((at for at, each in enumerate(left) if each.startswith("-")), len(left))
        names = left[:count]
        del left[:count]
        return names
    raise _NotPlainError


def _value_of(flag: Argument, written: str) -> Any:
    try:
        value = written if flag.type is None else flag.type(written)
    except Exception:  # said by argparse
        raise _NotPlainError from None
    if flag.choices is not None and value not in flag.choices:
        raise _NotPlainError
    return value


def milliseconds(written: str) -> float:
    """Return the seconds of a ``--timeout`` in milliseconds."""
    if not (written.isascii() and written.isdigit() and 0 < int(written) <= 600_000):
        raise WrongValueError("expected milliseconds from 1 to 600000")
    return int(written) / 1000


def number_of_commits(written: str) -> int:
    """Return how many commits are asked for."""
    if not (written.isascii() and written.isdigit() and 0 < int(written[:9]) <= _MOST_COMMITS):
        raise WrongValueError(f"expected a number from 1 to {_MOST_COMMITS}, not {written!r}")
    return int(written)


def contracts_folder(written: str) -> str:
    """Return the folder of a ``--contracts-dir``: a misspelt one is said at once."""
    if not os.path.isdir(written):
        raise WrongValueError(f"expected a folder of contract files: {written}")
    return written


def cache_folder_given(written: str) -> str:
    """Return the folder of a ``--cache-dir``; one that could keep nothing is an error."""
    try:
        os.makedirs(written, mode=0o700, exist_ok=True)
    except OSError as error:
        raise WrongValueError(f"expected a folder: {written}: {error.strerror}") from None
    if not os.access(written, os.W_OK | os.X_OK):
        raise WrongValueError(f"expected a folder that may be written to: {written}")
    return written


def add_root(parser: Parser) -> None:
    """Add ``--root``."""
    parser.add_argument("--root", metavar="PATH", help="the project's root folder")


def add_contracts_dir(parser: Parser) -> None:
    """Add ``--contracts-dir``."""
    parser.add_argument(
        "--contracts-dir",
        metavar="PATH",
        type=contracts_folder,
        help="use the contracts of this folder and no others",
    )


def add_cache(parser: Parser) -> None:
    """Add ``--no-cache`` and ``--cache-dir``."""
    parser.add_switch("--no-cache", help="judge every file afresh")
    parser.add_argument(
        "--cache-dir",
        metavar="PATH",
        type=cache_folder_given,
        help="keep results of files in this folder",
    )


def add_timeout(parser: Parser, *, default: float) -> None:
    """Add ``--timeout``; *default* in seconds."""
    parser.add_argument(
        "--timeout",
        metavar="MS",
        type=milliseconds,
        default=default,
        help=f"milliseconds a pattern may take on a file [default: {default * 1000:.0f}]",
    )
