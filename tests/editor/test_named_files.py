"""A file that is named, written or opened is checked, ignored or not, by a link or not.

By a link it is checked under both names. What is only listed, by a scan of a folder, leaves out
what git ignores.
"""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run
    from tests.editor.editor import Editor

TEXT = "print(1)\n"
LEVEL = {
    "project/.claude/contracts/top.yaml": contract("top", file_glob="*.py"),
    "project/sub/.claude/contracts/low.yaml": contract("low", file_glob="*.py"),
    "project/build/.claude/contracts/made.yaml": contract("made", file_glob="*.py"),
    "project/.gitignore": "build/\nignored.py\n",
}
FILES = (
    "plain.py", "plain.txt", "ignored.py", "build/in.py", "src/target.py", "sub/deep.py",
    "nested/n.py",
)  # fmt: skip
LINKS = {
    "inside.py": "src/target.py",
    "other_level.py": "sub/deep.py",
    "to_ignored.py": "build/in.py",
    "sub/upwards.py": "../src/target.py",
    "as_code.py": "plain.txt",
    "chain.py": "sub/upwards.py",
    "sub/lib": "../src",
    "folder.py": "src",
    "dangling.py": "nowhere.py",
    "loop.py": "loop.py",
    "out.py": "../elsewhere/out.py",
    "device.py": "/dev/null",
    "into_git.py": ".git/own.py",
    "into_nested.py": "nested/n.py",
}
IN_BUILD = "build/made build/in.py, top build/in.py"
OUT = "a link leads out of the project"


class Row(NamedTuple):
    """What is found where, whichever place is asked; a place that says something else.

    ``said``: why there is nothing, where the file is on the disk, and in the editor.
    """

    found: str = ""
    said: str = ""
    in_editor: str = ""
    written: str | None = None
    """What the hook and the editor, which have a text, find, if it is something else."""
    shown: str | None = None
    """What the editor shows, as a scan of the project does: git's own files, and ignored ones."""


ROWS = {
    "into_git.py": Row(said=OUT, written="top .git/own.py", shown=""),
    "out.py": Row(said=OUT, in_editor=OUT),
    "device.py": Row(said=OUT, in_editor=OUT),
    "into_nested.py": Row(said="a link leads into another repository", written="own n.py"),
    "dangling.py": Row(said="a link leads to nothing", written="top nowhere.py"),
    "plain.py": Row("top plain.py"),
    "ignored.py": Row("top ignored.py", shown=""),
    "build/in.py": Row(IN_BUILD, shown=""),
    "inside.py": Row("top src/target.py"),
    "other_level.py": Row("sub/low sub/deep.py, top sub/deep.py"),
    "to_ignored.py": Row(IN_BUILD, shown="top to_ignored.py"),
    "sub/upwards.py": Row("sub/low sub/upwards.py, top src/target.py"),
    "as_code.py": Row("top as_code.py"),
    "chain.py": Row("sub/low sub/upwards.py, top src/target.py"),
    "sub/lib/target.py": Row("sub/low sub/lib/target.py, top src/target.py"),
    "plain.txt": Row(),
    ".git/own.py": Row("top .git/own.py", shown=""),
}  # fmt: skip


@pytest.fixture
def root(tmp_path: Path, empty_repository: Path) -> Path:
    """A project with levels, links of all kinds, a repository inside, and what git ignores."""
    root = tmp_path.resolve() / "project"
    write_files(tmp_path, LEVEL)
    write_files(tmp_path, {"elsewhere/out.py": TEXT})
    write_files(root, dict.fromkeys(FILES, TEXT))
    contract_a = contract("own", file_glob="*.py")
    write_files(root, {"nested/.claude/contracts/own.yaml": contract_a})
    for repository in (root, root / "nested"):
        shutil.copytree(empty_repository / ".git", repository / ".git")
    write_files(root, {".git/own.py": TEXT})
    for name, target in LINKS.items():
        (root / name).symlink_to(target)
    return root


def listed(ids_and_paths: list[tuple[str, str]]) -> str:
    """The ids and paths of what was found, in order."""
    return ", ".join(sorted(f"{rule_id} {path}" for rule_id, path in ids_and_paths))


