"""The start of every hook run: with it and without it the answer is the same.

``answer_event`` never asks the clean path, so it is what the clean path is compared with.
"""

from __future__ import annotations

import json
import os
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.core import MAXIMUM_EVENT_BYTES
from phaser_lint.hook.answer import answer_event
from phaser_lint.hook.clean import breaks_nothing, parse_quick_request
from tests.called_hooks import is_clean_at_once
from tests.case_answers import stdin_of
from tests.case_files import FOLDER, read_case
from tests.command.made import contract, event, no_file
from tests.conftest import write_files
from tests.contract.stored import Earlier, Later
from tests.counted_work import calls_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject, Run


@pytest.fixture
def place(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own, on a machine where nothing changed a moment ago."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    for name in list(os.environ):
        if name not in environment:
            monkeypatch.delenv(name)
    for name, variable in environment.items():
        monkeypatch.setenv(name, variable)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask_quickly_and_fully(
    stdin: bytes, capsys: pytest.CaptureFixture[str], arguments: list[str] | None = None
) -> tuple[list[bool], Any]:
    """What the clean path says before and after the hook's answer, and that."""
    flags = arguments or []
    before = is_clean_at_once(stdin, flags)
    assert answer_event(stdin, flags) == 0
    answer = json.loads(capsys.readouterr().out)
    return [before, is_clean_at_once(stdin, flags)], answer


CASES = sorted(folder.name for folder in FOLDER.iterdir() if (folder / "expected.json").exists())


@pytest.mark.one_row_in(23)
@pytest.mark.parametrize("after", [False, True], ids=["before the edit", "after the edit"])
@pytest.mark.parametrize("name", CASES)
def test_the_clean_path_agrees_with_the_hook_on_every_case(
    project: MakeProject, place: Path, capsys: pytest.CaptureFixture[str], name: str, after: bool
) -> None:
    """Every whole case: where the clean path says "clean", so does the hook."""
    case = read_case(name)
    root = project(case.files if after else case.before)
    claimed, answer = ask_quickly_and_fully(stdin_of(case, root, after=after), capsys)
    assert answer == {} or claimed == [False, False]


PY = {"a.py": "x = 1\nprint(0)\n"}
NEW = {"content": "x = 2\n"}
TREE = contract("t", type="file_contains", pattern="lost", scope="tree")
LIMITS = {"type": "file_limits", "pattern": None}
REQUIRED = {"type": "require_pattern", "pattern": "y"}
EVENTS: list[tuple[str, dict[str, str], dict[str, Any], bool]] = [
    ("Write", {"a.yaml": contract()}, NEW, True),
    ("Write", {"a.yaml": contract()}, {"content": "print(1)\n"}, False),
    ("Write", {"a.yaml": contract()}, {"content": "\0"}, False),
    ("Write", {"a.yaml": contract()}, {}, False),
    ("Write", {"a.yaml": contract(pattern=r"^x = (?!2)")}, NEW, True),
    ("Write", {"a.yaml": contract(pattern=r"^x = 2$")}, {"content": "\ufeffx = 2\r\n"}, False),
    ("Write", {"a.yaml": contract(pattern=r"\r")}, {"content": "x = 2\r\n"}, False),
    ("Write", {"a.yaml": contract(pattern=r"\r")}, NEW, True),
    ("Write", {"a.yaml": contract(pattern="(?i)K")}, {"content": "\u212a"}, False),
    ("Write", {"a.yaml": contract(pattern="x", severity="warning")}, NEW, False),
    ("Write", {"a.yaml": contract(pattern="x", enabled=False)}, NEW, True),
    ("Write", {"a.yaml": contract(pattern="(a|aa)+$")}, {"content": "a" * 60 + "b"}, False),
    ("Write", {"a.yaml": contract(type="require_pattern", pattern="x = 2")}, NEW, True),
    ("Write", {"a.yaml": contract(type="require_pattern", pattern="x = 3")}, NEW, False),
    ("Write", {"a.yaml": contract(type="file_contains", pattern="x = .")}, NEW, True),
    ("Write", {"a.yaml": contract(type="file_contains", pattern="y.*=")}, NEW, False),
    ("Write", {"a.yaml": contract(pattern="x.=", literal=True)}, NEW, True),
    ("Write", {"a.yaml": contract(pattern="x =", literal=True)}, NEW, False),
    ("Write", {"a.yaml": TREE}, NEW, False),  # the file may have met it before
    ("Write", {"a.yaml": contract(type="file_exists", pattern=None)}, NEW, True),
    ("Write", {"a.yaml": no_file("*.py")}, NEW, False),
    ("Write", {"a.yaml": no_file("*.ts")}, NEW, True),
    ("Write", {"a.yaml": contract(file_glob="[!b].py")}, NEW, True),
    ("Write", {"a.yaml": contract(file_glob="[!b].ts")}, NEW, True),
    ("Write", {"a.yaml": contract(patern="x")}, NEW, False),  # something is to be said
    ("Write", {"a.yaml": contract(pattern="(")}, NEW, False),
    ("Write", {}, {"content": "print(1)\n"}, True),
    ("Write", {"a.yaml": contract(type="file_name", pattern=r"[a-z]\.py")}, NEW, True),
    ("Write", {"a.yaml": contract(type="file_name", pattern=r"[b-z]\.py")}, NEW, False),
    ("Write", {"a.yaml": contract(type="file_name", pattern="x", file_glob="*.ts")}, NEW, True),
    ("Write", {"a.yaml": contract(**LIMITS, max_lines=1)}, NEW, True),
    ("Write", {"a.yaml": contract(**LIMITS, max_lines=1)}, {"content": "x\ny"}, False),
    ("Write", {"a.yaml": contract(**LIMITS, max_bytes=6)}, NEW, True),
    ("Write", {"a.yaml": contract(**LIMITS, max_bytes=6)}, {"content": "äöü2"}, False),
    ("Write", {"a.yaml": contract(**LIMITS, max_lines=9)}, {"content": "\ufeffx"}, False),
    ("Write", {"a.yaml": contract(**LIMITS, max_lines=1, file_glob="*.ts")}, NEW, True),
    ("Write", {"a.yaml": contract(pattern="x", path_pattern="^a")}, NEW, False),
    ("Write", {"a.yaml": contract(pattern="x", path_pattern="^b")}, NEW, True),
    ("Write", {"a.yaml": contract(pattern="x", path_pattern="(a|aa)+z")}, NEW, True),
    ("Write", {"a.yaml": contract(pattern="x", unless_match="2")}, NEW, False),
    ("Write", {"a.yaml": contract(pattern="y", unless_match="2")}, NEW, True),
    ("Write", {"a.yaml": contract(pattern="x", when_match="y")}, NEW, False),
    ("Write", {"a.yaml": contract(pattern="y", when_match="2")}, NEW, True),
    ("Write", {"a.yaml": contract(**REQUIRED, when_file="web")}, NEW, True),
    ("Write", {"a.yaml": contract(**REQUIRED, when_file="x .* 3")}, NEW, True),
    ("Write", {"a.yaml": contract(**REQUIRED, when_file="x .* 2")}, NEW, False),
    ("Write", {"a.yaml": contract(**REQUIRED, unless_file="x .* 2")}, NEW, True),
    ("Write", {"a.yaml": contract(**REQUIRED, unless_file="x .* 3")}, NEW, False),
    ("Write", {"a.yaml": contract(**REQUIRED, unless_file="x")}, {"content": "y"}, True),
    (
        "Edit",
        {"a.yaml": contract()},
        {"old_string": "x", "new_string": "y"},
        False,
    ),  # existing violations
    ("Edit", {"a.yaml": contract()}, {"old_string": "print(0)", "new_string": "y"}, True),
    ("Edit", {"a.yaml": contract()}, {"old_string": "z", "new_string": "y"}, False),
    ("NotebookEdit", {"a.yaml": contract()}, {"new_source": "x"}, False),
    ("Bash", {"a.yaml": contract()}, {"command": "print(1)"}, True),
]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(("tool", "contracts", "fields", "clean"), EVENTS)
def test_the_clean_path_answers_events_as_the_hook_does(
    project: MakeProject,
    place: Path,
    capsys: pytest.CaptureFixture[str],
    tool: str,
    contracts: dict[str, str],
    fields: dict[str, Any],
    clean: bool,
) -> None:
    """The same answer, and which events the clean path answers by itself."""
    root = project(PY, contracts=contracts)
    claimed, answer = ask_quickly_and_fully(
        event(tool, cwd=root, file_path=root / "a.py", **fields), capsys
    )
    assert claimed == [clean, clean]
    assert answer == {} or not clean


# Met by what the events write, or not about it.
BESIDE = {
    "no-q.yaml": contract("no-q", pattern=r"^\s*q"),
    "future.yaml": contract("any", type="require_pattern", pattern="."),
    "readme.yaml": contract("readme", type="file_exists", pattern=None, file_glob="/README.md"),
    "env.yaml": no_file(".env"),
    "marker.yaml": contract("marker", type="file_not_contains", pattern="DO NOT COMMIT"),
}
WITH_DIRECTIVES = [
    ("Write", {}, {"content": "x = 2  # phaser:ignore no-q, nobody\n"}, False),
    ("Write", {}, {"content": "x = 2  # phaser:ignore no-x -- r\ny = 2\n"}, False),
]


@pytest.mark.one_row_in(9)
@pytest.mark.parametrize("severity", ["error", "warning"])
@pytest.mark.parametrize(("tool", "contracts", "fields", "_"), [*EVENTS, *WITH_DIRECTIVES])
def test_what_is_met_for_certain_has_no_part_in_the_answer(
    project: MakeProject,
    place: Path,
    capsys: pytest.CaptureFixture[str],
    severity: str,
    tool: str,
    contracts: dict[str, str],
    fields: dict[str, Any],
    _: bool,
) -> None:
    """By the contracts that the screen left in doubt the answer is the same as by all of them."""
    broken = {"no-x.yaml": contract("no-x", pattern="[xy]", severity=severity)}
    root = project(PY, contracts={**contracts, **BESIDE, **broken})
    stdin = event(tool, cwd=root, file_path=root / "a.py", session_id="", **fields)
    answer_event(stdin, [])  # stores the contracts
    capsys.readouterr()
    answer_event(stdin, [])
    by_all = capsys.readouterr().out
    request = parse_quick_request(stdin, [])
    assert request is not None
    if not breaks_nothing(request, stdin):
        answer_event(stdin, [], request=request)
        assert capsys.readouterr().out == by_all


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize(
    ("stdin", "clean"),
    [
        (b"", False),
        (b"[]", False),
        (b"{", False),
        (b'{"hook_event_name": "Stop"}', False),
        (b'{"hook_event_name": "SubagentStop"}', False),
        (b'{"hook_event_name": "SessionStart"}', True),
        (b"{}", False),
        (b'{"tool_name": "Write"}', False),
        (b'{"tool_name": "Write", "tool_input": {"file_path": "/nowhere/a", "content": ""}}', True),
        (b'{"tool_name": "Read"}' + b" " * (MAXIMUM_EVENT_BYTES - 21), True),
        (b'{"tool_name": "Read"}' + b" " * MAXIMUM_EVENT_BYTES, False),
    ],
)
def test_an_event_that_is_no_edit_is_clean(
    place: Path, capsys: pytest.CaptureFixture[str], stdin: bytes, clean: bool
) -> None:
    """What is no edit is clean; what is no event is for the hook to answer."""
    claimed, answer = ask_quickly_and_fully(stdin, capsys)
    assert claimed == [clean, clean]
    assert answer == {} or not clean


@pytest.mark.parametrize(
    ("arguments", "clean"),
    [
        (["--fail-closed"], True),
        (["--block", "all"], False),
        (["--contracts-dir", "elsewhere"], False),
        (["--nonsense"], False),
    ],
)
def test_other_options_are_left_to_the_hook(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], clean: bool
) -> None:
    """Other options than those that ``install`` writes are the hook's."""
    claimed, _ = ask_quickly_and_fully(b'{"tool_name": "Read"}', capsys, arguments)
    assert claimed == [clean, clean]


