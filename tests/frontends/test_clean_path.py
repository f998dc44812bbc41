"""The start of every hook run: it imports next to nothing, and answers what ``hook`` answers.

``answer_bytes`` never asks the clean path, so it is what the clean path is compared with.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contracts import kept
from phaser_lint.frontends.clean_path import is_clean
from phaser_lint.frontends.hook import answer_bytes
from phaser_lint.frontends.install import hook_entry
from phaser_lint.inputs.regular_file import MAXIMUM_BYTES
from tests.case_answers import stdin_of
from tests.case_files import FOLDER, read_case
from tests.contracts.stored import Later
from tests.frontends.made import contract, event, no_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject

# Beyond these, nothing: each module costs a hundredth of the interpreter's start.
STARTED = {"__future__", "_json", "gc"}
OWN = {
    f"phaser_lint{name}"
    for name in (
        "", ".agents", ".agents.claude_code", ".agents.event", ".frontends",
        ".frontends.clean_path", ".inputs", ".inputs.regular_file", ".json_text", ".record",
        ".root", ".text",
    )
}  # fmt: skip
STORE = {
    f"phaser_lint.{name}"
    for name in ("contracts", "contracts.kept", "contracts.store", "private_file", "regex_engine")
}
GLOBS = {"phaser_lint.globs", "phaser_lint.globs.match"}
LITERALS = {"phaser_lint.prefilter"}
# Where Python itself may or may not have it already.
OF_PYTHON = {"_collections", "marshal", "time", "errno"}


def command_of_install() -> list[str]:
    entry = hook_entry("local", fail_closed=False)
    return [entry["command"], *entry["args"]]


def imported(arguments: list[str], stdin: bytes, env: dict[str, str]) -> tuple[set[str], str]:
    """The modules that a run of this interpreter imports, and what it prints."""
    command = [arguments[0], "-X", "importtime", *arguments[1:]]
    done = subprocess.run(command, input=stdin, env=env, capture_output=True, check=True)
    lines = re.findall(r"^import time: +\d+ \| +\d+ \| +(\S+)$", done.stderr.decode(), re.MULTILINE)
    return set(lines), done.stdout.decode()


CLEAN = "def f() -> None:\n    log(1)\n"
IMPORTS = {
    "unknown tool": (OWN, {"a.yaml": contract()}, {"tool": "Bash"}),
    "no contracts": (OWN, {}, {}),
    "no glob matches": (OWN | STORE | GLOBS, {"a.yaml": contract(file_glob="*.ts")}, {}),
    "ruled out by literals": (OWN | STORE | GLOBS | LITERALS, {"a.yaml": contract()}, {}),
    "plain text that is required": (
        OWN | STORE | GLOBS | LITERALS,
        {"a.yaml": contract(type="require_pattern", pattern="log")},
        {},
    ),
    "searched": (
        OWN | STORE | GLOBS | LITERALS,
        {"a.yaml": contract(pattern=r"\blog\(2"), "b.yaml": contract("b", pattern=r"\d{5}|def\(")},
        {},
    ),
    "after the edit": (
        OWN | STORE | GLOBS | LITERALS,
        {"a.yaml": contract()},
        {"name": "PostToolUse"},
    ),
    "an Edit": (
        OWN | STORE | GLOBS | LITERALS | {"phaser_lint.edits"},
        {"a.yaml": contract()},
        {"tool": "Edit", "old_string": "1", "new_string": "2"},
    ),
}


@pytest.mark.parametrize("row", IMPORTS.values(), ids=IMPORTS)
def test_imports(project: MakeProject, environment: dict[str, str], row: Any) -> None:
    """Exactly these modules beyond bare Python, on the very command that ``install`` writes."""
    expected, contracts, fields = row
    root = project({"src/a.py": CLEAN}, contracts=contracts)
    stdin = event(**{"file_path": root / "src/a.py", "content": CLEAN, "cwd": root, **fields})
    bare, _ = imported([sys.executable, "-I", "-c", "pass"], b"", environment)
    time.sleep(0.15)  # until the contracts are settled
    imported(command_of_install(), stdin, environment)
    found, answer = imported(command_of_install(), stdin, environment)
    assert answer == "{}\n"
    beyond = found - bare - OF_PYTHON
    assert {name for name in beyond if name.startswith("phaser_lint")} == expected
    assert beyond - expected <= STARTED


# With the clean path and without it.


@pytest.fixture
def place(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own, on a machine where nothing changed a moment ago."""
    monkeypatch.setattr(kept, "time", Later)
    for name in list(os.environ):
        if name not in environment:
            monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def both(
    data: bytes, capsys: pytest.CaptureFixture[str], arguments: list[str] | None = None
) -> tuple[list[bool], Any]:
    """What the clean path says before and after the set is stored, and the hook's answer."""
    given = arguments or []
    before = is_clean(data, given)
    assert answer_bytes(data, given) == 0
    answer = json.loads(capsys.readouterr().out)
    return [before, is_clean(data, given)], answer


