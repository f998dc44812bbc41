"""``phaser-lint import``: the table, the files, and what is left alone."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

RULES = r"""- name: No print!
  pattern: 'print\('
  hint: Use the logger.
  filePattern: .*\.py$
- name: no print
  pattern: '^import os$'
  filePattern: \.py$
- name: Broken
  pattern: '('
"""
NO_PRINT = r"""# From .relint.yml, line 1: No print! (relint)
rule_id: no-print
type: forbid_pattern
pattern: 'print\('
file_glob: '*.py'
message: 'Use the logger.'
severity: error
"""
TABLE = r"""  No print!  .claude/contracts/no-print.yaml
  no print   .claude/contracts/no-print-2.yaml, switched off
    kept: ^ and $ are the start and the end of the file, as reLint has no MULTILINE; without (?-m:…) they are those of each line
    never matched: filePattern \.py$ is matched from the start of the path, which selects a file .py alone; the contract has the paths that are meant, and is switched off
  Broken     no contract
    not converted: pattern: no pattern of Python's re, which reLint cannot read either: missing ), unterminated subpattern at position 0
"""  # noqa: E501 - one line a reason
FEW = "- name: a\n  pattern: b\n"


def read_contracts(root: Path) -> dict[str, str]:
    """The contract files of a project."""
    return {path.name: path.read_text() for path in (root / ".claude/contracts").glob("*")}


def test_each_imported_rule_is_a_contract(project: MakeProject, run: Run) -> None:
    """A contract a rule, in force at once; 1, as one rule could not be said."""
    root = project({".relint.yml": RULES, "a.py": "print(1)\n"})
    head, total = ".relint.yml: 3 rules of relint\n", "2 contracts written"
    outcome = run("import", ".relint.yml", cwd=root)
    end = ", 1 not fully converted, 1 that never matched\n"
    assert outcome == (1, f"{head}{TABLE}{total}{end}", "")
    assert sorted(read_contracts(root)) == ["no-print-2.yaml", "no-print.yaml"]
    assert read_contracts(root)["no-print.yaml"] == NO_PRINT
    assert run("test", cwd=root)[::2] == (0, "")
    expected = "a.py:1:1: error: Use the logger. [no-print]\n"
    assert run("scan", "--quiet", cwd=root).out.startswith(expected)


def test_a_second_import_leaves_taken_ids_alone(project: MakeProject, run: Run) -> None:
    """Ids that are taken are left alone, and said; all was said, so 0."""
    root = project({".relint.yml": FEW}, contracts={"a.yaml": "rule_id: a\n"})
    outcome = run("import", ".relint.yml", cwd=root)
    assert outcome == (
        0,
        ".relint.yml: 1 rule of relint\n"
        "  a  left alone: a is in .claude/contracts/a.yaml\n"
        "0 contracts written, 1 left alone\n",
        "",
    )
    assert read_contracts(root) == {"a.yaml": "rule_id: a\n"}


def test_a_dry_run_writes_no_contract(project: MakeProject, run: Run) -> None:
    """The files are shown, and not there."""
    root = project({".relint.yml": FEW})
    assert run("import", "--dry-run", "--to", "rules", ".relint.yml", cwd=root) == (
        0,
        ".relint.yml: 1 rule of relint\n"
        "  a  rules/a.yaml\n"
        "rules/a.yaml:\n"
        "  # From .relint.yml, line 1: a (relint)\n"
        "  rule_id: a\n"
        "  type: forbid_pattern\n"
        "  pattern: 'b'\n"
        "  file_glob: '*'\n"
        "  message: 'a'\n"
        "  severity: error\n"
        "  raw: true\n"
        "1 contract to be written\n",
        "rules: note: contracts count in .claude/contracts and .phaser/contracts, and in folders "
        "that .phaser/config.yaml includes\n",
    )
    assert not (root / "rules").exists()


NOTEBOOK = """{
 "cells": [{"cell_type": "code", "execution_count": 3, "metadata": {}, "outputs": [],
  "source": ["x = 1"]}],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5
}
"""
COUNTS_PYGREP = """repos:
- repo: local
  hooks:
  - {id: counts, name: Clear it, language: pygrep, entry: '"execution_count": [0-9]+', %s}
"""
COUNTS_SEMGREP = r"""rules:
- {id: counts, languages: [%s], severity: ERROR, message: Clear it,
   pattern-regex: '"execution_count": [0-9]+'%s}
