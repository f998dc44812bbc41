"""The user's own configuration: what it says, and who has no say in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.counts.counting import is_counting
from phaser_lint.counts.user_configuration import user_configuration
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("text", "counts", "problems"),
    [
        ("", False, []),
        ("# nothing\n", False, []),
        ("count: false\n", False, []),
        ("x-mine: 1\n", False, []),
        ("count: true\n", True, []),
        ("x-mine: 1\ncount: true\n", True, []),
        ("count: 1\n", False, ["1: count: expected true or false, not 1"]),
        ("# a\ncuont: true\n", False, ["2: cuont: unknown key; did you mean count?"]),
        ("count: true\nexclude: a\n", False, ["2: exclude: unknown key"]),
        ("- count\n", False, ["1: expected a mapping, not a list"]),
        ("count: true\n---\ncount: true\n", False, ["3: expected one document"]),
        ("count: [\n", False, ["2: "]),
        ("count: true\ncount: true\n", False, ["2: count: "]),
        ("a" * 70_000, False, [" expected no more than 64 KB"]),
    ],
)
def test_what_it_says(tmp_path: Path, text: str, counts: bool, problems: list[str]) -> None:
    """What is wrong with it switches it off."""
    write_files(tmp_path, {".phaser/config.yaml": text})
    found = user_configuration(str(tmp_path), top=str(tmp_path / "project"))
    assert found.counts is counts
    assert is_counting(str(tmp_path), top=str(tmp_path / "project")) is counts
    shown = [str(each) for each in found.problems]
    assert len(shown) == len(problems)
    for problem, expected in zip(shown, problems, strict=True):
        assert problem.startswith(f"~/.phaser/config.yaml:{expected}")


def test_a_project_has_no_say(tmp_path: Path) -> None:
    """A home folder that lies in it is none, nor is a file that is a link into it."""
    top = tmp_path / "project"
    write_files(
        top, {".phaser/config.yaml": "count: true\n", "home/.phaser/config.yaml": "count: true\n"}
    )
    (tmp_path / "home/.phaser").mkdir(parents=True)
    (tmp_path / "home/.phaser/config.yaml").symlink_to(top / ".phaser/config.yaml")
    for home in (top, top / "home", tmp_path / "home"):
        assert not is_counting(str(home), top=str(top))
        (problem,) = user_configuration(str(home), top=str(top)).problems
        assert (
            problem.expected == f"lies in the project at {top}, which has no say in what is counted"
        )


def test_without_a_home(tmp_path: Path) -> None:
    """Nothing is counted, and nothing is wrong."""
    assert not is_counting("", top=str(tmp_path))
    assert user_configuration("", top=str(tmp_path)).problems == ()
    assert user_configuration("/dev/null", top=str(tmp_path)).problems == ()
