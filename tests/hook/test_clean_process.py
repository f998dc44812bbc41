"""The hook as ``install`` starts it: what it imports, closed streams."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_entry
from tests.command.made import contract, event, no_file
from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from tests.conftest import MakeProject

# Beyond these, nothing: each module costs a hundredth of the interpreter's start.
PYTHON_MODULES = {"__future__", "_json", "gc"}
OWN_MODULES = {
    f"phaser_lint{name}"
    for name in (
        "",
        ".core",
        ".core.cache_file",
        ".agent",
        ".agent.claude_code",
        ".project",
        ".project.levels",
        ".hook",
        ".hook.clean",
        ".core.text",
    )
}
STORE = {
    f"phaser_lint.{name}"
    for name in (
        "project",
        "contract",
        "core.cache_file",
    )
}
# What is on the disk: a Write replaces it, whatever it is.
DISK = {"phaser_lint.project.regular_file"}
FILTERS = {
    f"phaser_lint.{name}"
    for name in ("text", "text.globs", "text.search", "contract", "contract.prefilter")
}
PASS = {
    "phaser_lint.contract",
    "phaser_lint.text",
    "phaser_lint.text.search",
    "phaser_lint.contract.stored_automata",
    "phaser_lint.text.search.hyperscan_database",
}
PLACES = {
    "phaser_lint.contract",
    "phaser_lint.contract.deciding_places",
    "phaser_lint.hook",
    "phaser_lint.hook.protection",
    "phaser_lint.hook.protection.protected_places",
}
LOOK = {
    f"phaser_lint.{name}"
    for name in (
        "agent",
        "core",
        "hook",
        "project",
        "agent.nameless_writes",
        "core.errors",
        "core.file_records",
        "hook.changed_files",
        "hook.covered_repositories",
        "project.regular_file",
        "project.git",
        "project.programs",
        "project.git.git_status",
        "project.git.head_commit",
        "project.git.process_output",
        "project.git.in_progress",
        "project.programs",
        "hook.memory",
        "hook.memory.hook_identities",
        "hook.memory.stored_snapshot",
    )
}
# Where Python itself may or may not have it already.
OF_PYTHON = {"_collections", "marshal", "time", "errno", "select"}


def command_of_install() -> list[str]:
    handler = make_hook_entry(WantedHook("local"), "PreToolUse")
    return [handler["command"], *handler["args"]]


def import_modules(arguments: list[str], stdin: bytes, env: dict[str, str]) -> tuple[set[str], str]:
    """The modules that a run of this interpreter imports, and what it prints."""
    command = [arguments[0], "-X", "importtime", *arguments[1:]]
    process_result = subprocess.run(command, input=stdin, env=env, capture_output=True, check=True)
    lines = re.findall(
        r"^import time: +\d+ \| +\d+ \| +(\S+)$", process_result.stderr.decode(), re.MULTILINE
    )
    return set(lines), process_result.stdout.decode()


CLEAN = "def f() -> None:\n    log(1)\n"
IMPORTS = {
    "a shell": (OWN_MODULES, {"a.yaml": contract()}, {"tool": "Bash", "command": "ls"}),
    "unknown tool": (
        OWN_MODULES | {"phaser_lint.agent.nameless_writes"},
        {"a.yaml": contract()},
        {"tool": "Bash"},
    ),
    "no contracts": (OWN_MODULES, {}, {}),
    "no glob matches": (OWN_MODULES | STORE | FILTERS, {"a.yaml": contract(file_glob="*.ts")}, {}),
    "ruled out by literals": (OWN_MODULES | STORE | FILTERS, {"a.yaml": contract()}, {}),
    "plain text that is required": (
        OWN_MODULES | STORE | FILTERS,
        {"a.yaml": contract(type="require_pattern", pattern="log")},
        {},
    ),
    "searched": (
        OWN_MODULES | STORE | FILTERS,
        {"a.yaml": contract(pattern=r"\blog\(2"), "b.yaml": contract("b", pattern=r"\d{5}|def\(")},
        {},
    ),
    "a name": (
        OWN_MODULES | STORE | FILTERS,
        {"a.yaml": contract(type="file_name", pattern=r"[a-z_]+\.py")},
        {},
    ),
    "a path": (
        OWN_MODULES | STORE | FILTERS,
        {"a.yaml": contract(path_pattern=r"^src/(\w+)\.py$")},
        {},
    ),
    "a glob that is more than texts": (
        OWN_MODULES | STORE | FILTERS,
        {"a.yaml": contract(file_glob="*/[!b]*.p?")},
        {},
    ),
    "a large text": (
        OWN_MODULES | STORE | FILTERS | PASS,
        {"a.yaml": contract()},
        {"content": CLEAN * 30_000},
    ),
    "after the edit": (
        OWN_MODULES | STORE | FILTERS | DISK,
        {"a.yaml": contract()},
        {"name": "PostToolUse"},
    ),
    "after a command that reads": (
        OWN_MODULES | DISK | {"phaser_lint.agent", "phaser_lint.agent.nameless_writes"},
        {"a.yaml": contract()},
        {"name": "PostToolUse", "tool": "Bash", "command": "ls"},
    ),
    "after a command that changed nothing": (
        OWN_MODULES | LOOK,
        {"a.yaml": contract()},
        {"name": "PostToolUse", "tool": "Bash", "command": "make"},
    ),
    "an Edit": (
        OWN_MODULES
        | STORE
        | FILTERS
        | DISK
        | {
            "phaser_lint.text",
            "phaser_lint.text.deadlines",
            "phaser_lint.text.edits",
            "phaser_lint.text.edits.text_edit",
        },
        {"a.yaml": contract()},
        {"tool": "Edit", "old_string": "1", "new_string": "2"},
    ),
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("row", IMPORTS.values(), ids=IMPORTS)
def test_a_clean_edit_imports_only_light_modules(
    project: MakeProject, environment: dict[str, str], row: Any
) -> None:
    """Exactly these modules beyond bare Python, on the very command that ``install`` writes."""
    expected, contracts, fields = row
    root = project({"src/a.py": CLEAN}, contracts=contracts)
    stdin = event(**{"file_path": root / "src/a.py", "content": CLEAN, "cwd": root, **fields})
    bare, _ = import_modules([sys.executable, "-I", "-c", "pass"], b"", environment)
    time.sleep(0.15)  # until the contracts are settled
    import_modules(command_of_install(), stdin, environment)
    modules, answer = import_modules(command_of_install(), stdin, environment)
    assert answer == "{}\n"
    beyond = modules - bare - OF_PYTHON
    assert {name for name in beyond if name.startswith("phaser_lint")} == expected
    assert beyond - expected <= PYTHON_MODULES


# Beyond what a clean edit does. Not the types that no contract is of, nor what fixes, lists, sizes,
# directives, changes and git are checked with; nothing is compiled, since what is stored is
# already.
DENIAL = {
    f"phaser_lint.{name}"
    for name in (
        "agent",
        "agent.answers",
        "core",
        "contract",
        "project",
        "hook",
        "text",
        "text.search",
        "core.answer_json",
        "core.file_records",
        "check",
        "check.edit_check",
        "core.errors",
        "contract.match_contract",
        "contract.packed_contracts",
        "contract.selection",
        "check.engine",
        "check.engine.check_files",
        "check.engine.new_violations",
        "check.engine.directive_places",
        "check.engine.file_verdict",
        "check.engine.checker",
        "project.levels",
        "project.regular_file",
        "hook.answer",
        "hook.before_edit",
        "hook.feedback",
        "hook.memory",
        "hook.memory.reported",
        "hook.projects_of_files",
        "contract.model",
        "contract.rules",
        "contract.rules.rule",
        "contract.rules.forbid_pattern",
        "contract.rules.violations",
        "text.search.searcher",
    )
}


def test_imports_of_a_warning(project: MakeProject, environment: dict[str, str]) -> None:
    """Neither what reads contract files nor what compares with other files."""
    contracts = {"a.yaml": contract(pattern="TODO", severity="warning")}
    root = project({"src/a.py": CLEAN}, contracts=contracts, commit=True)
    stdin = event(file_path=root / "src/a.py", content="# TODO\n", cwd=root)
    time.sleep(0.15)  # until the contracts are settled
    import_modules(command_of_install(), stdin, environment)
    modules, answer = import_modules(command_of_install(), stdin, environment)
    assert "Warning: no-print at line 1" in answer
    assert "phaser_lint.hook.allowed_edit" in modules
    heavy = (
        "check.cross_file_edit",
        "contract.unsaved_contracts",
        "hook.after_command",
        "hook.after_edit",
    )
    assert {"yaml", "regex", *(f"phaser_lint.{name}" for name in heavy)}.isdisjoint(modules)


# What asks git whether the text stood elsewhere before: not what compares it with a commit.
ASKS_GIT = {
    f"phaser_lint.{name}"
    for name in (
        "check",
        "core",
        "project",
        "project.regular_file",
        "project.git",
        "project.programs",
        "project.git.git_status",
        "project.git.process_output",
    )
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("changed_path", [None, "", "new.py", "src/b.py"])
def test_imports_of_a_denial(
    project: MakeProject, environment: dict[str, str], changed_path: str | None
) -> None:
    """Exactly these modules beyond a clean edit, by a contract of one type, said again.

    Contracts of other types are met. Also where a file changed that the contract selects, but never
    held what is denied.
    """
    files = {"src/a.py": CLEAN, "src/b.py": CLEAN}
    contracts = {
        "a.yaml": contract(),
        "b.yaml": contract("b", type="require_pattern", pattern="1"),
        "c.yaml": contract("c", type="file_exists", pattern=None, file_glob="/README.md"),
        "d.yaml": no_file(".env"),
        "e.yaml": contract("e", type="file_not_contains", pattern=r"\d{5}"),
    }
    root = project(files, contracts=contracts, commit=True)
    if changed_path is None:
        (root / ".git").rename(root / "no-git")
    elif changed_path:
        (root / changed_path).write_text("log(2)\n")
    # What a docstring above ends does not have to be read.
    text = 'def f():\n    """It prints."""\n    print(1)\n'
    event_keys = {"file_path": root / "src/a.py", "content": text, "cwd": root}
    first_event, second_event = (
        event(**event_keys, prompt_id="p", tool_use_id=call_id) for call_id in "12"
    )
    bare, _ = import_modules([sys.executable, "-I", "-c", "pass"], b"", environment)
    time.sleep(0.15)  # until the contracts are settled
    import_modules(command_of_install(), first_event, environment)
    modules, answer = import_modules(command_of_install(), second_event, environment)
    assert '"deny"' in answer
    beyond = modules - bare - OF_PYTHON
    expected = (
        OWN_MODULES | STORE | FILTERS | DENIAL | (set() if changed_path is None else ASKS_GIT)
    )
    assert {name for name in beyond if name.startswith("phaser_lint")} == expected
    assert beyond - expected <= PYTHON_MODULES


# What --augment adds: nothing without a link, and little without anybody to ask.
LINKS = {
    f"phaser_lint.{name}"
    for name in (
        "hook",
        "report",
        "hook.context_channels",
        "report.context",
        "report.context.links",
        "hook.link_context",
    )
}
LINK = {"tool": "Bash", "command": "echo [[nothing]]"}
AUGMENTED = {
    "no link": (OWN_MODULES, {"a.yaml": contract()}, {"tool": "Bash", "command": "ls [a]"}),
    "no link, an edit": (OWN_MODULES | STORE | FILTERS, {"a.yaml": contract()}, {}),
    "a shell test": (
        OWN_MODULES | LINKS,
        {"a.yaml": contract()},
        {"tool": "Bash", "command": "[[ -f x ]]"},
    ),
    "no contracts": (
        OWN_MODULES
        | LINKS
        | {
            "phaser_lint.report",
            "phaser_lint.report.context",
            "phaser_lint.project.programs",
            "phaser_lint.report.context.maenifold_program",
        },
        {},
        LINK,
    ),
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", AUGMENTED.values(), ids=AUGMENTED)
def test_augment_imports_only_light_modules_with_the_hook(
    project: MakeProject, environment: dict[str, str], row: Any
) -> None:
    """Exactly these modules beyond bare Python, with the flag that ``install --augment`` writes."""
    expected, contracts, fields = row
    root = project({"src/a.py": CLEAN}, contracts=contracts)
    env = {**environment, "PATH": "/usr/bin:/bin"}
    event_keys = fields or {"file_path": root / "src/a.py", "content": CLEAN}
    stdin = event(**{"cwd": root, **event_keys})
    bare, _ = import_modules([sys.executable, "-I", "-c", "pass"], b"", env)
    command = [*command_of_install(), "--augment"]
    time.sleep(0.15)  # until the contracts are settled
    import_modules(command_of_install(), stdin, env)
    import_modules(command, stdin, env)
    modules, answer = import_modules(command, stdin, env)
    assert answer == "{}\n"
    beyond = modules - bare - OF_PYTHON
    assert {name for name in beyond if name.startswith("phaser_lint")} == expected
    assert beyond - expected <= PYTHON_MODULES


COMMANDS = {"phaser_lint.agent.nameless_writes", "phaser_lint.hook.protection.watched_commands"}
PROTECTED = {
    "a command": (
        OWN_MODULES | PLACES | COMMANDS,
        {"tool": "Bash", "command": "cat .claude/contracts/a.yaml && git status -s"},
    ),
    "an ordinary file": (
        OWN_MODULES | STORE | FILTERS | PLACES,
        {},
    ),
    "an ordinary file, after the edit": (
        OWN_MODULES | STORE | FILTERS | PLACES | DISK,
        {"name": "PostToolUse"},
    ),
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", PROTECTED.values(), ids=PROTECTED)
def test_protect_imports_two_light_modules_more(
    project: MakeProject, environment: dict[str, str], row: Any
) -> None:
    """Two light modules more, with the flag that ``install --protect`` writes."""
    expected, fields = row
    root = project({"src/a.py": CLEAN, ".codex/hooks.json": "{}"}, contracts={"a.yaml": contract()})
    stdin = event(**{"file_path": root / "src/a.py", "content": CLEAN, "cwd": root, **fields})
    bare, _ = import_modules([sys.executable, "-I", "-c", "pass"], b"", environment)
    time.sleep(0.15)  # until the contracts are settled
    import_modules(command_of_install(), stdin, environment)
    modules, answer = import_modules([*command_of_install(), "--protect"], stdin, environment)
    assert answer == "{}\n"
    beyond = modules - bare - OF_PYTHON
    assert {name for name in beyond if name.startswith("phaser_lint")} == expected
    assert beyond - expected <= PYTHON_MODULES


def test_the_augment_command_imports_only_what_every_command_does(
    project: MakeProject, environment: dict[str, str]
) -> None:
    """``augment`` itself imports, without a link, nothing beyond what starts every command."""
    root = project({}, contracts={"a.yaml": contract()})
    start = "import sys; from phaser_lint.command.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", start, "augment", "--agent", "codex"]
    modules, answer = import_modules(command, event("Bash", cwd=root, command="[a]"), environment)
    assert answer == "{}\n"
    assert {name for name in modules if name.startswith("phaser_lint")} == {
        "phaser_lint.core",
        "phaser_lint",
        "phaser_lint.agent",
        "phaser_lint.command.cli",
        "phaser_lint.core.errors",
        "phaser_lint.command",
        "phaser_lint.command.augment",
        "phaser_lint.command.exit_codes",
        "phaser_lint.core.text",
    }
    assert modules.isdisjoint({"argparse", "dataclasses", "json", "yaml", "pathspec", "regex"})


# The process itself.


REDIRECTED = ["<&-", ">&-", "<&- >&-", "2>&-", ">&- 2>&-", "0>/dev/null"]
REDIRECTED += [">/dev/full"] if os.path.exists("/dev/full") else []


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("redirected", REDIRECTED)
@pytest.mark.parametrize("command", ["installed", "phaser-lint hook"])
def test_a_closed_stream_ends_with_exit_code_0(
    environment: dict[str, str], command: str, redirected: str
) -> None:
    """It ends with exit code 0 whatever it is given: others would block every edit."""
    words = command_of_install() if command == "installed" else [str(PROGRAM), "hook"]
    for stdin, unbuffered in product((b'{"tool_name": 1', b"{}"), ("", "1")):
        shell = ["/bin/sh", "-c", f'"$@" {redirected}', "sh", *words]
        env = {**environment, "PYTHONUNBUFFERED": unbuffered}
        process_result = subprocess.run(shell, input=stdin, env=env, capture_output=True)
        assert (process_result.returncode, b"Traceback" in process_result.stderr) == (0, False)
