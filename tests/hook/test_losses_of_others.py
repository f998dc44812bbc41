"""What a session brought in of others, and what there is without git, by ``keep_pattern``."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.hook.test_after_command import command_event

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

KEEP = contract(
    "keep", type="keep_pattern", pattern=r"^def (test_\w+)", file_glob="t/", message="It stays."
)
SHOWN = re.compile(r"in (\S+)\. It stays\. \(line \d+ before: def (test_\w+)\)")
FILLER = "".join(f"# {number}\n" for number in range(9))
START = {
    "t/a": f"def test_a\ndef test_b\n{FILLER}def test_c\n",
    "t/b": "def test_d\n",
}


def sent(run: Run, root: Path, **keys: Any) -> str:
    payload = {"session_id": "s", "cwd": str(root), **keys}
    return run("hook", stdin=json.dumps(payload).encode(), cwd=root).out


def lost_at_stop(run: Run, root: Path) -> list[tuple[str, str]]:
    answer = json.loads(sent(run, root, hook_event_name="Stop"))
    return SHOWN.findall(answer.get("reason", ""))


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("way", ["merge", "rebase", "squash", "fast-forward"])
def test_what_others_deleted_is_theirs(project: MakeProject, run: Run, git: Git, way: str) -> None:
    """In a file that the agent changes as well; its own deletion is named."""
    root = project(START, contracts={"keep.yaml": KEEP}, commit=True)
    main = git(root, "branch", "--show-current").strip()
    git(root, "checkout", "-q", "-b", "theirs")
    write_files(root, {"t/a": START["t/a"].replace("def test_a\n", "")})
    git(root, "commit", "-q", "--no-verify", "-am", "theirs")
    git(root, "checkout", "-q", main)
    if way not in ("fast-forward",):
        write_files(root, {"t/b": "def test_d\n# ours\n"})
        git(root, "commit", "-q", "--no-verify", "-am", "ours")
    sent(run, root, hook_event_name="SessionStart", source="startup")
    commands = {
        "merge": ["merge", "-q", "--no-edit", "theirs"],
        "rebase": ["rebase", "-q", "theirs"],
        "squash": ["merge", "-q", "--squash", "theirs"],
        "fast-forward": ["merge", "-q", "--ff-only", "theirs"],
    }
    git(root, *commands[way])
    assert lost_at_stop(run, root) == []
    text = (root / "t/a").read_text()
    write_files(root, {"t/a": text.replace("def test_c\n", "")})
    assert lost_at_stop(run, root) == [("t/a", "test_c")]


def test_a_text_of_the_session_is_free(project: MakeProject, run: Run, git: Git) -> None:
    """Be it on the disk or in a commit of the session."""
    root = project(START, contracts={"keep.yaml": KEEP}, commit=True)
    sent(run, root, hook_event_name="SessionStart", source="startup")
    write_files(root, {"t/b": "def test_d\ndef test_new\n"})
    back = event(file_path=root / "t/b", content=START["t/b"], cwd=root, session_id="s")
    assert run("hook", stdin=back, cwd=root).out == "{}\n"
    git(root, "commit", "-q", "--no-verify", "-am", "session")
    command = {**json.loads(command_event(root)), "session_id": "s"}
    run("hook", stdin=json.dumps(command).encode(), cwd=root)
    assert run("hook", stdin=back, cwd=root).out == "{}\n"
    write_files(root, START)
    assert lost_at_stop(run, root) == []


def test_without_git_the_disk_is_the_base(tmp_path: Path, run: Run) -> None:
    """What the file holds stays; a scan says that it did not check."""
    write_files(tmp_path, {".claude/contracts/keep.yaml": KEEP, **START})

    def answer(text: str) -> str:
        return run(
            "hook",
            stdin=event(file_path=tmp_path / "t/b", content=text, cwd=tmp_path),
            cwd=tmp_path,
        ).out

    assert "before: def test_d)" in answer("x\n")
    assert answer("def test_d\nx\n") == "{}\n"
    assert "1 contract not checked: keep; needs" in run("scan", cwd=tmp_path).err


def test_what_is_gone_from_the_disk_no_edit_takes(project: MakeProject, run: Run) -> None:
    """A user deleted it before; at Stop all that is gone since HEAD is named."""
    root = project(START, contracts={"keep.yaml": KEEP}, commit=True)
    write_files(root, {"t/a": "def test_a\n"})
    sent(run, root, hook_event_name="SessionStart", source="startup")
    outcome = run(
        "hook",
        stdin=event(file_path=root / "t/a", content="def test_a\nx\n", cwd=root, session_id="s"),
        cwd=root,
    )
    assert outcome.out == "{}\n"


def test_each_merge_base_tells_what_existed(project: MakeProject, run: Run, git: Git) -> None:
    """What one of them lacks the branch did not take away."""
    root = project(START, contracts={"keep.yaml": KEEP}, commit=True)
    main = git(root, "branch", "--show-current").strip()
    git(root, "checkout", "-q", "-b", "branch")
    write_files(root, {"t/a": START["t/a"].replace("def test_a\n", "")})
    git(root, "commit", "-q", "--no-verify", "-am", "less")
    git(root, "checkout", "-q", main)
    write_files(root, {"t/b": "def test_d\n#\n"})
    git(root, "commit", "-q", "--no-verify", "-am", "more")
    git(root, "branch", "other")
    git(root, "merge", "-q", "--no-edit", "branch")
    git(root, "checkout", "-q", "branch")
    git(root, "merge", "-q", "--no-edit", "other")
    write_files(root, {"t/a": (root / "t/a").read_text().replace("def test_c\n", "")})
    git(root, "commit", "-q", "--no-verify", "-am", "least")
    out = run("scan", "--since", main, cwd=root).out
    assert re.findall(r"before: def (\w+)", out) == ["test_c"]


def test_a_generated_file_that_stays_has_nowhere_to_move(project: MakeProject, run: Run) -> None:
    """Its denial advised to write the text of the whole file elsewhere first."""
    whole = contract(
        "generated", type="keep_pattern", pattern=r"(?s)\A.+\Z", file_glob="*.go",
        when_file="^// Code generated", message="Run the generator.",
    )  # fmt: skip
    files = {"t/a": "def test_a\n", "a.go": "// Code generated\n", "b.go": "package b\n"}
    root = project(files, contracts={"whole.yaml": whole, "keep.yaml": KEEP}, commit=True)

    def answer_to(path: str) -> str:
        return run(
            "hook", stdin=event(file_path=root / path, content="x\n", cwd=root), cwd=root
        ).out

    assert "Run the generator." in answer_to("a.go")
    assert "moves to another file" not in answer_to("a.go")
    assert "moves to another file" in answer_to("t/a")
    assert answer_to("b.go") == "{}\n"
