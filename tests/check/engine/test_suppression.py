"""What ignore directives suppress in a whole run, and what is said of those that do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.contract.model import Notice
from phaser_lint.core.file_records import TextFile, Tree
from tests.check.engine.test_directives import IDS, REASON
from tests.examples import check, contract, contract_set, places_of

if TYPE_CHECKING:
    from phaser_lint.contract.model import Contract

ALL_TYPES = (
    contract("forbid", "forbid_pattern", pattern="bad"),
    contract("lacks", "file_not_contains", pattern="bad"),
    contract("needs", "require_pattern", pattern="good"),
    contract("holds", "file_contains", pattern="good"),
    contract("absent", "file_not_exists", file_glob="*.py"),
)
EVERYTHING = ["absent a.py", "holds a.py", "needs a.py", "forbid a.py:1:1", "lacks a.py:1:1"]


def ids_suppressed_by(directive: str) -> list[str]:
    """The ids that one directive after the match leaves unreported."""
    report = check(ALL_TYPES, {"a.py": f"bad  # {directive}\n"}, tree=["a.py"])
    reported_ids = {violation.rule_id for violation in report.violations}
    suppressed_ids = {violation.rule_id for violation in report.suppressed}
    assert not reported_ids & suppressed_ids
    assert reported_ids | suppressed_ids == {any_contract.rule_id for any_contract in ALL_TYPES}
    return sorted(suppressed_ids)


@pytest.mark.parametrize(
    ("directive", "ids"),
    [
        ("phaser:ignore", []),
        ("phaser:ignore forbid lacks", []),
        ("phaser:ignore Forbid", []),
        ("phaser:ignore-all forbid", []),
        ("phaser:ignore needs, holds, absent", []),
        ("phaser:ignore-next-line forbid", []),
        ("phaser:ignore forbid", ["forbid"]),
        ("phaser:ignore forbid, lacks", ["forbid", "lacks"]),
        ("phaser:ignore-all", ["forbid", "lacks"]),
        ("phaser:ignore-file forbid", ["forbid"]),
        ("phaser:ignore-file lacks", ["lacks"]),
        ("phaser:ignore-file needs", ["needs"]),
        ("phaser:ignore-file holds, absent", ["absent", "holds"]),
        ("phaser:ignore-file forbid, lacks, needs, holds, absent",
         ["absent", "forbid", "holds", "lacks", "needs"]),
    ],
)  # fmt: skip
def test_each_form_of_directive_suppresses_what_it_covers(directive: str, ids: list[str]) -> None:
    """Line forms what has a line, ``ignore-file`` all that is in the file."""
    assert ids_suppressed_by(directive) == ids


MISPLACED = " (its directive is not right after what opens a comment)"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bad  # see phaser:ignore forbid -- x\n", ["forbid"]),
        ("bad  # noqa phaser:ignore-all\n", ["forbid", "lacks"]),
        ("# TODO phaser:ignore-next-line forbid, lacks\nbad\n", ["forbid", "lacks"]),
        ("bad\n# see phaser:ignore-file forbid, needs\n", ["forbid", "needs"]),
        ("bad\nx = 'phaser:ignore-file forbid, needs'\n", []),
        ("# see phaser:ignore forbid\nbad\n", []),
        ("bad\n# write phaser:ignore forbid\n", []),
        ("bad  # see phaser:ignore other\n", []),
        ("bad  # phaser:ignore forbid -- see phaser:ignore forbid\n", []),
        ("bad  # phaser:ignore lacks -- see phaser:ignore forbid\n", []),
    ],
)
def test_a_violation_tells_of_its_misplaced_directive(text: str, told: list[str]) -> None:
    """Only one that the directive would suppress; prose about directives is not mentioned."""
    report = check(ALL_TYPES, {"a.py": text})
    messages = {violation.rule_id: violation.message for violation in report.violations}
    assert sorted(id_ for id_, message in messages.items() if MISPLACED in message) == told
    assert report.notices == ()


def test_without_ignores_everything_is_shown() -> None:
    """And nothing is said of directives."""
    text = "bad  # phaser:ignore-all # phaser:ignore-file needs, holds, absent # phaser:ignore\n"
    report = check(ALL_TYPES, {"a.py": text}, tree=["a.py"], ignores=False)
    assert places_of(report) == EVERYTHING
    assert (report.suppressed, report.notices) == ((), ())


def test_a_contract_that_is_not_ignorable_stands() -> None:
    """The directive is then without effect, and that is said."""
    firm = contract("forbid", ignorable=False)
    report = check([firm], {"a.py": "bad  # phaser:ignore forbid\n"})
    assert places_of(report) == ["forbid a.py:1:1"]
    text = "directive suppresses nothing: forbid takes no directive (`ignorable: false`)"
    assert report.notices == (Notice("a.py", 1, text),)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_are_the_same_with_either_line_end(newline: str) -> None:
    """The line itself, the next one, and no other."""
    lines = ["bad  # phaser:ignore a", "bad", "# phaser:ignore-next-line a", "bad", "bad", ""]
    assert places_of(check([contract()], {"a.py": newline.join(lines)})) == [
        "a a.py:2:1",
        "a a.py:5:1",
    ]


def test_lines_are_the_same_for_a_pattern_that_sees_carriage_returns() -> None:
    """It searches the raw text, whose lines are the same."""
    text = "\ufeffbad\r\nbad # phaser:ignore a\r\nbad\r\n"
    assert places_of(check([contract(pattern="bad\\r?")], {"a.py": text})) == [
        "a a.py:1:1",
        "a a.py:3:1",
    ]
    text = "x\rbad # phaser:ignore a\r\n\r  bad\rbad # phaser:ignore a"
    report = check([contract(pattern=r"^bad|\r\s*\Kbad|\Abad")], {"a.py": text})
    assert places_of(report) == ["a a.py:4:3"]
    assert [violation.line for violation in report.suppressed] == [2, 5]


def test_the_lines_of_a_match_are_the_same_for_each_kind_of_condition() -> None:
    """A carriage return by itself ends the line that is asked, whatever text was searched."""
    text = "bad # fine\rbad\r# fine\nbad\r\n"
    for pattern in ("bad", "bad(?:\\rx)?"):
        for exempt in ("fine", "fine(?:\\rx)?"):
            searched = contract(pattern=pattern, unless_match=exempt)
            assert places_of(check([searched], {"a.py": text})) == ["a a.py:2:1", "a a.py:4:1"]


@pytest.mark.parametrize(
    ("pattern", "expected_places"),
    [(r"\Abad\r?$", ["a a.py:1:1"]), (r"^bad\r$", ["a a.py:1:1"]), (r"\r$", ["a a.py:1:4"])],
)
def test_no_pattern_sees_the_mark_at_the_start(pattern: str, expected_places: list[str]) -> None:
    """What looks for line ends of its own found nothing in the first line of such a file."""
    assert (
        places_of(check([contract(pattern=pattern)], {"a.py": "\ufeffbad\r\n"})) == expected_places
    )


def test_a_match_over_several_lines_belongs_to_its_first() -> None:
    """A directive on its last line is about that line."""
    spanning = contract(pattern="bad[^x]*x")
    on_last_line = check([spanning], {"a.py": "bad\ny x # phaser:ignore a\n"})
    assert places_of(on_last_line) == ["a a.py:1:1"]
    on_first_line = check([spanning], {"a.py": "bad # phaser:ignore a\ny x\n"})
    assert places_of(on_first_line) == []


def test_file_not_contains_is_reported_at_its_first_match_that_no_directive_covers() -> None:
    """Ignoring the first match only moves the violation to the second."""
    lacks = contract(kind="file_not_contains")
    text = "bad  # phaser:ignore a\nbad\nbad\n"
    assert places_of(check([lacks], {"a.py": text})) == ["a a.py:2:1"]


def test_a_directive_without_effect_is_a_notice_at_its_line() -> None:
    """Malformed, unknown, and without effect; each at its line, none for what did suppress."""
    text = (
        "bad  # phaser:ignore a\n"
        "fine  # phaser:ignore a, other\n"
        "fine  # phaser:ignore-all\n"
        "fine  # phaser:ignore a b\n"
        "fine  # phaser:ignore elsewhere\n"
        "# phaser:ignore-next-line a"
    )
    report = check([contract(), contract("elsewhere", file_glob="*.ts")], {"a.py": text})
    assert places_of(report) == []
    assert report.notices == (
        Notice("a.py", 2, "directive names other, which no contract is called"),
        Notice("a.py", 2, "directive suppresses nothing: a"),
        Notice("a.py", 3, "directive suppresses nothing: ignore-all"),
        Notice("a.py", 4, f'directive ignores nothing: {IDS}not "a b"; {REASON}'),
        Notice("a.py", 6, "directive suppresses nothing: a"),
    )


def test_ignore_file_covers_every_match() -> None:
    """Wherever it stands; of another contract it covers none, and one without effect is said."""
    text = "bad\n\nbad bad\n# phaser:ignore-file a, fine -- generated\n"
    other_contracts = (contract("b"), contract("fine", pattern="none such"))
    report = check([contract(), *other_contracts], {"a.py": text})
    assert places_of(report) == ["b a.py:1:1", "b a.py:3:1", "b a.py:3:5"]
    assert len(report.suppressed) == 3
    assert report.notices == (Notice("a.py", 4, "directive suppresses nothing: fine"),)


def test_ignore_file_does_not_reach_a_contract_that_is_not_ignorable() -> None:
    """Nor what is missing: that belongs to no file."""
    firm = contract(ignorable=False)
    absent = contract("absent", "file_exists", file_glob="b.py")
    text = "bad\n# phaser:ignore-file a, absent\n"
    report = check([firm, absent], {"a.py": text}, tree=["a.py"])
    assert places_of(report) == ["a a.py:1:1", "absent b.py"]
    assert report.suppressed == ()


@pytest.mark.parametrize(
    ("directive_id", "meant"),
    [
        ("no-pritn", "no-print"),
        ("noprint", "no-print"),
        ("No-Print", "no-print"),
        ("elsewhere", ""),
    ],
)
def test_an_id_that_is_almost_one(directive_id: str, meant: str) -> None:
    """A letter, a hyphen, the case."""
    report = check([contract("no-print")], {"a.py": f"x  # phaser:ignore {directive_id}\n"})
    hint = f"; did you mean {meant}?" if meant else ""
    text = f"directive names {directive_id}, which no contract is called{hint}"
    assert report.notices == (Notice("a.py", 1, text),)


def test_few_of_many_unknown_ids_are_looked_for() -> None:
    """To look for a near one takes milliseconds, and a file may name thousands."""
    text = "".join(f"x  # phaser:ignore no-print{number}\n" for number in range(25)) * 2
    notices = check([contract("no-print")], {"a.py": text}).notices
    assert len(notices) == 50
    assert sum("did you mean no-print?" in notice.text for notice in notices) == 40


def test_a_contract_on_the_tree_that_did_not_run_is_no_idle_directive() -> None:
    """A scan of named files checks no tree; whether the directive is needed is not known."""
    absent = contract("absent", "file_not_exists", file_glob="*.py")
    text = "# phaser:ignore-file absent\n"
    assert check([absent], {"a.py": text}).notices == ()
    tree_report = check([absent], {"a.py": text}, tree=["a.py"])
    assert (tree_report.violations, tree_report.notices) == ((), ())
    assert [violation.rule_id for violation in tree_report.suppressed] == ["absent"]


def test_a_contract_that_does_not_count_today_is_not_unknown() -> None:
    """It is disabled, or of another severity: the directive may be right tomorrow."""
    contracts = contract_set(contract())._replace(idle=(("", "b"),))
    report = engine.check_files(
        make_checker(contracts, 2.0),
        [TextFile("a.py", "bad  # phaser:ignore a, b, c\n")],
    )
    assert report.notices == (Notice("a.py", 1, "directive names c, which no contract is called"),)


def notices_of(*contracts: Contract, tree: bool = False, **files: str) -> list[tuple[str, str]]:
    """The notices on files called by one letter, as path and text."""
    checker = make_checker(contract_set(*contracts), 0.05)
    paths = tuple(f"{name}.py" for name in files)
    report = engine.check_files(
        checker,
        [TextFile(path, text) for path, text in zip(paths, files.values(), strict=True)],
        tree=Tree(paths, whole=("",)) if tree else None,
    )
    return [(notice.path, notice.text) for notice in report.notices]


def test_ignore_all_without_effect_is_said() -> None:
    """Where something ran to its end, and only in that file."""
    used, idle = "bad  # phaser:ignore-all", "fine  # phaser:ignore-all"
    slow = contract("s", pattern="(a|aa)+$")
    assert notices_of(contract(), a=used) == []
    assert notices_of(a=idle) == []
    assert notices_of(contract("elsewhere", file_glob="*.ts"), a=idle) == []
    assert notices_of(slow, a=f"{idle}\n{'a' * 60}b") == []
    assert notices_of(contract(), a=used, b=idle) == [
        ("b.py", "directive suppresses nothing: ignore-all")
    ]


def test_a_contract_of_all_files_together_belongs_to_none() -> None:
    """Nobody can know before the tree is checked; then no directive suppresses it."""
    tree_contract = contract("one", "require_pattern", scope="tree", file_glob="a.py")
    directive = "# phaser:ignore-file one"
    assert notices_of(tree_contract, a=directive) == []
    report = check([tree_contract], {"a.py": directive}, tree=["a.py"])
    assert [
        (violation.rule_id, violation.path, violation.where) for violation in report.violations
    ] == [("one", "a.py", "glob")]
    assert notices_of(tree_contract, a=directive, tree=True) == [
        ("a.py", "directive suppresses nothing: one")
    ]
