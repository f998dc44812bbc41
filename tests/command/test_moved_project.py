"""A project that moves into a monorepo's folder takes its existing violations along.

``git mv src .claude apps/web``: nothing is new but what the move added, in every place that
compares. The contract has to be the same one, and has to have found the line before.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaser_lint.editor.open_file_check import GitAnswer, make_open_file_check
from phaser_lint.editor.project_states import Projects
from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

    Files = dict[str, str | None]

CONTRACTS, APP = ".claude/contracts", "apps/web"
LINES = "".join(f"line_{number} = {number}\n" for number in range(30))
BAD = LINES + "print(1)\n"
NO_PRINT = contract(file_glob="src/**/*.py")
PAIR = contract(
    "indexed",
    type="file_pair",
    pattern=None,
    file_glob="/src/*/",
    partner="{dir}/index.py",
)
LISTED = contract(
    "listed",
    type="items_listed",
    pattern=r"^class (\w+)",
    file_glob="src/*.py",
    listed_in="lists/*.md",
    lists="all",
)
FILES = {
    "src/a.py": BAD,
    "src/part/b.py": LINES,
    "src/c.py": LINES + "class C: ...\n",
    "lists/one.md": "Some words\n",
    f"{CONTRACTS}/a.yaml": NO_PRINT,
    f"{CONTRACTS}/pair.yaml": PAIR,
    f"{CONTRACTS}/listed.yaml": LISTED,
    f"{CONTRACTS}/lacks.yaml": contract(
        "lacks", type="require_pattern", pattern="MIT", file_glob="src/a.py", message="Say so."
    ),
}
ALL = ("src", "lists", ".claude")
MOVED_GLOB = {f"{CONTRACTS}/a.yaml": contract(file_glob="apps/web/src/**/*.py")}


def move(root: Path, *names: str, to: str = APP) -> None:
    """``mv``, of which git knows nothing yet."""
    (root / to).mkdir(parents=True, exist_ok=True)
    for name in names:
        (root / name).rename(root / to / name)


def places(outcome_out: str) -> list[str]:
    return [
        f"{violation['path']} {violation['rule_id']}"
        for violation in json.loads(outcome_out)["violations"]
    ]


def move_all(root: Path) -> None:
    move(root, *ALL)


def move_code_and_change_the_glob(root: Path) -> None:
    move(root, "src")
    write_files(root, MOVED_GLOB)
    for name in ("pair", "listed", "lacks"):
        (root / CONTRACTS / f"{name}.yaml").unlink()


def move_under_a_new_name(root: Path) -> None:
    move(root, *ALL)
    (root / APP / "src/a.py").rename(root / APP / "src/z.py")
    (root / APP / CONTRACTS / "lacks.yaml").unlink()
    (root / APP / CONTRACTS / "a.yaml").rename(root / APP / CONTRACTS / "z.yaml")


def move_and_add(root: Path) -> None:
    move(root, *ALL)
    write_files(root / APP, {"src/a.py": BAD + "print(2)\n"})


def move_a_file_into_the_glob(root: Path) -> None:
    move(root, *ALL)
    move(root / "draft", "d.py", to="../apps/web/src")


def move_and_widen_the_glob(root: Path) -> None:
    move(root, *ALL, "draft")
    write_files(root / APP, {f"{CONTRACTS}/a.yaml": contract(file_glob="**/*.py")})


def write_another_contract_of_that_id(root: Path) -> None:
    move(root, *ALL)
    (root / APP / CONTRACTS / "a.yaml").unlink()
    text = contract(pattern=r"\bprint\b", file_glob=["/src/**"], message="Other words. " * 20)
    write_files(root / APP, {f"{CONTRACTS}/new.yaml": "".join(sorted(text.splitlines(True)))})


def demand_other_words(root: Path) -> None:
    move(root, *ALL)
    lacks = f"{CONTRACTS}/lacks.yaml"
    text = (root / APP / lacks).read_text().replace("MIT", "line_7")
    write_files(root / APP, {lacks: text, "src/a.py": BAD.replace("line_7", "line_0")})


MOVES: dict[str, tuple[Callable[[Path], None], list[str]]] = {
    "all of it": (move_all, []),
    "the code, and the glob with it": (move_code_and_change_the_glob, []),
    "under new names": (move_under_a_new_name, []),
    "and a line more": (move_and_add, ["apps/web/src/a.py no-print"]),
    "a file that no contract found": (move_a_file_into_the_glob, ["apps/web/src/d.py no-print"]),
    "with a wider glob": (move_and_widen_the_glob, ["apps/web/draft/d.py no-print"]),
    "and what is demanded now is lost": (demand_other_words, ["apps/web/src/a.py lacks"]),
    "with another contract": (write_another_contract_of_that_id, ["apps/web/src/a.py no-print"]),
}


@pytest.mark.parametrize("row", MOVES.values(), ids=MOVES)
def test_a_moved_project_breaks_nothing_anew(
    project: MakeProject, run: Run, git: Git, row: tuple[Callable[[Path], None], list[str]]
) -> None:
    """On the disk, before git knows the new names and after it; committed, and in the history."""
    change, new = row
    root = project({**FILES, "draft/d.py": f"d = 1\n{LINES}print(4)\n"}, commit=True)
    change(root)
    since_head = ("scan", "--format=json", "--since", "HEAD")
    assert places(run(*since_head, cwd=root).out) == new
    git(root, "add", "-A")
    assert places(run(*since_head, cwd=root).out) == new
    git(root, "commit", "-qm", "Move")
    assert places(run("scan", "--format=json", "--since", "HEAD~1", cwd=root).out) == new
    [newest, _] = json.loads(run("history", "--json", cwd=root).out)["commits"]
    assert [violation["path"] for violation in newest["violations"]] == [
        place.partition(" ")[0] for place in new
    ]


def test_stop_blocks_no_moved_project(project: MakeProject, run: Run, git: Git) -> None:
    """What was wrong before the session is not the session's."""
    root = project(FILES, commit=True)
    start = json.dumps({"hook_event_name": "SessionStart", "session_id": "s", "cwd": str(root)})
    stop = json.dumps({"hook_event_name": "Stop", "session_id": "s", "cwd": str(root)})
    run("hook", stdin=start.encode(), cwd=root)
    move_all(root)
    git(root, "add", "-A")
    answer = json.loads(run("hook", stdin=stop.encode(), cwd=root).out)
    assert "decision" not in answer
    write_files(root / APP, {"src/a.py": BAD + "print(2)\n"})
    answer = json.loads(run("hook", stdin=stop.encode(), cwd=root).out)
    assert answer["decision"] == "block"


