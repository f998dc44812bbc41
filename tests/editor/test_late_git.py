"""A git that gives no answer: a text is shown by itself first, and all calls have one clock."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.editor.open_file_check import GitAnswer, make_open_file_check
from phaser_lint.editor.project_states import Projects
from tests.hostile_git import HostileGit

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

NO_EVAL = {
    "no-eval.yaml": (
        "rule_id: no-eval\ntype: forbid_pattern\npattern: eval\nfile_glob: '*.py'\n"
        "message: Use no eval.\nseverity: error\n"
    )
}


@pytest.fixture
def committed(project: MakeProject) -> Path:
    return project({"a.py": "eval(1)\n"}, contracts=NO_EVAL, commit=True)


def test_what_is_left_of_the_time_is_all_that_git_gets(
    committed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of it: no call is even begun."""
    projects = Projects(home=str(tmp_path), cache=str(tmp_path / "cache"))
    place = projects.place_of(str(committed / "a.py"), [str(committed)])
    assert place is not None
    verdict = make_open_file_check(projects, place, "eval(1)\n", unsaved_texts={}).quick(
        GitAnswer()
    )
    hostile = HostileGit(tmp_path / "hostile")
    for name, variable in hostile.environment(os.environ, of="rev-parse", way="sleep").items():
        monkeypatch.setenv(name, variable)
    late_verdict = verdict.check.with_git(verdict, is_saved=False, seconds=0.0)
    assert (late_verdict.answer.is_late, len(late_verdict.new), hostile.asked()) == (True, 1, [])
    monkeypatch.undo()
    answered = late_verdict.check.with_git(late_verdict, is_saved=False, seconds=60.0)
    assert (answered.answer.is_late, len(answered.new), answered.answer.failure) == (False, 0, "")


@pytest.mark.slow
def test_a_text_is_shown_before_a_late_git_answers(
    committed: Path, editor: Editor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = HostileGit(tmp_path / "hostile")
    for name, variable in hostile.environment(os.environ, of="rev-parse", way="sleep").items():
        monkeypatch.setenv(name, variable)
    editor.start(committed)
    assert [diagnostic["code"] for diagnostic in editor.open(committed / "a.py", "eval(1)\n")] == [
        "no-eval"
    ]
    notes = [
        message for message in editor.received if message.get("method") == "window/showMessage"
    ]
    assert notes == []
    assert editor.eventually(lambda: "no answer in the time" in str(editor.received))
