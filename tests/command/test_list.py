"""``phaser-lint list``: every contract, what it selects, and what becomes of it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.contract_list import ListedContract
from phaser_lint.report.contract_table import render_table_lines
from tests.command.made import contract
from tests.conftest import write_files
from tests.examples import contract as made_contract

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

OFF = {"enabled": False}
FILES = {
    "src/a.py": "x\n",
    "pay/src/b.py": "x\n",
    "README.md": "x\n",
    ".phaser/config.yaml": "include: [shared/c, {pack: secrets}]\nexclude: vendor/\n",
    ".phaser/contracts/again.yaml": contract(),
    "shared/c/s.yaml": contract("shared", file_glob="*.md"),
    "shared/c/t.yaml": contract("strict", ignorable=False),
    "pay/.claude/contracts/a.yaml": contract(file_glob="/src/"),
    "pay/.claude/contracts/o.yaml": (
        "override: shared\nseverity: warning\nexclude_glob: ['x/', 'y/']\n"
    ),
}
CONTRACTS = {
    "a.yaml": contract(file_glob=["src/", "*.py"], exclude_glob="x*"),
    "b.yaml": contract("no-todo", **OFF, severity="warning"),
    "off.yaml": "override: private-key\nenabled: false\n",
    "z.yaml": "rule_id: broken\ntype: file_exists\nfile_glob: x\nmessage: m\nseverity: eror\n",
}
USERS = {"u.yaml": contract("mine", file_glob="*.md"), "v.yaml": contract()}


@pytest.fixture
def root(project: MakeProject) -> Path:
    return project(FILES, contracts=CONTRACTS)


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    write_files(tmp_path / "home/.phaser/contracts", USERS)
    return {"HOME": str(tmp_path / "home")}


def test_a_folder_that_is_included_twice_is_listed_once(project: MakeProject, run: Run) -> None:
    """Before its contracts are stored and after it."""
    root = project({".phaser/config.yaml": "include: [c, c]\n", "c/a.yaml": contract()})
    outcomes = [run("list", cwd=root) for _ in range(2)]
    assert [outcome.out.splitlines()[-1] for outcome in outcomes] == ["1 contract"] * 2


def test_a_list_has_all_contracts_and_why_some_do_not_count(
    root: Path, run: Run, home: dict[str, str]
) -> None:
    """The project's own first: what counts, what does not and why, and what nearer levels say."""
    outcome = run("list", cwd=root, env=home)
    assert (outcome.code, outcome.err) == (0, "")
    lines = [" ".join(line.split()) for line in outcome.out.splitlines()]
    error, warning = "error forbid_pattern", "warning forbid_pattern"
    assert [line for line in lines if "pack:" not in line or "private-key" in line] == [
        "contract severity type files globs file",
        f"no-print {error} 1 src/, *.py, !x* .claude/contracts/a.yaml:1",
        "replaced in pay/ by pay/.claude/contracts/a.yaml:1",
        f"no-print {error} off *.py .phaser/contracts/again.yaml:1",
        "preceded, in its level, by .claude/contracts/a.yaml:1",
        f"no-todo {warning} off *.py .claude/contracts/b.yaml:1",
        "disabled",
        f"pay/no-print {error} 1 /src/ pay/.claude/contracts/a.yaml:1",
        f"shared {error} 1 *.md shared/c/s.yaml:1",
        "overridden in pay/ by pay/.claude/contracts/o.yaml:1 (severity: warning, exclude_glob: "
        "x/, y/)",
        f"strict {error} 2 *.py shared/c/t.yaml:1",
        f"~/mine {error} 1 *.md ~/.phaser/contracts/u.yaml:1",
        f"~/no-print {error} off *.py ~/.phaser/contracts/v.yaml:1",
        "replaced by .claude/contracts/a.yaml:1",
        f"private-key {error} off * pack:secrets/private-key.yaml:3",
        "disabled by .claude/contracts/off.yaml:1",
        "invalid: .claude/contracts/z.yaml:5: severity: expected one of error, warning, "
        'not "eror"; did you mean error? (contract skipped)',
        f"{sum(not line.startswith(' ') for line in outcome.out.splitlines()) - 3} contracts, "
        "4 off, 1 file with problems",
    ]


def test_from_a_folder_below(root: Path, run: Run, home: dict[str, str]) -> None:
    """All are listed, and files called as they are called there."""
    out = run("list", "--project-contracts", cwd=root / "pay", env=home).out
    message = (
        "  ../.claude/contracts/a.yaml:1\n    replaced in pay/ by .claude/contracts/a.yaml:1\n"
    )
    assert message in out
    assert "~/" not in out


