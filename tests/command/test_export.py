"""``export``: files written, compared, removed, and what is left alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaser_lint.report.exports.claude_rules import MARK
from tests.command.made import contract
from tests.conftest import write_files
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

RULES = ".claude/rules/phaser-lint.md"
EARLIER = ".claude/rules/phaser-lint-all.md"
BOTH_FLAGS = ("--claude-rules", "--agents-md")
LOGGER = "Use the logger: a print never reaches the log server."
RULES_TEXT = f"""\
---
paths:
  - "*.py"
---
{MARK}

Edits with an error are refused, warnings are reported.

In `*.py`:

- no-print (error): Use the logger.
  Forbidden pattern: `\\bprint\\(`.
"""
PAGE = """\
# Ours

<!-- phaser-lint: begin; written by phaser-lint export --agents-md from the contracts -->

## Rules that phaser-lint checks

Edits with an error are refused, warnings are reported.

In `*.py`:

- no-print (error): Use the logger.
  Forbidden pattern: `\\bprint\\(`.

<!-- phaser-lint: end -->
"""


def project_to_export(project: MakeProject) -> Path:
    return project({"AGENTS.md": "# Ours\n", "a.py": ""}, contracts={"a.yaml": contract()})


def test_an_export_is_written_once(project: MakeProject, run: Run) -> None:
    """Written once; a second time, and a check, find nothing to do."""
    root = project_to_export(project)
    missing = run("export", *BOTH_FLAGS, "--check", cwd=root)
    assert (missing.code, missing.out) == (1, f"{RULES}: missing\nAGENTS.md: differs\n")
    output = run("export", *BOTH_FLAGS, cwd=root)
    assert (output.code, output.out, output.err) == (
        0,
        f"{RULES}: new\nAGENTS.md: changed\n",
        "",
    )
    assert (root / RULES).read_text(encoding="utf-8") == RULES_TEXT
    assert (root / "AGENTS.md").read_text(encoding="utf-8") == PAGE
    for flags in ((), ("--check",)):
        later_outcome = run("export", *BOTH_FLAGS, *flags, cwd=root)
        assert (later_outcome.code, later_outcome.out) == (
            0,
            f"{RULES}: unchanged\nAGENTS.md: unchanged\n",
        )


def test_what_is_gone_is_removed(project: MakeProject, run: Run) -> None:
    """Of the files there only those that an export wrote."""
    root = project_to_export(project)
    file_of_the_user, file_named_as_ours = (
        root / ".claude/rules/mine.md",
        root / ".claude/rules/phaser-lint-mine.md",
    )
    write_files(root, {".claude/rules/mine.md": MARK, EARLIER: MARK})
    file_named_as_ours.write_text("# Mine\n", encoding="utf-8")
    lines = run("export", "--claude-rules", "--json", cwd=root)
    assert json.loads(lines.out) == {
        "version": 1,
        "files": [{"path": RULES, "status": "new"}, {"path": EARLIER, "status": "removed"}],
    }
    (root / ".claude/contracts/a.yaml").unlink()
    lines = run("export", "--claude-rules", cwd=root)
    assert (lines.code, lines.out) == (0, f"{RULES}: removed\n")
    assert sorted((root / ".claude/rules").iterdir()) == [file_of_the_user, file_named_as_ours]


def test_what_is_about_every_file(project: MakeProject, run: Run) -> None:
    """Claude Code reads it at the start."""
    contracts = {"a.yaml": contract(), "b.yaml": contract("b", file_glob="*")}
    root = project({"a.py": ""}, contracts=contracts)
    run("export", "--claude-rules", cwd=root)
    assert (root / RULES).read_text(encoding="utf-8").startswith(MARK)


def test_globs_that_claude_reads_otherwise(project: MakeProject, run: Run) -> None:
    """A comma ends a glob there, and braces are themselves in fewer places here."""
    globs = {
        "a": ["a,b.py", "[A-Z]*.py"],
        "b": ["a/b.py", "upper.py"],
        "c": ["*.{py,{t,j}s}", "{{x}}/*.py", "upper.py"],
    }
    contracts = {
        f"{name}.yaml": contract(name, file_glob=globs_of_contract)
        for name, globs_of_contract in globs.items()
    }
    root = project({"a,b.py": "", "upper.py": ""}, contracts=contracts)
    run("export", "--claude-rules", cwd=root)
    lines = (root / RULES).read_text().splitlines()
    assert [line for line in lines if line.startswith("  - ")] == [
        '  - "*.py"', '  - "*.ts"', '  - "*.js"', '  - "??x??/*.py"', '  - "upper.py"',
        '  - "a?b.py"', '  - "[A-Z]*.py"', '  - "a/b.py"',
    ]  # fmt: skip


def test_a_contract_that_selects_no_file_is_left_out(project: MakeProject, run: Run) -> None:
    """It is left out, but for what says which files there may be."""
    contracts = {
        "a.yaml": contract(),
        "b.yaml": contract("no-ruby", file_glob="*.rb"),
        "c.yaml": contract("no-env", type="file_not_exists", pattern=None, file_glob=".env"),
        "d.yaml": contract("license", type="file_exists", pattern=None, file_glob="/LICENSE"),
    }
    root = project({"a.py": ""}, contracts=contracts)
    run("export", "--agents-md", cwd=root)
    page = (root / "AGENTS.md").read_text(encoding="utf-8")
    named_ids = [line.split()[1] for line in page.splitlines() if line.startswith("- ")]
    assert named_ids == ["no-print", "no-env", "license"]


@pytest.mark.parametrize(
    ("glob", "path", "expected_globs"),
    [
        ("[:a-z]x[0-9:]y[a].py", "ax1ya.py", ["[:a-z]x[0-9:]y[a].py"]),
        ("[ab]{c,d}.py", "ac.py", ["[ab]c.py", "[ab]d.py"]),
        ("{{name}}/*.py", "{{name}}/a.py", ["??name??/*.py"]),
        ("a,b.py", "a,b.py", ["a?b.py"]),
        (r"a\,b\*.py", "a,b*.py", [r"a?b\*.py"]),
        ("[a-c,]x[!{]y.py", "axzy.py", ["?x?y.py"]),
    ],
)
def test_a_comma_or_a_brace_is_any_character(
    project: MakeProject, run: Run, glob: str, path: str, expected_globs: list[str]
) -> None:
    """Claude Code splits a glob at them; the rest of a glob stays as it is."""
    root = project({path: ""}, contracts={"a.yaml": contract(file_glob=glob)})
    run("export", "--claude-rules", cwd=root)
    head = (root / RULES).read_text(encoding="utf-8").split("---\n")[1]
    assert head == "paths:\n" + "".join(
        f"  - {json.dumps(widened)}\n" for widened in expected_globs
    )


def test_one_rule_beside_packs(project: MakeProject, run: Run) -> None:
    """It comes first; packs say in short what they are about."""
    packs = (
        "include: [{pack: ci-pins}, {pack: debuggers}, {pack: merge-markers}, {pack: secrets}]\n"
    )
    files = {
        ".phaser/config.yaml": packs,
        "a.py": "",
        "Dockerfile": "",
        ".github/workflows/a.yml": "",
    }
    rule = contract(message=LOGGER)
    root = project(files, contracts={"a.yaml": rule})
    run("export", "--agents-md", cwd=root)
    page = (root / "AGENTS.md").read_text(encoding="utf-8")
    assert len(page.split()) <= 250
    listed_lines = [line for line in page.splitlines() if line.startswith(("- ", "In "))]
    assert listed_lines[:2] == ["In `*.py`:", f"- no-print (error): {LOGGER}"]
    assert any(line.startswith("- cloud-key, private-key (error): ") for line in listed_lines)
    assert "In `Dockerfile`, `Dockerfile.*`, `*.Dockerfile` and 12 more:" in listed_lines
    assert "*.rb" not in page


def test_levels_packs_and_the_users_own(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """Levels below count, seen from the root, and packs; what one user has is not for all."""
    home = tmp_path / "another"
    (home / ".phaser/contracts").mkdir(parents=True)
    (home / ".phaser/contracts/a.yaml").write_text(contract("mine"), encoding="utf-8")
    root = project(
        {
            ".phaser/config.yaml": "include: {pack: merge-markers}\n",
            "s/.claude/contracts/a.yaml": contract(file_glob="/src/*.py"),
            "s/src/a.py": "",
        }
    )
    run("export", "--agents-md", cwd=root / "s", env={"HOME": str(home)})
    page = (root / "AGENTS.md").read_text(encoding="utf-8")
    assert [line for line in page.splitlines() if line.startswith("In ")] == [
        "In `s/src/*.py`:", "In `*`:", "In `*.orig`, `*.rej`:",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        (
            {"AGENTS.md": "<!-- phaser-lint: begin -->\n"},
            "phaser-lint: AGENTS.md:1: expected a pair of markers, found none of its end\n",
        ),
        (
            {RULES: "# Mine\n"},
            f"phaser-lint: {RULES}: expected a file that export wrote; move this one away\n",
        ),
        (
            {"AGENTS.md": b"\xff\n"},
            "phaser-lint: {root}/AGENTS.md: expected UTF-8 text, found an invalid byte in line 1\n",
        ),
        (
            {".claude/contracts/b.yaml": "rule_id: b\n"},
            ".claude/contracts/b.yaml:1: type: missing",
        ),
    ],
)
def test_nothing_is_written(
    project: MakeProject, run: Run, files: dict[str, str | bytes], problem: str
) -> None:
    """Where one thing is wrong."""
    root = project({"a.py": "", **files}, contracts={"a.yaml": contract()})
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    outcome = run("export", *BOTH_FLAGS, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(problem.replace("{root}", str(root)))
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_all_files_of_an_export_are_written_or_none(run: Run) -> None:
    """Where the last file cannot be written, those before it are as they were."""
    with without_privileges() as root:
        files = {
            ".claude/contracts/a.yaml": contract(),
            RULES: f"{MARK}\n",
            "AGENTS.md": "# Ours\n",
        }
        write_files(root, {**files, "a.py": "", ".claude/rules/phaser-lint-gone.md": f"{MARK}\n"})
        root.chmod(0o555)
        outcome = run("export", *BOTH_FLAGS, cwd=root)
        root.chmod(0o755)
        assert (outcome.code, outcome.out, outcome.err) == (
            2,
            "",
            f"phaser-lint: {root}/AGENTS.md: cannot be written: Permission denied\n",
        )
        assert (root / RULES).read_text(encoding="utf-8") == f"{MARK}\n"
        outdated_file = root / ".claude/rules/phaser-lint-gone.md"
        assert outdated_file.read_text(encoding="utf-8") == f"{MARK}\n"
        (root / ".claude/rules").chmod(0o555)
        refused = run("export", "--claude-rules", cwd=root)
        (root / ".claude/rules").chmod(0o755)
        assert (refused.code, refused.out) == (2, "")
        assert refused.err.endswith(": Permission denied\n")
        assert outdated_file.exists()


def test_an_export_follows_links_only_within_the_project(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """One within the project is followed, and stays; one that leads out is refused."""
    root = project_to_export(project)
    (root / "AGENTS.md").rename(root / "CLAUDE.md")
    (root / "AGENTS.md").symlink_to("CLAUDE.md")
    assert run("export", "--agents-md", cwd=root).code == 0
    assert (root / "AGENTS.md").is_symlink()
    assert (root / "CLAUDE.md").read_text(encoding="utf-8") == PAGE
    (tmp_path / "elsewhere").mkdir()
    (root / ".claude/rules").symlink_to(tmp_path / "elsewhere")
    refused = run("export", "--claude-rules", cwd=root)
    assert (refused.code, refused.err) == (
        2,
        f"phaser-lint: {RULES}: a link leads out of the project, to {tmp_path}/elsewhere/"
        "phaser-lint.md\n",
    )


def test_from_a_folder_below(project: MakeProject, run: Run) -> None:
    """The files lie at the root; text names them from the working directory, JSON from the root."""
    root = project_to_export(project)
    (root / "sub").mkdir()
    outcome = run("export", *BOTH_FLAGS, "--check", cwd=root / "sub").out
    assert outcome == f"../{RULES}: missing\n../AGENTS.md: differs\n"
    document = json.loads(run("export", *BOTH_FLAGS, "--check", "--json", cwd=root / "sub").out)
    assert [exported_file["path"] for exported_file in document["files"]] == [RULES, "AGENTS.md"]


def test_an_export_of_nothing_is_refused(project: MakeProject, run: Run) -> None:
    refused = run("export", "--check", cwd=project_to_export(project))
    assert (refused.code, refused.err) == (
        2,
        "phaser-lint: export: expected --claude-rules or --agents-md, or both\n",
    )
