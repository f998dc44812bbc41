"""``file_name``: the base name as a whole, of every file, whatever it holds."""

from __future__ import annotations

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.shards.earlier_counts import give_counts
from phaser_lint.core.file_records import Skip, TextFile
from tests.examples import check, contract, contract_set, places_of

KEBAB = r"[a-z0-9]+(-[a-z0-9]+)*\.\w+"


@pytest.mark.parametrize(
    ("pattern", "path", "places"),
    [
        (KEBAB, "a/big-logo.svg", []),
        (KEBAB, "A_B/logo.svg", []),
        (KEBAB, "logo.svg", []),
        ("(?i)readme", "docs/README", []),
        ("a|ab", "ab", []),
        ("^a$", "a", []),
        (KEBAB, "a/BigLogo.svg", ["a a/BigLogo.svg"]),
        (KEBAB, "big-logo.svg.bak", ["a big-logo.svg.bak"]),
        (KEBAB, "big-logo", ["a big-logo"]),
        ("a", "ab", ["a ab"]),
        ("a", "ba", ["a ba"]),
        (r"\w+", "a\nb", ["a a\nb"]),
    ],
)
def test_a_file_name_is_all_that_counts_of_a_path(
    pattern: str, path: str, places: list[str]
) -> None:
    """Its folders play no part, nor does what the file holds."""
    contract_a = contract(kind="file_name", pattern=pattern)
    assert places_of(check([contract_a], {path: "BigLogo"})) == places


def test_plain_text_is_the_name() -> None:
    """With ``literal``."""
    contract_a = contract(kind="file_name", pattern="a+.py", literal=True)
    assert places_of(check([contract_a], {"a+.py": "", "aa.py": ""})) == ["a aa.py"]


@pytest.mark.parametrize("reason", ["binary", "symbolic link", "larger than 10 MB"])
def test_a_file_that_is_not_read(reason: str) -> None:
    """It is skipped all the same, and not among the checked ones."""
    contract_a = contract(kind="file_name", pattern="[a-z.]+")
    checker = make_checker(contract_set(contract_a, contract("b")), 2.0)
    report = engine.check_files(checker, [Skip("BIG", reason), Skip("small", reason)])
    assert places_of(report) == ["a BIG"]
    assert report.skipped == (Skip("BIG", reason), Skip("small", reason))
    assert report.checked == ()


def test_a_directive_in_the_file() -> None:
    """For the whole file; one for a line suppresses nothing."""
    contract_a = contract(kind="file_name", pattern="[a-z.]+")
    report = check([contract_a], {"A.py": "# phaser:ignore-file a", "B.py": "x  # phaser:ignore a"})
    assert places_of(report) == ["a B.py"]
    assert [violation.path for violation in report.suppressed] == ["A.py"]
    assert [notice.text for notice in report.notices] == ["directive suppresses nothing: a"]


def test_another_wrong_name_is_new() -> None:
    """The same name, edited, is not."""
    contract_a = contract(kind="file_name", pattern="[a-z.]+")
    checker = make_checker(contract_set(contract_a), 2.0)
    old = engine.examine_files(checker, [TextFile("A.py", "")])
    (was,) = old.violations

    def check_renamed(path: str) -> list[str]:
        comparison = give_counts({(was.contract_key, path, "A.py"): 1})
        files = [TextFile(path, "x")]
        return places_of(engine.check_files(checker, files, comparisons=(comparison,)))

    assert check_renamed("A.py") == []
    assert check_renamed("B.py") == ["a B.py"]


def test_a_name_that_takes_too_long() -> None:
    """Undecided, neither clean nor wrong."""
    contract_a = contract(kind="file_name", pattern="(?:a|aa)+")
    report = check([contract_a], {"a" * 60 + "b": ""}, seconds=0.05)
    assert [undecided_check.reason for undecided_check in report.undecided] == [
        "the pattern took longer than 50 ms"
    ]
    assert report.violations == ()
