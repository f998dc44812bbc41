"""``phaser-lint replay``: recorded events through a hook again, with the decision and the time.

For a report of a bug, and to try a new contract on yesterday's edits. ``hook --record FILE`` makes
recordings. Nothing is written but in a temporary folder.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from phaser_lint.agent import DEFAULT
from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.command import exit_codes
from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.discover import ContractPlace
from phaser_lint.core.shared_flags import CONTRACTS_DIR_FLAG, Parser, make_argument, make_switch
from phaser_lint.core.text import disarm_json, make_harmless
from phaser_lint.hook.doctor.copied_files import copy_contracts, copy_deciding_files
from phaser_lint.hook.doctor.execution import make_quiet_environment
from phaser_lint.hook.doctor.replayed_events import Hook, Replayed, replay_events
from phaser_lint.hook.recording import read_recording
from phaser_lint.project import find_home_folder
from phaser_lint.project.levels import PROJECT_FOLDERS
from phaser_lint.project.project_of_command import require_project_levels
from phaser_lint.project.temporary_folder import make_temporary_folder

_NAMES = tuple(agent.name for agent in AGENT_SETTINGS)
_UNREAD = "the hook did not read the whole event"
_CODE = "from phaser_lint.hook.clean import main; main()"


def parser() -> Parser:
    """Return the parser of ``phaser-lint replay``."""
    return Parser(
        "phaser-lint replay",
        "Send recorded hook events through a hook again.",
        (
            make_argument("files", nargs="+", metavar="FILE", help="a recording, one event a line"),
            make_argument(
                "--agent",
                choices=_NAMES,
                metavar="NAME",
                default=DEFAULT,
                help=f"whose events they are: one of {', '.join(_NAMES)} [default: claude-code]",
            ),
            make_argument("--root", metavar="PATH", help="the project whose contracts count"),
            CONTRACTS_DIR_FLAG,
            make_argument(
                "--project",
                metavar="PATH",
                default="",
                help="the folder the events were recorded in, if they name none",
            ),
            make_argument(
                "--command",
                metavar="LINE",
                help="another hook than this program's: a line for the shell",
            ),
            make_switch("--json", help="print one JSON object a line"),
        ),
        example="phaser-lint replay yesterday.jsonl",
        page="doctor.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint replay``: print decisions on recorded events; 0, or 1 without an answer."""
    flags = parser().parse_args(arguments)
    recordings = [(path, read_recording(path)) for path in flags.files]
    for path, recorded in recordings:
        if not recorded:
            sys.stderr.write(f"phaser-lint: {make_harmless(path)}: there is no event in it\n")
    hook = Hook(flags.agent, flags.command or make_own_hook_command(flags.agent))
    levels = require_project_levels(flags.root)
    included = read_configuration(levels).include
    failed = False
    for path, recorded in recordings:
        with make_temporary_folder("phaser-lint-replay-") as folder:
            place = os.path.join(os.path.realpath(folder), "project")
            os.mkdir(place)
            cache = os.path.join(os.path.realpath(folder), "cache")
            if flags.contracts_dir is not None:
                only = ContractPlace(flags.contracts_dir, PROJECT_FOLDERS[0], "given")
                copy_contracts([only], place)
            else:
                copy_deciding_files(levels, included, place)
            answers = replay_events(
                recorded,
                hook,
                folder=place,
                project=flags.project.rstrip("/"),
                environment=make_quiet_environment(
                    os.environ, home=find_home_folder(), folder=cache
                ),
            )
            for replayed in answers:
                failed = failed or replayed.run.decision.kind == "broken"
                sys.stdout.write(
                    _render_json(path, replayed) if flags.json else _render_text(path, replayed)
                )
    return exit_codes.VIOLATIONS if failed else exit_codes.CLEAN


def make_own_hook_command(agent: str) -> tuple[str, ...]:
    """Return the command of this installation's hook, to which ``replay`` sends events."""
    flags = () if agent == DEFAULT else ("--agent", agent)
    return (sys.executable, "-I", "-c", _CODE, *flags)


def _render_text(path: str, replayed: Replayed) -> str:
    decision, process_result = replayed.run.decision, replayed.run.result
    words = (replayed.event, replayed.tool, replayed.path)
    about = " ".join(word for word in words if word) or "another event"
    head = (
        f"{path}:{replayed.line}: {about}: {decision.kind} ({process_result.seconds * 1000:.0f} ms)"
    )
    messages = [*decision.text.split("\n"), *decision.user.split("\n")]
    if process_result.left_unread:
        messages.append(f"warning: {_UNREAD}")
    lines = [head, *(f"  {line}" for line in dict.fromkeys(messages) if line.strip())]
    return "".join(f"{make_harmless(line)}\n" for line in lines)


def _render_json(path: str, replayed: Replayed) -> str:
    decision, process_result = replayed.run.decision, replayed.run.result
    fields: dict[str, Any] = {
        "version": 1,
        "file": path,
        "line": replayed.line,
        "event": replayed.event,
        "tool": replayed.tool,
        "path": replayed.path,
        "decision": decision.kind,
        "blocks": decision.blocks,
        "text": decision.text,
        "user": decision.user,
        "exit_code": process_result.code,
        "seconds": round(process_result.seconds, 4),
    }
    if process_result.left_unread:
        fields["warning"] = _UNREAD
    return disarm_json(json.dumps(fields, sort_keys=True)) + "\n"
