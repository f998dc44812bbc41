"""What is changed on the disk by others shows in open texts, though no client tells of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.editor import disk_recheck
from phaser_lint.editor.uris import make_file_uri
from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run
    from tests.editor.editor import Editor

TEXT = "print(1)\n"
PLACE = ".claude/contracts/a.yaml"
BROKEN = "rule_id: no-print\ntype: nothing\n"
ERROR, HINT = [1], [4]
TOLD = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


def severities(editor: Editor, path: Path) -> list[int]:
    """How what is found in an open text is shown."""
    return [diagnostic["severity"] for diagnostic in editor.shown.get(make_file_uri(str(path)), ())]


def add(root: Path, _: Git, __: Run) -> None:
    write_files(root, {PLACE: contract()})


def change(root: Path, _: Git, __: Run) -> None:
    write_files(root, {PLACE: contract(severity="warning")})


def remove(root: Path, _: Git, __: Run) -> None:
    (root / PLACE).unlink()


def break_it(root: Path, _: Git, __: Run) -> None:
    write_files(root, {PLACE: BROKEN})


def exclude(root: Path, _: Git, __: Run) -> None:
    write_files(root, {".phaser/config.yaml": "exclude: ['*.py']\n"})


def add_below(root: Path, _: Git, __: Run) -> None:
    override = "override: no-print\nseverity: warning\n"
    write_files(root, {"src/.claude/contracts/b.yaml": override})


def baseline(root: Path, _: Git, run: Run) -> None:
    run("baseline", cwd=root)


def commit(root: Path, git: Git, _: Run) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "More")


def check_out(root: Path, git: Git, _: Run) -> None:
    git(root, "checkout", "-q", "other")


CHANGES: list[tuple[Callable[[Path, Git, Run], None], list[int]]] = [
    (change, [2]), (remove, []), (break_it, []), (exclude, []), (add_below, [2]), (commit, HINT),
    (baseline, HINT), (check_out, HINT),
]  # fmt: skip


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    """A project with a contract, and a branch on which a file is committed that breaks it."""
    root = project({"none": ""}, contracts={"a.yaml": contract()}, commit=True)
    git(root, "checkout", "-q", "-b", "other")
    write_files(root, {"src/a.py": TEXT})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Other")
    git(root, "checkout", "-q", "main")
    return root


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize(
    ("make", "severities_then"), CHANGES, ids=[diagnostic.__name__ for diagnostic, _ in CHANGES]
)
@pytest.mark.parametrize("capabilities", [{}, TOLD], ids=["told of nothing", "told of folders"])
def test_what_others_change_is_noticed_while_nobody_types(
    editor: Editor, root: Path, git: Git, run: Run, monkeypatch: pytest.MonkeyPatch, make: Any,
    severities_then: Any, capabilities: Any,
) -> None:  # fmt: skip
    """While nobody types: contracts, configuration, HEAD. Nothing is shown anew before that."""
    monkeypatch.setattr(disk_recheck, "OFTEN", 0.1)
    monkeypatch.setattr(disk_recheck, "SELDOM", 0.1)
    path = root / "src/a.py"
    editor.start(root, capabilities=capabilities)
    editor.open(path, TEXT)
    if make in (commit, baseline):
        write_files(root, {"src/a.py": TEXT})
    time.sleep(1.2)
    assert severities(editor, path) == ERROR
    assert len(editor.notifications("textDocument/publishDiagnostics")) == 1
    make(root, git, run)
    assert editor.eventually(lambda: severities(editor, path) == severities_then)


def test_the_first_contract_counts_in_an_open_file(
    editor: Editor, project: MakeProject, monkeypatch: pytest.MonkeyPatch, git: Git, run: Run
) -> None:
    """Of a project that had none, in the file that was opened before."""
    monkeypatch.setattr(disk_recheck, "OFTEN", 0.1)
    root = project({})
    editor.start(root)
    assert editor.open(root / "a.py", TEXT) == []
    add(root, git, run)
    assert editor.eventually(lambda: severities(editor, root / "a.py") == ERROR)


def asked_to_watch(editor: Editor) -> list[dict[str, int]]:
    """What the client was asked to watch, in that order: patterns with kinds; none: no more."""
    watched = []
    for message in editor.received:
        if message.get("method") == "client/registerCapability":
            [registration] = message["params"]["registrations"]
            watchers = registration["registerOptions"]["watchers"]
            watched.append({watcher["globPattern"]: watcher.get("kind", 7) for watcher in watchers})
        elif message.get("method") == "client/unregisterCapability":
            watched.append({})
    return watched


CONFIGURATION = ".phaser/config.yaml"
LISTED = contract(
    "listed", type="items_listed", pattern=None, item="{stem}", file_glob="src/*.py",
    listed_in=["/docs/api.md", "{dir}/*.md", "docs/[a-c].md", "!docs/b.md"],
)  # fmt: skip
PAIR = contract(
    "pair", type="file_pair", pattern=None, file_glob="src/**/*.py",
    partner=["tests/{dir}/test_{name}", "{dir}/docs/", "docs/api.md"],
)  # fmt: skip


def test_the_files_that_contracts_name_are_watched(editor: Editor, project: MakeProject) -> None:
    """Included folders, lists, partners: as they are after each change of configuration."""
    files = {
        "shared/contracts/a.yaml": contract(),
        "more/b.yml": PAIR,
        CONFIGURATION: "include: [shared/contracts, {pack: secrets}]\n",
    }
    root = project(files, contracts={"listed.yaml": LISTED})
    editor.start(root, capabilities=TOLD)
    editor.open(root / "src/a.py", TEXT)
    assert editor.eventually(lambda: len(asked_to_watch(editor)) == 2)
    always, first = asked_to_watch(editor)
    assert [name for name in always if ".git/" in name] == [
        "**/.git/{HEAD,packed-refs,refs/heads/**}"
    ]
    lists = {"**/docs/api.md": 7, "**/*.md": 7}
    assert first == {"**/shared/contracts/*.{yaml,yml}": 7, **lists}
    write_files(root, {CONFIGURATION: "include: more\n"})
    editor.save(root / "src/a.py")
    assert editor.eventually(lambda: len(asked_to_watch(editor)) == 4)
    partners = {"**/tests/**/test_*": 5, "**/docs/**": 5}
    assert asked_to_watch(editor)[2:] == [{}, {"**/more/*.{yaml,yml}": 7, **lists, **partners}]
    write_files(root, {CONFIGURATION: "", ".claude/contracts/listed.yaml": contract()})
    editor.save(root / "src/a.py")
    assert editor.eventually(lambda: asked_to_watch(editor)[4:] == [{}])


def test_a_report_of_git_has_open_texts_compared_anew(
    editor: Editor, root: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another branch is known at once, of the same text, without waiting for the next look."""
    looks: list[object] = []
    monkeypatch.setattr("phaser_lint.editor.disk_recheck.recheck_changed", looks.append)
    editor.start(root, capabilities=TOLD)
    path = root / "src/a.py"
    editor.open(path, TEXT)
    assert severities(editor, path) == ERROR
    check_out(root, git, None)  # type: ignore[arg-type]
    changes = [{"uri": make_file_uri(str(root / ".git/HEAD")), "type": 2}]
    editor.tell("workspace/didChangeWatchedFiles", {"changes": changes})
    assert editor.eventually(lambda: severities(editor, path) == HINT)


