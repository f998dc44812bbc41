"""The program ``phaser-lint`` (also called ``phaser``): it picks a command and returns its code.

A command's module is imported only when it was chosen: the hook must not pay for the scan.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from _signal import SIG_IGN, SIGINT, SIGTERM, signal  # type: ignore[import-not-found]

from phaser_lint import REPOSITORY, __version__
from phaser_lint.command import exit_codes
from phaser_lint.core import IS_POSIX
from phaser_lint.core.errors import ListingError, PhaserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TextIO

    from phaser_lint.core.command_line import Parser

_MORE_TIME = "; --git-timeout gives it more time"
_WITHOUT_GIT = "; --no-git takes the files on the disk in its place"
# The command, its module under ``command``, the function there, what it does, and the group of the
# help that shows it; without one only ``help --all`` does.
COMMANDS = (
    ("init", "init", "run", "propose contracts and hooks for the project", "start"),
    ("install", "install", "run", "install the hook in a coding agent's settings", "start"),
    ("doctor", "doctor", "run", "run the installed hooks, and report what is wrong", "start"),
    ("uninstall", "install", "run_uninstall", "take the hook out of the settings", "start"),
    (
        "try",
        "try_pattern",
        "run",
        "show what a contract would report, before it is written",
        "rules",
    ),
    ("new", "new_contract", "run", "write a first contract of a type", "rules"),
    ("test", "examples", "run", "validate the contracts, and run their examples", "rules"),
    ("why", "why", "run", "explain what a contract reports about a file, and why", "rules"),
    ("list", "list", "run", "list the contracts, and the files that each selects", "rules"),
    ("import", "import_rules", "run", "turn rules of other tools into contracts", "rules"),
    ("export", "export", "run", "write the contracts into files that agents read", "rules"),
    ("scan", "scan", "run", "check the project, or the paths named", "check"),
    ("baseline", "baseline", "run", "record today's violations: only new ones count", "check"),
    ("history", "history", "run", "show what contracts would have reported until now", "check"),
    ("hook", "hook", "run", "answer a coding agent's hook event from stdin", ""),
    ("pre-commit", "precommit", "run", "check the files of a commit, as pre-commit starts it", ""),
    ("action", "action", "run", "run as a GitHub Action", ""),
    ("lsp", "lsp", "run", "check texts in an editor: a language server", ""),
    ("merge", "merge", "run", "merge the reports of scan --shard into one", ""),
    ("explain", "explain", "run", "show what contracts and pages say about a name", ""),
    ("agents", "install", "run_agents", "list the agents, and where the hook is installed", ""),
    ("augment", "augment", "run", "answer an agent's event with context on its links", ""),
    ("replay", "replay", "run", "send recorded events through a hook again", ""),
    ("enforce", "enforce", "run", "check an edit, a file or everything; JSON answers", ""),
    ("contracts", "contracts_check", "run", "contracts check: scan, one line a contract", ""),
    ("schema", "schema_text", "run", "print the JSON Schema of contracts, for editors", ""),
    ("completion", "completion", "run", "print a script that completes commands in a shell", ""),
)
_HELP = ("-h", "--help", "help")
_ENFORCING = ["enforce", "--stdin"]
_GROUPS = ("start", "rules", "check")
_NAMES, _WIDEST = 12, 76
_FIX = "phaser-lint scan --fix"
_LIST, _NEW = "phaser-lint list", "phaser-lint new TYPE ID"
_ADD = f"{_NEW}, or phaser-lint try PATTERN --save ID"
_PACKS = f"{_LIST}, or phaser-lint init, which proposes packs"
_REMOVE = "phaser-lint uninstall for the hook; to remove a contract, delete its file"
_SCAN, _TEST = "phaser-lint scan", "phaser-lint test"
# What commands of other tools are called, and the command to use here.
GUESSED = {
    "fix": _FIX,
    "format": _FIX,
    "check": _SCAN,
    "lint": _SCAN,
    "run": _SCAN,
    "add": _ADD,
    "create": _ADD,
    "validate": _TEST,
    "verify": _TEST,
    "rules": _LIST,
    "rule": _LIST,
    "ls": _LIST,
    "show": f"{_LIST} ID",
    "packs": _PACKS,
    "pack": _PACKS,
    "remove": _REMOVE,
    "rm": _REMOVE,
    "delete": _REMOVE,
    "status": "phaser-lint doctor",
}
# A disk or a quota that is full, a limit on the size of files, a disk that fails, a closed stream.
_CANNOT_BE_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def usage(*, shows_all: bool = False, width: int = 0) -> str:
    """Return the help text of ``phaser-lint``: commands by group; *shows_all*: the others, too.

    A terminal of less than 76 columns has its *width* named: sentences are wrapped to it.
    """
    from phaser_lint.core.wrapping import wrap_line

    groups = [(name, name) for name in _GROUPS] + [("others", "")] * shows_all
    ways = "phaser-lint COMMAND --help shows the options of a command"
    ways += "." if shows_all else ","
    lines = [
        "usage: phaser-lint COMMAND [OPTIONS]",
        "",
        "Check code by contracts. A contract is a rule in a small YAML file; it gives "
        "the same result in coding agents, editors, commits, pull requests and here.",
        "",
    ]
    for title, group in groups:
        commands = [
            f"  {name:<{_NAMES}}{purpose}"
            for name, _, _, purpose, command_group in COMMANDS
            if command_group == group
        ]
        lines += [f"{title}:", *commands, ""]
    lines += ["example:", "  phaser-lint try 'print\\(' --glob 'src/**/*.py'", "", ways]
    lines += [] if shows_all else ["phaser-lint help --all every command."]
    lines.append(REPOSITORY)
    narrow = min(width or _WIDEST, _WIDEST)
    text = ""
    for line in lines:
        # What a command does goes on below itself; a sentence has no indent.
        indent = " " * (_NAMES + 2) if line.startswith(" ") else ""
        text += "".join(f"{row}\n" for row in wrap_line(line, width=narrow, indent=indent))
    return text


def main(arguments: Sequence[str]) -> int:
    """Run the command that *arguments* name and return its exit code."""
    # With "<&-" Python has no stream at all; the hook has to end with 0 all the same.
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if not arguments:
        sys.stderr.write(usage())
        return exit_codes.INCOMPLETE
    try:
        try:
            code = _run_command(arguments)
        except SystemExit as end:  # a parser that has printed its help
            code = int(end.code or exit_codes.CLEAN)
        sys.stdout.flush()
        return code
    except PhaserError as error:
        from phaser_lint.core.text import harmless  # most runs end without an error

        hint = _listing_hint(error, arguments) if isinstance(error, ListingError) else ""
        sys.stderr.write(f"phaser-lint: {harmless(str(error))}{hint}\n")
        return exit_codes.INCOMPLETE
    except KeyboardInterrupt:
        # A second Ctrl-C would be raised in what ends the workers and the progress bar.
        signal(SIGINT, SIG_IGN)
        return exit_codes.INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return exit_codes.BROKEN_PIPE
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _CANNOT_BE_WRITTEN:
            _discard_output()
            sys.stderr.write(f"phaser-lint: standard output cannot be written: {error.strerror}\n")
            return exit_codes.INCOMPLETE
        sys.stderr.write(bug_report(error))
        return exit_codes.BUG


def _run_command(arguments: Sequence[str]) -> int:
    of_all = (*_HELP, "--all")
    if arguments[0] == "help" and arguments[1:] and arguments[1] not in of_all:
        return _run_command([arguments[1], "--help"])
    if arguments[0] in _HELP:
        from phaser_lint.command.terminal import columns

        sys.stdout.write(usage(shows_all="--all" in arguments, width=columns(sys.stdout)))
        return exit_codes.CLEAN
    if arguments[0] in ("-V", "--version"):
        from phaser_lint.text.search.hyperscan_database import installed_engine

        engine = installed_engine() or "without hyperscan"
        sys.stdout.write(f"phaser-lint {__version__} ({engine})\n")
        return exit_codes.CLEAN
    for name, module, function, *_ in COMMANDS:
        if name == arguments[0]:
            run: Callable[[Sequence[str]], int] = _attribute(module, function)
            return run(arguments[1:])
    sys.stderr.write(f"phaser-lint: {_no_such_command(*arguments)}\n")
    return exit_codes.INCOMPLETE


def _no_such_command(name: str, *words: str) -> str:
    """Return that no command is called *name*, and what is meant by it and the other *words*."""
    from difflib import get_close_matches

    from phaser_lint.core.text import harmless

    if name in GUESSED:
        return f"no such command: {name}; use {GUESSED[name]} (see phaser-lint --help)"
    commands = [command for command, *_ in COMMANDS]
    # Other linters have no command: a flag or a path comes first.
    if name.startswith("-"):
        command = next((word for word in words if word in commands), "scan")
        flags = get_close_matches(name, ("--help", "--version"), n=1, cutoff=0.7)
        if not flags and name.partition("=")[0] in parser_of(command).flags():
            flags = [f"{command} {name}"]
        meant = "".join(flags)
    elif os.path.lexists(name):
        meant = f"scan {name}"
    else:
        meant = "".join(get_close_matches(name, commands, n=1))
    hint = f"; did you mean {harmless(meant)}?" if meant else ""
    return f"no such command: {harmless(name)}{hint} (see phaser-lint --help)"


def parser_of(name: str) -> Parser:
    """Return the parser of the command *name*."""
    module, function = next((row[1], row[2]) for row in COMMANDS if row[0] == name)
    # A module with two commands calls their parsers as it does what runs them.
    parser: Callable[[], Parser] = _attribute(module, f"parser{function.removeprefix('run')}")
    return parser()


def _attribute(module: str, name: str) -> Any:
    return getattr(__import__(f"phaser_lint.command.{module}", fromlist=(name,)), name)


def _listing_hint(error: ListingError, arguments: Sequence[str]) -> str:
    """Return which flags of the command help where git lists no files."""
    name = arguments[0]
    if name not in [command for command, *_ in COMMANDS] or name == "enforce":
        return ""
    # The word after "contracts" is a command of its own, with the flags of the others.
    if name != "contracts" and "--no-git" not in parser_of(name).flags():
        return ""
    return f"{_MORE_TIME if error.is_late else ''}{_WITHOUT_GIT}"


def _discard_output() -> None:
    # "phaser-lint scan | head": the interpreter would complain once more when it flushes.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def bug_report(error: BaseException) -> str:
    """Return the report of a bug that ended a command, to be pasted."""
    import platform
    import traceback

    from phaser_lint.core.text import harmless

    lines = "".join(traceback.format_exception(error)).split("\n")
    trace = "\n".join(harmless(line) for line in lines)
    return (
        "phaser-lint failed: this is a bug of phaser-lint. Please report what follows.\n\n"
        f"phaser-lint {__version__}, Python {platform.python_version()}, {platform.platform()}\n\n"
        f"{trace}"
    )


def _prepare_stream(stream: TextIO | None, mode: int) -> TextIO:
    """Return a *stream* to print on, or one that is open as in *mode* where there is none."""
    if stream is None:
        # "2>&-" leaves no stream at all, and its number to the next file that is opened. What has
        # to be printed must still fail.
        stream = os.fdopen(os.open(os.devnull, mode), "w", encoding="utf-8")
    raw = getattr(stream, "buffer", None)
    if isinstance(raw, io.RawIOBase):
        # With PYTHONUNBUFFERED there is no buffer. What a disk that fills takes only a part of
        # goes unnoticed there.
        stream = io.TextIOWrapper(
            io.BufferedWriter(raw),
            encoding=stream.encoding,
            errors=stream.errors,
            line_buffering=True,
        )
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    # A terminal in Latin-1 must not turn a message with an arrow into a bug of ours.
    errors = "backslashreplace"
    stream.reconfigure(errors=errors)
    if not IS_POSIX and not stream.isatty():
        # Through a pipe Windows has its code page, which no reader of JSON takes, and line ends
        # that `git apply` does not find in the files of a patch.
        encoding = stream.encoding if os.environ.get("PYTHONIOENCODING") else "utf-8"
        stream.reconfigure(encoding=encoding, errors=errors, newline="\n")
    return stream


def console() -> None:
    """The console script: ends the process with the command's exit code."""
    sys.stdout = _prepare_stream(sys.stdout, os.O_RDONLY)
    sys.stderr = _prepare_stream(sys.stderr, os.O_WRONLY)
    if sys.stderr.isatty():
        from phaser_lint.command.terminal import wrapping

        sys.stderr = wrapping(sys.stderr)
    # A scan makes a hundred thousand records and hardly a cycle; a search for cycles costs a tenth.
    gc.disable()
    try:
        # A hook ends its git within seconds.
        is_hook = sys.argv[1:2] == ["hook"] or sys.argv[1:3] == _ENFORCING
        if not is_hook:

            def leave(*_: object) -> None:
                signal(SIGTERM, SIG_IGN)
                raise SystemExit(exit_codes.TERMINATED)

            # It is to end what was started, too: git is in a group of its own.
            signal(SIGTERM, leave)
        code = main(sys.argv[1:])
    except KeyboardInterrupt:
        code = exit_codes.INTERRUPTED
    except SystemExit:
        code = exit_codes.TERMINATED
    except OSError:  # nor can the failure itself be printed
        code = exit_codes.INCOMPLETE
    try:  # noqa: SIM105 - importing contextlib takes as long as most of what a scan imports
        sys.stderr.flush()
    except OSError:
        pass
    # Taking a hundred thousand records apart takes longer than many a scan.
    os._exit(code)
