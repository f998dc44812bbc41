"""The quick answers of ``phaser enforce``: with them and without them the answer is the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.command import enforce
from tests.case_answers import stdin_of
from tests.case_files import FOLDER, read_case
from tests.command.made import contract, event
from tests.contract.stored import Later

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject, Outcome, Run

    AnswerEvent = Callable[[bytes, Path], tuple[bool, Outcome]]
CASES = sorted(folder.name for folder in FOLDER.iterdir() if (folder / "expected.json").exists())


@pytest.fixture
def answer_event(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AnswerEvent:
    """Whether an event is answered at once, once its contracts are stored, and how."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    at_once, answers = enforce._answer_at_once, list[Any]()

    def watched(*arguments: Any) -> Any:
        answers.append(at_once(*arguments))
        return answers[-1]

    def ask(stdin: bytes, root: Path) -> tuple[bool, Outcome]:
        def run_enforce() -> Outcome:
            cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
            return run("enforce", "--stdin", stdin=stdin, cwd=root, env=cache)

        monkeypatch.setattr(enforce, "_answer_at_once", lambda *_: None)
        outcome = run_enforce()
        monkeypatch.setattr(enforce, "_answer_at_once", watched)
        assert run_enforce() == outcome
        return answers[-1] is not None, outcome

    return ask


@pytest.mark.one_row_in(13)
@pytest.mark.parametrize(("number", "name"), [*enumerate(CASES)], ids=CASES)
def test_enforce_answers_every_case_the_same_at_once(
    project: MakeProject, answer_event: AnswerEvent, number: int, name: str
) -> None:
    """Every whole case, every other one after the edit: the same answer and words beside it."""
    case, after = read_case(name), number % 2 == 1
    root = project(case.files if after else case.before)
    _, outcome = answer_event(stdin_of(case, root, after=after), root)
    assert outcome.code == 0


PY = {"a.py": "x = 1\nprint(0)\n", "b.py": "x = 1\n", "utf-16.py": "x = 1\n".encode("utf-16")}
ONE_CONTRACT = {"a.yaml": contract()}
FROZEN = {**ONE_CONTRACT, "b.yaml": contract("kept", type="file_frozen", pattern=None)}
# The contracts, what the event says, and whether the clean path answers it.
ROWS = {
    "clean": (ONE_CONTRACT, {"content": "x = 2\n"}, True),
    "clean on disk": (ONE_CONTRACT, {"name": "PostToolUse", "file": "b.py"}, True),
    "no glob selects it": ({"a.yaml": contract(file_glob="*.ts")}, {"content": "print(1)\n"}, True),
    "no contracts": ({}, {"content": "print(1)\n"}, True),
    "an unknown tool": (ONE_CONTRACT, {"tool": "Read"}, True),
    "broken": (ONE_CONTRACT, {"content": "print(1)\n"}, False),
    "broken on disk": (ONE_CONTRACT, {"name": "PostToolUse"}, False),
    "suppressed": (ONE_CONTRACT, {"content": "print(1)  # phaser:ignore no-print\n"}, False),
    "a warning": ({"a.yaml": contract(severity="warning")}, {"content": "print(1)\n"}, False),
    "out of time": ({"a.yaml": contract(pattern="(a|aa)+$")}, {"content": "a" * 60 + "b"}, False),
    "a contract that is invalid": ({**ONE_CONTRACT, "b.yaml": contract(pattern="(")}, {}, False),
    "only disabled contracts": ({"a.yaml": contract(enabled=False)}, {}, False),
    "what an edit may change": (FROZEN, {"content": "x = 2\n"}, False),
    "a binary text": (ONE_CONTRACT, {"content": "\0"}, False),
    "UTF-16 on disk": (ONE_CONTRACT, {"name": "PostToolUse", "file": "utf-16.py"}, False),
    "an existing violation": (
        ONE_CONTRACT,
        {"tool": "Edit", "old_string": "x = 1", "new_string": "x = 2"},
        False,
    ),
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_only_what_breaks_nothing_is_answered_at_once(
    project: MakeProject, answer_event: AnswerEvent, row: Any
) -> None:
    """All that breaks nothing for certain, and only that."""
    contracts, fields, is_quick = row
    root = project(PY, contracts=contracts)
    path = root / fields.get("file", "a.py")
    event_keys = {
        "content": "x = 2\n",
        **{key: field for key, field in fields.items() if key != "file"},
    }
    assert answer_event(event(file_path=path, cwd=root, **event_keys), root)[0] is is_quick
