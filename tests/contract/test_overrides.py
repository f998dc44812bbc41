"""Overrides: what a level says of a contract from above, and what it may not say."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract
from tests.contract.leveled import PLACE, describe_checks, describe_problems, load_levels

if TYPE_CHECKING:
    from pathlib import Path

TOP = contract("a", message="Top.")
STRICT = contract("a", message="Top.", ignorable=False)
FILE = {"pattern": None, "file_glob": "README.md", "message": "Top."}
ABOVE = "expected the id of a contract from a level above"
STRICTER = "expected a higher severity or a message"
TAKES_OUT = "expected enabled: false or exclude_glob"


def override(rule_id: str = "a", **keys: Any) -> str:
    """An override file."""
    mapping = {"override": rule_id, **keys}
    return "".join(f"{key}: {json.dumps(key_value)}\n" for key, key_value in mapping.items())


@pytest.mark.parametrize(
    ("keys", "contracts_below"),
    [
        pytest.param({"enabled": False}, [], id="enabled"),
        pytest.param({"severity": "warning"}, ["a warning Top."], id="severity"),
        pytest.param({"message": "Ask."}, ["a error Ask."], id="message"),
        pytest.param({"exclude_glob": "*.py"}, [], id="exclude_glob"),
        pytest.param({"exclude_glob": "q/"}, ["a error Top."], id="exclude_glob for another"),
        pytest.param(
            {"severity": "warning", "message": "Ask."}, ["a warning Ask."], id="two fields"
        ),
        pytest.param(
            {"severity": "warning", "exclude_glob": "*.py"}, [], id="a field and exclude_glob"
        ),
    ],
)
def test_an_override_changes_only_files_at_its_level_and_below(
    tmp_path: Path, keys: dict[str, Any], contracts_below: list[str]
) -> None:
    """Each is for the files at and below the override's level, and for no other."""
    contract_set = load_levels(tmp_path, {PLACE: TOP, f"s/{PLACE}": override(**keys)})
    assert describe_problems(contract_set) == []
    top = ["a error Top."]
    assert describe_checks(contract_set, "x.py", "s/x.py", "s/p/x.py", "sp/x.py", "q/x.py") == {
        "x.py": top, "s/x.py": contracts_below, "s/p/x.py": contracts_below,
        "sp/x.py": top, "q/x.py": top,
    }  # fmt: skip
    assert {contract.overridden_by for contract in contract_set.contracts} == {("s",)}


def test_from_the_top_down(tmp_path: Path) -> None:
    """A field stays as the nearest override that names it has it; siblings hear nothing."""
    contract_set = load_levels(
        tmp_path,
        {
            PLACE: TOP,
            f"s/{PLACE}": override(severity="warning", message="Middle."),
            f"s/p/{PLACE}": override(message="Low."),
            f"s/p/deep/{PLACE}": override(severity="error"),
            f"t/{PLACE}": override(message="Sibling."),
        },
    )
    assert describe_problems(contract_set) == []
    assert describe_checks(
        contract_set, "x.py", "s/x.py", "s/p/x.py", "s/p/deep/x.py", "t/x.py"
    ) == {
        "x.py": ["a error Top."],
        "s/x.py": ["a warning Middle."],
        "s/p/x.py": ["a warning Low."],
        "s/p/deep/x.py": ["a error Low."],
        "t/x.py": ["a error Sibling."],
    }


