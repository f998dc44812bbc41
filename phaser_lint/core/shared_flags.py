"""The flags of a command line: how they are read, and those that commands share.

A line of flags as they are declared, each with its value behind it, is read here. ``argparse``
reads all others, and prints the help: to load it takes a tenth of a small scan.
"""

from __future__ import annotations

import os

from phaser_lint.core.text import parse_time_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Action
    from argparse import Namespace as Flags
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.core.argument_parser import ArgumentParser
else:

    class Flags:
        """What a command line asks for, under the name of each flag, as ``argparse`` has it."""


# Under another name: a type checker takes it for this module's own.
__all__ = ["Flags"]

Argument: TypeAlias = "tuple[str, tuple[str, ...], Mapping[str, Any]]"
"""What may stand on a command line: its attribute in ``Flags``; how it is written, where it is a
flag, with each name; the settings that ``argparse`` takes.
"""

# By what ``argparse`` calls it: how many names there are at least.
_LEAST_NAMES = {"*": 0, "+": 1}
_HELP = ("-h", "--help")
SEVERITIES = ("error", "warning", "all")


class WrongValueError(Exception):
    """The value of a flag is not what is expected, which its text says."""


def make_argument(*names: str, **settings: Any) -> Argument:
    """Return a flag with a value for a command line, or names on it, as ``argparse`` takes it."""
    long_name = next((name for name in names if name[:2] == "--"), names[0])
    return settings.get("dest") or long_name.lstrip("-").replace("-", "_"), names, settings


def make_switch(*flags: str, help: str) -> Argument:  # noqa: A002 - as argparse calls it
    """Return a flag without a value for a command line, which is true where it stands."""
    return make_argument(*flags, action="store_true", help=help)


class Parser:
    """The flags of one command, as they are *declared*; they are never abbreviated.

    One with a value stands once, unless it gathers them. The help ends with the *example* and a
    link to the *page* of the docs. *help_text* replaces all that ``argparse`` would make.
    """

    def __init__(
        self,
        command: str,
        description: str,
        declared: tuple[Argument, ...] = (),
        *,
        example: str = "",
        page: str = "",
        help_text: str | None = None,
    ) -> None:
        self.prog, self.description = command, description
        self.example, self.page, self.help_text = example, page, help_text
        self.declared = declared
        """What may stand on the command line, beside the flag for help."""

    def flags(self) -> frozenset[str]:
        """Return every flag of the command line, as it is written."""
        written = [name for _, names, _ in self.declared for name in names if name[0] == "-"]
        return frozenset((*_HELP, *written))

    def arguments(self) -> list[Action]:
        """Return what may stand on a command line, beside the flag for help."""
        return self.make_argument_parser().arguments()

    def parse_args(self, arguments: Sequence[str]) -> Flags:
        """Return what *arguments* ask for; an unknown flag is an error that names the nearest one.

        Raises ``UsageError``; ``--help`` prints the help and raises ``SystemExit``.
        """
        flags = read_plain_line(self.declared, arguments)
        return self.make_argument_parser().parse_line(arguments) if flags is None else flags

    def make_argument_parser(self) -> ArgumentParser:
        """Return the parser that reads every command line, and prints the help."""
        from phaser_lint.core.argument_parser import ArgumentParser  # few lines need it

        return ArgumentParser(self)


def read_plain_line(declared: Sequence[Argument], words: Sequence[str]) -> Flags | None:
    """Return what the *words* of a command line ask for, where each is a flag as it was *declared*,
    the value behind one, or a name.

    ``None``: ``argparse`` has to read them, or to say what is wrong.
    """
    flags, arguments = Flags(), dict[str, Argument]()
    for argument in declared:
        attribute, written, settings = argument
        is_switch = settings.get("action") == "store_true"
        setattr(flags, attribute, settings.get("default", False if is_switch else None))
        arguments.update(dict.fromkeys(written, argument))
    lists = [argument for argument in declared if argument[1][0][0] != "-"]
    end = [*words, "--"].index("--")
    names, unread_words = list[str](), iter(words[:end])
    try:
        for word in unread_words:
            if word == "-" or not word.startswith("-"):
                names.append(word)
                continue
            attribute, written, settings = arguments[word]
            parsed: Any = True
            if settings.get("action") != "store_true":
                parsed = parse_flag_value(next(unread_words), settings)
                if settings.get("action") == "append":
                    parsed = [*(getattr(flags, attribute) or ()), parsed]
                else:  # a second one is none that is known
                    arguments = {
                        name: argument
                        for name, argument in arguments.items()
                        if name not in written
                    }
            setattr(flags, attribute, parsed)
        names += words[end + 1 :]
        if len(lists) > 1 or (not lists and (names or end < len(words))):
            return None
        for attribute, _, settings in lists:
            if len(names) < _LEAST_NAMES[settings["nargs"]]:
                return None
            setattr(flags, attribute, [parse_value(name, settings) for name in names])
    # A flag that is not known, or without its value; a value that is not expected.
    except (KeyError, StopIteration, WrongValueError, TypeError, ValueError):
        return None
    return flags