"""
HOOKIFY = """---
name: counts
event: file
action: block
conditions:
  - field: content
    operator: regex_match
    pattern: ["]execution_count": [0-9]+
%s---
Clear it
"""
RELINT = """- name: counts
  hint: Clear it
  pattern: '"execution_count": [0-9]+'
%s"""
IPYNB_PATH = "  - field: file_path\n    operator: ends_with\n    pattern: .ipynb\n"


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".pre-commit-config.yaml", COUNTS_PYGREP % r"files: \.ipynb$"),
        (".pre-commit-config.yaml", COUNTS_PYGREP % "types: [jupyter]"),
        (".pre-commit-config.yaml", COUNTS_PYGREP % "types: [json]"),
        (".pre-commit-config.yaml", COUNTS_PYGREP % "exclude: a|^b"),
        (".pre-commit-config.yaml", COUNTS_PYGREP % r"args: [--multiline], files: \.ipynb$"),
        (".semgrep.yml", COUNTS_SEMGREP % ("regex", ", paths: {include: ['*.ipynb']}")),
        (".semgrep.yml", COUNTS_SEMGREP % ("generic", "")),
        (".semgrep.yml", COUNTS_SEMGREP % ("json", ", paths: {include: ['*.ipynb']}")),
        (".claude/hookify.counts.local.md", HOOKIFY % IPYNB_PATH),
        (".claude/hookify.counts.local.md", HOOKIFY % ""),
        (".relint.yml", RELINT % r"  filePattern: .*\.ipynb$"),
        (".relint.yml", RELINT % ""),
    ],
)
def test_a_rule_on_the_json_of_notebooks_finds_it_as_a_contract(
    project: MakeProject, run: Run, name: str, text: str
) -> None:
    """Those tools search a file as it is; a contract the cells, unless it says ``raw``."""
    root = project({name: text, "n.ipynb": NOTEBOOK})
    run("import", name, cwd=root)
    expected = "n.ipynb:2:34: error: Clear it [counts]\n"
    assert run("scan", "--quiet", "n.ipynb", cwd=root).out.startswith(expected)


def test_what_the_json_of_notebooks_needs_finds_it_as_a_contract(
    project: MakeProject, run: Run
) -> None:
    """``--negate`` demands a match, which no cell has."""
    hook = COUNTS_PYGREP % r"args: [--negate], files: \.ipynb$"
    root = project({".pre-commit-config.yaml": hook, "n.ipynb": NOTEBOOK, "o.ipynb": "{}\n"})
    run("import", ".pre-commit-config.yaml", cwd=root)
    expected = "o.ipynb:1:1: error: Clear it [counts]\n"
    assert run("scan", "--quiet", cwd=root).out == expected


def test_json_has_what_was_imported(project: MakeProject, run: Run) -> None:
    """The same for programs."""
    root = project({".relint.yml": FEW})
    outcome = run("import", "--json", ".relint.yml", cwd=root)
    rule = {
        "name": "a", "line": 1, "rule_id": "a", "path": ".claude/contracts/a.yaml",
        "taken_by": None, "contract": read_contracts(root)["a.yaml"], "kept": [], "not_said": [],
        "dead": None, "dead_in_part": [], "permissions": [],
    }  # fmt: skip
    file = {"path": ".relint.yml", "tool": "relint", "notices": [], "rules": [rule]}
    assert json.loads(outcome.out) == {"version": 1, "written": True, "files": [file]}


def test_folders_and_other_names(project: MakeProject, run: Run) -> None:
    """A folder stands for the files of rules in it, each is read once; ``--from`` says the rest."""
    root = project({".relint.yml": FEW, "old/rules.yml": "- name: 禁止\n  pattern: c\n"})
    outcome = run("import", ".", ".relint.yml", "--dry-run", cwd=root)
    assert outcome.out.startswith(".relint.yml: 1 rule of relint\n")
    assert outcome.out.count("rule of") == 1
    outcome_with_from = run("import", "--from", "relint", "old/rules.yml", cwd=root)
    assert (outcome_with_from.code, [*read_contracts(root)]) == (0, ["relint.yaml"])


HOOKIFY = "---\nname: {0}\nevent: {1}\npattern: {2}\naction: block\n---\n\nUse the logger.\n"
HOOKIFY_TABLE = """.claude/hookify.log.local.md: 1 rule of hookify
  no-log  .claude/contracts/no-log.yaml
    worked only in part: new_text is an Edit's alone: a file that Write writes was never checked
.claude/hookify.rm.local.md: 1 rule of hookify
  no-rm  permission rule
    kept: in a permission rule the case of letters counts
permission rules, for .claude/settings.json:
{
  "permissions": {
    "deny": [
      "Bash(rm -rf*)",
      "Bash(* rm -rf*)"
    ]
  }
}
1 contract written, 1 that worked only in part
"""


def test_the_agents_own_folder(project: MakeProject, run: Run) -> None:
    """What is about commands is printed for the agent; other plugins' files are none of rules."""
    files = {
        ".claude/hookify.log.local.md": HOOKIFY.format("no-log", "file", r"console\.log"),
        ".claude/hookify.rm.local.md": HOOKIFY.format("no-rm", "bash", r"rm\s+-rf"),
        ".claude/loop.local.md": "---\niteration: 1\n---\n",
    }
    root = project(files)
    assert run("import", ".claude", cwd=root) == (0, HOOKIFY_TABLE, "")
    assert sorted(read_contracts(root)) == ["no-log.yaml"]


def test_what_yaml_does_not_take(project: MakeProject, run: Run) -> None:
    """A name that a terminal obeys stands above the contract in escapes."""
    rule = HOOKIFY.format("a\x1b[31m", "file", "print")
    root = project({".claude/hookify.a.local.md": rule})
    assert run("import", ".claude", cwd=root).code == 0
    assert read_contracts(root)["a-31m.yaml"].startswith(
        r"# From .claude/hookify.a.local.md, line 1: a\x1b[31m (hookify)"
    )
    assert run("test", cwd=root).code == 0


def test_a_folder_of_one_tool(project: MakeProject, run: Run) -> None:
    """With ``--from`` all files of it that may be the tool's."""
    rule = {
        "id": "a",
        "languages": ["go"],
        "severity": "INFO",
        "message": "b",
        "pattern-regex": "c",
    }
    text = json.dumps({"rules": [rule]})
    root = project({"rules/a.yaml": text, "rules/b.yml": text, "rules/a.go": "c\n"})
    assert run("import", "rules", cwd=root).code == 2
    assert run("import", "rules/b.yml", "--dry-run", cwd=root).code == 2
    named = run("import", "--from", "semgrep", "rules/b.yml", "--dry-run", cwd=root)
    assert named.code == 0
    assert run("import", "--from", "semgrep", "rules", cwd=root).code == 0
    assert sorted(read_contracts(root)) == ["a-2.yaml", "a.yaml"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("import", "a.py"), "a.py: its name shows no tool whose rules are imported: phaser-lint "),
        (
            ("import", "semgrep", "a.yml"),
            "semgrep: no such file; of a tool's file: phaser-lint import --from semgrep FILE",
        ),
        (("import", "src"), "src: expected files of rules in the folder: .relint.yml, "),
        (("import", "gone/.relint.yml"), "gone/.relint.yml: no such file or folder\n"),
        (
            ("import", ".relint.yml", "b/.relint.yml"),
            "b/.relint.yml:1: [0]: expected a text at its key name",
        ),
        (
            ("import", "--from", "relnt", "a.py"),
            "argument --from: invalid choice: 'relnt'",
        ),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_imports_nothing(
    project: MakeProject, run: Run, arguments: tuple[str, ...], message: str
) -> None:
    """2, one clear line, and nothing written, not even of the files that can."""
    files = {"a.py": "", "src/a.py": "", ".relint.yml": FEW, "b/.relint.yml": "- pattern: a\n"}
    root = project(files)
    outcome = run(*arguments, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {message}")
    assert read_contracts(root) == {}


PYGREP = r"""repos:
- repo: local
  hooks:
  - {id: no-eval, name: No eval, language: pygrep, entry: 'eval\s*\(', types: [css]}
  - {id: blanks, name: Blanks, language: pygrep, entry: '\n=', args: [--multiline]}
  - {id: licence, name: Licence, language: pygrep, entry: MIT, args: [--negate], files: \.css$}
"""


@pytest.mark.slow
def test_check_beside_pre_commit(
    project: MakeProject, run: Run, environment: dict[str, str]
) -> None:
    """The same lines are found, a match that starts with a line end by its file; nothing stays."""
    files = {
        ".pre-commit-config.yaml": PYGREP,
        "a.css": "eval(\neval\n(\n MIT eval (eval(\n",
        "b.css": "no\n=b\n",
        "c.py": "eval(",
    }
    root = project(files)
    path = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    code, out, err = run("import", "--check", ".", cwd=root, env={"PATH": path})
    both_counts, _, program = out.partition(", 0 by pre-commit ")
    assert (code, both_counts, err) == (0, ".pre-commit-config.yaml: 4 found by both", "")
    assert program.endswith(" alone, 0 by the contracts alone\n")
    assert read_contracts(root) == {}


def programs(folder: Path, name: str, text: str) -> dict[str, str]:
    """The environment where a program prints *text*."""
    folder.mkdir()
    program = folder / name
    message = f"[ \"$1\" = --version ] && echo '{name}: 1' && exit"
    program.write_text(f"#!/bin/sh\n{message}\ncat <<'END'\n{text}END\n")
    program.chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


RULE_B = "- {name: a, pattern: b+, filePattern: '.*[.]py'}\n"
DIFFERENT = """\
.relint.yml: 1 found by both, 1 by relint 1 alone, 1 by the contracts alone
  relint 1 alone: c.py:1: a (not checked: binary)
  contracts alone: a.py:1: a
"""


def test_check_tells_differences(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """1, and each place that only one of the two finds."""
    root = project({".relint.yml": RULE_B, "a.py": "b", "b.py": "b bb", "c.py": "\0b"})
    annotation = "::error file={},line=1,endLine=1,col=1,colEnd=1,title=a::None"
    text = "".join(f"{annotation.format(name)}\n" for name in ("c.py", "b.py"))
    env = programs(tmp_path / "bin", "relint", text)
    assert run("import", "--check", ".relint.yml", cwd=root, env=env) == (1, DIFFERENT, "")
    outcome_in_json = run("import", "--check", "--json", ".relint.yml", cwd=root, env=env)
    comparison = {
        "path": ".relint.yml", "program": "relint 1", "problem": None, "both": 1,
        "old_alone": [{"rule": "a", "path": "c.py", "line": 1}],
        "new_alone": [{"rule": "a", "path": "a.py", "line": 1}],
    }  # fmt: skip
    assert json.loads(outcome_in_json.out) == {"version": 1, "compared": [comparison]}


@pytest.mark.parametrize("name", [".relint.yml", ".ls-lint.yml", ".pre-commit-config.yaml"])
def test_check_without_the_old_tool(
    project: MakeProject, run: Run, tmp_path: Path, name: str
) -> None:
    """Nothing compared is no success; a program that the project brings is not started."""
    rules = {".relint.yml": FEW, ".ls-lint.yml": "ls: {}", ".pre-commit-config.yaml": PYGREP}
    tools = {".relint.yml": "relint", ".ls-lint.yml": "ls-lint"}
    root = project({name: rules[name]})
    variables = programs(root / "bin", tools.get(name, "pre-commit"), "")
    (tmp_path / "git").symlink_to(str(shutil.which("git")))
    path = f"{root / 'bin'}{os.pathsep}{tmp_path}"
    outcome = run("import", "--check", name, cwd=root, env={**variables, "PATH": path})
    tool = tools.get(name, "pre-commit")
    why = f"no program {tool} in the folders of PATH outside of the project: {tmp_path}"
    assert outcome == (2, f"{name}: nothing compared: {why}\n", "")


OTHER_RULES = "rules:\n  - id: no-print\n    pattern: print(...)\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rules.yml", OTHER_RULES),
        ("eslint.yaml", "rules: {no-console: error}\n"),
        (".eslintrc", ""),
    ],
)
def test_a_file_of_an_unknown_name_is_of_no_tool(
    project: MakeProject, run: Run, name: str, text: str
) -> None:
    """Neither its ending nor a key makes it Semgrep's; the tools that are known are named."""
    outcome = run("import", name, cwd=project({name: text}))
    assert (outcome.code, outcome.out) == (2, "")
    tools = "relint, pygrep, ls-lint, hookify, semgrep, swiftlint, import-linter, ruff or page"
    assert outcome.err == (
        f"phaser-lint: {name}: its name shows no tool whose rules are imported: "
        f"phaser-lint import --from TOOL {name}, where TOOL is {tools}; "
        "phaser-lint import --help has the names that show it\n"
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("semgrep.yml", "rules: []\n"),
        (".relint.yml", "[]\n"),
        (".swiftlint.yml", "opt_in_rules: [a]\n"),
        ("pyproject.toml", "[tool.ruff]\n"),
        ("setup.cfg", "[flake8]\n"),
    ],
)
def test_a_file_without_rules_says_so(project: MakeProject, run: Run, name: str, text: str) -> None:
    """Where it is named; of a folder those that hardly ever have rules are left out."""
    root = project({name: text})
    if name.endswith(".toml") and sys.version_info < (3, 11):
        return
    *headers_and_notices, totals = run("import", name, cwd=root).out.splitlines()
    headers, notices = headers_and_notices[::2], headers_and_notices[1::2]
    assert len(headers) == (2 if name == "pyproject.toml" else 1)
    assert all(header.startswith(f"{name}: 0 rules of ") for header in headers)
    starts = ("  it has no ", "  it holds no rules of ", "  it bans nothing")
    assert all(notice.startswith(starts) for notice in notices)
    assert totals == "0 contracts written"
