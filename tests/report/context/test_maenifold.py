"""maenifold: where its program is looked for, and what becomes of every kind of answer."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from phaser_lint.report.context.maenifold import LARGEST_ANSWER, ask_maenifold
from phaser_lint.report.context.maenifold_program import find_maenifold_program
from phaser_lint.report.context.plain_text import Bounds
from tests.report.context.stand_in import install_stand_in


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return install_stand_in(tmp_path / "maenifold-1")


def ask_program(
    program: Path, *names: str, failures: list[str] | None = None, **seconds: float
) -> dict[str, str]:
    bounds, failed = Bounds(depth=1, entities=5), [] if failures is None else failures
    return ask_maenifold(str(program), names, bounds, failed=failed.append, **seconds)


WITHOUT_ANSWER = {
    "failing": ["maenifold gave no context on [[failing]]: it ended with 3"],
    "endless": ["maenifold gave no context on [[endless]]: it took too long"],
    "unknown": [],
}


@pytest.mark.parametrize(("name", "message"), WITHOUT_ANSWER.items(), ids=WITHOUT_ANSWER)
def test_no_answer_is_no_context(program: Path, name: str, message: list[str]) -> None:
    """Never an error, and said where it is a failure; the others' answers are kept."""
    failures: list[str] = []
    answers = ask_program(program, name, "auth", failures=failures, seconds_a_name=0.5)
    assert answers == {"auth": "# About auth"}
    assert failures == message


def test_names_that_there_was_no_time_for(program: Path) -> None:
    failures: list[str] = []
    assert ask_program(program, "auth", failures=failures, seconds=0.0) == {}
    assert failures == ["maenifold gave no context on [[auth]]: it took too long"]


def test_a_program_that_cannot_start(tmp_path: Path) -> None:
    """It went away in between, or is made for another machine."""
    (tmp_path / "maenifold").write_bytes(b"\x7fELF")
    (tmp_path / "maenifold").chmod(0o755)
    assert ask_program(tmp_path / "maenifold", "auth") == {}
    failures: list[str] = []
    assert ask_program(tmp_path / "none", "auth", failures=failures) == {}
    assert failures[0].startswith(
        "maenifold gave no context on [[auth]]: it could not be started: "
    )


def test_answers_come_in_the_order_of_the_names(program: Path) -> None:
    """In the order of the names; a payload is JSON whatever the name holds."""
    names = ["auth", 'a "b" \\ $(id)', "slow-c", "d", "e", "f"]
    assert list(ask_program(program, *names)) == names
    log = (program.parents[1] / "log").read_text().splitlines()
    payloads = sorted(
        (json.loads(line) for line in log), key=lambda payload: payload["conceptName"]
    )
    assert payloads[1] == {
        "conceptName": "auth",
        "depth": 1,
        "includeContent": True,
        "maxEntities": 5,
    }
    assert sorted(names) == [payload["conceptName"] for payload in payloads]


def test_large_and_odd_answers(program: Path) -> None:
    """One without an end is taken up to the limit; bytes that are no text are replaced."""
    answers = ask_program(program, "large", "bytes")
    assert LARGEST_ANSWER - 100 < len(answers["large"]) <= LARGEST_ANSWER
    assert answers["bytes"] == "\ufffd\0ok"


def test_names_are_asked_for_at_once(program: Path) -> None:
    """Four names that take a while each take as long as one."""
    start = time.monotonic()
    assert len(ask_program(program, "slow-1", "slow-2", "slow-3", "slow-4", seconds_a_name=3)) == 4
    assert time.monotonic() - start < 4 * 0.4


def test_the_whole_has_an_end(program: Path) -> None:
    """Many names, all too slow: over after the time for all."""
    start = time.monotonic()
    assert ask_program(program, *(["endless"] * 40), seconds_a_name=0.3, seconds=0.6) == {}
    assert time.monotonic() - start < 3


@pytest.mark.parametrize(
    ("name", "answer"), [("endless", {}), ("parent", {"parent": "# About parent"})]
)
def test_children_are_ended(program: Path, name: str, answer: dict[str, str]) -> None:
    """Those of a program that was ended, and those that one leaves behind with its pipe open."""
    assert ask_program(program, name, seconds_a_name=0.6) == answer
    children = (program.parents[1] / "log.children").read_text().split()
    assert len(children) == 1
    until = time.monotonic() + 5
    while _runs(int(children[0])) and time.monotonic() < until:
        time.sleep(0.02)
    assert not _runs(int(children[0]))


def _runs(process: int) -> bool:
    """Whether a process is there and no zombie, which somebody else has yet to collect."""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


# Where it is looked for: (files that are programs, MAENIFOLD_ROOT, PATH, what is found).
PLACES = {
    "nowhere": ([], "", "{0}/bin", ""),
    "on the PATH": (["bin/maenifold"], "", "/none:{0}/bin", "bin/maenifold"),
    "a relative PATH": (["bin/maenifold"], "", "bin:.:", ""),
    "at home": (["home/maenifold/bin/maenifold"], "", "", "home/maenifold/bin/maenifold"),
    "under the root": (["r/bin/maenifold", "bin/maenifold"], "{0}/r", "{0}/bin", "r/bin/maenifold"),
    "in the root": (["r/maenifold"], "{0}/r", "", "r/maenifold"),
    "a root at home": (["home/r/maenifold"], "~/r", "", "home/r/maenifold"),
    "a root of data": (["r/memory.db", "bin/maenifold"], "{0}/r", "{0}/bin", "bin/maenifold"),
    "an invalid root": (["bin/maenifold"], "{0}/missing", "{0}/bin", ""),
    "on the PATH, in the project": (
        ["project/bin/maenifold", "bin/maenifold"],
        "",
        "{0}/project/bin:{0}/bin",
        "bin/maenifold",
    ),
    "under a root in the project": (["project/bin/maenifold"], "{0}/project", "", ""),
    "a relative root": (["bin/maenifold"], "bin", "{0}/bin", ""),
}


@pytest.mark.parametrize("row", PLACES.values(), ids=PLACES)
def test_the_program_is_looked_for_in_its_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: tuple[list[str], str, str, str]
) -> None:
    """The root first, then the PATH, then the home; a root that is no folder switches it off."""
    programs, root, path, expected = row
    for name in programs:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch(0o755)
    monkeypatch.chdir(tmp_path)
    project = tmp_path / "project"
    environment = {"MAENIFOLD_ROOT": root.format(tmp_path), "PATH": path.format(tmp_path)}
    program_path = find_maenifold_program(
        environment, home=str(tmp_path / "home"), project=str(project)
    )
    assert program_path == (str(tmp_path / expected) if expected else "")


def test_a_folder_is_no_program(tmp_path: Path) -> None:
    """A folder of that name, and a file that may not be run."""
    (tmp_path / "a" / "maenifold").mkdir(parents=True)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "maenifold").touch(0o644)
    path = f"{tmp_path}/a:{tmp_path}/b"
    assert find_maenifold_program({"PATH": path}, home="", project=str(tmp_path / "project")) == ""