def test_excluded_globs_add_up(tmp_path: Path) -> None:
    """Each is relative to its own level; none below takes back what one above takes out."""
    contract_set = load_levels(
        tmp_path,
        {
            PLACE: contract("a", message="Top.", exclude_glob="old_*.py"),
            f"s/{PLACE}": override(exclude_glob=["/gen/", "t_*.py"]),
            f"s/p/{PLACE}": override(exclude_glob=["*.py", "!y.py"], message="Low."),
        },
    )
    assert describe_problems(contract_set) == []
    top, low = ["a error Top."], ["a error Low."]
    paths = ("old_1.py", "gen/x.py", "t_1.py", "s/gen/x.py", "s/q/gen/x.py")
    assert describe_checks(contract_set, *paths) == {
        "old_1.py": [], "gen/x.py": top, "t_1.py": top, "s/gen/x.py": [], "s/q/gen/x.py": top,
    }  # fmt: skip
    paths = ("s/x.py", "s/t_1.py", "s/p/x.py", "s/p/y.py", "s/p/old_1/y.py")
    assert describe_checks(contract_set, *paths) == {
        "s/x.py": top, "s/t_1.py": [], "s/p/x.py": [], "s/p/y.py": low, "s/p/old_1/y.py": low,
    }  # fmt: skip


def test_a_contract_can_be_enabled_again_below(tmp_path: Path) -> None:
    """Where a level above switched it off, and where the contract itself is off."""
    files = {f"s/{PLACE}": override(enabled=False), f"s/p/{PLACE}": override(enabled=True)}
    contract_set = load_levels(tmp_path, {PLACE: TOP, **files})
    assert describe_problems(contract_set) == []
    top = ["a error Top."]
    assert describe_checks(contract_set, "x.py", "s/x.py", "s/p/x.py") == {
        "x.py": top, "s/x.py": [], "s/p/x.py": top,
    }  # fmt: skip
    off = contract("a", message="Top.", enabled=False)
    contract_set = load_levels(tmp_path / "2", {PLACE: off, f"s/{PLACE}": override(enabled=True)})
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py", "s/x.py") == {"x.py": [], "s/x.py": top}
    assert contract_set.idle == ()


def test_an_override_is_of_the_nearest_contract(tmp_path: Path) -> None:
    """An override is of what is there: the one that a level between has of the id."""
    middle = contract("a", message="Middle.")
    files = {PLACE: TOP, f"s/{PLACE}": middle, f"s/p/{PLACE}": override(severity="warning")}
    contract_set = load_levels(tmp_path, files)
    assert describe_checks(contract_set, "x.py", "s/x.py", "s/p/x.py") == {
        "x.py": ["a error Top."],
        "s/x.py": ["s: a error Middle."],
        "s/p/x.py": ["s: a warning Middle."],
    }


def test_below_one_that_is_replaced(tmp_path: Path) -> None:
    """A copy of a contract, too, ends where a nearer one of the id begins."""
    files = {f"s/{PLACE}": override(severity="warning"), f"s/p/{PLACE}": contract("a")}
    contract_set = load_levels(tmp_path, {PLACE: TOP, **files})
    assert describe_checks(contract_set, "s/x.py", "s/p/x.py") == {
        "s/x.py": ["a warning Top."],
        "s/p/x.py": ["s/p: a error Use the logger."],
    }


@pytest.mark.parametrize(
    ("kind", "checked_paths"),
    [
        ({"type": "file_exists", **FILE}, ["README.md"]),
        ({"type": "file_contains", **FILE, "pattern": "x"}, ["README.md"]),
        ({"type": "require_pattern", "scope": "tree", **FILE, "pattern": "x"}, ["README.md"]),
    ],
)
@pytest.mark.parametrize("keys", [{"enabled": False}, {"exclude_glob": "README.md"}])
def test_what_checks_all_its_files_together(
    tmp_path: Path, kind: dict[str, Any], checked_paths: list[str], keys: dict[str, Any]
) -> None:
    """It loses files, and stays one contract."""
    contract_set = load_levels(
        tmp_path, {PLACE: contract("a", **kind), f"s/{PLACE}": override(**keys)}
    )
    assert describe_problems(contract_set) == []
    assert len(contract_set.contracts) == 1
    checking_by_path = describe_checks(contract_set, "README.md", "s/README.md")
    assert [
        path for path, contract_texts in checking_by_path.items() if contract_texts
    ] == checked_paths


