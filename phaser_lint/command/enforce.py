"""``phaser enforce``: the specified command for hooks, continuous integration and use by hand.

Decisions are in the output, not in the exit code: 0, or 3 when it could not run properly.

As a hook it goes the way of ``phaser-lint hook``: an edit that breaks nothing is answered by the
hook's clean path, and what more an answer needs is imported only for that. ``--file``, ``--all``
and flags that no hook entry has are for the rest.
"""

from __future__ import annotations

import os
import sys

from phaser_lint.agent import DEFAULT, Reconstruction
from phaser_lint.agent.claude_code.events import FILE_TOOLS, reconstruct
from phaser_lint.command import exit_codes
from phaser_lint.core import Record
from phaser_lint.core.answer_json import permission
from phaser_lint.core.errors import PhaserError, UsageError
from phaser_lint.core.text import dumps, event_bytes, event_value, harmless, printable, seconds_of
from phaser_lint.hook.clean import ALL_PASSED, NO_CONTRACTS, meets_all_contracts
from phaser_lint.hook.request import SECONDS, Clock, Options, levels_of_file, may_check, request_of
from phaser_lint.project.regular_file import is_utf_16_at, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.agent import Event
    from phaser_lint.contract.model import Report
    from phaser_lint.core.checked_files import Skip
    from phaser_lint.core.command_line import Parser
    from phaser_lint.hook.request import HookRequest

HELP = """\
Usage: phaser enforce [OPTIONS]

Check contracts against proposed file changes.

Options:
  --stdin               Read hook input JSON from stdin (required for hooks)
  --file PATH           Check contracts for file on disk (for CI/manual use)
  --all                 Check all files against all contracts (for CI)
  --severity [error|warning|all]
                        Filter violations by severity [default: all]
  --format [hook|json|text]
                        Output format [default: hook when --stdin, text otherwise]
  --contracts-dir PATH  Override contracts directory
  --timeout MS          Regex timeout in milliseconds [default: 100]
  --quiet               Suppress informational output
  --help                Show this message and exit.

Commands:
  install               Install hook configuration for Claude Code (see phaser
                        enforce install --help)

Exit Codes:
  0  Success (output JSON controls decision)
  3  Internal error (stdin parse failure, wrong flag, no --contracts-dir)

Notes:
  - All decision logic is communicated via JSON output, not exit codes
  - Exit code 0 is used for both allow and deny decisions
  - Exit code 3 indicates the hook could not run properly
  - An invalid contract is skipped and named; the exit code stays 0

Examples:
  # Hook usage (stdin mode) - PreToolUse
  phaser enforce --stdin --severity error

  # Hook usage (stdin mode) - PostToolUse
  phaser enforce --stdin --severity warning

  # Manual check against file on disk
  phaser enforce --file src/app.swift --format text

  # CI check (all files)
  phaser enforce --all --format text
"""


class EnforceFlags(Record):
    """What the command line asks for; exactly one of ``stdin``, ``file`` and ``all``."""

    stdin: bool = False
    file: str | None = None
    all: bool = False
    severity: str = "all"
    format: str | None = None
    contracts_dir: str | None = None
    timeout: float = SECONDS
    quiet: bool = False


_SWITCHES = ("--stdin", "--quiet")
_CHOICES = {"--severity": ("error", "warning", "all"), "--format": ("hook", "json", "text")}
_CHECKED_EVENTS = ("PreToolUse", "PostToolUse")
_NOTHING = "{}\n"


def parser() -> Parser:
    """Return the parser of the command line."""
    from phaser_lint.core.command_line import Parser, contracts_folder, milliseconds

    made = Parser("phaser enforce", "", help_text=HELP)
    made.add_argument("--stdin", action="store_true")
    made.add_argument("--file", metavar="PATH")
    made.add_argument("--all", action="store_true")
    made.add_argument("--severity", choices=_CHOICES["--severity"], default="all")
    made.add_argument("--format", choices=_CHOICES["--format"])
    made.add_argument("--contracts-dir", metavar="PATH", type=contracts_folder)
    made.add_argument("--timeout", metavar="MS", type=milliseconds, default=SECONDS)
    made.add_argument("--quiet", action="store_true")
    return made


def run(arguments: Sequence[str]) -> int:
    """Check what the flags name, print the answer, and return 0 or 3."""
    try:
        if arguments and arguments[0] == "install":
            from phaser_lint.command.install import run_enforce_install

            return run_enforce_install(arguments[1:])
        flags = quick_flags(arguments) or _parsed_flags(arguments)
        if flags.stdin:
            _answer_event(flags)
        else:
            _check_files(flags)
    except PhaserError as error:
        sys.stderr.write(f"phaser enforce: {harmless(str(error))}\n")
        return exit_codes.BUG
    return exit_codes.CLEAN


def quick_flags(arguments: Sequence[str]) -> EnforceFlags | None:
    """Return the flags of a hook entry; ``None``: others, and wrong ones, need the parser.

    That one costs as much as an answer.
    """
    values: dict[str, Any] = {}
    words = iter(arguments)
    for flag in words:
        value = flag in _SWITCHES or _value_of(flag, next(words, ""))
        if not value or (flag in values and flag not in _SWITCHES):
            return None
        values[flag] = value
    named = {flag.lstrip("-").replace("-", "_"): value for flag, value in values.items()}
    return EnforceFlags(**named) if "stdin" in named else None


