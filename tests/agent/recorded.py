"""Recorded exchanges with real clients, in ``tests/payloads/<client>-<version>/<case>.jsonl``.

Each line is one call of a hook: ``event``, what came on standard input, and ``disk``, the project's
files at that moment; the last line is ``final_disk``. The project was ``/project``. The recordings
of OpenCode are a plugin's: ``hook``, its arguments ``i`` and ``o``, and no disk.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent.parent / "payloads"
CASES = sorted(f"{path.parent.name}/{path.stem}" for path in FOLDER.glob("*/*.jsonl"))


class Step(NamedTuple):
    """One event, with the files when it came and after its tool had run or was refused."""

    event: dict[str, Any]
    disk: dict[str, str]
    after: dict[str, str]


def lines_of(case: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{case}.jsonl").read_text().splitlines()]


def steps(case: str) -> list[Step]:
    """The events of a recording in their order."""
    *lines, last = lines_of(case)
    final = last["final_disk"]
    # The disk was recorded without its folders; what is in them was there at the end.
    deep = {path: text for path, text in final.items() if "/" in path}
    steps_of_case = []
    for index, line in enumerate(lines):
        after = _after(lines[index + 1 :], line["event"], final)
        steps_of_case.append(Step(line["event"], line["disk"], {**deep, **after}))
    return steps_of_case


def _after(later: list[dict[str, Any]], event: dict[str, Any], final: dict[str, str]) -> Any:
    """The files at the next event of the same tool call; else at the next one; else at the end."""
    for line in later:
        if _call(line["event"]) == _call(event):
            return line["disk"]
    return later[0]["disk"] if later else final


def _call(event: dict[str, Any]) -> Any:
    call = event.get("tool_call") or event.get("tool_result") or {}
    call_id = event.get("tool_use_id") or event.get("tool_call_id") or call.get("id")
    arguments = event.get("tool_input") or event.get("toolArgs") or event.get("input")
    # Without any of them it is no tool call, and nothing else's either.
    return call_id or arguments or id(event)


def place_step(step: Step, root: Path) -> dict[str, Any]:
    """The event as it would be in the project *root*, whose files are written."""
    write_files(root, step.disk)
    event: dict[str, Any] = json.loads(json.dumps(step.event).replace("/project", str(root)))
    return event


def opencode_events(case: str) -> Iterator[dict[str, Any]]:
    """What OpenCode's plugin sends to the hook, for each tool call of a recording."""
    for line in lines_of(case)[:-1]:
        arguments = line["i"].get("args") or line["o"]["args"]
        yield {
            "opencode": line["hook"],
            "tool": line["i"]["tool"],
            "args": arguments,
            "session": line["i"]["sessionID"],
            "directory": "/project",
            "worktree": "/project",
        }