def test_columns_stand_below_their_headings(project: MakeProject, run: Run) -> None:
    """They stand below each other on a pipe as well, below what they are called."""
    contracts = {
        "a.yaml": contract(),
        "b.yaml": contract("b", severity="warning", **OFF),
        "c.yaml": contract("c", type="file_frozen", pattern=None),
        "d.yaml": contract("d", fix="log(", fix_safety=None),
    }
    assert run("list", cwd=project({"a.py": ""}, contracts=contracts)).out == (
        "contract  severity  type            files  globs  file\n"
        "b         warning   forbid_pattern  off    *.py   .claude/contracts/b.yaml:1\n"
        "    disabled\n"
        "c         error     file_frozen     1      *.py   .claude/contracts/c.yaml:1\n"
        "    about changes: a scan checks it with --since REV or --staged\n"
        "d         error     forbid_pattern  1      *.py   .claude/contracts/d.yaml:1\n"
        "    fix: by file\n"
        "no-print  error     forbid_pattern  1      *.py   .claude/contracts/a.yaml:1\n"
        "4 contracts, 1 off\n"
    )


def test_the_width_of_a_pipe(project: MakeProject, run: Run) -> None:
    """120 columns: globs are cut first, a file is named in full."""
    globs = [f"/packages/{name}/**/*.py" for name in ("accounts", "billing", "catalogue", "mail")]
    out = run("list", cwd=project({}, contracts={"a.yaml": contract(file_glob=globs)})).out
    _, row, _ = out.splitlines()
    assert len(row) == 120
    assert row.endswith("…  .claude/contracts/a.yaml:1")


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (80, "長い-a    error     forbid_pattern  3      *.py, *.pyi  a.yaml:1"),
        (63, "長い-a    error     forbid_pattern  3      *.py, *.p…  a.yaml:1"),
        (61, "長い-a    error     forbid_pattern  3      a.yaml:1"),
        (50, "長い-a    error     3      a.yaml:1"),
        (26, "長い-a    a.yaml:1"),
        (17, "長い-a"),
        (4, "長 …"),
    ],
)
def test_the_width_of_a_terminal(width: int, expected: str) -> None:
    """Counted in cells; columns are left out, the last of them that of the files."""
    wide_contract = made_contract()._replace(
        rule_id="長い-a", path="a.yaml", file_glob=("*.py", "*.pyi")
    )
    assert render_table_lines([ListedContract(wide_contract, 3)], width=width)[1] == expected


def test_a_list_of_one_id_explains_it(root: Path, run: Run) -> None:
    """By its id ``list`` is ``explain`` with patterns, and so are tags and several names."""
    for names in (["shared"], ["shared", "strict"], ["unknown"]):
        listed, explained = run("list", *names, cwd=root), run("explain", *names, cwd=root)
        without_patterns = re.sub(r"\n\nPattern: .*", "", listed.out)
        assert listed._replace(out=without_patterns) == explained
    assert run("list", "shared", cwd=root).out.startswith("shared\n\nContract shared (error)")
    assert run("list", "unknown", cwd=root).code == 2  # an invalid contract may be it


def test_one_of_another_level(root: Path, run: Run) -> None:
    """As the list calls it."""
    out = run("list", "pay/no-print", cwd=root).out
    assert out.startswith("no-print\n\nContract pay/no-print (error)")


def test_json_of_an_id_has_that_of_every_level(root: Path, run: Run, home: dict[str, str]) -> None:
    """Every level's of that id, or one as the list calls it; an unknown one is said."""
    outcome = run("list", "no-print", "--json", cwd=root, env=home)
    document = json.loads(outcome.out)["contracts"]
    assert [listed_contract["level"] for listed_contract in document] == ["", "", "pay", "~"]
    assert (outcome.code, outcome.err) == (0, "")
    outcome = run("list", "pay/no-print", "nothing", "--json", cwd=root)
    assert [
        listed_contract["level"] for listed_contract in json.loads(outcome.out)["contracts"]
    ] == ["pay"]
    assert (outcome.code, outcome.err) == (1, "phaser-lint: no contract is called nothing\n")


DOUBTFUL = {
    "a.yaml": contract("a", pattern="x", file_glob=["*.py", "*.xyz"], **{"in": "code"}),
    "b.yaml": contract("b", pattern="x", file_glob=["*.py", "!*.xyz"], **{"in": "code"}),
}
DOUBT = "a: in: no reader for .xyz: all of it counts as code"