def blocked_by_a_file(cache: Path) -> None:
    cache.write_text("")


def garble(cache: Path, position: int) -> None:
    (path,) = (cache / "phaser-lint" / "contracts").iterdir()
    content = bytearray(path.read_bytes())
    content[position] ^= 0xFF
    path.write_bytes(content)


def garbled_at_its_start(cache: Path) -> None:
    garble(cache, 60)


def garbled_at_its_end(cache: Path) -> None:
    garble(cache, -60)


@pytest.mark.parametrize("content", ["x = 1\n", "print(1)\n"])
@pytest.mark.parametrize("damage", [garbled_at_its_start, garbled_at_its_end, None])
def test_a_damaged_store_changes_no_answer(
    project: MakeProject,
    place: Path,
    capsys: pytest.CaptureFixture[str],
    damage: Callable[[Path], None] | None,
    content: str,
) -> None:
    """The same answer from the files, from the store, and from what is left of it."""
    root = project({}, contracts={"a.yaml": contract()})
    stdin = event(cwd=root, file_path=root / "a.py", content=content)
    first_answer = ask_quickly_and_fully(stdin, capsys)[1]
    if damage is not None:
        damage(place / "cache")
    assert is_clean_at_once(stdin) is (first_answer == {})
    # In another session, where a denial has not been said yet.
    assert ask_quickly_and_fully(stdin.replace(b"abc123", b"another"), capsys)[1] == first_answer
    assert (first_answer == {}) is (content == "x = 1\n")


