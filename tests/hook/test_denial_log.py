"""``install --log``: which contract denied, and whether the next edit of that file was clean.

What is not logged comes first.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_command
from phaser_lint.hook.memory import denials as log
from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.conftest import MakeProject, Run

BAD, CLEAN = "print(1)\n", "x = 1\n"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "phaser-lint"


@pytest.fixture
def root(project: MakeProject) -> Path:
    return project({"a.py": CLEAN}, contracts={"a.yaml": contract()}, commit=True)


@pytest.fixture
def write(root: Path, run: Run, tmp_path: Path) -> Callable[..., Mapping[str, Any]]:
    """What the hook answers to a file that is written."""

    def ask_hook(name: str, text: str, *flags: str) -> Mapping[str, Any]:
        stdin = event(file_path=str(root / name), content=text, cwd=root)
        environment = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        outcome = run("hook", *flags, stdin=stdin, env=environment)
        answer: Mapping[str, Any] = json.loads(outcome.out)
        return answer

    return ask_hook


def lines_of(cache: Path) -> list[dict[str, Any]]:
    path = cache / "denials.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_nothing_is_logged_unless_asked_for(write: Callable[..., Any], cache: Path) -> None:
    write("a.py", BAD)
    write("a.py", CLEAN)
    assert lines_of(cache) == []


def test_a_clean_edit_that_follows_no_denial_is_not_logged(
    write: Callable[..., Any], cache: Path
) -> None:
    write("a.py", CLEAN, "--log")
    write("new.py", CLEAN, "--log")
    assert lines_of(cache) == []


def test_the_answer_is_the_same_with_a_log(write: Callable[..., Any], cache: Path) -> None:
    """Also where that cannot be written, or holds whatever it holds."""
    expected = write("a.py", BAD)
    assert write("b.py", BAD, "--log")["hookSpecificOutput"]["permissionDecision"] == "deny"
    (cache / "denials.jsonl").write_bytes(b'{"time": "x"}\n[]\n\xff\n{')
    assert write("a.py", CLEAN, "--log") == {}
    (cache / "denials.jsonl").unlink()
    (cache / "denials.jsonl").mkdir()
    again = write("a.py", BAD, "--log")
    assert again["hookSpecificOutput"] == expected["hookSpecificOutput"]


def test_a_denial_and_the_next_edit_are_logged(write: Callable[..., Any], cache: Path) -> None:
    """The time, the contract and the integration; no content, no path."""
    write("a.py", BAD, "--log")
    write("b.py", BAD, "--log")
    write("a.py", CLEAN, "--log")
    write("a.py", CLEAN, "--log")
    first, second, third = lines_of(cache)
    [[rule_id, file]] = first["denials"]
    assert (rule_id, first["integration"], third["clean"]) == ("no-print", "claude-code", [file])
    assert first["time"] <= second["time"] <= third["time"]
    text = (cache / "denials.jsonl").read_text()
    assert [word for word in ("print(", "x = 1", "a.py", "b.py", "/") if word in text] == []
    assert os.stat(cache / "denials.jsonl").st_mode & 0o077 == 0


def test_an_edit_with_a_warning_is_clean(
    write: Callable[..., Any], root: Path, cache: Path
) -> None:
    todo = contract("no-todo", pattern="TODO", severity="warning")
    (root / ".claude/contracts/b.yaml").write_text(todo)
    write("a.py", BAD, "--log")
    write("a.py", "# TODO\n", "--log")
    assert [[*line][-1] for line in lines_of(cache)] == ["denials", "clean"]


def test_what_protection_denies_is_logged(
    write: Callable[..., Any], root: Path, run: Run, cache: Path, tmp_path: Path
) -> None:
    write(".claude/contracts/a.yaml", "x\n", "--protect", "--log")
    stdin = event("Bash", command="git commit -n", cwd=root)
    environment = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    run("hook", "--protect", "--log", stdin=stdin, env=environment)
    logged = [line["denials"] for line in lines_of(cache)]
    rule_ids = [rule_id for denials in logged for rule_id, _ in denials]
    assert rule_ids == ["protected-contracts", "protected-commands"]


def test_a_full_log_keeps_its_newer_half(
    write: Callable[..., Any], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "LARGEST", 1000)
    times = []
    for place in range(30):
        monkeypatch.setattr("time.time", lambda place=place: 1_000_000 + place)
        write("a.py", BAD, "--log")
        lines = lines_of(cache)
        times.append(lines[-1]["time"])
        assert (cache / "denials.jsonl").stat().st_size <= 1000
    assert times == [1_000_000 + place for place in range(30)]
    assert len(lines) > 3


PARALLEL = """\
import sys
from pathlib import Path
from phaser_lint.contract.model import Violation
from phaser_lint.hook.memory.denials import log_denials
from phaser_lint.hook import Options, make_hook_request

