"""Command lines: a parser that reports a wrong flag as ``UsageError``, and the shared flags.

``argparse`` ends the process with 2 on a wrong flag, and 2 would block every edit in Claude Code.
"""

from __future__ import annotations

import argparse
import os
import sys

from phaser_lint.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, NoReturn

SEVERITIES = ("error", "warning", "all")


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal; finding that out in ``argparse`` costs a tenth of a scan."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    try:
        return int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        pass
    try:
        return os.get_terminal_size(1).columns or 80
    except OSError:
        return 80


_GIVEN = "given once"


class _Once(argparse.Action):
    """A flag with a value: of two, the first would be dropped without a word."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Take the value, the first time."""
        given = vars(namespace).setdefault(_GIVEN, set())
        if option_string and self.dest in given:
            raise argparse.ArgumentError(self, "expected once, given twice")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are ``UsageError``.

    Flags are never abbreviated, and one with a value stands once, unless it gathers them.
    """

    def __init__(self, command: str, description: str, **settings: str) -> None:
        super().__init__(
            prog=command,
            description=description,
            allow_abbrev=False,
            formatter_class=_Help,
            **settings,  # type: ignore[arg-type]
        )
        self.register("action", None, _Once)

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Return what *args* ask for; an unknown flag is an error that names the nearest one."""
        given, unknown = self.parse_known_args(args, namespace)
        vars(given).pop(_GIVEN, None)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}{self._nearest(unknown)}")
        return given

    def _nearest(self, unknown: Sequence[str]) -> str:
        flag = next((each.partition("=")[0] for each in unknown if each.startswith("-")), "")
        return did_you_mean(flag, sorted(self.flags()), cutoff=0.7)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            known = [str(choice) for choice in action.choices or ()]
            error.message += did_you_mean(str(value), known)
            raise

    def add_switch(self, *flags: str, help: str) -> None:  # noqa: A002 - as argparse calls it
        """Add a flag without a value, which is true where it stands."""
        self.add_argument(*flags, action="store_true", help=help)

    def flags(self) -> frozenset[str]:
        """Return every flag, as it is written."""
        return frozenset(self._option_string_actions)

    def _print_message(self, message: str, file: Any = None) -> None:
        # That of argparse passes over a disk that is full.
        if message:
            (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def did_you_mean(written: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return the end of a message that names the nearest of *known*; empty if none is near."""
    from difflib import get_close_matches

    close = get_close_matches(written, list(known), 1, cutoff)
    return f"; did you mean {close[0]}?" if close else ""


def milliseconds(written: str) -> float:
    """Return the seconds of a ``--timeout`` in milliseconds."""
    if not (written.isascii() and written.isdigit() and 0 < int(written) <= 600_000):
        raise argparse.ArgumentTypeError("expected milliseconds from 1 to 600000")
    return int(written) / 1000


def contracts_folder(written: str) -> str:
    """Return the folder of a ``--contracts-dir``: a misspelt one is said at once."""
    if not os.path.isdir(written):
        raise argparse.ArgumentTypeError(f"expected a folder of contract files: {written}")
    return written


def add_contracts_dir(parser: Parser) -> None:
    """Add ``--contracts-dir``."""
    parser.add_argument(
        "--contracts-dir",
        metavar="PATH",
        type=contracts_folder,
        help="use the contracts of this folder and no others",
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