@pytest.mark.parametrize(
    ("keys", "clean"),
    [
        ({}, True),
        ({"pattern": r"\binput\("}, True),
        ({"pattern": "^x"}, False),
        # Something is to be said, which the clean path never does.
        ({"examples": {"valid": ["print(1)"]}}, False),
        ({"pattern": "("}, False),
    ],
)
def test_a_contract_that_changed(
    project: MakeProject, place: Path, keys: dict[str, Any], clean: bool
) -> None:
    """The first event after it is decided by the files, where nothing else is to be reported."""
    root = project({}, contracts={"a.yaml": contract(pattern="never"), "b.yaml": contract("b")})
    stdin = event(cwd=root, file_path=root / "a.py", content="x = 1\n")
    assert is_clean_at_once(stdin)
    write_files(root, {".claude/contracts/a.yaml": contract(**keys)})
    assert is_clean_at_once(stdin) is clean


@pytest.mark.parametrize(("agent", "expected_decision"), [("", "deny"), ("codex", None)])
def test_the_answer_goes_on_with_the_event_that_was_read(
    project: MakeProject,
    place: Path,
    capsys: pytest.CaptureFixture[str],
    agent: str,
    expected_decision: Any,
) -> None:
    """What changes meanwhile is not checked beside it; what is not certain yet is read again."""
    root = project({"a.py": "x = 1\n"}, contracts={"a.yaml": contract()})
    keys = {"old_string": "x", "new_string": "print(1)"}
    stdin = event("Edit", cwd=root, file_path=root / "a.py", **keys)
    arguments = ["--agent", agent] if agent else []
    first_request = parse_quick_request(stdin, arguments)
    assert first_request is not None
    assert not breaks_nothing(first_request, stdin)
    write_files(root, {"a.py": "another\n"})
    assert answer_event(stdin, arguments, request=first_request) == 0
    answer = json.loads(capsys.readouterr().out).get("hookSpecificOutput", {})
    assert answer.get("permissionDecision") == expected_decision


