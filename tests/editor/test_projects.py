"""What is known of projects, and for how long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaser_lint.editor.projects import Projects
from tests.editor.test_loop import NO_PRINT

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.conftest import MakeProject


def test_git_is_asked_once_of_each_file(
    project: MakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where many are open, too, a save starts no git for each: here there is none any more."""
    root = project({}, contracts=NO_PRINT)
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/exclude").write_text("*0.py\n")
    projects = Projects(home=str(tmp_path), cache=str(tmp_path / "cache"))
    places = [projects.place_of(str(root / f"{number}.py"), []) for number in range(70)]
    are_ignored = [projects.is_ignored(place) for place in places if place]
    assert are_ignored == [number % 10 == 0 for number in range(70)]
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [projects.is_ignored(place) for place in places if place] == are_ignored