def test_what_is_only_listed(root: Path, run: Run) -> None:
    """A scan of a folder, by name or not, checks what git ignores by the name of a link alone.

    By that name it checks nothing else that is checked by the name of the file.
    """
    expected = (
        "low sub/deep.py, low sub/upwards.py, top as_code.py, top plain.py, top src/target.py, "
        "top sub/deep.py, top to_ignored.py"
    )
    for arguments in ((), (".",)):
        report = json.loads(run("scan", "--format", "json", *arguments, cwd=root).out)
        ids_and_paths = [
            (violation["rule_id"], violation["path"]) for violation in report["violations"]
        ]
        assert listed(ids_and_paths) == expected
        assert {notice["text"] for notice in report["notices"] if "link" in notice["text"]} == set()


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("command", [("scan",), ("pre-commit",)])
@pytest.mark.parametrize("path", ROWS)
def test_a_linked_file_is_checked_as_named_on_the_command_line(
    root: Path, run: Run, path: str, command: tuple[str]
) -> None:
    """On the command line, and by pre-commit."""
    row = ROWS[path]
    report = json.loads(run(*command, "--format", "json", "--", path, cwd=root).out)
    ids_and_paths = [
        ("/".join(filter(None, (violation.get("level"), violation["rule_id"]))), violation["path"])
        for violation in report["violations"]
    ]
    assert listed(ids_and_paths) == row.found
    notices = [notice["text"] for notice in report["notices"] if notice["path"] == path]
    assert [notice for notice in notices if "link" not in notice] == []
    assert " ".join(notices).startswith(f"not checked: {row.said}" if row.said else "")
    assert bool(notices) == bool(row.said)


def test_named_beside_its_folder(root: Path, run: Run) -> None:
    """By the same contracts as alone, and ``why`` knows them."""
    report = json.loads(run("scan", "--format", "json", ".", "build/in.py", cwd=root).out)
    levels_ids_paths = {
        (violation["level"], violation["rule_id"], violation["path"])
        for violation in report["violations"]
    }
    assert {
        level_id_path[:2] for level_id_path in levels_ids_paths if level_id_path[2] == "build/in.py"
    } == {
        ("", "top"),
        ("build", "made"),
    }
    explanation = json.loads(run("why", "made", "build/in.py", "--json", cwd=root).out)
    assert (explanation["contract"]["level"], explanation["result"]) == ("build", "not-selected")


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("path", ROWS)
def test_a_linked_file_is_checked_as_an_agent_writes_it(root: Path, run: Run, path: str) -> None:
    """By an agent: the text that is to be there."""
    row = ROWS[path]
    payload = event(file_path=str(root / path), content=f"{TEXT}{TEXT}", cwd=root)
    answer = json.loads(run("hook", stdin=payload, cwd=root).out)
    reason = answer.get("hookSpecificOutput", {}).get("permissionDecisionReason", "")
    denied_ids = set(re.findall(r"^Contract violation: (\S+)", reason, re.MULTILINE))
    is_not_checked = answer.get("systemMessage", "").startswith(
        f"phaser-lint: Not checked: {root / path}: a "
    )
    assert is_not_checked == bool(row.in_editor)
    assert denied_ids == {id_and_path.split()[0] for id_and_path in expected_of_text(row)}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("path", ROWS)
def test_a_linked_file_is_checked_as_opened_in_an_editor(
    root: Path, editor: Editor, path: str
) -> None:
    """In an editor: where the text is shown, and by the contracts of where it lies."""
    row = ROWS[path]
    expected = listed_in(row.shown) if row.shown is not None else expected_of_text(row)
    editor.start(root)
    diagnostics = editor.open(root / path, TEXT)
    shown_ids = [
        "/".join(filter(None, (diagnostic["data"]["level"], diagnostic["code"])))
        for diagnostic in diagnostics
        if "data" in diagnostic
    ]
    assert sorted(shown_ids) == sorted(id_and_path.split()[0] for id_and_path in expected)
    messages = [diagnostic["message"] for diagnostic in diagnostics if "data" not in diagnostic]
    why = row.in_editor or (row.said if row.shown == "" else "")
    assert " ".join(messages).startswith(f"not checked: {why}" if why else "")
    assert bool(messages) == bool(why)


