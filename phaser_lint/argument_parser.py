"""``argparse`` for a ``command_line.Parser``: help, and what is wrong with a command line.

It ends the process with 2 on a wrong flag, and 2 would block every edit in Claude Code: here that
is a ``UsageError``.
"""

from __future__ import annotations

import argparse
import os
import sys

from phaser_lint.command_line import CommandLine, WrongValueError
from phaser_lint.errors import UsageError
from phaser_lint.text import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn

    from phaser_lint.command_line import Argument, Parser


def argument_parser(parser: Parser) -> ArgumentParser:
    """Return what reads the flags of *parser*."""
    made = ArgumentParser(parser)
    for argument in parser.arguments:
        made.add_argument(*argument.names, **_settings(argument))
    return made


def _settings(argument: Argument) -> dict[str, Any]:
    settings = argument._asdict()
    settings.pop("names")
    if argument.type is not None:
        settings["type"] = _typed(argument.type)
    return {name: value for name, value in settings.items() if value is not None}


def _typed(made_of: Callable[[str], Any]) -> Callable[[str], Any]:
    def value_of(written: str) -> Any:
        try:
            return made_of(written)
        except WrongValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    value_of.__name__ = made_of.__name__  # "invalid int value"
    return value_of


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
        namespace: Any,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Take the value, the first time."""
        given = vars(namespace).setdefault(_GIVEN, set())
        if option_string and self.dest in given:
            raise argparse.ArgumentError(self, "expected once, given twice")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class ArgumentParser(argparse.ArgumentParser):
    """An argument parser whose errors are ``UsageError``."""

    def __init__(self, parser: Parser) -> None:
        super().__init__(
            prog=parser.command,
            description=parser.description,
            allow_abbrev=False,
            formatter_class=_Help,
        )
        self._parser = parser
        self.register("action", None, _Once)

    def read(self, arguments: Sequence[str]) -> CommandLine:
        """Return what *arguments* ask for; the nearest flag is named for an unknown one."""
        given, unknown = self.parse_known_args(self._names_last(arguments), CommandLine())
        vars(given).pop(_GIVEN, None)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}{self._nearest(unknown)}")
        return given

    def _names_last(self, arguments: Sequence[str]) -> list[str]:
        """Return *arguments* with names between flags behind them: argparse takes one group."""
        end = [*arguments, "--"].index("--")
        with_value = {
            name
            for each in self._parser.arguments
            if not each.nargs and each.action != "store_true"
            for name in each.names
        }
        flags, names, takes = list[str](), list[str](), False
        for each in arguments[:end]:
            (flags if takes or (each.startswith("-") and each != "-") else names).append(each)
            takes = not takes and each in with_value
        # Of a flag without its value argparse has to say so.
        return [*arguments] if takes else [*flags, *names, *arguments[end:]]

    def _nearest(self, unknown: Sequence[str]) -> str:
        flag = next((each.partition("=")[0] for each in unknown if each.startswith("-")), "")
        meant = did_you_mean(flag, sorted(self._parser.flags()), cutoff=0.7)
        # A pattern, or the name of a file.
        may_be_name = any(each.nargs for each in self._parser.arguments) and flag[1:2] != "-"
        return meant or (f"; if it is no flag, put -- before it: -- {flag}" if may_be_name else "")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            known = [str(choice) for choice in action.choices or ()]
            error.message += did_you_mean(str(value), known)
            raise

    def format_help(self) -> str:
        """Return the help text."""
        own = self._parser.help_text
        return super().format_help() if own is None else own

    def _print_message(self, message: str, file: Any = None) -> None:
        # That of argparse passes over a disk that is full.
        if message:
            (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")
