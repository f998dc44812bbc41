"""``phaser contracts check``: what v1.2 printed, checked by today's engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

VERSION_1 = """\
version: 1
audit_source: {{id: "x", slug: "y", date: "2025-12-05", phase: 3}}
rule:
  id: {id}
  type: {type}
  severity: {severity}
  pattern: '{pattern}'
  file_glob: '{glob}'
  message: 'Fix {id}.'
  rationale: 'Because.'
created_at: '2025-12-05T10:00:00.000+00:00'
enabled: {enabled}
"""


def version_1(
    rule_id: str,
    kind: str,
    pattern: str,
    glob: str = "**/*.swift",
    *,
    severity: str = "error",
    enabled: str = "true",
) -> str:
    return VERSION_1.format(
        id=rule_id, type=kind, pattern=pattern, glob=glob, severity=severity, enabled=enabled
    )


@pytest.fixture
def phaser(project: MakeProject) -> Path:
    """A project of v1.2, with a contract of each kind."""
    root = project({"a.swift": "let a = b!\n// use a+b\n", "b.swift": "// uses logger\n"})
    rules = {
        "no-force-unwrap.yaml": version_1("no-force-unwrap", "forbid_pattern", r"\!\s*$"),
        "one-logs.yaml": version_1("one-logs", "require_pattern", "logger"),
        "literal.yaml": version_1("literal", "file_not_contains", "a+b", severity="warning"),
        "off.yaml": version_1("disabled", "forbid_pattern", "a", enabled="false"),
        "readme.yaml": version_1("readme", "file_contains", "(c)", "/README.md"),
    }
    write_files(root / ".phaser/contracts", rules)
    return root


PRINTED = """\
[FAIL] literal
[FAIL] no-force-unwrap
[PASS] one-logs
[FAIL] readme
Results: 1 passed, 3 failed
"""
VERBOSE = """\
[FAIL] literal
  a.swift:2: Fix literal.
[FAIL] no-force-unwrap
  a.swift:1: Fix no-force-unwrap.
[PASS] one-logs
[FAIL] readme
  files matching /README.md: Fix readme.
Results: 1 passed, 3 failed
"""


@pytest.mark.parametrize(
    ("flags", "code", "out"),
    [
        ((), 0, PRINTED),
        (("--fail-on-error",), 1, PRINTED),
        (("-v",), 0, VERBOSE),
        (("--verbose", "--fail-on-error"), 1, VERBOSE),
    ],
)
def test_contracts_are_checked_one_line_each(
    phaser: Path, run: Run, flags: tuple[str, ...], code: int, out: str
) -> None:
    """One line a contract, then the totals; the exit code only where asked."""
    assert run("contracts", "check", *flags, cwd=phaser) == (code, out, "")
    elsewhere = run("contracts", "check", "--root", str(phaser), *flags, cwd=phaser.parent)
    assert elsewhere == (code, out, "")


def test_todays_contracts_pass(project: MakeProject, run: Run) -> None:
    """Today's contracts are checked too."""
    root = project({"a.py": "x\n"}, contracts={"a.yaml": contract()})
    out = "[PASS] no-print\nResults: 1 passed, 0 failed\n"
    assert run("contracts", "check", "--fail-on-error", cwd=root) == (0, out, "")


def test_without_contracts_nothing_checked_is_said(project: MakeProject, run: Run) -> None:
    """Nothing checked is said, as everywhere."""
    root = project({"a.py": "x\n"})
    message = (
        f"{root}: note: no contracts in .claude/contracts, .phaser/contracts, "
        "~/.phaser/contracts; nothing was checked\n"
    )
    assert run("contracts", "check", cwd=root) == (0, "Results: 0 passed, 0 failed\n", message)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("contracts", "out", "message"),
    [
        (
            {"broken.yaml": contract("broken", pattern="(")},
            "Results: 0 passed, 0 failed, 1 contract problem\n",
            ".claude/contracts/broken.yaml:3: pattern: expected a regular expression; "
            "missing ) at position 1 (contract skipped)\n",
        ),
        (
            {"slow.yaml": contract("slow", pattern="(a|aa)+$")},
            "[FAIL] slow\nResults: 0 passed, 1 failed, 1 undecided\n",
            "a.py: undecided: slow: the pattern took longer than 2000 ms\n",
        ),
    ],
)
def test_what_could_not_be_checked(
    project: MakeProject, run: Run, contracts: dict[str, str], out: str, message: str
) -> None:
    """It is no pass: said, and exit code 2, as everywhere."""
    root = project({"a.py": "a" * 60 + "b\n"}, contracts=contracts)
    assert run("contracts", "check", cwd=root) == (2, out, message)
    assert run("contracts", "check", "--fail-on-error", cwd=root) == (2, out, message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "phaser contracts: expected the command check"),
        (("list",), "phaser contracts: expected the command check"),
        (("chek",), "phaser contracts: expected the command check; did you mean check?"),
        (("check", "--frobnicate"), "unrecognized arguments: --frobnicate"),
        (("check", "--root", "none"), "--root: expected a folder: none"),
    ],
)
def test_a_wrong_flag_exits_with_2(
    project: MakeProject, run: Run, arguments: tuple[str, ...], message: str
) -> None:
    """Exit code 2 and one clear line."""
    outcome = run("contracts", *arguments, cwd=project({}))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {message}")
    assert outcome.err.count("\n") == 1


def test_the_command_and_its_group_have_help(run: Run) -> None:
    for arguments in (("contracts", "check", "--help"), ("contracts", "--help")):
        outcome = run(*arguments)
        assert (outcome.code, outcome.err) == (0, "")
        assert "--fail-on-error" in outcome.out
