"""What a run can say of a baseline: an entry is gone only if the run would have found it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check.comparison.baseline_file import digest_lines
from phaser_lint.check.comparison.gone_entries import (
    BaselineScope,
    Findable,
    count_gone_entries,
    count_removed_entries,
    note_gone_entries,
    update_entries,
    without_gone_entries,
)
from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import Skip
from tests.examples import at_level, contract, contract_set

if TYPE_CHECKING:
    from phaser_lint.check.comparison.baseline_file import EntryKey

BAD = digest_lines("bad")
CONTRACTS = contract_set(
    contract("line"),
    contract("lacks", "file_not_contains"),
    contract("absent", "file_not_exists", file_glob="*.env"),
    contract("exists", "file_exists", file_glob=["/LICENSE", "/COPYING"]),
    contract("holds", "file_contains", file_glob=["/LICENSE", "/COPYING"]),
    contract("one", "require_pattern", scope="tree", file_glob="*.py"),
    contract("listed", "items_listed", listed_in="/api.md"),
)._replace(idle=(("", "off"),))
WHOLE = BaselineScope(None, ("",), lists=True)
FILES = BaselineScope(None, (), lists=False)
NAMED = BaselineScope(frozenset({"a.py"}), (), lists=True)
ONLY_TREE = BaselineScope(frozenset(), ("",), lists=True)
GLOB = "/LICENSE, /COPYING"


def covers(
    path: str,
    rule_id: str,
    scope: BaselineScope,
    *,
    skips_contract: bool | None = None,
    **report_fields: Any,
) -> bool:
    """Whether such a run would have found the entry; *skips_contract*: one was left out, or not."""
    problems = (
        ()
        if skips_contract is None
        else (ContractProblem("x.yaml", "type", "one", skips_contract),)
    )
    findable = Findable(Report(**report_fields), CONTRACTS._replace(problems=problems), scope)
    return findable.covers((path, ("", rule_id), BAD))


@pytest.mark.parametrize(
    ("path", "rule_id", "scope", "keys"),
    [
        pytest.param("b.py", "line", NAMED, {}, id="a file that was not named"),
        pytest.param("a.py", "line", ONLY_TREE, {}, id="a file of which no content was read"),
        pytest.param("a.py", "line", WHOLE, {"skipped": (Skip("a.py", "binary"),)}, id="a skip"),
        pytest.param("lib/a.py", "line", WHOLE, {"skipped": (Skip("lib/", "no right"),)},
                     id="a folder that could not be listed"),
        pytest.param("a.py", "line", WHOLE, {"undecided": (Undecided("line", "a.py", "slow"),)},
                     id="a pattern that ran out of time"),
        pytest.param(".env", "absent", FILES, {}, id="a file that must not be, without the tree"),
        pytest.param(GLOB, "exists", NAMED, {}, id="one that must be, without the tree"),
        pytest.param(GLOB, "holds", FILES, {}, id="one that must hold a text, without the tree"),
        pytest.param("*.py", "one", FILES, {}, id="a text in any of them, without the tree"),
        pytest.param("*.py", "one", WHOLE, {"undecided": (Undecided("one", "a.py", "slow"),)},
                     id="a text that was not looked for everywhere"),
        pytest.param(GLOB, "holds", WHOLE, {"undecided": (Undecided("holds", "LICENSE", "slow"),)},
                     id="and of a file that must hold it"),
        pytest.param("*.js", "one", FILES, {}, id="a glob that it had before, without the tree"),
        pytest.param("a.py", "listed", FILES, {}, id="an item, without the lists"),
        pytest.param("a.py", "gone", FILES, {}, id="a deleted contract, without the tree"),
        pytest.param("a.py", "gone", NAMED, {}, id="a deleted contract, in some files"),
        pytest.param("a.py", "gone", ONLY_TREE, {}, id="a deleted contract, on the tree alone"),
        pytest.param("a.py", "off", WHOLE, {}, id="a contract that is switched off"),
        pytest.param("a.py", "gone", WHOLE, {"skips_contract": True},
                     id="perhaps the one that is broken"),
    ],
)  # fmt: skip
def test_a_run_cannot_tell_of_what_it_did_not_look_for(
    path: str, rule_id: str, scope: BaselineScope, keys: dict[str, Any]
) -> None:
    """It did not look there, or not to the end."""
    assert not covers(path, rule_id, scope, **keys)


@pytest.mark.parametrize(
    ("path", "rule_id", "scope", "keys"),
    [
        pytest.param("a.py", "line", WHOLE, {}, id="everything was checked"),
        pytest.param("a.py", "line", FILES, {}, id="all files"),
        pytest.param("a.py", "line", NAMED, {}, id="the file that was named"),
        pytest.param("a.py", "lacks", NAMED, {}, id="for each of its contracts"),
        pytest.param("a.py", "listed", NAMED, {}, id="an item, with the lists"),
        pytest.param("a.py", "line", WHOLE, {"skipped": (Skip("b.py", "binary"),)},
                     id="another file was skipped"),
        pytest.param("library.py", "line", WHOLE, {"skipped": (Skip("lib", "a link"),)},
                     id="a name that only starts like one"),
        pytest.param("a.py", "line", WHOLE, {"undecided": (Undecided("lacks", "a.py", "slow"),
                                                           Undecided("line", "b.py", "slow"))},
                     id="another pattern or file ran out of time"),
        pytest.param(".env", "absent", ONLY_TREE, {}, id="a file that must not be"),
        pytest.param(".env", "absent", WHOLE, {"skipped": (Skip(".env", "binary"),)},
                     id="whatever it holds"),
        pytest.param(GLOB, "exists", ONLY_TREE, {}, id="a file that must be"),
        pytest.param(GLOB, "holds", ONLY_TREE, {}, id="one that must hold a text, missing"),
        pytest.param("LICENSE", "holds", FILES, {}, id="there, without the text"),
        pytest.param("*.py", "one", WHOLE, {"undecided": (Undecided("line", "a.py", "slow"),)},
                     id="a text in any of them"),
        pytest.param("*.js", "one", ONLY_TREE, {}, id="a glob that it had before"),
        pytest.param("a.py", "gone", WHOLE, {}, id="a deleted contract"),
        pytest.param("a.py", "gone", WHOLE, {"skips_contract": False},
                     id="beside one that only its examples contradict"),
    ],
)  # fmt: skip
def test_an_entry_is_gone_where_the_run_looked_for_it(
    path: str, rule_id: str, scope: BaselineScope, keys: dict[str, Any]
) -> None:
    """So it is gone where the run did not find it."""
    assert covers(path, rule_id, scope, **keys)


@pytest.mark.parametrize(
    ("level", "rule_id", "path", "expected"),
    [
        pytest.param("p", "line", "p/a.py", True, id="the contract of that level"),
        pytest.param("p", "absent", "p/a.env", True, id="the contract is no more at that level"),
        pytest.param("p", "off", "p/a.py", True, id="off at another level"),
        pytest.param("q", "off", "q/a.py", False, id="off at that level"),
        pytest.param("p", "slow", "p/a.py", True, id="out of time at another level"),
        pytest.param("", "slow", "p/a.py", False, id="out of time at that level"),
        pytest.param("p", "holds", "p/LICENSE", True, id="a glob as seen from the root"),
        pytest.param("p", "holds", "/LICENSE", False, id="and not as the level has it"),
    ],
)
def test_a_run_tells_of_each_level_by_itself(
    level: str, rule_id: str, path: str, expected: bool
) -> None:
    """What one level's contracts could not tell is no matter of another's."""
    types_by_name = (
        ("line", "forbid_pattern"),
        ("slow", "forbid_pattern"),
        ("holds", "file_contains"),
    )
    contracts = contract_set(
        *(
            at_level("p", name_at_level, rule_type, file_glob="/LICENSE")
            for name_at_level, rule_type in types_by_name
        ),
        contract("slow"),
    )._replace(idle=(("q", "off"),))
    report = Report(undecided=(Undecided("slow", "p/a.py", "slow"),))
    scope = ONLY_TREE if rule_id == "holds" else WHOLE
    findable = Findable(report, contracts, scope)
    assert findable.covers((path, (level, rule_id), BAD)) is expected


def entry_of(path: str, rule_id: str = "line", line: str = BAD) -> EntryKey:
    return path, ("", rule_id), line


BASELINE = {
    entry_of("a.py"): 2,
    entry_of("b.py"): 1,
    entry_of("c.py"): 3,
    entry_of("d.py", "off"): 1,
}
# a.py has one of two left, c.py one more, e.py its first; d.py's contract is switched off.
CURRENT_REPORT = Report(
    violations=tuple(
        Violation("line", "error", "Fix line.", path, "line", line, 1, line, 4, "bad")
        for path, times in (("a.py", 1), ("c.py", 4), ("e.py", 1))
        for line in range(1, times + 1)
    )
)


def test_entries_that_remain_are_no_more_than_the_baseline_says() -> None:
    """No more than the baseline says, and of what the run could not tell all of it."""
    remaining = without_gone_entries(BASELINE, CURRENT_REPORT, CONTRACTS, WHOLE)
    assert remaining == {entry_of("a.py"): 1, entry_of("c.py"): 3, entry_of("d.py", "off"): 1}
    remaining_in_named = without_gone_entries(
        BASELINE, CURRENT_REPORT, CONTRACTS, NAMED._replace(content=frozenset({"a.py", "b.py"}))
    )
    assert remaining_in_named == {
        entry_of("a.py"): 1,
        entry_of("c.py"): 3,
        entry_of("d.py", "off"): 1,
    }
    assert without_gone_entries(BASELINE, Report(), CONTRACTS, NAMED) == {
        entry_key: count for entry_key, count in BASELINE.items() if entry_key != entry_of("a.py")
    }


def test_an_update_writes_what_is_there_and_what_was_not_looked_for() -> None:
    """What there is now, and the entries that the run can say nothing of."""
    occurrences = {entry_of("a.py"): 1, entry_of("c.py"): 4, entry_of("e.py"): 1}
    assert update_entries(BASELINE, CURRENT_REPORT, CONTRACTS, WHOLE) == {
        **occurrences,
        entry_of("d.py", "off"): 1,
    }
    assert update_entries(BASELINE, Report(), CONTRACTS, NAMED) == {
        entry_key: count for entry_key, count in BASELINE.items() if entry_key != entry_of("a.py")
    }


@pytest.mark.parametrize(
    ("remaining", "gone_count"),
    [
        (BASELINE, 0),
        ({**BASELINE, entry_of("a.py"): 9, entry_of("new.py"): 1}, 0),
        ({**BASELINE, entry_of("a.py"): 1}, 1),
        ({entry_of("c.py"): 2}, 4),
        ({}, 4),
    ],
)
def test_an_entry_with_a_smaller_count_is_gone(
    remaining: dict[EntryKey, int], gone_count: int
) -> None:
    """One with a smaller count is, one with a larger count is not."""
    assert count_gone_entries(BASELINE, remaining) == gone_count


@pytest.mark.parametrize(
    ("remaining", "moved", "removed_count"),
    [
        pytest.param({}, {}, 2, id="none moved"),
        pytest.param({}, {entry_of("x.py"): 3}, 0, id="two to one file"),
        pytest.param({}, {entry_of("x.py"): 1, entry_of("y.py"): 2}, 0, id="one to two files"),
        pytest.param({}, {entry_of("x.py"): 2}, 1, id="one in part"),
        pytest.param({}, {entry_of("x.py", "lacks"): 3}, 2, id="of another contract"),
        pytest.param({entry_of("a.py"): 1}, {entry_of("x.py"): 1}, 1, id="one of one"),
    ],
)
def test_an_entry_that_moved_is_not_removed(
    remaining: dict[EntryKey, int], moved: dict[EntryKey, int], removed_count: int
) -> None:
    """One may move to two files, and two to one."""
    entries = {entry_of("a.py"): 2, entry_of("b.py"): 1}
    assert count_removed_entries(entries, remaining, moved) == removed_count


@pytest.mark.parametrize(
    ("gone_count", "usual", "earlier", "expected_text"),
    [
        (1, True, False,
         "1 baseline entry no longer occurs; phaser-lint baseline --prune removes it, "
         "or moves it with its code"),
        (2, True, False,
         "2 baseline entries no longer occur; phaser-lint baseline --prune removes them, "
         "or moves them with their code"),
        (2, False, False, "2 baseline entries no longer occur; phaser-lint baseline --prune"
         " --file old.jsonl removes them, or moves them with their code"),
        (1, True, True, "1 baseline entry no longer occurs in the form of an earlier phaser-lint;"
         " phaser-lint baseline --update writes it anew"),
        (2, False, True, "2 baseline entries no longer occur in the form of an earlier phaser-lint;"
         " phaser-lint baseline --update --file old.jsonl writes it anew"),
    ],
)  # fmt: skip
def test_entries_that_are_gone_come_with_the_command_that_removes_them(
    gone_count: int, usual: bool, earlier: bool, expected_text: str
) -> None:
    """With the command that fixes it, for the file that was given."""
    notices = note_gone_entries(gone_count, baseline_path="old.jsonl", usual=usual, earlier=earlier)
    assert notices == [Notice("old.jsonl", None, expected_text)]


def test_nothing_is_said_where_nothing_is_gone() -> None:
    """Whatever the file."""
    assert note_gone_entries(0, baseline_path="old.jsonl", usual=False, earlier=True) == []