def _value_of(flag: str, written: str) -> str | float | None:
    """Return the value of a *flag* as it was *written*, ``None`` where there is none to be had."""
    if flag == "--timeout":
        return seconds_of(written)
    if flag == "--contracts-dir":
        return written if not written.startswith("-") and os.path.isdir(written) else None
    return written if written in _CHOICES.get(flag, ()) else None


def _parsed_flags(arguments: Sequence[str]) -> EnforceFlags:
    given = parser().parse_args(arguments)
    if sum((given.stdin, given.file is not None, given.all)) != 1:
        raise UsageError("expected exactly one of --stdin, --file PATH and --all")
    return EnforceFlags(**vars(given))


def _answer_event(flags: EnforceFlags) -> None:
    value = event_value(event_bytes(sys.stdin.buffer.read))
    options = Options(
        Clock(), contracts_dir=flags.contracts_dir, seconds=flags.timeout, reads_all=True
    )
    request = request_of(value, options, DEFAULT)
    proposals = _proposals(request)
    if flags.format in (None, "hook"):
        answered = _answer_at_once(request, proposals)
        if answered is not None:
            answer, reason = answered
            _write(answer, [reason] if reason and not flags.quiet else [])
            return
    # Here, not above: what follows is for an event that breaks something, or may.
    from phaser_lint.hook.enforced_event import check_event

    found = check_event(request, proposals, flags.severity)
    _print(found, flags, default="hook", event_name=request.event.name)


def _proposals(request: HookRequest) -> tuple[Reconstruction, ...]:
    """Return the file that the event touches, under each name that it has.

    After the edit its paths are all that counts.
    """
    event = request.event
    if event.tool not in FILE_TOOLS:
        return (Reconstruction(skip_reason=_why_skipped(event)),)
    if event.name == "PostToolUse" and request.touched:
        own = request.touched[0]
        return tuple(
            [
                Reconstruction(name, leads_to=own if name in request.links else "")
                for name in request.touched
            ]
        )
    proposals = request.proposals or (reconstruct(event),)
    return tuple([_as_specified(event, each) for each in proposals])


def _as_specified(event: Event, proposed: Reconstruction) -> Reconstruction:
    if event.tool == "Write" or not proposed.path or not is_utf_16_at(proposed.path):
        return proposed
    # It is binary here: the specification asks for no more than a NUL.
    return proposed._replace(text=None, skip_reason="Binary file detected")


def _why_skipped(event: Event) -> str:
    if not event.tool and event.name not in _CHECKED_EVENTS:
        return f"{printable(event.name)}: expected {' or '.join(_CHECKED_EVENTS)} of a file tool"
    return f"Unknown tool: {event.tool or '(none)'}"


def _answer_at_once(
    request: HookRequest, proposals: Sequence[Reconstruction]
) -> tuple[str, str] | None:
    """Return the hook's answer, and what to say beside it; ``None`` where it is not known yet."""
    proposed, *other_names = proposals
    if not proposed.path:
        return _NOTHING, harmless(f"skipped: {proposed.skip_reason}")
    if other_names:
        return None
    if not may_check(request, levels_of_file(request, proposed.path)):
        return _NOTHING, NO_CONTRACTS
    is_over = request.event.name == "PostToolUse"
    text = read_text(proposed.path) if is_over else proposed.text
    try:
        if text is None or not meets_all_contracts(request, proposed.path, text):
            return None
    except Exception:  # out of time, or a garbled store: for what follows to say
        return None
    if is_over:
        return None if is_utf_16_at(proposed.path) else (_NOTHING, "")
    return dumps(permission("allow", reason=ALL_PASSED)) + "\n", ""


def _check_files(flags: EnforceFlags) -> None:
    from phaser_lint.hook.enforced_files import check_all, check_file

    found = (
        check_file(flags.file, flags.severity, flags.contracts_dir, flags.timeout)
        if flags.file is not None
        else check_all(flags.severity, flags.contracts_dir, flags.timeout)
    )
    _print(found, flags, default="text", event_name="PreToolUse")


def _print(found: Report | str, flags: EnforceFlags, *, default: str, event_name: str) -> None:
    """Print the report, or that nothing was checked and why, in the format of the *flags*."""
    from phaser_lint.contract.model import Report
    from phaser_lint.hook.enforce_answers import render_hook, render_json, render_text
    from phaser_lint.report.summary import asides

    report = Report() if isinstance(found, str) else found
    format_name = flags.format or default
    if format_name == "hook":
        is_checked = report.checked or report.violations
        out = render_hook(report, event_name=event_name) if is_checked else _NOTHING
    elif format_name == "json":
        out = render_json(report)
    else:
        out = render_text(report, quiet=flags.quiet)
        if isinstance(found, str) and not flags.quiet:
            out += f"{found[:1].upper()}{found[1:]}\n"
    skipped = [harmless(f"skipped: {_named(skip)}{skip.reason}") for skip in report.skipped]
    reasons = [*skipped, *([found] if isinstance(found, str) else [])]
    _write(out, [*asides(report), *([] if flags.quiet else reasons)])


def _named(skip: Skip) -> str:
    return f"{skip.path}: " if skip.path else ""


def _write(answer: str, asides: Sequence[str]) -> None:
    sys.stdout.write(answer)
    sys.stdout.flush()
    sys.stderr.write("".join(f"phaser enforce: {line}\n" for line in asides))