CASES = sorted(folder.name for folder in FOLDER.iterdir() if (folder / "expected.json").exists())


@pytest.mark.parametrize("after", [False, True], ids=["before the edit", "after the edit"])
@pytest.mark.parametrize("name", CASES)
def test_cases(
    project: MakeProject, place: Path, capsys: pytest.CaptureFixture[str], name: str, after: bool
) -> None:
    """Every whole case: where the clean path says "clean", so does the hook."""
    case = read_case(name)
    root = project(case.files if after else case.before)
    claimed, answer = both(stdin_of(case, root, after=after), capsys)
    assert answer == {} or claimed == [False, False]


PY = {"a.py": "x = 1\nprint(0)\n"}
NEW = {"content": "x = 2\n"}
TREE = contract("t", type="file_contains", pattern="lost", scope="tree")
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
    ("Write", {"a.yaml": TREE}, NEW, True),
    ("Write", {"a.yaml": contract(type="file_exists", pattern=None)}, NEW, True),
    ("Write", {"a.yaml": no_file("*.py")}, NEW, False),
    ("Write", {"a.yaml": no_file("*.ts")}, NEW, True),
    ("Write", {"a.yaml": contract(file_glob="[!b].py")}, NEW, False),  # only pathspec can tell
    ("Write", {"a.yaml": contract(file_glob="[!b].ts")}, NEW, True),
    ("Write", {"a.yaml": contract(patern="x")}, NEW, False),  # something is to be said
    ("Write", {"a.yaml": contract(pattern="(")}, NEW, False),
    ("Write", {}, {"content": "print(1)\n"}, True),
    ("Edit", {"a.yaml": contract()}, {"old_string": "x", "new_string": "y"}, False),  # old debt
    ("Edit", {"a.yaml": contract()}, {"old_string": "print(0)", "new_string": "y"}, True),
    ("Edit", {"a.yaml": contract()}, {"old_string": "z", "new_string": "y"}, False),
    ("NotebookEdit", {"a.yaml": contract()}, {"new_source": "x"}, False),
    ("Bash", {"a.yaml": contract()}, {"command": "print(1)"}, True),
]


@pytest.mark.parametrize(("tool", "contracts", "fields", "clean"), EVENTS)
def test_events(
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
    claimed, answer = both(event(tool, cwd=root, file_path=root / "a.py", **fields), capsys)
    assert claimed == [clean and (not contracts or tool == "Bash"), clean]
    assert answer == {} or not clean


@pytest.mark.parametrize(
    ("data", "clean"),
    [
        (b"", False),
        (b"[]", False),
        (b"{", False),
        (b'{"hook_event_name": "Stop"}', False),
        (b'{"hook_event_name": "SubagentStop"}', False),
        (b'{"hook_event_name": "SessionStart"}', True),
        (b"{}", True),
        (b'{"tool_name": "Write"}', False),
        (b'{"tool_name": "Write", "tool_input": {"file_path": "/nowhere/a", "content": ""}}', True),
        (b'{"tool_name": "Read"}' + b" " * (MAXIMUM_BYTES - 21), True),
        (b'{"tool_name": "Read"}' + b" " * MAXIMUM_BYTES, False),
    ],
)
def test_odd_events(
    place: Path, capsys: pytest.CaptureFixture[str], data: bytes, clean: bool
) -> None:
    """What is no edit is clean; what is no event is for the hook to answer."""
    claimed, answer = both(data, capsys)
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
def test_arguments(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], clean: bool
) -> None:
    """Other options than those that ``install`` writes are the hook's."""
    claimed, _ = both(b'{"tool_name": "Read"}', capsys, arguments)
    assert claimed == [clean, clean]


