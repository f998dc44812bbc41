"""``.phaser/config.yaml``: what it includes and leaves out, and what is wrong with it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.open_contracts import make_identified_places, open_contracts
from phaser_lint.project.levels import find_levels
from tests.command.made import contract
from tests.conftest import write_files
from tests.contract.leveled import PLACE, describe_checks, describe_problems, load_levels
from tests.contract.stored import Later
from tests.examples import levels_at

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject

FILE = ".phaser/config.yaml"
TOP = contract("a", message="Top.")
SHARED = contract("a", message="Shared.")
FOLDER = "expected a folder of contract files, from the root of the project"


def test_without_a_configuration_nothing_is_included(tmp_path: Path) -> None:
    contract_set = load_levels(tmp_path, {PLACE: TOP})
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py") == {"x.py": ["a error Top."]}


@pytest.mark.parametrize("text", ["", "# later\n", "include: []\n"])
def test_one_that_says_nothing(tmp_path: Path, text: str) -> None:
    contract_set = load_levels(tmp_path, {PLACE: TOP, FILE: text})
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py") == {"x.py": ["a error Top."]}


def test_one_included_folder_needs_no_list(tmp_path: Path) -> None:
    contract_set = load_levels(tmp_path, {FILE: "include: shared\n", "shared/a.yaml": SHARED})
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py") == {"x.py": ["a error Shared."]}


def test_a_projects_contract_wins_over_an_included_one(tmp_path: Path) -> None:
    """Each is at the root; the project's own wins, then the first that is included."""
    files = {
        FILE: "include: [shared, more/]\n",
        "shared/a.yaml": SHARED,
        "shared/b.yaml": contract("b", message="Shared."),
        "shared/deeper/c.yaml": contract("c"),
        "more/b.yml": contract("b", message="More."),
        "more/d.yml": contract("d", message="More."),
        PLACE: TOP,
    }
    contract_set = load_levels(tmp_path, files)
    assert [str(problem) for problem in contract_set.problems] == [
        "shared/deeper: contracts in a subfolder are not read: move them up"
    ]
    assert describe_checks(contract_set, "s/x.py") == {
        "s/x.py": ["a error Top.", "b error Shared.", "d error More."]
    }
    assert [(notice.path, notice.text) for notice in contract_set.notices] == [
        ("more/b.yml", "b does not count: shared/b.yaml:1 has that id, too")
    ]


def test_a_level_below_replaces_an_included_one(tmp_path: Path) -> None:
    files = {FILE: "include: [shared]\n", "shared/a.yaml": SHARED, f"s/{PLACE}": TOP}
    contract_set = load_levels(tmp_path, files)
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py", "s/x.py") == {
        "x.py": ["a error Shared."],
        "s/x.py": ["s: a error Top."],
    }


@pytest.mark.parametrize("own_contract", [TOP, contract("a", enabled=False)])
def test_an_included_one_that_is_not_ignorable(tmp_path: Path, own_contract: str) -> None:
    """It is from above: the project's own does not replace it."""
    strict = contract("a", message="Shared.", ignorable=False)
    contract_set = load_levels(
        tmp_path, {FILE: "include: [shared]\n", "shared/a.yaml": strict, PLACE: own_contract}
    )
    assert describe_problems(contract_set) == [
        f"{PLACE}:1: rule_id: expected another id: shared/a.yaml:1 has `ignorable: false`, "
        "which nothing nearer replaces"
    ]
    assert describe_checks(contract_set, "x.py") == {"x.py": ["a error Shared."]}


