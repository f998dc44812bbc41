"""Drawn events against a small reference by the manual: none lets a forbidden text pass in silence.

Each event is drawn by its seed: an agent, a tool, and what is wrong with its form. The reference
tells three verdicts: ``denied``, ``said`` to whoever the agent lets hear it, and ``silent``.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.agent.events import SHAPES
from tests.command.made import contract

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.conftest import MakeProject, Run

SEEDS = range(300)
BAD, GOOD = "print(1)\n", "x = 1\n"
CONTRACTS = {"no-print.yaml": contract(ignorable=False)}
# The tool that writes a whole file in each agent: its name, its path, its text.
WRITERS = {
    "claude-code": ("Write", "file_path", "content"),
    "codex": ("apply_patch", "", "command"),
    "gemini-cli": ("write_file", "file_path", "content"),
    "qwen-code": ("write_file", "file_path", "content"),
    "copilot-cli": ("create", "path", "file_text"),
    "vscode": ("create_file", "filePath", "content"),
    "cursor": ("Write", "file_path", "content"),
    "opencode": ("write", "filePath", "content"),
    "cline": ("write_to_file", "path", "content"),
    "droid": ("Create", "file_path", "content"),
    "kimi-code": ("Write", "path", "content"),
    "pi": ("write", "path", "content"),
    "vibe": ("write_file", "file_path", "content"),
    "antigravity": ("write_to_file", "TargetFile", "CodeContent"),
}
# Its answer before a tool has no place for what is not a denial.
DEAF = ("kimi-code", "antigravity")
TOOL_KEYS = ("tool_name", "toolName", "tool", "name")
INPUT_KEYS = ("tool_input", "toolArgs", "args", "input", "parameters")


def input_of(agent: str, path: str, text: str) -> Any:
    """What the tool of *agent* that writes a file is given."""
    _, place, content = WRITERS[agent]
    if not place:
        lines = "".join(f"+{line}\n" for line in text.splitlines())
        return {content: f"*** Begin Patch\n*** Add File: {path}\n{lines}*** End Patch"}
    return {place: path, content: text}


def change_values(node: Any, keys: tuple[str, ...], change: Callable[[Any], Any]) -> Any:
    """*node* with what stands at one of *keys*, at whatever depth, changed."""
    if not isinstance(node, dict):
        return node
    return {
        key: change(inner) if key in keys else change_values(inner, keys, change)
        for key, inner in node.items()
    }


def remove_keys(node: Any, keys: tuple[str, ...]) -> Any:
    if not isinstance(node, dict):
        return node
    return {key: remove_keys(inner, keys) for key, inner in node.items() if key not in keys}


# What is wrong with an event's tool, so that nobody knows it: the file and the text stay.
TOOLS: dict[str, Callable[[Any], Any]] = {
    "empty": lambda event: change_values(event, TOOL_KEYS, lambda _: ""),
    "null": lambda event: change_values(event, TOOL_KEYS, lambda _: None),
    "a list": lambda event: change_values(event, TOOL_KEYS, lambda name: [name]),
    "a number": lambda event: change_values(event, TOOL_KEYS, lambda _: 7),
    "missing": lambda event: remove_keys(event, TOOL_KEYS),
    "unknown": lambda event: change_values(event, TOOL_KEYS, lambda _: "Scribe"),
    "in other letters": lambda event: change_values(event, TOOL_KEYS, str.swapcase),
}
# What is wrong with what the tool is given, so that its file is not known.
INPUTS: dict[str, Callable[[Any], Any]] = {
    "missing": lambda _: {},
    "null": lambda _: None,
    "of another agent": lambda given: {"where": "a.py", "what": str(given)},
    "in a list": lambda given: [given],
    "a number": lambda _: 3,
}


class DrawnEvent:
    """One event: its JSON, its flags, and what has to become of it."""

    def __init__(self, seed: int, root: str) -> None:
        draw = random.Random(seed)
        self.agent = draw.choice(sorted(WRITERS))
        self.kind = draw.choice(("whole", "whole", "tool", "tool", "input", "reading", "twice"))
        self.is_bad = draw.random() < 0.6
        self.flags = [
            flag for flag in ("--fail-closed", "--protect", "--augment") if draw.random() < 0.4
        ]
        if self.agent == "cline":
            self.flags.append("--abort")
        path = draw.choice((f"{root}/a.py", "deep/er/a.py", "a.py", f"{root}/b/../a.py"))
        text = draw.choice(("", "y = 2\n", "\n" * 3)) + (BAD if self.is_bad else GOOD)
        tool_input = input_of(self.agent, path, text)
        tool = WRITERS[self.agent][0]
        if self.kind == "reading":
            tool, tool_input = draw.choice(
                (("Read", {"file_path": path}), ("Bash", {"command": "ls"}))
            )
        event = SHAPES[self.agent]("before", (tool, tool_input), root)
        self.what = ""
        if self.kind == "tool":
            self.what = draw.choice(sorted(TOOLS))
            event = TOOLS[self.what](event)
        elif self.kind == "input":
            self.what = draw.choice(sorted(INPUTS))
            event = change_values(event, INPUT_KEYS, INPUTS[self.what])
        self.text = json.dumps(event)
        if self.kind == "twice":  # of a key that is there twice, every client takes the last
            other_event = json.dumps(SHAPES[self.agent]("before", ("Read", {"path": "x"}), root))
            self.text = f"{other_event[:-1]}, {self.text[1:]}"

    def expected(self) -> str:
        """The verdict by the manual."""
        is_closed = "--fail-closed" in self.flags
        if self.kind == "reading":
            return "silent"
        if self.kind in ("whole", "twice"):
            return "denied" if self.is_bad else "silent"
        if is_closed:
            return "denied"
        return "silent" if self.agent in DEAF else "said"


def verdict(code: int, out: str, silence: str = "{}\n") -> str:
    """What became of the event, by the agent's own form of an answer."""
    assert code == 0
    if any(mark in out for mark in ('"deny"', '"deny":', '"cancel": true', '"cancel":true')):
        return "denied"
    return "said" if "Not checked" in out else "silent" if out == silence else out


