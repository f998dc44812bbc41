"""What reads every command line, and prints its help: ``argparse``, as our commands speak.

It ends the process with 2 on a wrong flag, and 2 would block every edit in Claude Code: here that
is a ``UsageError``. It is loaded where ``shared_flags`` by itself cannot read a line.
"""

from __future__ import annotations

import argparse
import re
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, NoReturn

from phaser_lint import DOCS
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import Parser, WrongValueError
from phaser_lint.core.terminal_width import WIDEST, count_terminal_columns
from phaser_lint.core.text import render_did_you_mean

# Its own words, which nobody translates, are looked up in a catalogue that is looked for each time.
argparse._ = str  # type: ignore[attr-defined]

_NO_VALUE = ": expected one argument"
# Python 3.14 prints help in colors.
_COLOR = r"\x1b\[[0-9;]*m"


class _Help(argparse.HelpFormatter):
    """Help as wide as the terminal, up to 80 columns.

    Finding that out in ``argparse`` costs a tenth of a scan.
    """

    def __init__(self, prog: str) -> None:
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
        if option_string and isinstance(parser, ArgumentParser):
            if self.dest in parser.flags_passed:
                raise argparse.ArgumentError(self, "expected once, given twice")
            parser.flags_passed.add(self.dest)
        setattr(namespace, self.dest, values)


class ArgumentParser(argparse.ArgumentParser):
    """Reads every command line of a ``shared_flags.Parser``, which says what may stand on it."""

    _formatter = argparse.HelpFormatter("", width=0)
    """Each flag that is added has one look at its metavar, and only that; a text has its own."""

    def __init__(self, parser: Parser) -> None:
        super().__init__(
            prog=parser.prog,
            description=parser.description,
            epilog=f"example:\n  {parser.example}\n\n{DOCS}/{parser.page}",
            allow_abbrev=False,
            formatter_class=_Help,
        )
        self.register("action", None, OnceAction)
        self._help_text = parser.help_text
        self.flags_passed: set[str] = set()
        """The flags with a value that were read so far."""
        for _, names, settings in parser.declared:
            self.add_argument(*names, **settings)

    def arguments(self) -> list[argparse.Action]:
        """Return what may stand on a command line, beside the flag for help."""
        return [action for action in self._actions if action.dest != "help"]

    def parse_line(self, arguments: Sequence[str]) -> Namespace:
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
            (flags if takes_value or self._may_be_flag(word) else names).append(word)
            takes_value = not takes_value and word in with_value
        # Of a flag without its value argparse has to say so.
        words = arguments if takes_value else [*flags, *names, *arguments[end:]]
        namespace, unknown_words = self.parse_known_args(words)
        if unknown_words:
            unknown_flags = [word.partition("=")[0] for word in unknown_words if word[:1] == "-"]
            flag = unknown_flags[0] if unknown_flags else ""
            hint = render_did_you_mean(flag, sorted(self._option_string_actions), cutoff=0.7)
            if flag == "--json" and "--format" in self._option_string_actions:
                hint = "; did you mean --format json?"
            takes_names = any(not action.option_strings for action in self._actions)
            if not hint and takes_names and flag[1:2] != "-":  # a pattern, or the name of a file
                hint = f"; if it is no flag, put it behind all flags and --: -- {flag}"
            self.error(f"unrecognized arguments: {' '.join(unknown_words)}{hint}")
        return namespace

    def _may_be_flag(self, word: str) -> bool:
        """Tell whether argparse takes *word* for a flag: not a number, nor what holds a blank.

        A pattern ``- foo`` between flags would leave none of the names behind it to be read.
        """
        if not word.startswith("-") or word == "-":
            return False
        is_name = " " in word or self._negative_number_matcher.match(word)
        return word.partition("=")[0] in self._option_string_actions or not is_name

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except WrongValueError as error:
            raise argparse.ArgumentError(action, str(error)) from None

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
