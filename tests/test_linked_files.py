"""A link in the checkout: its file is checked under both names, and one to nothing is no file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event, no_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

BAD, GOOD = "print(1)\n", "x = 1\n"
NO_PRINT = {"a.yaml": contract()}
LICENSE = {
    "license.yaml": contract(
        "has-license", type="file_exists", pattern=None, file_glob="/LICENSE", message="Keep it."
    )
}
MIT = {"mit.yaml": contract("has-mit", type="file_contains", pattern="MIT", file_glob="/LICENSE")}
HEADER = {
    "header.yaml": contract("header", type="require_pattern", pattern="Owner:", file_glob="/a.py")
}
ANYWHERE = {
    "any.yaml": contract(
        "any", type="require_pattern", pattern="Owner:", file_glob="/src/*", scope="tree"
    )
}
PAIR = {
    "pair.yaml": contract(
        "pair", type="file_pair", pattern=None, file_glob="/src/a.py", partner="LICENSE"
    )
}
LINES = {
    "lines.yaml": contract(
        "lines", type="file_limits", pattern=None, file_glob="/a.py", max_lines=1
    )
}
BYTES = {
    "bytes.yaml": contract("bytes", type="file_limits", pattern=None, file_glob="*.py", max_bytes=1)
}
SNAKE = {"name.yaml": contract("name", type="file_name", pattern="[a-z.]+", file_glob="*.py")}
LISTED = {
    "listed.yaml": contract(
        "listed",
        type="items_listed",
        pattern='"([a-z]+)"',
        file_glob="/a.py",
        listed_in="/LICENSE",
        list_pattern="([a-z]+)",
    )
}
INSIDE = {"LICENSE": "COPYING"}


def found(report: str) -> list[tuple[str, str]]:
    return [
        (violation["rule_id"], violation["path"]) for violation in json.loads(report)["violations"]
    ]


# What a link is, for each type: the scan of the disk and that of the index say the same.

CASES: dict[str, tuple[dict[str, str], dict[str, str], dict[str, str], list[tuple[str, str]]]] = {
    "file_exists, to a file": (LICENSE, {"COPYING": "MIT"}, INSIDE, []),
    "file_exists, to nothing": (LICENSE, {}, {"LICENSE": "no"}, [("has-license", "/LICENSE")]),
    "file_exists, to a folder": (
        LICENSE, {"src/a": ""}, {"LICENSE": "src"}, [("has-license", "/LICENSE")],
    ),
    "file_exists, out": (LICENSE, {}, {"LICENSE": "../out"}, [("has-license", "/LICENSE")]),
    "file_exists, round": (LICENSE, {}, {"LICENSE": "LICENSE"}, [("has-license", "/LICENSE")]),
    "file_exists, by a folder": (
        LICENSE, {"deep/COPYING": ""}, {"lib": "deep", "LICENSE": "lib/COPYING"}, [],
    ),
    "file_exists, git's own": (
        LICENSE, {}, {"LICENSE": ".git/HEAD"}, [("has-license", "/LICENSE")],
    ),
    "file_not_exists, to a file": (
        {"no.yaml": no_file("/LICENSE")}, {"COPYING": ""}, INSIDE, [("no-file", "LICENSE")],
    ),
    "file_not_exists, to nothing": ({"no.yaml": no_file("/LICENSE")}, {}, {"LICENSE": "no"}, []),
    "file_contains, to a file that has it": (MIT, {"COPYING": "MIT"}, INSIDE, []),
    "file_contains, to a file that lacks it": (
        MIT, {"COPYING": "BSD"}, INSIDE, [("has-mit", "LICENSE")],
    ),
    "file_contains, to nothing": (MIT, {}, {"LICENSE": "no"}, [("has-mit", "/LICENSE")]),
    "file_pair, to a file": (PAIR, {"src/a.py": "", "COPYING": ""}, INSIDE, []),
    "file_pair, to nothing": (
        PAIR, {"src/a.py": ""}, {"LICENSE": "no"}, [("pair", "src/a.py")],
    ),
    "file_pair, to a folder": (
        PAIR, {"src/a.py": ""}, {"LICENSE": "src"}, [("pair", "src/a.py")],
    ),
    "require_pattern, to a file that lacks it": (
        HEADER, {"a.txt": GOOD}, {"a.py": "a.txt"}, [("header", "a.py")],
    ),
    "require_pattern, to a file that has it": (
        HEADER, {"a.txt": "Owner: me\n"}, {"a.py": "a.txt"}, [],
    ),
    "require_pattern, to nothing": (HEADER, {}, {"a.py": "no"}, []),
    "scope: tree, met by a link": (
        ANYWHERE, {"a.txt": "Owner: me\n", "src/b": ""}, {"src/a": "../a.txt"}, [],
    ),
    "scope: tree, met by none": (
        ANYWHERE, {"a.txt": "me\n", "src/b": ""}, {"src/a": "../a.txt"}, [("any", "/src/*")],
    ),
    "file_limits": (LINES, {"a.txt": "1\n2\n"}, {"a.py": "a.txt"}, [("lines", "a.py")]),
    "file_limits, of a binary by both names": (
        BYTES, {"a.py": "\0\0"}, {"b.py": "a.py"}, [("bytes", "a.py")],
    ),
    "file_limits, of a binary by the link alone": (
        BYTES, {"a.bin": "\0\0"}, {"b.py": "a.bin", "c.py": "b.py"},
        [("bytes", "b.py"), ("bytes", "c.py")],
    ),
    "file_name, of the link": (SNAKE, {"a.py": ""}, {"B.py": "a.py"}, [("name", "B.py")]),
    "file_name, of the file": (SNAKE, {"A.py": ""}, {"b.py": "A.py"}, [("name", "A.py")]),
    "file_name, to nothing": (SNAKE, {}, {"B.py": "no"}, []),
    "items_listed, in a list by a link": (
        LISTED, {"a.py": '"one"', "COPYING": "one"}, INSIDE, [],
    ),
    "forbid_pattern, by both names": (
        NO_PRINT, {"a.py": BAD}, {"b.py": "a.py", "c.py": "b.py"}, [("no-print", "a.py")],
    ),
    "forbid_pattern, by the link alone": (
        NO_PRINT, {"a.txt": BAD}, {"b.py": "a.txt"}, [("no-print", "b.py")],
    ),
    "forbid_pattern, by two links": (
        NO_PRINT, {"a.txt": BAD}, {"b.py": "a.txt", "c.py": "b.py"},
        [("no-print", "b.py"), ("no-print", "c.py")],
    ),
}  # fmt: skip


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("name", CASES)
def test_each_type_checks_links_in_every_state(
    project: MakeProject, run: Run, git: Git, name: str
) -> None:
    """On the disk, without git, in the index, and against a base that has none of it."""
    contracts, files, links, expected = CASES[name]
    root = project({}, contracts=contracts, commit=True)
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    for path, target in links.items():
        (root / path).symlink_to(target)
    assert found(run("scan", "--format", "json", cwd=root).out) == expected
    # What the project as a whole lacks it lacked before.
    new = [id_and_path for id_and_path in expected if not id_and_path[1].startswith("/")]
    assert found(run("scan", "--format", "json", "--since", "HEAD", cwd=root).out) == new
    git(root, "add", "-A")
    assert found(run("scan", "--format", "json", "--staged", cwd=root).out) == expected
    tree = found(run("pre-commit", "--format", "json", "--tree", cwd=root).out)
    names = git(root, "diff", "--cached", "--name-only").split("\n")[:-1]
    alone = found(run("pre-commit", "--format", "json", *names, cwd=root).out)
    assert sorted({*tree, *alone}) == sorted(expected)
    (root / ".git").rename(root.parent / "was.git")
    if ".git/HEAD" not in links.values():
        assert found(run("scan", "--format", "json", "--no-git", cwd=root).out) == expected


@pytest.mark.parametrize(
    ("contracts", "text"), [(NO_PRINT, BAD), (BYTES, "a = 1\n"), (BYTES, "\0\0")]
)
def test_why_explains_the_file_that_a_link_leads_to(
    project: MakeProject, run: Run, contracts: dict[str, str], text: str
) -> None:
    """A scan reports what selects both at the file."""
    root = project({"a.py": text}, contracts=contracts)
    (root / "b.py").symlink_to("a.py")
    ((rule_id, _),) = found(run("scan", "--format", "json", cwd=root).out)
    lines = run("why", rule_id, "b.py", cwd=root).out.splitlines()
    assert (lines[0], lines[-1]) == (f"{rule_id} on a.py", "violation")


# What changes is the file, and the link leads to it as before.


@pytest.fixture
def root(project: MakeProject) -> Path:
    """A project with a link to a file that no contract selects, and a linked folder."""
    files = {"assets/data.txt": GOOD, "vendor/x.py": GOOD, "src/b.py": GOOD}
    src = contract("in-src", file_glob="/src/**/*.py")
    root = project(files, contracts={"a.yaml": src})
    (root / "src/a.py").symlink_to("../assets/data.txt")
    (root / "src/lib").symlink_to("../vendor")
    return root


AT_LINK = [("in-src", "src/a.py")]


def test_a_changed_file_is_checked_by_the_links_to_it(root: Path, run: Run, git: Git) -> None:
    """Whoever compares with a commit, or checks one, sees it."""
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    (root / "assets/data.txt").write_text(BAD)
    scan_command = ("scan", "--format", "json")
    for arguments in ((), ("--since", "HEAD"), ("src",), ("src/a.py",)):
        assert found(run(*scan_command, *arguments, cwd=root).out) == AT_LINK
    assert found(run(*scan_command, "assets", cwd=root).out) == []
    git(root, "add", "-A")
    assert found(run(*scan_command, "--staged", cwd=root).out) == AT_LINK
    committed = run("pre-commit", "--format", "json", "assets/data.txt", cwd=root)
    assert found(committed.out) == AT_LINK
    git(root, "commit", "-q", "-m", "y")
    assert found(run(*scan_command, "--since", "HEAD~1", cwd=root).out) == AT_LINK
    assert found(run(*scan_command, "--since", "HEAD", cwd=root).out) == []


def test_what_was_there_before_is_old_by_a_link(root: Path, run: Run, git: Git) -> None:
    """In the same words, at the same link; a baseline and a commit have it."""
    (root / "assets/data.txt").write_text(BAD)
    assert run("baseline", cwd=root).code == 0
    assert run("scan", cwd=root).code == 0
    (root / ".phaser/baseline.jsonl").unlink()
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    (root / "assets/data.txt").write_text(f"# more\n{BAD}")
    assert run("scan", "--since", "HEAD", cwd=root).code == 0
    assert asked(run, root, f"# more\n{BAD}{BAD}") != {}
    assert asked(run, root, f"# again\n{BAD}", session_id="2") == {
        "additionalContext": "1 existing violation in the changed files is not counted.",
        "hookEventName": "PreToolUse",
    }


def asked(run: Run, root: Path, text: str, path: str = "src/a.py", **keys: Any) -> Any:
    payload = event(file_path=path, content=text, cwd=root, **keys)
    return json.loads(run("hook", stdin=payload, cwd=root).out).get("hookSpecificOutput", {})


@pytest.mark.parametrize(
    ("path", "file"), [("src/a.py", "assets/data.txt"), ("src/lib/x.py", "vendor/x.py")]
)
def test_an_agent_writes_by_a_link(root: Path, run: Run, path: str, file: str) -> None:
    """Before, after, and by ``enforce``; by its own name it is no file of the contract."""
    assert asked(run, root, GOOD, path) == {}
    assert asked(run, root, BAD, file) == {}
    assert "in-src at line 1" in asked(run, root, BAD, path)["permissionDecisionReason"]
    payload = event(file_path=path, content=BAD, cwd=root)
    assert '"deny"' in run("enforce", "--stdin", stdin=payload, cwd=root).out
    (root / file).write_text(BAD)
    answer = asked(run, root, BAD, path, name="PostToolUse", session_id="2")
    assert "in-src at line 1" in answer["additionalContext"]
    answer = json.loads(run("enforce", "--file", path, "--format", "json", cwd=root).out)
    assert [violation["file_path"] for violation in answer["violations"]] == [path]
    assert (
        json.loads(run("enforce", "--file", file, "--format", "json", cwd=root).out)["violations"]
        == []
    )


def test_at_the_end_of_a_turn_a_link_is_looked_at(root: Path, run: Run, git: Git) -> None:
    """A command wrote the file that it leads to; or put a link in the place of a file."""
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    stop = json.dumps({"hook_event_name": "Stop", "session_id": "3", "cwd": str(root)}).encode()
    assert run("hook", stdin=stop, cwd=root).out == "{}\n"
    (root / "assets/data.txt").write_text(BAD)
    reason = json.loads(run("hook", stdin=stop, cwd=root).out)["reason"]
    assert reason.startswith("Contract violation: in-src in src/a.py at line 1.")


def test_a_required_file_that_becomes_a_link_to_nothing(
    project: MakeProject, run: Run, git: Git
) -> None:
    """It is gone, for Stop as for a scan."""
    root = project({"LICENSE": ""}, contracts=LICENSE, commit=True)
    (root / "LICENSE").unlink()
    (root / "LICENSE").symlink_to("nowhere")
    stop = json.dumps({"hook_event_name": "Stop", "session_id": "3", "cwd": str(root)}).encode()
    assert "has-license" in json.loads(run("hook", stdin=stop, cwd=root).out)["reason"]
    assert run("scan", "--since", "HEAD", cwd=root).code == 1


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("glob", "path"), [("/src/**", "src/a.py"), ("*", "assets/data.txt"), ("/vendor/", "")]
)
def test_a_frozen_file_changes_by_a_link(
    root: Path, run: Run, git: Git, glob: str, path: str
) -> None:
    """What is frozen by both names is reported once, at the file."""
    frozen = contract("frozen", type="file_frozen", pattern=None, file_glob=glob)
    (root / ".claude/contracts/a.yaml").write_text(frozen)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    expected = [("frozen", path)] if path else []
    reason_of_denial = asked(run, root, f"{GOOD}{GOOD}").get("permissionDecisionReason", "")
    assert reason_of_denial == (
        f"Contract violation: frozen in {path}. Use the logger." if path else ""
    )
    (root / "assets/data.txt").write_text(f"{GOOD}{GOOD}")
    since = run("scan", "--format", "json", "--since", "HEAD", cwd=root).out
    assert found(since) == expected
    stop = json.dumps({"hook_event_name": "Stop", "session_id": "3", "cwd": str(root)}).encode()
    reason = json.loads(run("hook", stdin=stop, cwd=root).out).get("reason", "")
    assert (f"frozen in {path}." in reason) == bool(path)
    git(root, "add", "-A")
    assert found(run("scan", "--format", "json", "--staged", cwd=root).out) == expected


def test_no_fix_is_written_by_a_link(project: MakeProject, run: Run) -> None:
    """The file has another name, under which nothing is wrong with it."""
    fixed = {"a.yaml": contract(fix="log(")}
    root = project({"a.txt": BAD, "b.py": BAD}, contracts=fixed)
    (root / "a.py").symlink_to("a.txt")
    outcome = run("scan", "--fix", cwd=root)
    assert (outcome.code, (root / "a.txt").read_text()) == (1, BAD)
    assert (root / "b.py").read_text() == "log(1)\n"
    assert "what that leads to is another file" in outcome.err
    assert "a.py" not in run("scan", "--diff", cwd=root).out


def test_levels_of_both_names(project: MakeProject, run: Run) -> None:
    """Each level checks by the name that lies at or below it; below a link there is none."""
    low = {"sub/.claude/contracts/low.yaml": contract("low", file_glob="/links/*.py")}
    deep = {"lib/.claude/contracts/deep.yaml": contract("deep", file_glob="*.txt")}
    root = project({"lib/a.txt": BAD, "sub/x": "", **low, **deep}, contracts=NO_PRINT)
    (root / "sub/links").mkdir()
    (root / "sub/links/a.py").symlink_to("../../lib/a.txt")
    (root / "sub/all").symlink_to("../lib")
    expected = {("deep", "lib/a.txt"), ("low", "sub/links/a.py"), ("no-print", "sub/links/a.py")}
    assert {*found(run("scan", "--format", "json", cwd=root).out)} == expected
    output = run("scan", "--format", "json", "sub/all/a.txt", cwd=root).out
    assert found(output) == [("deep", "lib/a.txt")]
    reason_of_denial = asked(run, root, BAD * 2, "sub/links/a.py")["permissionDecisionReason"]
    assert all(
        contract_name in reason_of_denial for contract_name in ("lib/deep", "sub/low", "no-print")
    )


def test_what_git_ignores_is_checked_by_a_link(project: MakeProject, run: Run) -> None:
    """By its own name nobody checks it, so that all is reported at the link."""
    files = {"build/a.py": BAD, ".gitignore": "build/\n"}
    root = project(files, contracts=NO_PRINT)
    (root / "a.py").symlink_to("build/a.py")
    assert found(run("scan", "--format", "json", cwd=root).out) == [("no-print", "a.py")]
    output = run("scan", "--format", "json", "a.py", cwd=root).out
    assert found(output) == [("no-print", "build/a.py")]


def test_why_explains_the_name_that_is_checked(root: Path, run: Run) -> None:
    """The link's where it alone is selected; else that of the file which it leads to."""
    (root / "assets/data.txt").write_text(BAD)
    (root / "src/c.py").symlink_to("b.py")
    explanations = [
        json.loads(run("why", "in-src", path, "--json", cwd=root).out)
        for path in ("src/a.py", "src/c.py")
    ]
    assert [(explanation["path"], explanation["result"]) for explanation in explanations] == [
        ("src/a.py", "violation"),
        ("src/b.py", "no-match"),
    ]