def parse_flag_value(word: str, settings: Mapping[str, Any]) -> Any:
    """Return what the *word* behind a flag of these *settings* stands for, without ``argparse``;
    raises as ``parse_value`` does, and where it may be a flag itself.
    """
    if word.startswith("-"):
        raise WrongValueError(word)
    return parse_value(word, settings)


def parse_value(word: str, settings: Mapping[str, Any]) -> Any:
    """Return what a *word* on a command line stands for, by the *settings* of its flag or its name.

    Raises ``WrongValueError`` and, as ``int`` does, ``ValueError``.
    """
    parsed = settings.get("type", str)(word)
    if parsed not in settings.get("choices", (parsed,)):
        raise WrongValueError(word)
    return parsed


def parse_timeout(argument: str) -> float:
    """Return a command line's ``--timeout``, in ms, as seconds; raises ``WrongValueError``."""
    seconds = parse_time_limit(argument)
    if seconds is None:
        raise WrongValueError("expected milliseconds from 1 to 600000")
    return seconds


def require_contracts_folder(argument: str) -> str:
    """Return the folder of a command line's ``--contracts-dir``; raises ``WrongValueError``."""
    if not os.path.isdir(argument):
        raise WrongValueError(f"expected a folder of contract files: {argument}")
    return argument


def require_cache_folder(argument: str) -> str:
    """Return the folder that ``--cache-dir`` on a command line names, made if it is not there;
    raises ``WrongValueError``.
    """
    try:
        os.makedirs(argument, mode=0o700, exist_ok=True)
    except OSError as error:
        raise WrongValueError(f"expected a folder: {argument}: {error.strerror}") from None
    if not os.access(argument, os.W_OK | os.X_OK):
        raise WrongValueError(f"expected a folder that may be written to: {argument}")
    return argument


# The flags that commands share.

ROOT_FLAG = make_argument("--root", metavar="PATH", help="the project's root folder")
CONTRACTS_DIR_FLAG = make_argument(
    "--contracts-dir",
    metavar="PATH",
    type=require_contracts_folder,
    help="use the contracts of this folder, and no others",
)
CACHE_FLAGS = (
    make_switch("--no-cache", help="check every file afresh"),
    make_argument(
        "--cache-dir",
        metavar="PATH",
        type=require_cache_folder,
        help="keep results of files in this folder",
    ),
)
COLOR_FLAG = make_argument(
    "--color",
    choices=("always", "never", "auto"),
    default="auto",
    help="whether text has colors [default: auto: as the terminal can]",
)
_FORCED = ("FORCE_COLOR", "CLICOLOR_FORCE")


def has_colours(environment: Mapping[str, str], *, is_terminal: bool, choice: str = "auto") -> bool:
    """Tell whether what a command prints has colours, by its flag ``--color``, the *environment*
    and the terminal.

    What is *choice* for counts, one of the flag's. For ``auto`` a ``FORCE_COLOR`` or
    ``CLICOLOR_FORCE`` that is not empty asks for them wherever the output goes, ``NO_COLOR``
    forbids them; else a terminal that knows them gets them.
    """
    if choice != "auto":
        return choice == "always"
    if any(environment.get(name) for name in _FORCED):
        return True
    if environment.get("NO_COLOR"):
        return False
    knows = environment.get("TERM") not in ("dumb", "unknown")
    return is_terminal and knows and environment.get("CLICOLOR") != "0"


def make_timeout_flag(default: float) -> Argument:
    """Return ``--timeout``, a flag of many command lines; its *default* in seconds."""
    return make_argument(
        "--timeout",
        metavar="MS",
        type=parse_timeout,
        default=default,
        help=f"milliseconds a pattern may take on a file [default: {default * 1000:.0f}]",
    )
