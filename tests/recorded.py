"""What the program answers today, written down whole, to be compared after code has moved.

    PHASER_RECORD=before pytest --basetemp=/tmp/recorded tests/recorded.py
    …
    PHASER_RECORD=after pytest --basetemp=/tmp/recorded tests/recorded.py
    diff -r before after

Every case folder goes through every place and every format; every command tells its help; every
agent is installed at every scope. Only what differs from one run to the next is replaced: the
project's folder, clocks, and the ids of commits.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.command.cli import COMMANDS
from tests.case_answers import stdin_of
from tests.case_repositories import after_edit, before_edit, change, pull_request, staged
from tests.test_cases import MANIFEST, NAMES, flags, precommit_commands, writable_case

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.conftest import Git, MakeProject, Outcome, Run
    from tests.editor.editor import Editor

pytest_plugins = ("tests.editor.conftest",)
# Whoever names this file by a glob wants no record: one of 16 MB was once added to a commit.
pytestmark = pytest.mark.skipif(
    not os.environ.get("PHASER_RECORD"), reason="PHASER_RECORD names no folder to write to"
)
FOLDER = Path(os.environ.get("PHASER_RECORD", ""))
FORMATS = (
    "text", "full", "concise", "json", "github", "sarif", "gitlab", "junit", "rdjson", "markdown",
    "html",
)  # fmt: skip
AGENTS = (
    "claude-code", "codex", "gemini-cli", "qwen-code", "copilot-cli", "vscode", "cursor",
    "opencode", "windsurf", "cline", "wave", "droid", "kimi-code", "pi",
)  # fmt: skip
CHANGING = (
    (re.compile(r"\b[0-9a-f]{40}\b|(?<=since )[0-9a-f]{12}\b"), "{id}"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"), "{time}"),
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.+Z-]+"), "{time}"),
    (re.compile(r"\b\d+(?:\.\d+)? (?:ms|s|seconds)\b"), "{duration}"),
    (re.compile(r'"(duration|seconds)[a-z_]*": [\d.]+'), '"{duration}"'),
    (re.compile(r"pytest-of-[^/]*/pytest-\d+/(?:popen-gw\d+/)?[^/\s\"']*"), "{temporary}"),
)


def written(text: str, *roots: Path) -> list[str]:
    """Return the lines of *text* as they are in every run."""
    for number, root in enumerate(roots):
        text = text.replace(str(root), f"{{root{number or ''}}}")
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    return text.split("\n")


def answer(outcome: Outcome, *roots: Path) -> dict[str, Any]:
    """Return an outcome as it is in every run."""
    return {
        "code": outcome.code,
        "out": written(outcome.out, *roots),
        "err": written(outcome.err, *roots),
    }


def keep(name: str, answers: Mapping[str, Any]) -> None:
    """Write *answers* to the folder that ``PHASER_RECORD`` names."""
    folder = FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(answers, indent=1, ensure_ascii=True)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_case(name: str, project: MakeProject, run: Run, git: Git) -> None:
    """Every place and format."""
    case = writable_case(name)
    root, answers = project(case.files), {}
    for format_name in FORMATS:
        outcome = run("scan", "--no-cache", "--format", format_name, *flags(case), cwd=root)
        answers[f"scan {format_name}"] = answer(outcome, root)
    for command in (["list", "--json"], ["list"], ["test"], ["contracts", "check", "-v"]):
        answers[" ".join(command)] = answer(run(*command, cwd=root), root)
    for rule_id in case.messages:
        outcome = run("why", rule_id, case.touched, cwd=root)
        answers[f"why {rule_id}"] = answer(outcome, root)
    answers["scan --diff"] = answer(run("scan", "--diff", cwd=root), root)
    before = before_edit(case, project)
    for command in (["hook"], ["hook", "--protect"], ["enforce", "--stdin"]):
        outcome = run(*command, stdin=stdin_of(case, before), cwd=before)
        answers[f"{' '.join(command)}, before"] = answer(outcome, before)
    after = after_edit(case, project, git)
    outcome = run("hook", stdin=stdin_of(case, after, after=True), cwd=after)
    answers["hook, after"] = answer(outcome, after)
    committed = project(case.before, commit=True)
    change(case, committed, git)
    stop = {"session_id": "s", "hook_event_name": "Stop", "cwd": str(committed)}
    event = {**stop, "transcript_path": "/nowhere/t.jsonl", "permission_mode": "default"}
    outcome = run("hook", stdin=json.dumps(event).encode(), cwd=committed)
    answers["hook, stop"] = answer(outcome, committed)
    outcome = run("scan", "--no-cache", "--since", "HEAD", "--format", "json", cwd=committed)
    answers["scan --since"] = answer(outcome, committed)
    for hook in MANIFEST:
        for arguments in precommit_commands(hook, flags(case), staged(committed, git)):
            answers[f"pre-commit {hook['id']}"] = answer(run(*arguments, cwd=committed), committed)
    pull = pull_request(case, project, git)
    place = {"GITHUB_SHA": git(pull, "rev-parse", "HEAD").strip(), "GITHUB_WORKSPACE": str(pull)}
    runner = {"GITHUB_EVENT_NAME": "pull_request", **place}
    answers["action"] = answer(run("action", cwd=pull, env=runner), pull)
    keep(f"case {name}", answers)


@pytest.mark.parametrize("name", NAMES)
def test_case_in_editor(name: str, project: MakeProject, editor: Editor) -> None:
    """The diagnostics of each file."""
    case = writable_case(name)
    root = project(case.files)
    editor.start(root)
    diagnostics_by_path = {}
    for path, content in case.files.items():
        try:
            text = content.decode()
        except UnicodeDecodeError:
            continue
        diagnostics_by_path[path] = json.loads(
            json.dumps(editor.open(root / path, text)).replace(str(root), "")
        )
    keep(f"editor {name}", diagnostics_by_path)


@pytest.mark.parametrize("command", [row[0] for row in COMMANDS])
def test_help(command: str, run: Run, tmp_path: Path) -> None:
    """Each command's help, and what it says of a flag that nobody knows."""
    answers = {
        "help": answer(run(command, "--help", cwd=tmp_path, env={"COLUMNS": "100"})),
        "wrong": answer(run(command, "--no-such-flag", cwd=tmp_path), tmp_path),
    }
    keep(f"command {command}", answers)


def test_program(run: Run, tmp_path: Path) -> None:
    """The program's own help, and what is no command."""
    rows = ([], ["--help"], ["scna"], ["check"], ["--formt", "json"], ["help", "scan"])
    keep("program", {" ".join(row): answer(run(*row, cwd=tmp_path), tmp_path) for row in rows})


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("scope", ["project", "local", "user"])
def test_settings(agent: str, scope: str, project: MakeProject, run: Run, tmp_path: Path) -> None:
    """What an agent's settings are once they are installed, and once they are taken out again."""
    root, home = project({"a.py": "x = 1\n"}), tmp_path / "home"
    home.mkdir()
    answers = {}
    for command in ("install", "uninstall"):
        outcome = run(
            command, "--agent", agent, "--scope", scope, cwd=root, env={"HOME": str(home)}
        )
        files = {
            str(path.relative_to(place)): written(path.read_text("utf-8"), root, home)
            for place in (root, home)
            for path in sorted(place.rglob("*"))
            if path.is_file() and not {".git", ".cache"}.intersection(path.parts)
        }
        answers[command] = {**answer(outcome, root, home), "files": files}
    keep(f"settings {agent} {scope}", answers)
