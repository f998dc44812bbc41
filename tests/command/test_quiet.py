"""``-q``: a command says what is wrong, and nothing where nothing is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

RELINT = "- {name: no-todo, pattern: TODO}\n"
CONTRACTS = {"a.yaml": contract(examples={"valid": ["log(1)"], "invalid": ["print(1)"]})}
INVALID = (
    ".claude/contracts/b.yaml:3: pattern: expected a regular expression; missing ) at position 1 "
    "(contract skipped)\n"
)
IN_FORCE = (
    ".claude/contracts/c.yaml:7: examples.valid[0]: expected no violation in `print(1)`, found one "
    "(contract in force)\n"
)


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    project_root = project({"a.py": "x = 1\n", ".relint.yml": RELINT}, contracts=CONTRACTS)
    git(project_root, "init", "-q")
    return project_root


@pytest.mark.parametrize("flag", ["-q", "--quiet"])
@pytest.mark.parametrize(
    "command",
    [
        "scan",
        "test",
        "baseline",
        "baseline --update",
        "import .relint.yml",
        "import --dry-run .relint.yml",
    ],
)
def test_quiet_prints_nothing_on_standard_error_either(
    root: Path, run: Run, command: str, flag: str
) -> None:
    """Not even on standard error."""
    assert run(*command.split(), flag, cwd=root) == (0, "", "")


@pytest.mark.parametrize(
    ("command", "code", "out", "err"),
    [
        ("scan", 2, "a.py:1:1: error: Use the logger. [no-print]\n", f"{INVALID}{IN_FORCE}"),
        (
            "test",
            2,
            ".claude/contracts/c.yaml:7: c: examples.valid[0]: expected no violation in "
            f"`print(1)`, found one\n  1 │ print(1)\n    │ ^^^^^^\n{INVALID}",
            "",
        ),
        (
            "baseline",
            2,
            "",
            f"{INVALID}{IN_FORCE}"
            ".phaser/baseline.jsonl: not written: not everything could be checked\n",
        ),
        (
            "import .relint.yml",
            1,
            ".relint.yml: 2 rules of relint\n"
            "  wide     no contract\n    not converted: pattern: no pattern "
            "of Python's re, which reLint cannot read either: missing ), unterminated subpattern "
            "at position 0\n",
            "",
        ),
    ],
)
def test_quiet_prints_only_what_is_wrong(
    root: Path, run: Run, command: str, code: int, out: str, err: str
) -> None:
    """What is right beside it is left out, and so are totals."""
    (root / "a.py").write_text("print(1)\n")
    (root / ".relint.yml").write_text(f"{RELINT}- {{name: wide, pattern: '('}}\n")
    folder = root / ".claude/contracts"
    (folder / "b.yaml").write_text(contract("broken", pattern="("))
    wrong = {"valid": ["print(1)"], "invalid": ["print(2)"]}
    (folder / "c.yaml").write_text(contract("c", file_glob="*.txt", examples=wrong))
    assert run(*command.split(), "-q", cwd=root) == (code, out, err)


def test_a_problem_of_a_hook(root: Path, run: Run) -> None:
    """Without the table, the notes and the totals."""
    (root / ".pre-commit-config.yaml").write_text("repos: [\n")
    whole_output = run("doctor", "--agent", "pre-commit", cwd=root)
    code, out, err = run("doctor", "--agent", "pre-commit", "-q", cwd=root)
    assert (whole_output.code, code, err) == (1, 1, "")
    assert out
    assert (
        f"problems:\n{''.join(f'  {line}' for line in out.splitlines(keepends=True))}"
        in whole_output.out
    )


def test_quiet_and_verbose_exclude_one_another(root: Path, run: Run) -> None:
    """Nobody wants both."""
    message = "phaser-lint: --quiet and --verbose: expected one of them\n"
    assert run("test", "-qv", cwd=root) == (2, "", message)


def test_json_of_a_baseline(root: Path, run: Run) -> None:
    """What it holds, whether it was written, and why not."""
    (root / "a.py").write_text("print(1)\nprint(2)\n")

    def document_of(*flags: str) -> object:
        return json.loads(run("baseline", *flags, "--json", cwd=root).out)

    def counted(number: int) -> dict[str, object]:
        by_contract = {"rule_id": "no-print", "level": "", "severity": "error", "files": 1}
        return {"contracts": [{**by_contract, "violations": number}], "violations": number}

    common = {"path": ".phaser/baseline.jsonl", "problem": None, "version": 1}
    first_document = {
        **common,
        "files": 1,
        "moved": 0,
        "not_read": 0,
        "removed": 0,
        "written": True,
        **counted(2),
    }
    assert document_of() == first_document
    assert document_of("--prune") == {**first_document, "written": False}
    (root / "a.py").write_text("print(1)\n")
    assert document_of("--prune") == {**first_document, "removed": 1, **counted(1)}
    (root / ".claude/contracts/b.yaml").write_text(contract("broken", pattern="("))
    problem = "not everything could be checked"
    assert document_of("--update") == {**common, "problem": problem, "written": False}


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(
    ("moved_to", "contracts", "reason"),
    [
        (".claude/contracts/no-print.yamll", ["other"], "expected an ending .yaml or .yml"),
        (".claude/contract/no-print.yaml", [], "expected it in .claude/contracts"),
        (".claude/contract/no-print.yaml", ["other"], "expected it in .claude/contracts"),
    ],
)
@pytest.mark.parametrize("state", [("--staged",), ("--since", "HEAD", "--allow-weaker"), ()])
def test_a_contract_that_a_change_renames_to_what_is_not_read_is_named(
    project: MakeProject,
    run: Run,
    git: Git,
    moved_to: str,
    contracts: list[str],
    reason: str,
    state: tuple[str, ...],
) -> None:
    """The hook of git passed the next violation without a word."""
    texts = {"no-print.yaml": contract()}
    texts |= {f"{name}.yaml": contract(name, pattern="log") for name in contracts}
    root = project({"a.py": "x = 1\n"}, contracts=texts, commit=True)
    (root / moved_to).parent.mkdir(exist_ok=True)
    git(root, "mv", ".claude/contracts/no-print.yaml", moved_to)
    (root / "a.py").write_text("print(1)\n")
    git(root, "add", "-A")
    what = "only the base's contracts checked" if "--since" in state else "nothing was checked"
    looked_in = f"no contracts in .claude/contracts, .phaser/contracts; {what}"
    nothing = "" if contracts else f"{root}: note: {looked_in}\n"
    note = f"{moved_to}: note: looks like the contract no-print and is not read: {reason}\n"
    is_staged = state == ("--staged",)
    gone = (
        ".claude/contracts/no-print.yaml: note: contract no-print removed; this may be weaker: "
        "once it is committed, phaser-lint scan --since HEAD~1 shows what the contracts before it "
        "find\n"
    ) * is_staged
    outcome = run("scan", "--quiet", "--project-contracts", *state, cwd=root)
    assert outcome == (0, "", f"{nothing}{note}{gone}")