def test_what_stays_broken_is_not_checked_again(
    editor: Editor, project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A baseline that cannot be read, a broken contract: looked at again, and not checked again."""
    monkeypatch.setattr(disk_recheck, "OFTEN", 0.01)
    files = {".phaser/baseline.jsonl": "{", ".phaser/config.yaml": "include: [gone]\n"}
    root = project(files, contracts={"a.yaml": contract(), "b.yaml": BROKEN})
    editor.start(root)
    for name in ("a.py", "b.py", ".phaser/baseline.jsonl", "../c.py"):
        editor.open(root / name, TEXT)
    before = len(editor.received)
    time.sleep(1.5)
    editor.ask(
        "textDocument/hover",
        {
            "textDocument": {"uri": make_file_uri(str(root / "a.py"))},
            "position": {"line": 0, "character": 0},
        },
    )
    assert len(editor.received) == before + 1


def test_without_open_files_nothing_is_looked_at(
    editor: Editor, project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then nothing is looked at."""
    looks: list[object] = []
    monkeypatch.setattr(disk_recheck, "OFTEN", 0.01)
    root = project({}, contracts={"a.yaml": contract()})
    editor.start(root)
    editor.open(root / "a.py", TEXT)
    editor.close(root / "a.py")
    editor.eventually(lambda: not severities(editor, root / "a.py"))
    monkeypatch.setattr("phaser_lint.editor.disk_recheck.recheck_changed", looks.append)
    time.sleep(0.2)
    assert looks == []


def test_what_a_stale_entry_lists_is_shown_as_new(
    editor: Editor, root: Path, git: Git, run: Run
) -> None:
    """As git's hook says it; an entry that no commit has yet excuses what it lists."""
    write_files(root, {"src/a.py": TEXT})
    run("baseline", cwd=root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Recorded")
    write_files(root, {"src/a.py": "x = 1\n"})
    git(root, "commit", "-q", "-a", "-m", "Fixed")
    path = root / "src/a.py"
    editor.start(root)
    editor.open(path, TEXT)
    assert editor.eventually(lambda: severities(editor, path) == ERROR)
    git(root, "rm", "-q", "--cached", ".phaser/baseline.jsonl")
    git(root, "commit", "-q", "-m", "Not recorded")
    editor.change(path, 2, {"text": TEXT})
    assert editor.eventually(lambda: severities(editor, path) == HINT)