def test_an_editor_shows_a_moved_violation_as_an_existing_one(
    project: MakeProject, tmp_path: Path
) -> None:
    """Faint, as before the move."""
    root = project(FILES, commit=True)
    move_all(root)
    projects = Projects(home=str(tmp_path), cache=str(tmp_path / "cache"))
    place = projects.place_of(str(root / APP / "src/a.py"), [str(root)])
    assert place is not None
    text = f"{BAD}print(2)\n"
    check = make_open_file_check(projects, place, text, unsaved_texts={})
    verdict = check.with_git(check.quick(GitAnswer()), is_saved=False, seconds=60.0)
    assert [(violation.rule_id, violation.line) for violation in verdict.new] == [("no-print", 32)]


def test_entries_of_a_baseline_go_with_a_moved_project(
    project: MakeProject, run: Run, git: Git
) -> None:
    """The commit that moves is not refused, and ``--prune`` writes them under their new names."""
    files = {name: FILES[name] for name in ("src/a.py", f"{CONTRACTS}/a.yaml")}
    root = project(files, commit=True)
    assert run("baseline", "-q", cwd=root).code == 0
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Record")
    move(root, "src", ".claude")
    git(root, "add", "-A")
    assert run("scan", "--staged", cwd=root)[:2] == (0, "0 errors, 0 warnings\n")
    assert run("baseline", "--check", cwd=root) == (
        1,
        ".phaser/baseline.jsonl: 0 entries to remove; 1 to move with their code; "
        "1 violation in 1 file\nphaser-lint baseline --prune does that.\n",
        "",
    )
    git(root, "commit", "-qm", "Move")
    assert run("scan", "-q", cwd=root) == (0, "", "")
    assert run("baseline", "--prune", "-q", cwd=root) == (0, "", "")
    [_, entry] = (root / ".phaser/baseline.jsonl").read_text().splitlines()
    assert json.loads(entry) | {"line": ""} == {
        "path": "apps/web/src/a.py",
        "level": "apps/web",
        "rule_id": "no-print",
        "line": "",
        "count": 1,
    }
    assert run("scan", "-q", cwd=root) == (0, "", "")


