"""``phaser enforce``: the specified command for hooks, continuous integration and use by hand.

Decisions are in the output, not in the exit code: 0, or 3 when it could not run properly.

As a hook it goes the way of ``phaser-lint hook``: an edit that breaks nothing is answered by the
hook's clean path, and what more an answer needs is imported only for that. ``--file``, ``--all``
and flags that no hook entry has are for the rest.
"""

from __future__ import annotations

import os
import sys

from phaser_lint.agent import DEFAULT, FileProposal
from phaser_lint.agent.claude_code import FILE_TOOLS, propose_edit
from phaser_lint.command import exit_codes
from phaser_lint.core import Record, parse_payload, read_event_bytes, render_json_line
from phaser_lint.core.answer_json import make_permission_answer
from phaser_lint.core.errors import PhaserError
from phaser_lint.core.text import make_harmless, make_printable, parse_time_limit
from phaser_lint.hook import SECONDS, Options, find_file_levels, make_hook_request, may_check
from phaser_lint.hook.clean import ALL_PASSED, NO_CONTRACTS, meets_all_contracts
from phaser_lint.project.regular_file import is_utf_16_file, read_checkable_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.hook import HookRequest


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
CHOICES = {"--severity": ("error", "warning", "all"), "--format": ("hook", "json", "text")}
_CHECKED_EVENTS = ("PreToolUse", "PostToolUse")
_NOTHING = "{}\n"


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser enforce``: check what the flags name, print the answer, and return 0 or 3."""
    try:
        if arguments and arguments[0] == "install":
            from phaser_lint.command.install import run_enforce_install

            return run_enforce_install(arguments[1:])
        flags = parse_quick_flags(arguments)
        if flags is None:
            from phaser_lint.command.enforce_flags import parse_enforce_flags

            flags = parse_enforce_flags(arguments)
        if flags.stdin:
            event = parse_payload(read_event_bytes(sys.stdin.buffer.read))
            options = Options(
                contracts_dir=flags.contracts_dir, seconds=flags.timeout, reads_all=True
            )
            request = make_hook_request(event, options, DEFAULT)
            proposals = _list_proposals(request)
            is_for_hook = flags.format in (None, "hook")
            answered = _answer_at_once(request, proposals) if is_for_hook else None
            if answered is not None:
                answer, reason = answered
                _write_answer(answer, [reason] if reason and not flags.quiet else [])
                return exit_codes.CLEAN
            # Here, not above: what follows is for an event that breaks something, or may.
            from phaser_lint.hook.enforce_event import check_event

            outcome = check_event(request, proposals, flags.severity)
            default, event_name = "hook", request.event.name
        else:
            from phaser_lint.hook.enforce_files import check_all_files, enforce_file

            default, event_name = "text", "PreToolUse"
            if flags.file is not None:
                outcome = enforce_file(
                    flags.file,
                    severity=flags.severity,
                    contracts_dir=flags.contracts_dir,
                    seconds=flags.timeout,
                )
            else:
                outcome = check_all_files(flags.severity, flags.contracts_dir, flags.timeout)
        from phaser_lint.hook.enforce_answers import render_outcome

        format_name = flags.format or default
        _write_answer(
            *render_outcome(outcome, format_name, event_name=event_name, quiet=flags.quiet)
        )
    except PhaserError as error:
        sys.stderr.write(f"phaser enforce: {make_harmless(str(error))}\n")
        return exit_codes.BUG
    return exit_codes.CLEAN


def parse_quick_flags(arguments: Sequence[str]) -> EnforceFlags | None:
    """Parse what a hook entry gives ``enforce``, without the parser of its flags; ``None``: other
    flags, and wrong ones, need it.

    That one costs as much as an answer.
    """
    fields: dict[str, Any] = {}
    words = iter(arguments)
    for flag in words:
        field = flag.lstrip("-").replace("-", "_")
        if flag in _SWITCHES:
            fields[field] = True
            continue
        word = next(words, "")
        setting: str | float | None
        if flag == "--timeout":
            setting = parse_time_limit(word)
        elif flag == "--contracts-dir":
            setting = word if not word.startswith("-") and os.path.isdir(word) else None
        else:
            setting = word if word in CHOICES.get(flag, ()) else None
        if not setting or field in fields:
            return None
        fields[field] = setting
    return EnforceFlags(**fields) if "stdin" in fields else None


def _list_proposals(request: HookRequest) -> tuple[FileProposal, ...]:
    """Return the file that the event to ``enforce`` touches, under each name that it has.

    After the edit its paths are all that counts.
    """
    event = request.event
    if event.tool not in FILE_TOOLS:
        reason = f"Unknown tool: {event.tool or '(none)'}"
        if not event.tool and event.name not in _CHECKED_EVENTS:
            names = " or ".join(_CHECKED_EVENTS)
            reason = f"{make_printable(event.name)}: expected {names} of a file tool"
        return (FileProposal(skip_reason=reason),)
    if event.name == "PostToolUse" and request.touched:
        target = request.touched[0]
        return tuple(
            [
                FileProposal(path, leads_to=target if path in request.links else "")
                for path in request.touched
            ]
        )
    proposals = request.proposals or (propose_edit(event),)
    if event.tool == "Write":
        return tuple(proposals)
    return tuple(
        [
            # It is binary here: the specification asks for no more than a NUL.
            proposal._replace(text=None, skip_reason="Binary file detected")
            if proposal.path and is_utf_16_file(proposal.path)
            else proposal
            for proposal in proposals
        ]
    )


def _answer_at_once(
    request: HookRequest, proposals: Sequence[FileProposal]
) -> tuple[str, str] | None:
    """Return the hook's answer, and what to say beside it; ``None`` where it is not known yet."""
    proposed, *other_names = proposals
    if not proposed.path:
        return _NOTHING, make_harmless(f"skipped: {proposed.skip_reason}")
    if other_names:
        return None
    if not may_check(request, find_file_levels(request, proposed.path)):
        return _NOTHING, NO_CONTRACTS
    is_over = request.event.name == "PostToolUse"
    text = read_checkable_text(proposed.path) if is_over else proposed.text
    try:
        if text is None or not meets_all_contracts(request, proposed.path, text):
            return None
    except Exception:  # out of time, or a garbled store: for what follows to say
        return None
    if is_over:
        return None if is_utf_16_file(proposed.path) else (_NOTHING, "")
    return render_json_line(make_permission_answer("allow", reason=ALL_PASSED)) + "\n", ""


def _write_answer(answer: str, asides: Sequence[str]) -> None:
    sys.stdout.write(answer)
    sys.stdout.flush()
    sys.stderr.write("".join(f"phaser enforce: {line}\n" for line in asides))