_, cache, root, name = sys.argv
event = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": root, "tool_input": {}}
request = make_hook_request(event, Options(log=True))._replace(cache=cache)
for place in range(100):
    violation = Violation(f"{name}-{place}", "error", "m", path="a.py", where="file")
    log_denials(request, [violation], root=root)
"""


def test_hooks_at_once_lose_no_line(root: Path, cache: Path) -> None:
    names = ["a", "b", "c", "d"]
    processes = [
        subprocess.Popen([sys.executable, "-c", PARALLEL, str(cache), str(root), name])
        for name in names
    ]
    assert [process.wait(timeout=100) for process in processes] == [0] * len(names)
    logged = sorted(line["denials"][0][0] for line in lines_of(cache))
    assert logged == sorted(f"{name}-{place}" for name in names for place in range(100))


def test_install_writes_the_flag(root: Path, run: Run) -> None:
    assert make_hook_command(WantedHook("project")) == ["phaser-lint-hook"]
    printed = run("install", "--log", "--dry-run", cwd=root).out
    hooks = json.loads(printed)["hooks"]
    commands = [group["hooks"][0]["command"] for groups in hooks.values() for group in groups]
    assert len(commands) == 4
    assert [command for command in commands if "phaser-lint-hook --log" not in command] == []


# What ``history --denials`` says.


@pytest.fixture
def history(root: Path, run: Run, tmp_path: Path) -> Callable[..., tuple[int, str]]:
    def ask(*flags: str) -> tuple[int, str]:
        environment = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        outcome = run("history", "--denials", *flags, cwd=root, env=environment)
        assert outcome.err == ""
        return outcome.code, outcome.out

    return ask


NOTHING = (
    "no denial is logged of this project: the hook notes them after phaser-lint install --log\n"
)


def test_a_project_without_denials(history: Callable[..., Any]) -> None:
    assert history() == (0, NOTHING)
    assert history("--json") == (0, '{\n  "denials": []\n}\n')


def test_which_contract_fires_and_which_is_argued_with(
    root: Path, write: Callable[..., Any], history: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("time.time", lambda: 1_764_330_000)
    todo = contract("no-todo", pattern="TODO")
    (root / ".claude/contracts/b.yaml").write_text(todo)
    for name, text in (
        ("a.py", BAD), ("a.py", BAD), ("a.py", CLEAN), ("b.py", "TODO\n"), ("c.py", "print(1)\n"),
        ("b.py", CLEAN),
    ):  # fmt: skip
        write(name, text, "--log")
    rows = [
        "no-print  3 denials  next edit: 1 clean, 1 denied again  last 2025-11-28",
        "no-todo   1 denial   next edit: 1 clean, 0 denied again  last 2025-11-28",
        "4 denials of 2 contracts since 2025-11-28",
    ]
    assert history() == (0, "".join(f"{row}\n" for row in rows))
    assert history("no-todo")[1].splitlines() == [
        "no-todo  1 denial  next edit: 1 clean, 0 denied again  last 2025-11-28",
        "1 denial of 1 contract since 2025-11-28",
    ]
    moment = "2025-11-28T11:40:00Z"
    assert json.loads(history("--json", "no-print")[1]) == {
        "denials": [
            {
                "contract": "no-print", "denials": 3, "next_clean": 1, "next_denied": 1,
                "first": moment, "last": moment, "integrations": {"claude-code": 3},
            }
        ]
    }  # fmt: skip


def test_another_project_has_denials_of_its_own(
    write: Callable[..., Any], run: Run, tmp_path: Path
) -> None:
    write("a.py", BAD, "--log")
    other = tmp_path / "other"
    write_files(other, {"a.py": CLEAN, ".claude/contracts/a.yaml": contract()})
    environment = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    assert run("history", "--denials", cwd=other, env=environment).out == NOTHING