def test_entries_go_with_a_contract_that_moves_alone(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Into the level where its files are already."""
    root = project({"lib/a.py": BAD}, contracts={"a.yaml": contract()}, commit=True)
    assert run("baseline", "-q", cwd=root).code == 0
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Record")
    move(root, ".claude", to="lib")
    git(root, "add", "-A")
    assert run("scan", "--staged", cwd=root)[:2] == (0, "0 errors, 0 warnings\n")
    assert run("baseline", "--prune", "-q", cwd=root) == (0, "", "")
    assert '"level": "lib"' in (root / ".phaser/baseline.jsonl").read_text()


KEPT = "<a aria-label='x'/>\n<b/>\n<c/>\n<d aria-hidden='1'/>\n<e/>\n<f/>\n<g/>\n"
KEEPS = {
    "keep.yaml": contract(
        "keep", type="keep_pattern", pattern=r"aria-\w+", file_glob="src/*.tsx", message="Keep."
    ),
    "frozen.yaml": contract(
        "frozen",
        type="file_frozen",
        pattern=None,
        file_glob="src/*.sql",
        changes=["modify", "delete"],
        message="Write a new one.",
    ),
}


@pytest.mark.parametrize(
    ("names", "written", "expected"),
    [
        (("src", ".claude"), {}, []),
        (
            ("src", ".claude"),
            {"src/a.tsx": KEPT.replace("aria-hidden='1'", "")},
            ["apps/web/src/a.tsx keep"],
        ),
        (("src", ".claude"), {"src/1.sql": "a\nb\nc\nd\n"}, ["src/1.sql frozen"]),
        (("src",), {}, ["src/1.sql frozen", "src/a.tsx keep", "src/a.tsx keep"]),
    ],
)
def test_what_moves_with_its_contract_is_kept(
    project: MakeProject,
    run: Run,
    git: Git,
    names: tuple[str, ...],
    written: dict[str, str],
    expected: list[str],
) -> None:
    """What is taken out on the way is lost; so is all of a file that leaves its contract."""
    root = project({"src/a.tsx": KEPT, "src/1.sql": "a\nb\nc\n"}, contracts=KEEPS, commit=True)
    move(root, *names)
    write_files(root / APP, written)
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Move")
    assert places(run("scan", "--format=json", "--since", "HEAD~1", cwd=root).out) == expected


def test_a_moved_contract_file_was_checked_by_no_pack_before(
    project: MakeProject, run: Run, git: Git
) -> None:
    """What quotes patterns is checked by globs that name its folder alone, wherever it lies."""
    root = project({"src/a.py": LINES}, contracts={"a.yaml": NO_PRINT}, commit=True)
    write_files(root, {".phaser/config.yaml": "include:\n  - pack: secrets\n"})
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Include")
    move(root, "src", ".claude")
    git(root, "add", "-A")
    assert "no longer checked" not in run("scan", "--staged", cwd=root).err


def test_a_folder_that_only_loses_files_keeps_what_it_lacks(project: MakeProject, run: Run) -> None:
    """The new folder lacks its own partner anew."""
    files = {"src/one/a.py": BAD, "src/one/b.py": LINES + "b = 1\n"}
    root = project(files, contracts={"pair.yaml": PAIR}, commit=True)
    (root / "src/two").mkdir()
    (root / "src/one/b.py").rename(root / "src/two/b.py")
    outcome = run("scan", "--format=json", "--since", "HEAD", cwd=root)
    assert places(outcome.out) == ["src/two indexed"]
