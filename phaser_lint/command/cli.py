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

from phaser_lint import __version__
from phaser_lint.command import exit_codes
from phaser_lint.core import IS_POSIX, STARTED_GROUPS
from phaser_lint.core.errors import PhaserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from phaser_lint.core.shared_flags import Parser

# The command, its module under ``command``, what it does, and the group of the help that shows it;
# without one only ``help --all`` does.
COMMANDS = (
    ("init", "init", "propose contracts and hooks for the project", "start"),
    ("install", "install", "install the hook in a coding agent's settings", "start"),
    ("doctor", "doctor", "run the installed hooks, and report what is wrong", "start"),
    ("uninstall", "uninstall", "take the hook out of the settings", "start"),
    ("try", "try_pattern", "show what a contract would report, before it is written", "rules"),
    ("new", "new_contract", "write a first contract of a type", "rules"),
    ("test", "test", "validate the contracts, and run their examples", "rules"),
    ("why", "why", "explain what a contract reports about a file, and why", "rules"),
    ("list", "list", "list the contracts, and the files that each selects", "rules"),
    ("import", "import_rules", "turn rules of other tools into contracts", "rules"),
    ("export", "export", "write the contracts into files that agents read", "rules"),
    ("scan", "scan", "check the project, or the paths named", "check"),
    ("baseline", "baseline", "record today's violations: only new ones count", "check"),
    ("history", "history", "show what contracts would have reported until now", "check"),
    ("hook", "hook", "answer a coding agent's hook event from stdin", ""),
    ("pre-commit", "pre_commit", "check the files of a commit, as pre-commit starts it", ""),
    ("action", "action", "run as a GitHub Action", ""),
    ("lsp", "lsp", "check texts in an editor: a language server", ""),
    ("merge", "merge", "merge the reports of scan --shard into one", ""),
    ("explain", "explain", "show what contracts and pages say about a name", ""),
    ("agents", "agents", "list the agents, and where the hook is installed", ""),
    ("augment", "augment", "answer an agent's event with context on its links", ""),
    ("replay", "replay", "send recorded events through a hook again", ""),
    ("enforce", "enforce", "check an edit, a file or everything; JSON answers", ""),
    ("contracts", "contracts", "contracts check: scan, one line a contract", ""),
    ("schema", "schema", "print the JSON Schema of contracts, for editors", ""),
    ("completion", "completion", "print a script that completes commands in a shell", ""),
)
# Most runs of these parse no flags: what does stands apart.
_PARSERS = {
    "augment": "phaser_lint.command.augment_flags",
    "enforce": "phaser_lint.command.enforce_flags",
    "hook": "phaser_lint.hook.flags",
}
_HELP = ("-h", "--help", "help")
_ENFORCING = ["enforce", "--stdin"]
# A disk or a quota that is full, a limit on the size of files, a disk that fails, a closed stream.
_CANNOT_BE_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def main(arguments: Sequence[str]) -> int:
    """Run the command of ``phaser-lint`` that *arguments* name, and return its exit code."""
    # With "<&-" Python has no stream at all; the hook has to end with 0 all the same.
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if not arguments:
        from phaser_lint.command.usage import render_usage

        sys.stderr.write(render_usage())
        return exit_codes.INCOMPLETE
    try:
        try:
            code = _run_command(arguments)
        except SystemExit as end:  # a parser that has printed its help
            code = int(end.code or exit_codes.CLEAN)
        sys.stdout.flush()
        return code
    except PhaserError as error:
        from phaser_lint.command.failures import error_line  # most runs end without one

        sys.stderr.write(error_line(error, arguments))
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
        from phaser_lint.command.bug_report import render_bug_report

        sys.stderr.write(render_bug_report(error))
        return exit_codes.BUG


def _run_command(arguments: Sequence[str]) -> int:
    of_all = (*_HELP, "--all")
    if arguments[0] == "help" and arguments[1:] and arguments[1] not in of_all:
        return _run_command([arguments[1], "--help"])
    if arguments[0] in _HELP:
        from phaser_lint.command.usage import render_usage
        from phaser_lint.core.terminal_width import stream_columns

        sys.stdout.write(
            render_usage(shows_all="--all" in arguments, width=stream_columns(sys.stdout))
        )
        return exit_codes.CLEAN
    if arguments[0] in ("-V", "--version"):
        from phaser_lint.text.search.hyperscan_database import name_installed_engine

        engine = name_installed_engine() or "without hyperscan"
        sys.stdout.write(f"phaser-lint {__version__} ({engine})\n")
        return exit_codes.CLEAN
    for name, module, *_ in COMMANDS:
        if name == arguments[0]:
            command = __import__(f"phaser_lint.command.{module}", fromlist=("run",))
            run: Callable[[Sequence[str]], int] = command.run
            return run(arguments[1:])
    from phaser_lint.command.failures import explain_unknown

    sys.stderr.write(f"phaser-lint: {explain_unknown(*arguments)}\n")
    return exit_codes.INCOMPLETE


def make_command_parser(name: str) -> Parser:
    """Return the parser of the command *name*, a row of ``cli.COMMANDS``: imports its module."""
    module = next(row[1] for row in COMMANDS if row[0] == name)
    place = _PARSERS.get(name, f"phaser_lint.command.{module}")
    parser: Callable[[], Parser] = __import__(place, fromlist=("parser",)).parser
    return parser()


def _discard_output() -> None:
    # "phaser-lint scan | head": the interpreter would complain once more when it flushes.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
        from phaser_lint.command.terminal_lines import wrap_stream

        sys.stderr = wrap_stream(sys.stderr)
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
    if STARTED_GROUPS:
        # A signal came between a start and what is to end it: modules are loaded beside git.
        signal(SIGINT, SIG_IGN)
        from phaser_lint.core.process_groups import end_process_group

        for number in [*STARTED_GROUPS]:
            end_process_group(number)
    try:  # noqa: SIM105 - importing contextlib takes as long as most of what a scan imports
        sys.stderr.flush()
    except OSError:
        pass
    # Taking a hundred thousand records apart takes longer than many a scan.
    os._exit(code)