@pytest.mark.parametrize("path", ROWS)
def test_a_linked_file_is_checked_as_piped_in(root: Path, run: Run, path: str) -> None:
    """A text on standard input, by the name that the editor has for it."""
    row = ROWS[path]
    if path == "into_nested.py":
        return  # another project's: a scan has one
    arguments = ("scan", "--format", "json", "--stdin-filename", path)
    report = json.loads(run(*arguments, cwd=root, stdin=TEXT.encode()).out)
    ids_and_paths = [
        "/".join(filter(None, (violation.get("level"), violation["rule_id"])))
        + f" {violation['path']}"
        for violation in report["violations"]
    ]
    assert ", ".join(sorted(ids_and_paths)) == (
        row.found or (row.written or "") * (path != "into_git.py")
    )


def expected_of_text(row: Row) -> list[str]:
    """What is found where there is a text, as ids and paths."""
    return listed_in(row.found if row.written is None else row.written)


def listed_in(ids_and_paths: str) -> list[str]:
    """The ids and paths of a row, one by one."""
    return ids_and_paths.split(", ") if ids_and_paths else []


@pytest.mark.parametrize("path", ["folder.py", "loop.py"])
def test_what_holds_no_text(root: Path, run: Run, path: str) -> None:
    """A link to a folder means the files in it; one to itself is said."""
    out = run("scan", "--format", "json", path, cwd=root).out
    report = json.loads(out)
    ids_and_paths = [
        (violation["rule_id"], violation["path"]) for violation in report["violations"]
    ]
    notices = [notice["text"] for notice in report["notices"]]
    assert (listed(ids_and_paths), notices) == {
        "folder.py": ("top src/target.py", []),
        "loop.py": ("", ["not checked: a link leads to nothing"]),
    }[path]
    assert "no file of the project" in run("pre-commit", "--", "folder.py", cwd=root).err


def test_a_folder_that_leads_out(root: Path, run: Run, editor: Editor) -> None:
    """The same holds for what lies behind a link to a folder."""
    (root / "away").symlink_to("../elsewhere")
    path = root / "away/new.py"
    assert "lies outside of the project" in run("scan", "away/out.py", cwd=root).err
    payload = event(file_path=str(path), content=TEXT, cwd=root)
    notice = f"Not checked: {path}: {OUT}, to {root.parent}/elsewhere/new.py."
    answer = json.loads(run("hook", stdin=payload, cwd=root).out)
    assert answer["systemMessage"] == f"phaser-lint: {notice}"
    assert answer["hookSpecificOutput"]["additionalContext"] == notice
    editor.start(root)
    messages = [diagnostic["message"] for diagnostic in editor.open(path, TEXT)]
    assert messages == [f"not checked: {OUT}, to {root.parent}/elsewhere/new.py"]


def test_a_text_that_says_where_a_link_leads(
    project: MakeProject, editor: Editor, git: Git
) -> None:
    """git for Windows has no links: the text is not checked, and what it leads to is."""
    root = project({"to.py": TEXT}, contracts={"a.yaml": contract()})
    (root / "from.py").symlink_to("to.py")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    git(root, "config", "core.symlinks", "false")
    (root / "from.py").unlink()
    git(root, "checkout", "--", "from.py")
    editor.start(root)
    assert editor.open(root / "from.py", TEXT) == []
    assert len(editor.open(root / "to.py", TEXT)) == 1


def test_no_ignored_file_is_marked_as_forbidden(project: MakeProject, editor: Editor) -> None:
    """As in the hook and in a scan, for which it is not there."""
    forbidden = contract("one-lockfile", type="file_not_exists", pattern=None, file_glob="*.lock")
    root = project({".gitignore": "yarn.lock\n"}, contracts={"a.yaml": forbidden}, commit=True)
    editor.start(root)
    assert [mark["code"] for mark in editor.open(root / "bun.lock", "x\n")] == ["one-lockfile"]
    assert editor.open(root / "yarn.lock", "x\n") == []
