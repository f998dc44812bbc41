"""``phaser-lint new``: a first contract of a type."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from phaser_lint.contract.rules import RULES

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

WHOLE_TEXT = r"""# yaml-language-server: $schema=https://raw.githubusercontent.com/phaser-lint/phaser-lint/main/docs/schema/contract.json
# file_name: how files have to be called.
#
# The name of each file that `file_glob` selects, without its folders, has to match `pattern` as a
# whole. One that does not has one violation, at the file, whatever it holds: a picture and a
# symbolic link have a name, too.
#
# The contract's name: 1 to 64 letters, digits and hyphens, no hyphen first.
rule_id: names
# What a violation is.
type: file_name
# A regular expression, in single quotes; `^` and `$` work on each line.
pattern: '[a-z0-9]+(-[a-z0-9]+)*\.\w+'
# Which files: a glob as in .gitignore, or a list of them.
file_glob: 'assets/'
# What to do instead; an agent acts on it. Most types fill in `{stem}` and the like.
message: 'Names of assets are lower-case, with hyphens.'
# An `error` denies an agent's edit and fails a scan; a `warning` is reported.
severity: error
# Valid and invalid code: `phaser-lint test` tries them.
examples:
  valid:
    - 'assets/big-logo.svg'
  invalid:
    - 'assets/BigLogo.svg'

# Other keys:
#
# literal: `true`: the pattern is plain text.
# exclude_glob: Files that are left out: a glob, or a list of them.
# path_pattern: A regular expression: only paths that it is found in are checked.
# ignorable: `reason`: only ignore directives with one count; `people`: no agent's; `false`: none.
# rationale: Why the rule exists.
"""


def test_a_new_contract_explains_each_key(project: MakeProject, run: Run) -> None:
    """What each key means, one example each, and what else there is."""
    root = project({"assets/a.svg": ""})
    outcome = run("new", "file_name", "names", cwd=root)
    assert outcome == (0, "written: .claude/contracts/names.yaml\n", "")
    assert (root / ".claude/contracts/names.yaml").read_text() == WHOLE_TEXT


def test_a_new_contract_whose_glob_selects_nothing_says_so(project: MakeProject, run: Run) -> None:
    """As a scan would; what asks which files there are needs none."""
    root = project({"src/a.py": ""})
    (root / ".claude/contracts").mkdir(parents=True)
    written = "written: ../.claude/contracts/x.yaml\n"
    assert run("new", "file_exists", "x", cwd=root / "src") == (0, written, "")
    written = "written: ../.claude/contracts/axios-in-api.yaml\n"
    note = (
        "../.claude/contracts/axios-in-api.yaml: note: the glob of axios-in-api matches no file\n"
    )
    assert run("new", "forbid_import", "axios-in-api", cwd=root / "src") == (0, written, note)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("kind", RULES)
def test_a_new_contract_of_every_type_is_valid(kind: str, project: MakeProject, run: Run) -> None:
    """It is valid as it is written, and so are its examples."""
    root = project({"a": ""})
    assert run("new", kind, "made", "--to", "rules", cwd=root).out == "written: rules/made.yaml\n"
    tested = run("test", "--contracts-dir", "rules", cwd=root)
    text = (root / "rules/made.yaml").read_text(encoding="utf-8")
    examples = yaml.safe_load(text)["examples"]
    number = len(examples["valid"]) + len(examples["invalid"])
    assert examples["valid"]
    assert examples["invalid"]
    assert tested == (0, f"1 contract, {number} examples, 0 wrong\n", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected TYPE ID, found nothing"),
        (["file_name"], "expected TYPE ID, found file_name"),
        (["file_nam", "x"], "TYPE file_nam: expected one of "),
        (["file_name", "a b"], 'ID: expected 1 to 64 letters, digits and hyphens, not "a b"'),
        (["file_name", "../x"], "ID: expected 1 to 64 letters, digits and hyphens"),
        (
            ["file_name", "taken"],
            "taken: that id is taken by .phaser/contracts/t.yaml: edit that file, or choose "
            "another id",
        ),
        (["file_name", "x", "--to", ""], "--to: expected a folder, found an empty text"),
        (["file_name", "x", "--to", "a/b"], "a/b: expected a folder for contracts, "),
        (["file_name", "x", "--root", "no"], "--root: expected a folder: no"),
    ],
)
def test_bad_input_writes_no_contract(
    words: list[str], message: str, project: MakeProject, run: Run
) -> None:
    """It is said, and nothing is written."""
    root = project({"a": "", ".phaser/contracts/t.yaml": "rule_id: taken\n"})
    outcome = run("new", *words, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {message}")
    assert sorted(path.name for path in root.iterdir()) == [".git", ".phaser", "a"]


@pytest.mark.parametrize(
    ("command", "stdin"),
    [
        (("new", "file_name", "names"), b""),
        (("try", "TODO", "--save", "no-todo"), b""),
        (("import", ".relint.yml"), b""),
    ],
)
def test_a_contract_that_git_ignores_is_said_where_it_is_written(
    project: MakeProject, run: Run, command: tuple[str, ...], stdin: bytes
) -> None:
    """Only the next scan said it."""
    relint = "- {name: no-todo, pattern: TODO}\n"
    files = {".gitignore": ".claude/\n", "a.py": "x  # TODO\n", ".relint.yml": relint}
    root = project(files, commit=True)
    (root / ".claude/contracts").mkdir(parents=True)
    note = (
        ".claude/contracts: note: git ignores it, so colleagues and CI lack its contracts; "
        "--to .phaser/contracts is not ignored"
    )
    assert note in run(*command, cwd=root, stdin=stdin).err.splitlines()
    (root / ".gitignore").write_text("")
    again = [word.replace("names", "names-2").replace("no-todo", "no-todo-2") for word in command]
    assert "git ignores" not in run(*again, cwd=root, stdin=stdin).err


def test_a_first_contract_goes_where_git_does_not_ignore_it(project: MakeProject, run: Run) -> None:
    """Of a project that ignores ``.claude/`` each was saved where nobody else got it."""
    root = project({".gitignore": ".claude/\n", "a.py": ""}, commit=True)
    note = ".phaser/contracts: note: new contracts go here, for git ignores .claude/contracts"
    outcome = run("new", "file_name", "names", cwd=root)
    assert outcome.out == "written: .phaser/contracts/names.yaml\n"
    assert outcome.err.splitlines()[0] == note
    assert "git ignores" not in run("new", "file_name", "other", cwd=root).err
    (root / ".gitignore").write_text(".claude/\n.phaser/\n")
    own = run("new", "file_name", "own", "--to", ".claude/contracts", cwd=root)
    lacking = ".claude/contracts: note: git ignores it, so colleagues and CI lack its contracts"
    assert own.err.splitlines()[0] == lacking
