"""What the programs that run at each edit and each commit import: a budget for each way.

A module costs a hundredth of the interpreter's start, and one import at the top of a file may bring
a hundred. The ways of the hook as ``install`` writes it are held name by name in
``tests/hook/test_clean_process.py``.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.command.made import contract, event
from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

CLEAN, BROKEN = "def f() -> None:\n    log(1)\n", "print(1)\n"
# What no way needs; a name stands for all below it.
UNNEEDED = {
    *("argparse", "asyncio", "concurrent", "dataclasses", "gettext", "html", "http"),
    *("importlib.metadata", "inspect", "phaser_lint.core.argument_parser"),
    *("multiprocessing", "pathspec", "platform", "regex", "rich", "tomllib", "unittest", "xml"),
    *("yaml", "phaser_lint.agent.install", "phaser_lint.author", "phaser_lint.command.doctor"),
    *("phaser_lint.command.install", "phaser_lint.contract.load_contracts", "phaser_lint.editor"),
    *("phaser_lint.hook.doctor", "phaser_lint.hook.protection", "phaser_lint.hooks"),
    "phaser_lint.hook_library",
}
# What only a way with flags to parse, or with git to ask, needs.
OF_SCANS = {
    *("base64", "datetime", "hashlib", "json", "pathlib", "random", "shutil"),
    *("subprocess", "tempfile", "threading", "typing", "urllib", "phaser_lint.check.project_check"),
    *("phaser_lint.agent.codex", "phaser_lint.core.shared_flags", "phaser_lint.project.git"),
}
GIT = {"phaser_lint.project.git"}
ENGINE = {"phaser_lint.check", "phaser_lint.contract.open_contracts", "phaser_lint.hook.answer"}


class Way(NamedTuple):
    """A command, what comes on standard input or is written first, and what it may import.

    ``most`` of this package's modules, and none of ``without`` beside those that no way needs.
    """

    words: tuple[str, ...]
    stdin: str
    answer: str
    most: int
    without: frozenset[str]


# What a scan loads where there is a baseline, a revision, a share, a fix, or many files.
OF_FEW_SCANS = {
    *(
        "phaser_lint.check.comparison.baseline_in_force",
        "phaser_lint.check.comparison.since_revision",
    ),
    *("phaser_lint.check.fixes.fixed_file", "phaser_lint.check.changes_since_base"),
    *(
        "phaser_lint.check.unreachable_files",
        "phaser_lint.check.checked_history",
        "phaser_lint.check.shards",
    ),
    *("phaser_lint.project.files.edited", "phaser_lint.project.files.index", "hyperscan"),
    *("phaser_lint.text.search.hyperscan_database", "phaser_lint.text.search.supersets"),
    *(
        "phaser_lint.check.many_files",
        "phaser_lint.check.result_cache",
        "phaser_lint.core.worker_processes",
    ),
    *("phaser_lint.check.engine.new_violations", "bisect", "subprocess", "threading"),
}
# What reads a contract that has examples, conditions, a fix, or variables in its message.
OF_FEW_CONTRACTS = (
    *("phaser_lint.contract.example_reader", "phaser_lint.contract.rules.conditions"),
    *("phaser_lint.contract.rules.filled_messages", "phaser_lint.contract.rules.fix_key"),
    *("phaser_lint.contract.language_doubts", "phaser_lint.text.languages"),
)
HOOK, COMMAND = frozenset(OF_SCANS), frozenset({"phaser_lint.agent", "phaser_lint.hook"})
WAYS = {
    "enforce, clean": Way(("enforce", "--stdin"), CLEAN, "contracts passed", 23, HOOK | ENGINE),
    "enforce, clean, as in settings": Way(
        ("enforce", "--stdin", "--severity", "error", "--timeout", "100", "--quiet"),
        CLEAN,
        "contracts passed",
        23,
        HOOK | ENGINE,
    ),
    "enforce, denied": Way(("enforce", "--stdin", "--severity", "error"), BROKEN, "deny", 52, HOOK),
    "enforce, an unknown tool": Way(("enforce", "--stdin"), "tool", "{}\n", 18, HOOK | ENGINE),
    "hook, clean": Way(("hook",), CLEAN, "{}\n", 21, HOOK | ENGINE),
    "hook, denied": Way(("hook",), BROKEN, "deny", 54, HOOK - GIT),
    "augment, no link": Way(
        ("augment", "--agent", "claude-code"),
        "no-print",
        "{}\n",
        10,
        HOOK | ENGINE | {"phaser_lint.hook"},
    ),
    "augment, a link": Way(
        ("augment",),
        "[[no-print]]",
        "Contract no-print",
        55,
        HOOK - GIT - {"subprocess", "threading"},
    ),
    "pre-commit, clean": Way(
        ("pre-commit", "--", "src/a.py"),
        CLEAN,
        "0 errors",
        67,
        (COMMAND | OF_FEW_SCANS | {"json", "locale", "pathlib", "tempfile", "typing"})
        - {"phaser_lint.core.worker_processes"},
    ),
    "pre-commit of the tree": Way(
        ("pre-commit", "--tree"),
        CLEAN,
        "0 errors",
        76,
        (COMMAND | OF_FEW_SCANS | {"json", "locale", "pathlib", "tempfile", "typing"}) - GIT,
    ),
    "contracts check": Way(
        ("contracts", "check"), CLEAN, "[PASS] no-print", 61, COMMAND | {"json", "pathlib"}
    ),
    "version": Way(("--version",), CLEAN, "phaser-lint ", 10, HOOK | ENGINE),
    "help": Way(("--help",), CLEAN, "usage: phaser-lint", 9, HOOK | ENGINE),
    "scan": Way(("scan",), CLEAN, "0 errors", 65, COMMAND | OF_FEW_SCANS | {"locale", "typing"}),
    "list": Way(
        ("list",),
        CLEAN,
        "1 contract",
        62,
        COMMAND | OF_FEW_SCANS | {"phaser_lint.check.engine.check_files"},
    ),
}


def imports_of(front_end: Way, root: Path, env: dict[str, str]) -> tuple[set[str], str]:
    """The modules that a run of *front_end* imports, and what it prints."""
    command = [sys.executable, "-X", "importtime", str(PROGRAM), *front_end.words]
    process = subprocess.run(
        command, input=stdin_of(front_end, root), cwd=root, env=env, capture_output=True, check=True
    )
    lines = re.findall(
        r"^import time: +\d+ \| +\d+ \| +(\S+)$", process.stderr.decode(), re.MULTILINE
    )
    return set(lines), process.stdout.decode()


def stdin_of(front_end: Way, root: Path) -> bytes:
    if front_end.words[0] == "augment":
        prompt = {
            "hook_event_name": "UserPromptSubmit",
            "cwd": str(root),
            "prompt": front_end.stdin,
        }
        return json.dumps(prompt).encode()
    tool = "Read" if front_end.stdin == "tool" else "Write"
    return event(tool, file_path=root / "src/a.py", content=front_end.stdin, cwd=root)


def unneeded_of(front_end: Way, imported: set[str]) -> list[str]:
    """What *front_end* need not import, and did."""
    unneeded = UNNEEDED | front_end.without
    return sorted(
        name
        for name in imported
        if any(name == module or name.startswith(f"{module}.") for module in unneeded)
    )


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("front_end", WAYS.values(), ids=WAYS)
def test_each_way_imports_what_it_needs(
    project: MakeProject, environment: dict[str, str], front_end: Way
) -> None:
    """Once its contracts are stored: no heavy module, and no more of this package than its part."""
    root = project({"src/a.py": CLEAN}, contracts={"a.yaml": contract()}, commit=True)
    time.sleep(0.15)  # until the contracts are settled
    imports_of(front_end, root, environment)
    imported, answer = imports_of(front_end, root, environment)
    own_modules = {name for name in imported if name.split(".")[0] == "phaser_lint"}
    assert front_end.answer in answer
    assert unneeded_of(front_end, imported) == []
    assert len(own_modules) <= front_end.most, sorted(own_modules)


def test_a_file_that_a_plain_scan_skips_is_compared_with_nothing(
    project: MakeProject, environment: dict[str, str]
) -> None:
    """Only a change may have taken its text away."""
    files = {"src/a.py": CLEAN, "image.png": "\0"}
    root = project(files, contracts={"a.yaml": contract(file_glob="*")}, commit=True)
    way = Way(("scan",), CLEAN, "0 errors", 0, frozenset())
    imports_of(way, root, environment)
    imported, answer = imports_of(way, root, environment)
    assert way.answer in answer
    assert [name for name in imported if "comparison" in name or "compared" in name] == []


def test_a_first_scan_of_few_files_loads_what_reads_contracts(
    project: MakeProject, environment: dict[str, str]
) -> None:
    """And nothing of what only a large project, one with a baseline, or a longer contract needs."""
    root = project({"src/a.py": CLEAN}, contracts={"a.yaml": contract()}, commit=True)
    way = Way(("scan", "--no-cache"), CLEAN, "0 errors", 93, COMMAND | OF_FEW_SCANS | {"typing"})
    imported, answer = imports_of(way, root, environment)
    own = {name for name in imported if name.split(".")[0] == "phaser_lint"}
    assert way.answer in answer
    reading = {"yaml", "regex", "threading", "phaser_lint.contract.load_contracts"}
    assert not reading.difference(imported)
    assert {name.split(".")[0] for name in unneeded_of(way, imported)} <= {"phaser_lint", *reading}
    assert [name for name in own if name.startswith((*OF_FEW_SCANS, *OF_FEW_CONTRACTS))] == []
    assert len(own) <= way.most, sorted(own)


def test_a_later_scan_of_few_files_loads_no_expressions_of_python(
    project: MakeProject, environment: dict[str, str]
) -> None:
    """They take a tenth of it. Not every installer's script is without: pip's imported them."""
    root = project({"src/a.py": CLEAN}, contracts={"a.yaml": contract()}, commit=True)
    words = ["scan", "--cache-dir", str(root / "cache")]
    time.sleep(0.15)  # until the contracts are settled
    for _ in range(2):
        program = (
            f"import sys; from phaser_lint.command.cli import main; print(main({words}), "
            "{'re', 'enum'} & {*sys.modules})"
        )
        process = subprocess.run(
            [sys.executable, "-I", "-c", program], cwd=root, env=environment, capture_output=True
        )
    assert process.stdout.split()[-2:] == [b"0", b"set()"]


@pytest.mark.parametrize(
    "name", ["json", "argparse", "phaser_lint.command.install", "phaser_lint.check.engine", "yaml"]
)
def test_a_heavy_module_on_the_quick_way_is_seen(name: str) -> None:
    """By its own name, or by that of the package that it is of."""
    assert unneeded_of(WAYS["enforce, clean"], {"phaser_lint.hook.clean", "os", name}) == [name]
