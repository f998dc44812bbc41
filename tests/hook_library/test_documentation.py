"""The examples of docs/hooks-library.md do what the page says, each as a process of its own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.hook_library.made import event, run_hook

if TYPE_CHECKING:
    from tests.conftest import MakeProject

PAGE = Path(__file__).parents[2] / "docs" / "hooks-library.md"
BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A script of the page, an event that follows it and the answer that follows that."""

    code: str
    event: str
    answer: str


def blocks() -> list[tuple[str, str]]:
    """The code blocks of the page: what each is, and its text."""
    matches = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    return [(role or language, text) for language, role, text in matches]


def examples() -> list[Example]:
    code, event_text, all_examples = "", "", []
    for kind, text in blocks():
        if kind == "python":
            code = text
        elif kind == "event":
            event_text = text
        elif kind == "answer":
            all_examples.append(Example(code, event_text, text))
    return all_examples


def fill_root(example: str, root: Path) -> Any:
    return json.loads(example.replace('"/project', f'"{root}'))


def test_every_script_has_an_answer() -> None:
    """Nothing on the page is left unread."""
    kinds = [kind for kind, _ in blocks()]
    scripts = [text for kind, text in blocks() if kind == "python" and "run(" in text]
    assert kinds.count("event") == kinds.count("answer") == len(examples()) == 1
    assert set(kinds) == {"python", "event", "answer", "settings"}
    assert {example.code for example in examples()} == set(scripts)
    assert len(scripts) == 1


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.answer[:60])
def test_each_example_of_the_page_gives_its_answer(
    project: MakeProject, environment: dict[str, str], example: Example
) -> None:
    """Under all fields that a client sends, the answer is the page's."""
    root = project({})
    hook_event = fill_root(example.event, root)
    payload = {
        **event(hook_event["hook_event_name"]),
        "cwd": str(root),
        "tool_use_id": "toolu_1",
        **hook_event,
    }
    ran = run_hook(root, example.code, payload, environment)
    assert (ran.answer, ran.err) == (fill_root(example.answer, root), "")


def test_the_first_example_by_hand(tmp_path: Path, environment: dict[str, str]) -> None:
    """As it stands on the page, where neither git nor a variable tells of a project."""
    first_example = examples()[0]
    ran = run_hook(tmp_path, first_example.code, json.loads(first_example.event), environment)
    assert (ran.answer, ran.err) == (json.loads(first_example.answer), "")


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.answer[:60])
def test_what_an_example_has_nothing_to_say_about(
    project: MakeProject, environment: dict[str, str], example: Example
) -> None:
    """The same event on another file, another command, another prompt, a second stop."""
    root = project({})
    hook_event = fill_root(example.event, root)
    tool_input = {"file_path": f"{root}/src/a.py", "content": "x = 1\n", "command": "ls"}
    other_keys = {"tool_input": tool_input, "prompt": "go", "stop_hook_active": True}
    payload = event(hook_event["hook_event_name"], **{**hook_event, **other_keys})
    ran = run_hook(root, example.code, payload, environment)
    assert (ran.answer, ran.err) == ({}, "")


def test_the_first_example_has_ten_lines() -> None:
    """As promised: without the path and the blank lines."""
    lines = examples()[0].code.splitlines()[1:]
    assert len([line for line in lines if line]) <= 10