def blocked_by_a_file(cache: Path) -> None:
    cache.write_text("")


def garble(cache: Path, position: int) -> None:
    (path,) = (cache / "phaser-lint" / "contracts").iterdir()
    data = bytearray(path.read_bytes())
    data[position] ^= 0xFF
    path.write_bytes(data)


def garbled_at_its_start(cache: Path) -> None:
    garble(cache, 60)


def garbled_at_its_end(cache: Path) -> None:
    garble(cache, -60)


@pytest.mark.parametrize("content", ["x = 1\n", "print(1)\n"])
@pytest.mark.parametrize("damage", [garbled_at_its_start, garbled_at_its_end, None])
def test_a_damaged_store(
    project: MakeProject,
    place: Path,
    capsys: pytest.CaptureFixture[str],
    damage: Callable[[Path], None] | None,
    content: str,
) -> None:
    """The same answer from the files, from the store, and from what is left of it."""
    root = project({}, contracts={"a.yaml": contract()})
    data = event(cwd=root, file_path=root / "a.py", content=content)
    first = both(data, capsys)[1]
    if damage is not None:
        damage(place / "cache")
    # The start of the file is all that a clean event needs.
    assert is_clean(data, []) is (first == {} and damage is not garbled_at_its_start)
    assert both(data, capsys)[1] == first
    assert (first == {}) is (content == "x = 1\n")


@pytest.mark.parametrize("content", ["x = 1\n", "print(1)\n"])
def test_without_a_store(
    project: MakeProject, place: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    """Where nothing can be stored the hook answers, and says the same each time."""
    (place / "cache").write_text("")
    root = project({}, contracts={"a.yaml": contract()})
    data = event(cwd=root, file_path=root / "a.py", content=content)
    claimed, answer = both(data, capsys)
    assert claimed == [False, False]
    assert both(data, capsys) == (claimed, answer)
    assert (answer == {}) is (content == "x = 1\n")


# Many at once.


def test_fifty_hooks_at_once(project: MakeProject, environment: dict[str, str]) -> None:
    """All give the same answer, and what is stored afterwards is whole."""
    root = project({"a.py": "x\n"}, contracts={"a.yaml": contract()})
    data = event(cwd=root, file_path=root / "a.py", content="print(1)\n")
    cache = root.parent / "cache"
    env = {**environment, "XDG_CACHE_HOME": str(cache)}
    time.sleep(0.15)
    (root / "event.json").write_bytes(data)
    with (root / "event.json").open("rb") as opened:
        started = [
            subprocess.Popen(
                command_of_install(),
                stdin=os.open(opened.name, os.O_RDONLY),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=env,
            )
            for _ in range(50)
        ]
    outcomes = {(*each.communicate(), each.returncode) for each in started}
    reason = "Contract violation: no-print at line 1. Use the logger."
    specific = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": reason,
    }
    assert outcomes == {(json.dumps({"hookSpecificOutput": specific}).encode() + b"\n", b"", 0)}
    (path,) = (cache / "phaser-lint" / "contracts").iterdir()
    assert path.suffix == "", "no temporary file is left"


# The process itself.


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_a_closed_stream(environment: dict[str, str], closed: str) -> None:
    """It ends with exit code 0 whatever it is given: others would block every edit."""
    redirected = {"stdin": "<&-", "stdout": ">&-"}[closed]
    shell = ["/bin/sh", "-c", f'"$@" {redirected}', "sh", *command_of_install()]
    done = subprocess.run(shell, input=b'{"tool_name": 1', env=environment, capture_output=True)
    assert done.returncode == 0
