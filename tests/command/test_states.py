"""One answer in every integration to which files there are, whatever git keeps of them, and how."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.counted_work import calls_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

NONE = "0 errors, 0 warnings\n"


def stop(root: Path) -> bytes:
    return event("", name="Stop", cwd=root, stop_hook_active=False)


def ask_hook(run: Run, root: Path, stdin: bytes) -> Any:
    """What the hook answers, with a memory of its own for each project."""
    outcome = run("hook", stdin=stdin, cwd=root, env={"XDG_CACHE_HOME": str(root.parent / "cache")})
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out)


# What git keeps off the disk: read from the index where another file asks for it.

ACROSS = {
    "listed.yaml": contract(
        "listed", type="items_listed", pattern=r"def (\w+)", file_glob="src/*.py",
        listed_in="out/*.md",
    ),
    "licensed.yaml": contract(
        "licensed", type="require_pattern", pattern="MIT", file_glob="*.txt", scope="tree"
    ),
    "paired.yaml": contract(
        "paired", type="file_pair", pattern=None, file_glob="src/*.c", partner="out/{stem}.h"
    ),
    "no-print.yaml": contract("no-print"),
}  # fmt: skip
LEFT_OUT = ("out/names.md", "out/LICENSE.txt", "out/a.h")
FILES = {
    "src/a.py": "def foo():\n    print(1)\n", "src/a.c": "", "src/q.txt": "",
    "out/names.md": "foo\n", "out/LICENSE.txt": "MIT\n", "out/a.h": "",
}  # fmt: skip


def cone(root: Path, git: Git) -> None:
    git(root, "sparse-checkout", "set", "--cone", "src", ".claude", ".phaser")


def patterns(root: Path, git: Git) -> None:
    git(root, "sparse-checkout", "set", "--no-cone", "/*", "!/out/")


def sparse_index(root: Path, git: Git) -> None:
    git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "src", ".claude", ".phaser")


def skipped(root: Path, git: Git) -> None:
    git(root, "update-index", "--skip-worktree", *LEFT_OUT)
    for path in LEFT_OUT:
        (root / path).unlink()
    (root / "out").rmdir()


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("leave_out", [cone, patterns, sparse_index, skipped])
def test_what_is_left_out_is_no_missing_content(
    project: MakeProject, run: Run, git: Git, leave_out: Callable[[Path, Git], None]
) -> None:
    """A list, a text of the tree and a partner; what is new is found among them."""
    root = project(FILES, contracts=ACROSS)
    run("baseline", cwd=root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    assert ask_hook(run, root, stop(root)) == {}
    leave_out(root, git)
    assert not (root / "out").exists()
    baseline_content = (root / ".phaser" / "baseline.jsonl").read_bytes()
    for arguments in (
        ("scan",), ("scan", "--tree"), ("scan", "--since", "HEAD"), ("scan", "src"),
        ("scan", "src/a.py", "src/a.c"), ("pre-commit", "--", "src/a.py"),
        ("pre-commit", "--tree", "--"),
    ):  # fmt: skip
        assert (*run(*arguments, cwd=root)[:2],) == (0, NONE), arguments
    assert run("baseline", "--update", cwd=root).code == 0
    assert (root / ".phaser" / "baseline.jsonl").read_bytes() == baseline_content
    assert ask_hook(run, root, stop(root)) == {}
    edit = event(cwd=root, file_path=root / "src/b.py", content="def foo():\n    pass\n")
    assert ask_hook(run, root, edit) == {}
    edit = event(cwd=root, file_path=root / "src/b.py", content="def bar():\n    pass\n")
    context = ask_hook(run, root, edit)["hookSpecificOutput"]["additionalContext"]
    assert "Contract violation: listed at line 1" in context
    write_files(root, {"src/b.py": "def bar(): ...\n", "src/b.c": ""})
    expected_lines = ["src/b.c:1:1: error: Use the logger. (missing: out/b.h) [paired]",
             "src/b.py:1:5: error: Use the logger. [listed]"]  # fmt: skip
    for arguments in (("scan",), ("scan", "--since", "HEAD")):
        assert run(*arguments, cwd=root).out.splitlines()[:2] == expected_lines
    reason = ask_hook(run, root, stop(root))["reason"]
    assert [name for name in ("paired", "listed", "licensed", "no-print") if name in reason] == [
        "paired",
        "listed",
    ]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("leave_out", [patterns, skipped])
def test_what_decides_and_is_left_out_is_said(
    project: MakeProject, run: Run, git: Git, leave_out: Callable[[Path, Git], None]
) -> None:
    """A configuration is a problem with the way out; a baseline is read, and not written over."""
    files = {"src/a.py": "print(1)\n", "src/made.py": "print(2)\n"}
    decide = {".phaser/config.yaml": "exclude: /src/made.py\n"}
    root = project({**files, **decide}, contracts={"a.yaml": contract()})
    run("baseline", cwd=root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    assert ask_hook(run, root, stop(root)) == {}
    names = (".phaser/config.yaml", ".phaser/baseline.jsonl")
    if leave_out is patterns:
        git(root, "sparse-checkout", "set", "--no-cone", "/src/", "/.claude/")
        advice = "left out by the sparse checkout: git sparse-checkout add .phaser"
    else:
        git(root, "update-index", "--skip-worktree", *names)
        for name in names:
            (root / name).unlink()
        advice = "left out by skip-worktree: git update-index --no-skip-worktree {0} && " \
            "git checkout -- {0}"  # fmt: skip
    problem = f"{names[0]}: {advice.format(names[0])} (configuration skipped)"
    for arguments in (("scan",), ("scan", "src/a.py"), ("pre-commit", "--", "src/a.py")):
        outcome = run(*arguments, cwd=root)
        assert outcome.code == 2
        assert problem in outcome.err.splitlines()
    assert "src/a.py" not in run("scan", cwd=root).out
    assert "changed" not in run("scan", "--since", "HEAD", cwd=root).err
    for arguments in (("baseline",), ("baseline", "--update")):
        expected = f"phaser-lint: {names[1]}: git would not see what is written: "
        assert run(*arguments, cwd=root) == (2, "", f"{expected}{advice.format(names[1])}\n")
    assert not (root / names[1]).exists()
    sentence = f"phaser-lint: not read, as the sparse checkout leaves them out: {names[0]}"
    assert ask_hook(run, root, stop(root)) == {"systemMessage": sentence}


# Links that git, told by ``core.symlinks``, checks out as texts: so does git for Windows.


@pytest.fixture
def texts(project: MakeProject, git: Git) -> Path:
    """``CLAUDE.md`` and ``lib.md``, which hold where they lead: to a file, and to nothing."""
    rule = contract("no-agents", pattern="AGENTS|TODO", file_glob="*.md", fix="DONE")
    need = contract("need", type="file_exists", pattern=None, file_glob="/lib.md")
    root = project({"AGENTS.md": "ok\n"}, contracts={"a.yaml": rule, "b.yaml": need})
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    (root / "lib.md").symlink_to("TODO.md")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    git(root, "config", "core.symlinks", "false")
    for name in ("CLAUDE.md", "lib.md"):
        (root / name).unlink()
        git(root, "checkout", "--", name)
        assert not (root / name).is_symlink()
    return root


def test_a_link_that_is_a_text_is_no_content(texts: Path, run: Run) -> None:
    """Neither judged nor fixed; a link to nothing is no file that exists."""
    missing = "files matching /lib.md: Use the logger. [need]"
    for arguments in (("scan",), ("scan", "--fix"), ("pre-commit", "--tree", "--")):
        outcome = run(*arguments, cwd=texts)
        assert outcome.code == 1
        assert outcome.out.splitlines()[0].endswith(missing)
        assert "no-agents" not in outcome.out
    for arguments in (("scan", "CLAUDE.md"), ("scan", "--since", "HEAD", "CLAUDE.md"),
                      ("pre-commit", "--", "CLAUDE.md")):  # fmt: skip
        assert run(*arguments, cwd=texts).out == NONE
    piped = run("scan", "--stdin-filename", "CLAUDE.md", stdin=b"AGENTS.md", cwd=texts)
    assert piped.out == NONE
    assert (texts / "CLAUDE.md").read_bytes() == b"AGENTS.md"
    assert ask_hook(run, texts, stop(texts)) == {}


def test_an_agent_that_writes_into_such_a_text_writes_no_content(texts: Path, run: Run) -> None:
    """What it leads to is content still, under both names."""
    for command in (("hook",), ("enforce", "--stdin")):
        edit = event(cwd=texts, file_path=texts / "CLAUDE.md", content="TODO.md")
        assert run(*command, stdin=edit, cwd=texts).out == "{}\n"
        edit = event(cwd=texts, file_path=texts / "AGENTS.md", content="TODO\n")
        assert '"deny"' in run(*command, stdin=edit, cwd=texts).out
    outcome = run("enforce", "--file", "CLAUDE.md", cwd=texts)
    assert (outcome.code, outcome.out.splitlines()[0]) == (0, NONE.strip())
    write_files(texts, {"AGENTS.md": "TODO\n"})
    assert run("scan", "AGENTS.md", cwd=texts).out.startswith("AGENTS.md:1:1: error: ")


def test_git_lists_such_texts_once_for_all_files_of_a_patch(texts: Path, run: Run) -> None:
    """It was asked for each of them, and before that whether it checks out links so."""
    added = "".join(f"*** Add File: {name}.md\n+TODO\n" for name in "abc")
    patch = f"*** Begin Patch\n{added}*** End Patch\n"
    edit = event("apply_patch", cwd=texts, command=patch)

    def deny() -> None:
        assert '"deny"' in run("hook", "--agent", "codex", stdin=edit, cwd=texts).out

    assert calls_of(deny, function_name="list_text_links") == 1


def test_the_setting_counts_wherever_git_reads_it_from(texts: Path, run: Run, git: Git) -> None:
    """In a file that another one includes, and in that of one worktree."""
    git(texts, "config", "--unset", "core.symlinks")
    included = texts.parent / "included"
    included.write_text("[core]\n\tsymlinks = false\n")
    git(texts, "config", "include.path", str(included))
    edit = event(cwd=texts, file_path=texts / "CLAUDE.md", content="TODO.md")
    assert run("hook", stdin=edit, cwd=texts).out == "{}\n"
    assert "no-agents" not in run("scan", cwd=texts).out
    git(texts, "config", "--unset", "include.path")
    git(texts, "config", "extensions.worktreeConfig", "true")
    git(texts, "config", "--worktree", "core.symlinks", "false")
    assert run("hook", stdin=edit, cwd=texts).out == "{}\n"
    assert "no-agents" not in run("scan", cwd=texts).out


def test_a_text_in_the_place_of_a_link_is_one_where_links_can_be(
    texts: Path, run: Run, git: Git
) -> None:
    """Who replaced the link by a file means it."""
    git(texts, "config", "core.symlinks", "true")
    assert "CLAUDE.md:1:1: error: " in run("scan", cwd=texts).out


# What git's listing leaves out.


def test_the_files_of_a_submodule_that_became_files(
    project: MakeProject, run: Run, git: Git
) -> None:
    """git lists nothing of them, and knows what they ignore; a submodule stays another's."""
    root = project({}, contracts={"a.yaml": contract()})
    for name in ("lib/was", "lib/is"):
        inner = root / name
        write_files(
            inner, {"a.py": "print(1)\n", "made.py": "print(1)\n", ".gitignore": "made.py\n"}
        )
        git(inner, "init", "-q")
        git(inner, "add", "-A")
        git(inner, "commit", "-q", "-m", "x")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    assert run("scan", cwd=root).out == NONE
    (root / "lib/was/.git").rename(root.parent / "moved")
    expected_lines = ["lib/was/a.py:1:1: error: Use the logger. [no-print]"]
    for arguments in (("scan",), ("scan", "lib"), ("scan", "lib/was"), ("scan", "--since", "HEAD")):
        assert run(*arguments, cwd=root).out.splitlines()[:-2] == expected_lines, arguments


def test_a_name_that_differs_by_its_case(project: MakeProject, run: Run, git: Git) -> None:
    """``core.ignoreCase`` comes from a disk that takes both names for one."""
    root = project({"A.py": "x = 1\n"}, contracts={"a.yaml": contract()}, commit=True)
    git(root, "config", "core.ignoreCase", "true")
    assert run("scan", cwd=root).out == NONE
    assert ask_hook(run, root, stop(root)) == {}
    write_files(root, {"a.py": "print(1)\n"})
    for arguments in (("scan",), ("scan", "--since", "HEAD"), ("scan", "--fix")):
        assert run(*arguments, cwd=root).out.startswith("a.py:1:1: error: "), arguments
    assert "no-print in a.py" in ask_hook(run, root, stop(root))["reason"]