def test_contracts_that_cannot_be_stored_yet(
    project: MakeProject, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They changed a moment ago: only the hook reads them, which would read them again."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Earlier)
    root = project({}, contracts={"a.yaml": contract()})
    stdin = event(cwd=root, file_path=root / "a.py", content="x = 1\n", session_id="")
    read_count = calls_of(partial(is_clean_at_once, stdin), function_name="read_documents")
    assert (is_clean_at_once(stdin), read_count) == (False, 0)
    assert not (place / "cache").exists()
    assert calls_of(partial(answer_event, stdin, []), function_name="read_documents") == 1


def test_what_no_file_of_a_patch_may_break_is_tried_on_none(
    project: MakeProject, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each contract was tried on each file, where the first file breaks one of them."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    rules = {f"{name}.yaml": contract(name, pattern=name) for name in ("bad", "worse", "worst")}
    root = project({}, contracts=rules)
    added = "".join(f"*** Add File: {name}.py\n+{name}\n" for name in ("bad", "b", "c"))
    patch = f"*** Begin Patch\n{added}*** End Patch\n"
    stdin = event("apply_patch", cwd=root, command=patch)

    def deny() -> None:
        outcome = run("hook", "--agent", "codex", stdin=stdin, cwd=root)
        assert "Contract violation: bad in bad.py at line 1." in outcome.out

    deny()  # the first one stores the contracts
    assert calls_of(deny, function_name="match_contract") == 3


@pytest.mark.parametrize("content", ["x = 1\n", "print(1)\n"])
def test_without_a_store_the_hook_answers_the_same(
    project: MakeProject, place: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    """Where nothing can be stored the hook answers, and says the same each time."""
    (place / "cache").write_text("")
    root = project({}, contracts={"a.yaml": contract()})
    stdin = event(cwd=root, file_path=root / "a.py", content=content)
    claimed, answer = ask_quickly_and_fully(stdin, capsys)
    assert claimed == [False, False]
    assert ask_quickly_and_fully(stdin, capsys) == (claimed, answer)
    assert (answer == {}) is (content == "x = 1\n")


@pytest.mark.parametrize("where", ["on its line", "above it"])
def test_a_denial_says_why_a_directive_is_none(project: MakeProject, run: Run, where: str) -> None:
    """It offered what the model had written, and only a scan said what was wrong with it."""
    root = project({}, contracts={"a.yaml": contract(pattern="x1", file_glob="*.ts")})
    form = {"on its line": "x1 # phaser:ignore no-print -- r\n"}
    form["above it"] = "# phaser:ignore-next-line no-print -- r\nx1\n"
    stdin = event("Write", cwd=root, file_path="a.ts", content=form[where])
    answer = json.loads(run("hook", stdin=stdin, cwd=root).out)["hookSpecificOutput"]
    assert (
        'a.ts:1: directive ignores nothing: "#" is no comment in .ts files; write // phaser:'
        in answer["permissionDecisionReason"]
    )
    elsewhere = "# phaser:ignore no-print -- r\n\n\nx1\n"
    stdin = event("Write", cwd=root, file_path="b.ts", content=elsewhere)
    assert "ignores nothing" not in run("hook", stdin=stdin, cwd=root).out