def test_a_levels_folder_is_included_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a service has is for all: twice read, each time as what it is read for."""
    files = {FILE: f"include: [s/{PLACE.rpartition('/')[0]}]\n", f"s/{PLACE}": SHARED}
    expected = {"x.py": ["a error Shared."], "s/x.py": ["s: a error Shared."]}
    assert describe_checks(load_levels(tmp_path, files), "x.py", "s/x.py") == expected
    root = str(tmp_path.resolve() / "root")
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    levels = find_levels(f"{root}/s", home="", root=root)
    for rule_id in ("b", "c"):
        contract_set, *_ = open_contracts(
            make_identified_places(levels, home="", cache=str(tmp_path / "cache")), end=None
        )
        assert describe_checks(contract_set, "x.py", "s/x.py") == expected
        contract_a = contract(rule_id, file_glob="q")
        write_files(tmp_path / "root", {f"s/.claude/contracts/{rule_id}.yaml": contract_a})


def test_excluded_files_are_checked_by_no_contract(tmp_path: Path) -> None:
    """No contract of any level checks them, that of the user no more than the others."""
    files = {
        FILE: "exclude: ['vendor/', '*_pb2.py', '!keep_pb2.py', '/s/x.py']\n",
        PLACE: contract("a", message="Top.", ignorable=False),
        f"s/{PLACE}": contract("b", message="Low."),
        "~/.phaser/contracts/c.yaml": contract("c", message="User."),
    }
    contract_set = load_levels(tmp_path, files)
    top = ["a error Top.", "~: c error User."]
    at_both_levels = ["a error Top.", "s: b error Low.", "~: c error User."]
    assert describe_problems(contract_set) == []
    paths = ("x.py", "y_pb2.py", "keep_pb2.py", "vendor/x.py", "s/vendor/x.py")
    assert describe_checks(contract_set, *paths) == {
        "x.py": top, "y_pb2.py": [], "keep_pb2.py": top, "vendor/x.py": [], "s/vendor/x.py": [],
    }  # fmt: skip
    assert describe_checks(contract_set, "s/x.py", "s/p/x.py") == {
        "s/x.py": [],
        "s/p/x.py": at_both_levels,
    }


def test_contracts_of_an_excluded_level_are_not_read(tmp_path: Path) -> None:
    """A project's fixtures have contracts of their own, some of them wrong: none is read."""
    wrong = contract("a", severity="fatal")
    files = {PLACE: TOP, f"fixtures/one/{PLACE}": wrong, FILE: "exclude: ['/fixtures/']\n"}
    contract_set = load_levels(tmp_path, files)
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py", "fixtures/one/x.py") == {
        "x.py": ["a error Top."],
        "fixtures/one/x.py": [],
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("include: [gone]\n", f"1: include[0]: {FOLDER}: gone: No such file or directory"),
        ("include:\n- shared\n- gone\n", f"3: include[1]: {FOLDER}: gone: No such file"),
        ("include: [texts]\n", f"1: include[0]: {FOLDER}: texts holds no contract file"),
        (
            "include: [submodule]\n",
            f"1: include[0]: {FOLDER}: submodule holds no contract file; "
            "if it is a submodule: git submodule update --init",
        ),
        ("include: [a.txt]\n", f"1: include[0]: {FOLDER}: a.txt: Not a directory"),
        ("include: ['.']\n", f"1: include[0]: {FOLDER}: '.' is the root itself"),
        ("include: ['']\n", "1: include[0]: "),
        (
            "include: [../elsewhere]\n",
            f"1: include[0]: {FOLDER}: '../elsewhere' lies outside of it",
        ),
        ("include: [a/../../x]\n", f"1: include[0]: {FOLDER}: 'a/../../x' lies outside of it"),
        ("include: [/etc]\n", f"1: include[0]: {FOLDER}: '/etc' lies outside of it"),
        ("include: [link]\n", f"1: include[0]: {FOLDER}: link leads out of it through a link"),
        ('include: ["a\\0b"]\n', f"1: include[0]: {FOLDER}: no name of a file holds a null"),
        ("include: [1]\n", "1: include[0]: expected a folder of contract files or {pack: NAME}"),
        ("exclude: 1\n", "1: exclude: "),
        ("exclude: ['*.{py,js']\n", "1: exclude: "),
        ("exclude: ['!x.py']\n", "1: exclude: "),
        ("excluded: ['x']\n", "1: excluded: unknown key; did you mean exclude?"),
        (
            "languages: {'charts/': helm}\n",
            '1: languages.charts/: expected the name of a language, not "helm"; did you mean go '
            "template?",
        ),
        (
            "languages: {'*.tf': terrafrom}\n",
            '1: languages.*.tf: expected the name of a language, not "terrafrom"; did you mean '
            "hcl?",
        ),
        ("- include\n", "1: expected a mapping, not a list"),
        ("include: [\n", "2: "),
        ("include: [shared]\n---\nexclude: [x]\n", "3: expected one document"),
    ],
)
def test_what_is_wrong_with_it(tmp_path: Path, text: str, expected: str) -> None:
    """With line and key; the contracts of the levels stay in force, for all their files."""
    files = {PLACE: TOP, FILE: text, "shared/b.yaml": contract("b"), "a.txt": "", "texts/x.txt": ""}
    (tmp_path / "root/submodule").mkdir(parents=True)
    write_files(tmp_path / "elsewhere", {"b.yaml": contract("b")})
    (tmp_path / "root/link").symlink_to(tmp_path / "elsewhere")
    contract_set = load_levels(tmp_path, files)
    assert len(contract_set.problems) == 1
    assert describe_problems(contract_set)[0].startswith(f"{FILE}:{expected}")
    assert describe_checks(contract_set, "x.py")["x.py"][0] == "a error Top."


