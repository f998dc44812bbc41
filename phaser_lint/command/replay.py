"""``phaser-lint replay``: recorded events through a hook again, with the decision and the time.

For a report of a bug, and to try a new contract on yesterday's edits. ``hook --record FILE`` makes
recordings. Nothing is written but in a temporary folder.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from phaser_lint.agent import DEFAULT
from phaser_lint.agent.known_agents import AGENTS
from phaser_lint.command import exit_codes
from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.model import ContractPlace
from phaser_lint.core.command_line import Parser, add_contracts_dir
from phaser_lint.core.text import disarmed_json, harmless
from phaser_lint.hook.doctor.copied_files import copy_contracts, copy_deciding
from phaser_lint.hook.doctor.execution import quiet_environment
from phaser_lint.hook.doctor.replaying import Hook, replay
from phaser_lint.hook.recording import read_recording
from phaser_lint.project.project import levels_for
from phaser_lint.project.root import PROJECT_FOLDERS, home_folder
from phaser_lint.project.whole_files import temporary_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.hook.doctor.replaying import Replayed

_NAMES = tuple(agent.name for agent in AGENTS)
_UNREAD = "the hook did not read the whole event"
_CODE = "from phaser_lint.hook.clean import main; main()"


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint replay",
        "Send recorded hook events through a hook again.",
        example="phaser-lint replay yesterday.jsonl",
        page="doctor.md",
    )
    made.add_argument("files", nargs="+", metavar="FILE", help="a recording, one event a line")
    made.add_argument(
        "--agent",
        choices=_NAMES,
        metavar="NAME",
        default=DEFAULT,
        help=f"whose events they are: one of {', '.join(_NAMES)} [default: claude-code]",
    )
    made.add_argument("--root", metavar="PATH", help="the project whose contracts count")
    add_contracts_dir(made)
    made.add_argument(
        "--project",
        metavar="PATH",
        default="",
        help="the folder the events were recorded in, if they name none",
    )
    made.add_argument(
        "--command", metavar="LINE", help="another hook than this program's: a line for the shell"
    )
    made.add_switch("--json", help="print one JSON object a line")
    return made


def run(arguments: Sequence[str]) -> int:
    """Print the decisions; 0, or 1 if the hook gave no valid answer to an event."""
    given = parser().parse_args(arguments)
    recordings = [(path, read_recording(path)) for path in given.files]
    for path, recorded in recordings:
        if not recorded:
            sys.stderr.write(f"phaser-lint: {harmless(path)}: there is no event in it\n")
    hook = Hook(given.agent, given.command or _own_hook(given.agent))
    levels = levels_for(given.root)
    included = read_configuration(levels).include
    failed = False
    for path, recorded in recordings:
        with temporary_folder("phaser-lint-replay-") as folder:
            place = os.path.join(os.path.realpath(folder), "project")
            os.mkdir(place)
            cache = os.path.join(os.path.realpath(folder), "cache")
            if given.contracts_dir is not None:
                only = ContractPlace(given.contracts_dir, PROJECT_FOLDERS[0], "given")
                copy_contracts([only], place)
            else:
                copy_deciding(levels, included, place)
            found = replay(
                recorded,
                hook,
                folder=place,
                project=given.project.rstrip("/"),
                environment=quiet_environment(os.environ, home=home_folder(), folder=cache),
            )
            for replayed in found:
                failed = failed or replayed.run.decision.kind == "broken"
                sys.stdout.write(_json(path, replayed) if given.json else _text(path, replayed))
    return exit_codes.VIOLATIONS if failed else exit_codes.CLEAN


def _own_hook(agent: str) -> tuple[str, ...]:
    named = () if agent == DEFAULT else ("--agent", agent)
    return (sys.executable, "-I", "-c", _CODE, *named)


def _text(path: str, replayed: Replayed) -> str:
    decision, result = replayed.run.decision, replayed.run.result
    words = (replayed.event, replayed.tool, replayed.path)
    about = " ".join(word for word in words if word) or "another event"
    head = f"{path}:{replayed.line}: {about}: {decision.kind} ({result.seconds * 1000:.0f} ms)"
    messages = [*decision.text.split("\n"), *decision.user.split("\n")]
    if result.left_unread:
        messages.append(f"warning: {_UNREAD}")
    lines = [head, *(f"  {line}" for line in dict.fromkeys(messages) if line.strip())]
    return "".join(f"{harmless(line)}\n" for line in lines)


def _json(path: str, replayed: Replayed) -> str:
    decision, result = replayed.run.decision, replayed.run.result
    value: dict[str, Any] = {
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
        "exit_code": result.code,
        "seconds": round(result.seconds, 4),
    }
    if result.left_unread:
        value["warning"] = _UNREAD
    return disarmed_json(json.dumps(value, sort_keys=True)) + "\n"