def outcome_of(drawn_event: DrawnEvent, run: Run, root: Path) -> str:
    flags = ("--agent", drawn_event.agent, *drawn_event.flags)
    env = {"XDG_CACHE_HOME": str(root.parent / "cache")}
    outcome = run("hook", *flags, stdin=drawn_event.text.encode(), cwd=root, env=env)
    assert outcome.err == ""
    # Antigravity would take {} for a denial.
    silence = "" if drawn_event.agent == "antigravity" else "{}\n"
    return verdict(outcome.code, outcome.out, silence)


@pytest.mark.parametrize(
    "seeds",
    [SEEDS[:100], pytest.param(SEEDS[100:], marks=pytest.mark.slow)],
    ids=["some", "others"],
)
def test_no_drawn_event_passes_in_silence(
    project: MakeProject, run: Run, seeds: Sequence[int]
) -> None:
    root = project({"x": ""}, contracts=CONTRACTS, commit=True).resolve()
    wrong = []
    for seed in seeds:
        drawn_event = DrawnEvent(seed, str(root))
        # A session of its own, so that what is said once is said.
        drawn_event.text = drawn_event.text.replace('"s"', f'"s{seed}"')
        verdict_of_hook = outcome_of(drawn_event, run, root)
        if verdict_of_hook != drawn_event.expected():
            wrong.append(
                (
                    seed,
                    drawn_event.agent,
                    drawn_event.kind,
                    drawn_event.what,
                    drawn_event.flags,
                    verdict_of_hook,
                )
            )
    assert wrong == []


# What counts does not depend on how many contract files there are, nor on what is stored.


def draw_many(count: int) -> dict[str, str]:
    return {f"{number}.yaml": contract(f"no-{number}", pattern=rf"\bbad_{number}\b")
            for number in range(count)}  # fmt: skip


@pytest.mark.parametrize("count", [1, 2, 50])
def test_every_contract_gives_context(project: MakeProject, run: Run, count: int) -> None:
    """The last of them as well, from an empty cache and from a full one."""
    root = project({}, contracts=draw_many(count))
    env = {"XDG_CACHE_HOME": str(root.parent / "cache")}
    prompt = {"hook_event_name": "UserPromptSubmit", "prompt": f"[[no-{count - 1}]]"}
    call = {"event": "tool.execute.before", "args": {"options": {"query": f"[[no-{count - 1}]]"}}}
    for _ in range(3):
        for flags, event in (
            (("augment",), {**prompt, "cwd": str(root)}),
            (("hook", "--augment"), {**prompt, "cwd": str(root)}),
            (("augment", "--agent", "opencode"), {**call, "directory": str(root)}),
        ):
            outcome = run(*flags, stdin=json.dumps(event).encode(), cwd=root, env=env)
            assert (outcome.code, outcome.err) == (0, "")
            assert f"Contract no-{count - 1} (error)" in outcome.out


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("count", [1, 2, 50])
def test_every_contract_counts_in_a_replay(project: MakeProject, run: Run, count: int) -> None:
    root = project({"x": ""}, contracts=draw_many(count), commit=True).resolve()
    env = {"XDG_CACHE_HOME": str(root.parent / "cache")}
    tool_input = {"file_path": str(root / "a.py"), "content": f"bad_{count - 1} = 1\n"}
    event = SHAPES["claude-code"]("before", ("Write", tool_input), str(root))
    recording = root.parent / "recording.jsonl"
    flags = ("hook", "--record", str(recording))
    for _ in range(2):
        denied = run(*flags, stdin=json.dumps(event).encode(), cwd=root, env=env)
        assert f"no-{count - 1} at line 1" in denied.out
    replayed = run("replay", "--json", str(recording), cwd=root, env=env)
    rows = [json.loads(line) for line in replayed.out.splitlines()]
    assert [row["decision"] for row in rows] == ["deny", "deny"]
    assert all(f"no-{count - 1} at line 1" in json.dumps(row) for row in rows)