def test_a_forbidden_file_is_one_by_itself(tmp_path: Path) -> None:
    """``file_not_exists`` checks each file alone, so every field is for the files below."""
    forbidden = contract("a", type="file_not_exists", **FILE)
    contract_set = load_levels(
        tmp_path, {PLACE: forbidden, f"s/{PLACE}": override(severity="warning")}
    )
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "README.md", "s/README.md") == {
        "README.md": ["a error Top."],
        "s/README.md": ["a warning Top."],
    }


def test_more_of_what_is_not_ignorable(tmp_path: Path) -> None:
    """A higher severity and a message take nothing away."""
    strict = contract("a", message="Top.", severity="warning", ignorable=False)
    files = {f"s/{PLACE}": override(severity="error"), f"s/p/{PLACE}": override(message="Low.")}
    contract_set = load_levels(tmp_path, {PLACE: strict, **files})
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py", "s/x.py", "s/p/x.py") == {
        "x.py": ["a warning Top."],
        "s/x.py": ["a error Top."],
        "s/p/x.py": ["a error Low."],
    }


OTHER = {"type": "file_exists", **FILE}
CONFIGURED = {".phaser/config.yaml": "include: [shared]\n", "shared/a.yaml": TOP}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({}, f"{ABOVE}, or of an included one, not a", id="of nothing"),
        pytest.param(
            {f"t/{PLACE}": TOP}, f"{ABOVE}, or of an included one, not a", id="of a sibling"
        ),
        pytest.param(
            {f"s/p/{PLACE}": TOP}, f"{ABOVE}, or of an included one, not a", id="from below"
        ),
        pytest.param(
            {PLACE: TOP, "s/.claude/contracts/0.yaml": TOP},
            f"{ABOVE}; this one has a itself, in s/.claude/contracts/0.yaml:1",
            id="of its own level",
        ),
        pytest.param(
            {"~/.phaser/contracts/a.yaml": TOP},
            "expected a contract of the project; a is one of the user's",
            id="of the user's",
        ),
        pytest.param(
            {PLACE: contract("a", severity="warning")},
            "expected a change of enabled, severity, message or exclude_glob; "
            f"it changes nothing of {PLACE}:1",
            id="that changes nothing",
        ),
        pytest.param(
            {PLACE: contract("a", ignorable=False)},
            f"{STRICTER}: {PLACE}:1 has `ignorable: false`",
            id="of what is not ignorable",
        ),
        pytest.param(
            {PLACE: contract("a", ignorable="people")},
            f"{STRICTER}: {PLACE}:1 has `ignorable: people`",
            id="of what only people may suppress",
        ),
        pytest.param(
            {PLACE: contract("a", **OTHER)},
            f"{TAKES_OUT}: {PLACE}:1 checks all its files together",
            id="of what checks its files together",
        ),
        pytest.param(
            {PLACE: contract("a"), "s/.claude/contracts/0.yaml": override(message="First.")},
            "expected one override of an id at a level; s/.claude/contracts/0.yaml:1 is one",
            id="the second of a level",
        ),
    ],
)
def test_what_is_wrong_with_it(tmp_path: Path, files: dict[str, str], expected: str) -> None:
    """Such an override changes nothing: what is farther stays in force."""
    contract_set = load_levels(tmp_path, {**files, f"s/{PLACE}": override(severity="warning")})
    assert describe_problems(contract_set) == [f"s/{PLACE}:1: override: {expected}"]
    without = load_levels(tmp_path / "2", files)
    assert describe_problems(without) == []
    paths = ("x.py", "s/x.py", "s/p/x.py", "README.md", "s/README.md")
    assert describe_checks(contract_set, *paths) == describe_checks(without, *paths)


