"""Changes drawn at random that move, rename, split, merge, reformat and delete tests.

The answer is counted from what was drawn, by the words of the manual: each text that is gone from
its file, and that the same change adds in no other one. The hook at each edit and at Stop, a
commit, a pull request and a merge have to give it, and to accuse nobody of what another side took
away.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

KEEP = contract(
    "keep",
    type="keep_pattern",
    pattern=r"^\s*def (test_\w+)",
    file_glob="t/",
    message="It stays.",
    ignorable=False,
)
PLACES = ("t/a.py", "t/b.py", "t/c.py", "t/n/d.py", "old/e.py")
Names = dict[str, list[str]]
"""The tests of each file."""
SHOWN = re.compile(r"before: def (test_\w+)\)")


def texts_of(names: Names, random: Random) -> dict[str, str]:
    """The files, each formatted in a way of its own."""
    texts = {}
    for path, tests in names.items():
        indent, gap = random.choice(("", "    ")), random.choice(("\n", "\n\n\n"))
        blocks = [f"{indent}def {name}():\n{indent}    assert {name[5:]}\n" for name in tests]
        texts[path] = f"import x\n{gap}" + gap.join(blocks)
    return texts


def start_of(random: Random) -> Names:
    names = [f"test_{letter}" for letter in "abcdefgh"]
    drawn: Names = {path: [] for path in PLACES[:3]}
    for name in names:
        drawn[random.choice(PLACES[:3])].append(name)
    drawn["t/a.py"] += random.choices(names, k=random.randrange(2))
    return drawn


def change(names: Names, random: Random, *, times: int = 3) -> Names:
    """What becomes of the files: some tests move, some files are renamed, and some tests go."""
    after = {path: [*tests] for path, tests in names.items()}
    for _ in range(times):
        path = random.choice(sorted(after))
        other = random.choice(PLACES)
        match random.choice(("delete", "move", "shuffle", "rename", "merge", "remove", "double")):
            case "delete" if after[path]:
                after[path].pop(random.randrange(len(after[path])))
            case "move" if after[path]:
                moved = after[path].pop()
                after.setdefault(other, []).append(moved)
            case "shuffle":
                random.shuffle(after[path])
            case "rename" if other not in after:
                after[other] = after.pop(path)
            case "merge" if other in after and other != path:
                after[other] += after.pop(path)
            case "remove" if len(after) > 1 and random.random() < 0.5:
                del after[path]
            case "double" if after[path]:
                after[path].append(after[path][0])
            case _:
                pass
    return after


def lost_by(before: Names, after: Names) -> Counter[str]:
    """How often each test is gone, by the words of the manual."""
    gone, added = Counter[str](), Counter[str]()
    for path in {*before, *after}:
        if path.startswith("t/"):
            then, now = Counter(before.get(path, [])), Counter(after.get(path, []))
            gone += then - now
            added += now - then
    return gone - added


def committed(git: Git, root: Path, names: Names, texts: dict[str, str]) -> None:
    set_files(root, names, texts)
    git(root, "add", "--all")
    git(root, "commit", "-q", "--no-verify", "--allow-empty", "-m", "change")


def set_files(root: Path, names: Names, texts: dict[str, str]) -> None:
    """Make the files of the project those."""
    for path in PLACES:
        if path not in names:
            (root / path).unlink(missing_ok=True)
    write_files(root, texts)


def scanned(run: Run, root: Path, *flags: str) -> Counter[str]:
    """How often a scan says that each test is gone."""
    outcome = run("scan", "--format", "json", *flags, cwd=root)
    report = json.loads(outcome.out)
    assert report["undecided"] == []
    return Counter([violation["matched_lines"] for violation in report["violations"]])


def sent(run: Run, root: Path, stdin: bytes) -> dict[str, Any]:
    payload = {**json.loads(stdin), "session_id": "s", "cwd": str(root)}
    answer: dict[str, Any] = json.loads(
        run("hook", stdin=json.dumps(payload).encode(), cwd=root).out
    )
    return answer


def stopped(run: Run, root: Path) -> Counter[str]:
    """How often the hook says at Stop that each test is gone."""
    answer = sent(run, root, json.dumps({"hook_event_name": "Stop"}).encode())
    return Counter(SHOWN.findall(answer.get("reason", "")))


@pytest.mark.one_row_in(9)
@pytest.mark.parametrize("seed", range(12))
def test_every_place_finds_what_is_gone(
    project: MakeProject, run: Run, git: Git, seed: int
) -> None:
    """On the disk, staged, committed, and as the one commit of a squash."""
    random = Random(seed)
    before = start_of(random)
    after = change(before, random)
    expected = lost_by(before, after)
    root = project(texts_of(before, random), contracts={"keep.yaml": KEEP}, commit=True)
    sent(run, root, json.dumps({"hook_event_name": "SessionStart", "source": "startup"}).encode())
    git(root, "branch", "base")
    set_files(root, after, texts_of(after, random))
    assert scanned(run, root, "--since", "HEAD") == expected
    assert stopped(run, root) == expected
    git(root, "add", "--all")
    assert scanned(run, root, "--staged") == expected
    git(root, "commit", "-q", "--no-verify", "-m", "change", "--allow-empty")
    assert scanned(run, root, "--since", "base") == expected
    later = change(after, random, times=1)
    committed(git, root, later, texts_of(later, random))
    assert scanned(run, root, "--since", "base") == lost_by(before, later)
    committed(git, root, before, texts_of(before, random))
    assert scanned(run, root, "--since", "base") == Counter()


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("seed", range(12))
def test_each_edit_is_denied_for_what_it_takes(
    project: MakeProject, run: Run, git: Git, seed: int
) -> None:
    """What came to another file before is moved, and what the disk lacks it does not take."""
    random = Random(seed)
    before = start_of(random)
    after = change(before, random, times=5)
    root = project(texts_of(before, random), contracts={"keep.yaml": KEEP}, commit=True)
    disk, texts = {path: [*tests] for path, tests in before.items()}, texts_of(after, random)
    for path in sorted(texts, key=lambda path: (path in before, path)):
        proposed = {**disk, path: after[path]}
        lost_before, lost_now = lost_by(before, disk), lost_by(before, proposed)
        own = Counter(disk.get(path, [])) - Counter(after[path]) if path[0] == "t" else Counter()
        expected = (lost_now - lost_before) & own
        answer = sent(
            run, root, event(file_path=root / path, content=texts[path], tool_use_id=path)
        )
        specific = answer.get("hookSpecificOutput", {})
        reason = specific.get("permissionDecisionReason", "")
        assert Counter(SHOWN.findall(reason)) == expected
        if not expected:
            write_files(root, {path: texts[path]})
            disk = proposed


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("seed", range(8))
def test_what_another_side_took_is_not_ours(
    project: MakeProject, run: Run, git: Git, seed: int
) -> None:
    """A merge of a branch that deletes tests, in files that both sides change."""
    random = Random(seed)
    before = {path: [f"test_{path[2]}{number}" for number in range(4)] for path in PLACES[:3]}
    texts = {path: _with_end(tests, "end") for path, tests in before.items()}
    root = project(texts, contracts={"keep.yaml": KEEP}, commit=True)
    git(root, "branch", "base")
    git(root, "checkout", "-q", "-b", "theirs")
    theirs = {path: random.sample(tests, random.randrange(1, 5)) for path, tests in before.items()}
    theirs = {path: sorted(tests) for path, tests in theirs.items()}
    write_files(root, {path: _with_end(tests, "end") for path, tests in theirs.items()})
    git(root, "commit", "-q", "--no-verify", "--allow-empty", "-am", "theirs")
    git(root, "checkout", "-q", "-b", "ours", "base")
    write_files(root, {path: _with_end(tests, "our end") for path, tests in before.items()})
    git(root, "commit", "-q", "--no-verify", "-am", "ours")
    sent(run, root, json.dumps({"hook_event_name": "SessionStart", "source": "startup"}).encode())
    git(root, "merge", "-q", "--no-ff", "--no-commit", "theirs")
    assert scanned(run, root, "--staged") == Counter()
    assert scanned(run, root, "--since", "HEAD") == Counter()
    assert stopped(run, root) == Counter()
    path, dropped = next((path, tests[0]) for path, tests in theirs.items() if tests)
    rest = [name for name in theirs[path] if name != dropped]
    write_files(root, {path: _with_end(rest, "our end")})
    git(root, "add", "--all")
    assert scanned(run, root, "--staged") == Counter([dropped])
    git(root, "commit", "-q", "--no-verify", "-m", "merged")
    assert scanned(run, root, "--since", "theirs") == Counter([dropped])


def _with_end(tests: list[str], end: str) -> str:
    blocks = [f"def {name}():\n    assert {name}\n" for name in tests]
    return "import x\n\n\n" + "\n\n".join(blocks) + "\n" * 12 + f"# one\n# two\n# three\n# {end}\n"