def test_what_hardly_means_what_it_says(project: MakeProject, run: Run) -> None:
    """The list says it, and so does a test of that contract, once."""
    top = project({"a.py": ""}, contracts=DOUBTFUL)
    place = ".claude/contracts/a.yaml:1"
    assert run("list", cwd=top).out.splitlines()[3:] == [f"note: {place}: {DOUBT}", "2 contracts"]
    [notice] = json.loads(run("list", "--json", cwd=top).out)["notices"]
    assert notice == {"line": 1, "path": ".claude/contracts/a.yaml", "text": DOUBT}
    assert run("test", cwd=top).err == f"{place}: note: {DOUBT}\n"
    assert run("test", "b", cwd=top).err == ""
    assert run("scan", cwd=top).err.count(DOUBT) == 1


def test_json_has_all_that_is_known_of_each_contract(
    root: Path, run: Run, home: dict[str, str]
) -> None:
    """All that is known of each, with paths from the root."""
    remarks = json.loads(run("list", "--json", cwd=root / "pay", env=home).out)
    assert sorted(remarks) == ["contracts", "notices", "problems", "version"]
    assert [problem["path"] for problem in remarks["problems"]] == [".claude/contracts/z.yaml"]
    rows = {
        (
            listed_contract["level"],
            listed_contract["rule_id"],
            listed_contract["line"],
        ): listed_contract
        for listed_contract in remarks["contracts"]
    }
    assert rows["", "shared", 1] == {
        "rule_id": "shared",
        "level": "",
        "type": "forbid_pattern",
        "severity": "error",
        "message": "Use the logger.",
        "source": "included",
        "path": "shared/c/s.yaml",
        "line": 1,
        "file_glob": ["*.md"],
        "exclude_glob": [],
        "languages": {},
        "path_pattern": None,
        "ignorable": True,
        "fix_safety": None,
        "tags": [],
        "files": 1,
        "off": None,
        "nearer": [
            {
                "level": "pay",
                "path": "pay/.claude/contracts/o.yaml",
                "line": 1,
                "changes": {"severity": "warning", "exclude_glob": ["x/", "y/"]},
            }
        ],
    }
    assert rows["", "no-todo", 1]["off"] == {
        "reason": "disabled",
        "path": ".claude/contracts/b.yaml",
        "line": 1,
    }
    assert rows["~", "mine", 1]["source"] == "user"


def test_without_contracts_it_is_said_where_they_were_looked_for(
    project: MakeProject, run: Run
) -> None:
    outcome = run("list", cwd=project({}))
    assert (outcome.code, outcome.out) == (0, "0 contracts\n")
    assert outcome.err == (
        "phaser-lint: note: no contracts in .claude/contracts, .phaser/contracts, "
        "~/.phaser/contracts\n"
    )


def test_a_list_counts_the_files_that_a_scan_checks(root: Path, run: Run) -> None:
    """As many files as a scan checks by the contract."""
    remarks = json.loads(run("list", "--json", cwd=root).out)["contracts"]
    numbers = {
        listed_contract["rule_id"]: listed_contract["files"]
        for listed_contract in remarks
        if not listed_contract["level"]
    }
    flags = ("--format=json", "--no-cache", "--rule", "strict")
    checked_paths = json.loads(run("scan", *flags, cwd=root).out)["checked"]
    assert numbers["strict"] == len(checked_paths) == 2


def test_what_the_configuration_says_globs_are_read_as(tmp_path: Path, run: Run) -> None:
    write_files(
        tmp_path,
        {
            ".phaser/config.yaml": "languages: {'models/**/*.sql': dbt}\n",
            ".claude/contracts/a.yaml": contract(file_glob=["src/", "/models/*.sql"]),
        },
    )
    assert "\n    /models/*.sql is read as dbt\n" in run("list", cwd=tmp_path).out
    [row] = json.loads(run("list", "--json", cwd=tmp_path).out)["contracts"]
    assert row["languages"] == {"/models/*.sql": "dbt"}


def test_a_contract_in_full_has_its_pattern(project: MakeProject, run: Run) -> None:
    """The page on `list` says "in full", and what is searched for stood in no line."""
    root = project({"a.py": "x\n"}, contracts={"a.yaml": contract(pattern=r"\bprint\(\t")})
    assert r"Pattern: \bprint\(\t" in run("list", "no-print", cwd=root).out.splitlines()