@pytest.mark.parametrize(
    "keys", [{"enabled": False}, {"severity": "warning"}, {"exclude_glob": "*.py"}]
)
def test_less_of_what_is_not_ignorable(tmp_path: Path, keys: dict[str, Any]) -> None:
    """Also beside a message, and below an override that stands."""
    files = {PLACE: STRICT, f"s/{PLACE}": override(message="Middle.")}
    contract_set = load_levels(
        tmp_path, {**files, f"s/p/{PLACE}": override(message="Low.", **keys)}
    )
    expected = f"{STRICTER}: {PLACE}:1 has `ignorable: false`"
    assert describe_problems(contract_set) == [f"s/p/{PLACE}:1: override: {expected}"]
    assert describe_checks(contract_set, "s/x.py", "s/p/x.py") == {
        "s/x.py": ["a error Middle."],
        "s/p/x.py": ["a error Middle."],
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("override: a\n", "1: override: expected"),
        ("override: a\nseverity: fatal\n", "2: severity: expected one of error, warning"),
        ("override: a\nenabled: 'no'\n", "2: enabled: expected true or false"),
        ("override: a\nmessage: ''\n", "2: message: "),
        ("override: a\nexclude_glob: '*.{py,js'\n", "2: exclude_glob: "),
        ("override: a\nexclude_glob: ['!x.py']\n", "2: exclude_glob: "),
        ("override: a b\nenabled: false\n", "1: override: expected"),
        ("override:\nenabled: false\n", "1: override: "),
        (
            "override: a\nfile_glob: '*.md'\n",
            "2: file_glob: expected no such key: an override changes only enabled, severity, "
            "message and exclude_glob",
        ),
        (
            "override: a\npattern: x\nenabled: false\n",
            "2: pattern: expected no such key: an override changes",
        ),
        ("override: a\nin: code\n", "2: in: expected no such key: an override changes"),
        ("override: a\nlisted_in: x\n", "2: listed_in: expected no such key: an override changes"),
        ("override: a\nother: x\n", "2: other: unknown key; a key of your own is written x-other"),
        ("override: a\nenabeld: false\n", "2: enabeld: unknown key; did you mean enabled?"),
        ("override: a\n", "1: override: expected one of enabled, severity, message, exclude_glob"),
        (f"override: b\n{TOP}", "2: rule_id: expected either override or rule_id"),
    ],
)
def test_what_is_wrong_with_its_keys(tmp_path: Path, text: str, expected: str) -> None:
    """Each with its line and key; the contract above stays as it is."""
    contract_set = load_levels(tmp_path, {PLACE: TOP, f"s/{PLACE}": text})
    assert describe_problems(contract_set)[0].startswith(f"s/{PLACE}:{expected}")
    assert describe_checks(contract_set, "s/x.py") == {"s/x.py": ["a error Top."]}


def test_of_an_included_one(tmp_path: Path) -> None:
    """At the root for all files, below for some of them."""
    contract_set = load_levels(tmp_path, {**CONFIGURED, PLACE: override(message="Ours.")})
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py", "s/x.py") == {
        "x.py": ["a error Ours."],
        "s/x.py": ["a error Ours."],
    }
    files = {PLACE: override(severity="warning"), f"s/{PLACE}": override(severity="error")}
    contract_set = load_levels(tmp_path / "2", {**CONFIGURED, **files})
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py", "s/x.py") == {
        "x.py": ["a warning Top."],
        "s/x.py": ["a error Top."],
    }
    contract_set = load_levels(tmp_path / "3", {**CONFIGURED, PLACE: override(enabled=False)})
    assert (describe_problems(contract_set), contract_set.contracts) == ([], ())


def test_an_id_that_is_nearly_one(tmp_path: Path) -> None:
    """It is named."""
    override = "override: no-prin\nseverity: warning\n"
    contract_a = contract("no-print")
    contract_set = load_levels(tmp_path, {PLACE: contract_a, f"s/{PLACE}": override})
    (problem,) = describe_problems(contract_set)
    assert problem.startswith(
        f"s/{PLACE}:1: override: expected the id of a contract from a level ab"
    )
    assert problem.endswith(", or of an included one, not no-prin; did you mean no-print?")
