"""Command lines: a parser that reports a wrong flag as ``UsageError``, and the shared flags.

``argparse`` ends the process with 2 on a wrong flag, and 2 would block every edit in Claude Code.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from argparse import ArgumentTypeError

from phaser_lint import DOCS
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import parse_time_limit, render_did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Container, Sequence
    from typing import Any, NoReturn

# Its own words, which nobody translates, are looked up in a catalogue that is looked for each time.
argparse._ = str  # type: ignore[attr-defined]

_MOST_COMMITS = 10_000_000
_NO_VALUE = ": expected one argument"
# Python 3.14 prints help in colors.
_COLOR = r"\x1b\[[0-9;]*m"
SEVERITIES = ("error", "warning", "all")


class _Help(argparse.HelpFormatter):
    """Help as wide as the terminal, up to 80 columns.

    Finding that out in ``argparse`` costs a tenth of a scan.
    """

    def __init__(self, prog: str) -> None:
        from phaser_lint.core.wrapping import WIDEST, count_terminal_columns  # few runs print help

        super().__init__(prog, width=min(count_terminal_columns(), WIDEST) - 2)

    def _format_usage(self, *given: Any) -> str:
        text = super()._format_usage(*given)
        # Beside the name of the command a flag with its choices may have no room.
        lines = re.sub(_COLOR, "", text).split("\n")
        is_wide = max(map(len, lines)) > self._width
        return re.sub(r"\n +(?=\S)", "\n    ", text) if is_wide else text

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        # The example and the address stay as they are.
        return text if "\n" in text else super()._fill_text(text, width, indent)


class OnceAction(argparse.Action):
    """A flag with a value: of two, the first would be dropped without a word."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Take the value of a flag, the first time."""
        if option_string and isinstance(parser, Parser):
            if self.dest in parser.flags_passed:
                raise argparse.ArgumentError(self, "expected once, given twice")
            parser.flags_passed.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """The flags of one command; they are never abbreviated.

    One with a value stands once, unless it gathers them. The help ends with the *example* and a
    link to the *page* of the docs. *help_text* replaces all that ``argparse`` would make.
    """

    _formatter = argparse.HelpFormatter("", width=0)
    """Each flag that is added has one look at its metavar, and only that; a text has its own."""

    def __init__(
        self,
        command: str,
        description: str,
        *,
        example: str = "",
        page: str = "",
        help_text: str | None = None,
    ) -> None:
        super().__init__(
            prog=command,
            description=description,
            epilog=f"example:\n  {example}\n\n{DOCS}/{page}",
            allow_abbrev=False,
            formatter_class=_Help,
        )
        self.register("action", None, OnceAction)
        self._help_text = help_text
        self.flags_passed: set[str] = set()
        """The flags with a value that were read so far."""

    def add_switch(self, *flags: str, help: str) -> None:  # noqa: A002 - as argparse calls it
        """Add a flag without a value to the command line, which is true where it stands."""
        self.add_argument(*flags, action="store_true", help=help)

    def add_flags_of(self, parser: Parser, *, but: Container[str]) -> None:
        """Add to the command line what *parser* reads, flags and names; none of the flags *but*."""
        for action in parser.arguments():
            if not any(name in but for name in action.option_strings):
                self._add_action(action)

    def arguments(self) -> list[argparse.Action]:
        """Return what may stand on a command line, beside the flag for help."""
        return [action for action in self._actions if action.dest != "help"]

    def flags(self) -> frozenset[str]:
        """Return every flag of the command line, as it is written."""
        return frozenset(self._option_string_actions)

    def parse_args(self, arguments: Sequence[str]) -> Namespace:  # type: ignore[override]
        """Return what *arguments* ask for; an unknown flag is an error that names the nearest one.

        Raises ``UsageError``; ``--help`` prints the help and raises ``SystemExit``.
        """
        self.flags_passed.clear()
        # Names between flags go behind them: argparse takes one group.
        end = [*arguments, "--"].index("--")
        with_value = {
            name for action in self._actions if action.nargs != 0 for name in action.option_strings
        }
        flags, names, takes_value = list[str](), list[str](), False
        for word in arguments[:end]:
            (flags if takes_value or (word.startswith("-") and word != "-") else names).append(word)
            takes_value = not takes_value and word in with_value
        # Of a flag without its value argparse has to say so.
        words = arguments if takes_value else [*flags, *names, *arguments[end:]]
        namespace, unknown_words = self.parse_known_args(words)
        if unknown_words:
            unknown_flags = [word.partition("=")[0] for word in unknown_words if word[:1] == "-"]
            flag = unknown_flags[0] if unknown_flags else ""
            hint = render_did_you_mean(flag, sorted(self.flags()), cutoff=0.7)
            takes_names = any(not action.option_strings for action in self._actions)
            if not hint and takes_names and flag[1:2] != "-":  # a pattern, or the name of a file
                hint = f"; if it is no flag, put -- before it: -- {flag}"
            self.error(f"unrecognized arguments: {' '.join(unknown_words)}{hint}")
        return namespace

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if value == []:  # no names at all, which Python 3.11 takes for one
            return
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            choices = [str(choice) for choice in action.choices or ()]
            error.message += render_did_you_mean(str(value), choices)
            raise

    def format_usage(self) -> str:
        """Return the line that begins the help text."""
        self._formatter = super()._get_formatter()
        return super().format_usage()

    def format_help(self) -> str:
        """Return the help text of the command line."""
        self._formatter = super()._get_formatter()
        return super().format_help() if self._help_text is None else self._help_text

    def _get_formatter(self) -> argparse.HelpFormatter:
        return self._formatter

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse's own ignores a disk that is full.
        if message:
            (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        """Raise ``UsageError`` for a command line that is wrong."""
        advice = ""
        if message.endswith(_NO_VALUE):  # a file may be called -dash.go
            flag = message.removesuffix(_NO_VALUE).split()[-1].rpartition("/")[2]
            advice = f"; one that begins with - is written {flag}=-…"
        raise UsageError(f"{message} (see {self.prog} --help{advice})")


def parse_timeout(argument: str) -> float:
    """Return the seconds of ``--timeout`` on a command line, which is in milliseconds; raises
    ``ArgumentTypeError``.
    """
    seconds = parse_time_limit(argument)
    if seconds is None:
        raise ArgumentTypeError("expected milliseconds from 1 to 600000")
    return seconds


def parse_commit_count(argument: str) -> int:
    """Return how many commits a flag of the command line asks for; raises ``ArgumentTypeError``."""
    if not (argument.isascii() and argument.isdigit() and 0 < int(argument[:9]) <= _MOST_COMMITS):
        raise ArgumentTypeError(f"expected a number from 1 to {_MOST_COMMITS}, not {argument!r}")
    return int(argument)


def require_contracts_folder(argument: str) -> str:
    """Return the folder of ``--contracts-dir`` on a command line: a misspelt one is an error at
    once.
    """
    if not os.path.isdir(argument):
        raise ArgumentTypeError(f"expected a folder of contract files: {argument}")
    return argument


def require_cache_folder(argument: str) -> str:
    """Return the folder of ``--cache-dir`` on a command line, which is made; one that could keep
    nothing is an error.
    """
    try:
        os.makedirs(argument, mode=0o700, exist_ok=True)
    except OSError as error:
        raise ArgumentTypeError(f"expected a folder: {argument}: {error.strerror}") from None
    if not os.access(argument, os.W_OK | os.X_OK):
        raise ArgumentTypeError(f"expected a folder that may be written to: {argument}")
    return argument


def add_root_flag(parser: Parser) -> None:
    """Add ``--root`` to a command line."""
    parser.add_argument("--root", metavar="PATH", help="the project's root folder")


def add_contracts_dir_flag(parser: Parser) -> None:
    """Add ``--contracts-dir`` to a command line."""
    parser.add_argument(
        "--contracts-dir",
        metavar="PATH",
        type=require_contracts_folder,
        help="use the contracts of this folder, and no others",
    )


def add_cache_flags(parser: Parser) -> None:
    """Add ``--no-cache`` and ``--cache-dir`` to a command line."""
    parser.add_switch("--no-cache", help="check every file afresh")
    parser.add_argument(
        "--cache-dir",
        metavar="PATH",
        type=require_cache_folder,
        help="keep results of files in this folder",
    )


def add_timeout_flag(parser: Parser, *, default: float) -> None:
    """Add ``--timeout`` to a command line; *default* in seconds."""
    parser.add_argument(
        "--timeout",
        metavar="MS",
        type=parse_timeout,
        default=default,
        help=f"milliseconds a pattern may take on a file [default: {default * 1000:.0f}]",
    )