def test_all_that_is_wrong_with_it_is_said_at_once(tmp_path: Path) -> None:
    """A wrong key hides no folder that is not there."""
    text = "exlude: [a]\ninclude: [gone, 1, {pack: secret}]\ndirectives_as_text: 3\n"
    contract_set = load_levels(tmp_path, {PLACE: TOP, FILE: text})
    starts = [
        "1: exlude: unknown key",
        "2: include[0]: ",
        "2: include[1]: ",
        "2: include[2].pack: ",
        "3: directives_as_text: ",
    ]
    problems = sorted(describe_problems(contract_set))
    assert len(problems) == len(starts)
    for problem, start in zip(problems, starts, strict=True):
        assert problem.startswith(f"{FILE}:{start}")


def test_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "a/.phaser/config.yaml").mkdir(parents=True)
    (tmp_path / "b/.phaser").mkdir(parents=True)
    (tmp_path / "b/.phaser/config.yaml").symlink_to(tmp_path / "gone")
    problems_by_folder = [read_configuration(levels_at(tmp_path / name)).problems for name in "ab"]
    assert [[str(problem) for problem in reported] for reported in problems_by_folder] == [
        [f"{FILE}: expected a regular file"],
        [f"{FILE}: expected a regular file, found a link to nothing"],
    ]


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    """The contracts of the levels stay in force, and nothing is left out."""
    write_files(tmp_path, {"elsewhere.yaml": "exclude: ['*']\n"})
    (tmp_path / "root/.phaser").mkdir(parents=True)
    (tmp_path / "root" / FILE).symlink_to(tmp_path / "elsewhere.yaml")
    contract_set = load_levels(tmp_path, {PLACE: TOP})
    out = os.path.realpath(tmp_path / "elsewhere.yaml")
    assert describe_problems(contract_set) == [f"{FILE}: a link leads out of the project, to {out}"]
    assert describe_checks(contract_set, "x.py")["x.py"] == ["a error Top."]


def test_a_configuration_below_the_top_does_not_count(tmp_path: Path) -> None:
    contract_set = load_levels(tmp_path, {PLACE: TOP, f"s/{FILE}": "exclude: ['*']\n"})
    assert describe_checks(contract_set, "x.py", "s/x.py")["s/x.py"] == ["a error Top."]


def test_contracts_of_a_submodule_can_be_included(
    project: MakeProject, git: Git, tmp_path: Path
) -> None:
    """What many projects share is another repository, and lies in this one."""
    shared = project({"contracts/a.yaml": SHARED}, commit=True)
    root = project({FILE: "include: [shared/contracts]\n"}, commit=True)
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(shared), "shared")
    contract_set, *_ = open_contracts(
        make_identified_places(levels_at(root), home="", cache=""), end=None
    )
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "s/x.py") == {"s/x.py": ["a error Shared."]}
