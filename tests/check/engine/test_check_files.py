"""The engine: files and contracts in, a report out, every part in a fixed order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.new_violations import count_occurrences
from phaser_lint.check.shards.earlier_counts import give_counts
from phaser_lint.contract.model import Contract, ContractSet, Notice, Report, Violation
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import Skip, TextFile, Tree
from tests.examples import check, contract, contract_set, places_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaser_lint.check.engine.new_violations import Occurrences

A = ("", "a")
SLOW = "(a|aa)+$"
ENDLESS = "a" * 60 + "b"


def run(contracts: ContractSet, files: Iterable[TextFile | Skip], **options: Any) -> Report:
    keys = ("tree", "tree_files", "comparisons")
    of_files = {key: options.pop(key) for key in keys if key in options}
    checker = make_checker(contracts, 2.0)._replace(**options)
    return engine.check_files(checker, files, **of_files)


def test_nothing_in_nothing_out() -> None:
    """No files, no contracts."""
    assert check([], {}) == Report()
    assert check([contract()], {}) == Report()
    assert check([], {"a.py": "bad"}) == Report(checked=("a.py",))


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", []),
        ("good\n", []),
        ("Bad", []),
        ("bad", ["a a.py:1:1"]),
        ("x bad bad\n\nbad", ["a a.py:1:3", "a a.py:1:7", "a a.py:3:1"]),
        ("\ufeffbad\r\nbad\r\n", ["a a.py:1:1", "a a.py:2:1"]),
        ("\udcff bad", ["a a.py:1:3"]),
        ("é日bad", ["a a.py:1:3"]),
    ],
)
def test_each_match_has_its_line_and_column(text: str, places: list[str]) -> None:
    """Each match at its line and column, whatever the line ends, BOM or odd bytes."""
    assert places_of(check([contract()], {"a.py": text})) == places


def test_a_report_has_all_that_an_output_can_show() -> None:
    """Every part, sorted, with all that an output can show."""
    contracts = ContractSet(
        (
            contract("z", file_glob="*.py", severity="warning"),
            contract("s", pattern=SLOW, file_glob="slow.*"),
            contract("n", "require_pattern", pattern="good", file_glob="*.py"),
        ),
        (ContractProblem("x.yaml", "type", "expected more"),),
    )
    files: list[TextFile | Skip] = [
        TextFile("slow.txt", ENDLESS),
        TextFile("b.py", "good\nbad  # phaser:ignore z\n  bad\n"),
        Skip("z.bin", "binary"),
        TextFile("a.py", "one bad\ntwo"),
        Skip("a.bin", "larger than 10 MB"),
    ]
    report = run(contracts, files, pattern_seconds=0.05)
    fix = "Fix z."
    assert report == Report(
        checked=("a.py", "b.py", "slow.txt"),
        violations=(
            Violation("n", "error", "Fix n.", "a.py", "file"),
            Violation("z", "warning", fix, "a.py", "line", 1, 5, 1, 8, "one bad"),
            Violation("z", "warning", fix, "b.py", "line", 3, 3, 3, 6, "  bad"),
        ),
        suppressed=(
            Violation("z", "warning", fix, "b.py", "line", 2, 1, 2, 4,
                      "bad  # phaser:ignore z", suppressed_by="ignore z"),
        ),
        skipped=(Skip("a.bin", "larger than 10 MB"), Skip("z.bin", "binary")),
        undecided=(Undecided("s", "slow.txt", "the pattern took longer than 50 ms"),),
        problems=(ContractProblem("x.yaml", "type", "expected more"),),
    )  # fmt: skip


def test_the_order_of_the_input_does_not_matter() -> None:
    """Neither that of the files nor that of the contracts."""
    contracts = [contract("b"), contract("a", pattern="bad"), contract("c", pattern="d")]
    files = {"b.py": "bad\nbad", "a.py": "bad", "c.py": "d"}
    backwards = dict(reversed(files.items()))
    assert check(contracts, files) == check(contracts[::-1], backwards)


@pytest.mark.parametrize("kind", ["forbid_pattern", "file_not_contains", "require_pattern",
                                  "file_contains"])  # fmt: skip
def test_what_timed_out_is_neither_clean_nor_violated(kind: str) -> None:
    """A required text that was not looked for to the end is not missing."""
    report = run(
        contract_set(contract(kind=kind, pattern=SLOW)),
        [TextFile("a.txt", ENDLESS)],
        pattern_seconds=0.05,
    )
    assert report == Report(
        checked=("a.txt",),
        undecided=(Undecided("a", "a.txt", "the pattern took longer than 50 ms"),),
    )


def test_too_many_matches_are_violations_and_undecided() -> None:
    """The first ten thousand are reported, and that there are more."""
    report = check([contract(pattern="a")], {"a.txt": "a" * 10_001})
    assert len(report.violations) == 10_000
    assert report.violations[-1].column == 10_000
    assert report.undecided == (Undecided("a", "a.txt", "more than 10,000 matches"),)


def test_after_the_deadline_nothing_is_decided() -> None:
    """Only contracts that would have read the file are undecided."""
    read_names: list[str] = []

    def files() -> Iterator[TextFile | Skip]:
        for name in "abc":
            read_names.append(name)
            yield TextFile(f"{name}.py", "bad")

    report = run(
        contract_set(contract("reads"), contract("name", "file_not_exists", file_glob="x")),
        files(),
        pattern_seconds=2.0,
        deadline=2,
        clock=lambda: len(read_names),
    )
    assert places_of(report) == ["reads a.py:1:1", "reads b.py:1:1"]
    assert report.undecided == (Undecided("reads", "c.py", "no time left"),)
    assert report.checked == ("a.py", "b.py", "c.py")


def test_a_deadline_needs_no_clock_beside_it() -> None:
    """One that is over is over, by the monotonic clock, and none is none."""
    files = [TextFile("a.py", "bad")]
    late_report = run(contract_set(contract()), files, pattern_seconds=2.0, deadline=0.0)
    assert (late_report.violations, late_report.undecided) == (
        (),
        (Undecided("a", "a.py", "no time left"),),
    )
    assert places_of(run(contract_set(contract()), files, pattern_seconds=2.0)) == ["a a.py:1:1"]


EXISTENCE = (
    contract("exists", "file_exists", file_glob="/README.md"),
    contract("absent", "file_not_exists", file_glob="*.env"),
    contract("holds", "file_contains", pattern="x", file_glob="/LICENSE"),
    contract("one", "require_pattern", pattern="x", scope="tree", file_glob="*.py"),
)


def test_without_a_tree_existence_is_not_checked() -> None:
    """A few named files say nothing of the others."""
    assert check(EXISTENCE, {"a.py": "", "b.env": ""}).violations == ()


def test_some_touched_paths_say_only_what_is_there() -> None:
    """Nothing can be concluded about what is missing."""
    report = check(EXISTENCE, {"a.py": "", "b.env": ""}, tree=["a.py", "b.env"], whole=False)
    assert places_of(report) == ["absent b.env"]


def test_missing_files_stand_at_the_glob_and_forbidden_ones_at_the_file() -> None:
    """What is missing is at the glob, what must not be there at the file."""
    report = check(EXISTENCE, {"a.py": "y", "b.env": ""}, tree=["a.py", "b.env"])
    assert [tuple(violation[:5]) for violation in report.violations] == [
        ("one", "error", "Fix one.", "*.py", "glob"),
        ("holds", "error", "Fix holds.", "/LICENSE", "glob"),
        ("exists", "error", "Fix exists.", "/README.md", "glob"),
        ("absent", "error", "Fix absent.", "b.env", "file"),
    ]
    clean = check(EXISTENCE, {"a.py": "x", "LICENSE": "x"}, tree=["a.py", "LICENSE", "README.md"])
    assert clean.violations == ()


def test_one_file_meets_a_contract_on_the_tree() -> None:
    """Whichever it is; with ``scope: file`` each has to."""
    files = {"a.py": "", "b.py": "x"}
    assert places_of(check([EXISTENCE[3]], files, tree=files)) == []
    per_file = EXISTENCE[3]._replace(scope="file")
    assert places_of(check([per_file], files, tree=files)) == ["one a.py"]


def test_a_contract_on_the_tree_that_timed_out_is_not_unmet() -> None:
    """The file that took too long may have met it; another that meets it settles it."""
    slow = contract("s", "require_pattern", pattern=f"{SLOW}|yes", scope="tree", file_glob="*.txt")
    files: list[TextFile | Skip] = [TextFile("a.txt", ENDLESS)]
    tree = Tree(("a.txt", "b.txt"), whole=("",))
    report = run(contract_set(slow), files, pattern_seconds=0.05, tree=tree)
    assert (report.violations, len(report.undecided)) == ((), 1)
    files.append(TextFile("b.txt", "yes"))
    report = run(contract_set(slow), files, pattern_seconds=0.05, tree=tree)
    assert (report.violations, len(report.undecided)) == ((), 1)


def test_files_of_the_tree_are_read_only_for_the_tree() -> None:
    """Their content is no subject of the run, and a directive in them still counts."""
    contracts = contract_set(contract("bad", file_glob="**/*"), *EXISTENCE[1:2], EXISTENCE[3])
    report = run(
        contracts,
        [TextFile("a.py", "bad")],
        tree=Tree(("a.py", "b.py", "c.env", "d.env"), whole=("",)),
        tree_files=[
            TextFile("b.py", "bad x"),
            TextFile("c.env", "# phaser:ignore-file absent\nbad"),
        ],
    )
    assert places_of(report) == ["bad a.py:1:1", "absent d.env"]
    assert [violation.path for violation in report.suppressed] == ["c.env"]


def raw(pattern: str) -> Contract:
    return contract(pattern=pattern)


@pytest.mark.parametrize(
    ("pattern", "text", "places"),
    [
        ("bad$", "bad\r\n", ["a a.py:1:1"]),
        ("a\\nb", "a\r\nb", ["a a.py:1:1"]),
        ("\\r$", "a\nb\r\n", ["a a.py:2:2"]),
        ("\\r\\n", "a\nb", []),
        ("^bad$", "x\rbad\r", ["a a.py:2:1"]),
        ("a\\nb", "a\rb", ["a a.py:1:1"]),
        ("x.bad", "x\rbad", []),
        ("^bad", "x\vbad\fbad\x85bad\u2028bad", []),
        # A pattern that names one sees what the file holds.
        ("\\rbad", "x\ny\rbad", ["a a.py:3:1"]),
        ("\\r(?!\\n)", "x\r\ny\rbad", ["a a.py:2:2"]),
        ("C:\\\\repo$", "C:\\repo\r\n", ["a a.py:1:1"]),
        ("[\ufeffb]", "\ufeffa", []),
    ],
)
def test_line_ends_are_normalised_unless_a_pattern_names_one(
    pattern: str, text: str, places: list[str]
) -> None:
    """Normalised, but for a pattern that names a carriage return."""
    assert places_of(check([raw(pattern)], {"a.py": text})) == places


class AskedComparison:
    """Remembers the paths that it was asked about."""

    def __init__(self, counts: Occurrences) -> None:
        self.counts = counts
        self.asked: list[list[str]] = []

    def __call__(self, report: Report) -> Occurrences:
        self.asked.append([violation.path for violation in report.violations])
        return self.counts


def test_only_what_is_new_counts_and_the_rest_is_counted() -> None:
    """The base is asked for the violations of now, once."""
    existing = check([contract()], {"a.py": "bad\n", "b.py": "bad"})
    comparison = AskedComparison(count_occurrences(existing.violations))
    files = {"a.py": "x\n  bad\nbad new\n", "b.py": "bad", "c.py": "good"}
    report = check([contract()], files, comparisons=(comparison,))
    assert places_of(report) == ["a a.py:3:1"]
    assert report.existing == 2
    assert comparison.asked == [["a.py", "a.py", "b.py"]]


def test_without_violations_the_base_is_not_asked() -> None:
    """To find it out costs a second run."""
    comparison = AskedComparison({})
    assert check([contract()], {"a.py": "good"}, comparisons=(comparison,)).violations == ()
    assert comparison.asked == []


def test_the_first_match_of_a_file_is_not_new_because_it_moved() -> None:
    """``file_not_contains`` is compared by all of its matches, and reported once."""
    lacks = contract(kind="file_not_contains")
    existing = count_occurrences(check([lacks], {"a.py": "bad 1\n"}).violations)
    existing_and_second = {**existing, (A, "a.py", "bad 2"): 1}
    files = {"a.py": "bad 1\nbad 2\nbad 3\nbad 4\n"}
    assert places_of(check([lacks], files, comparisons=(give_counts(existing_and_second),))) == [
        "a a.py:3:1"
    ]


def test_examine_gives_every_match() -> None:
    """In the base each of them is counted."""
    lacks = make_checker(contract_set(contract(kind="file_not_contains")), 2.0)
    files = [TextFile("a.py", "bad bad\nbad")]
    examined = engine.examine_files(lacks, files)
    assert count_occurrences(examined.violations) == {
        (A, "a.py", "bad bad"): 2,
        (A, "a.py", "bad"): 1,
    }
    assert len(engine.check_files(lacks, files).violations) == 1


def test_two_on_one_line_stand_as_in_the_line() -> None:
    """By the column, then by the id; what has no line comes first in its file."""
    contracts = [
        contract("a", pattern="worse"),
        contract("z", pattern="bad"),
        contract("b", pattern="bad"),
        contract("y", "require_pattern", pattern="good"),
    ]
    report = check(contracts, {"a.py": "x = 1, worse, bad\nbad = 10 * worse\n"})
    assert places_of(report) == [
        "y a.py", "a a.py:1:8", "b a.py:1:15", "z a.py:1:15", "b a.py:2:1", "z a.py:2:1",
        "a a.py:2:12",
    ]  # fmt: skip
    ignored = {"a.py": "x = 1, worse, bad  # phaser:ignore a, b, z\n"}
    suppressed = check(contracts, ignored).suppressed
    assert [(violation.rule_id, violation.column) for violation in suppressed] == [
        ("a", 8),
        ("b", 15),
        ("z", 15),
    ]


def test_a_notice_without_a_line_stands_before_those_with_one() -> None:
    """Whatever the texts; those of one line by their texts."""
    unordered = [
        Notice("a.py", 2, "b"),
        Notice("a.py", 10, "a"),
        Notice("a.py", 1, "a"),
        Notice("a.py", None, "z"),
        Notice("a.py", 2, "a"),
        Notice("A.py", 9, "z"),
    ]
    ordered = sorted(unordered, key=engine.rank_notice)
    assert [(notice.path, notice.line, notice.text) for notice in ordered] == [
        ("A.py", 9, "z"), ("a.py", None, "z"), ("a.py", 1, "a"), ("a.py", 2, "a"),
        ("a.py", 2, "b"), ("a.py", 10, "a"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("start", "later", "compared", "decided"),
    [
        pytest.param(20, 79, True, True, id="three quarters of the time"),
        pytest.param(20, 81, True, False, id="are over"),
        pytest.param(20, 81, False, True, id="without a comparison all of it"),
        pytest.param(20, 101, False, False, id="is over"),
    ],
)
def test_a_comparison_has_its_share_of_the_time(
    start: float, later: float, compared: bool, decided: bool
) -> None:
    """What it cannot check would count as new."""
    readings = [start] if compared else []
    report = run(
        contract_set(contract()),
        [TextFile("a.py", "bad")],
        pattern_seconds=2.0,
        deadline=100,
        clock=lambda: readings.pop() if readings else later,
        comparisons=(give_counts({}),) if compared else (),
    )
    assert (len(report.violations), len(report.undecided)) == (decided, not decided)


def test_a_comparison_without_a_deadline_has_all_the_time() -> None:
    """Nothing is undecided."""
    report = run(
        contract_set(contract()), [TextFile("a.py", "bad")],
        pattern_seconds=2.0, clock=lambda: 9.0, comparisons=(give_counts({}),),
    )  # fmt: skip
    assert (len(report.violations), report.undecided) == (1, ())


def test_files_that_are_known_to_be_clean_were_checked() -> None:
    """With a tree or without, in their place."""
    checker = make_checker(contract_set(EXISTENCE[0]), 2.0)
    skipped, clean = (Skip("b", "binary"),), ("c.py", "a.py")
    for tree in (None, Tree(("README.md",), whole=("",))):
        report = engine.assemble_report(checker, (), skipped=skipped, clean=clean, tree=tree)
        assert report == Report(checked=("a.py", "c.py"), skipped=(Skip("b", "binary"),))


def test_every_match_but_what_directives_suppress() -> None:
    """Also where every single one is counted."""
    files = [TextFile("a.py", "bad  # phaser:ignore a\nbad")]
    examined = engine.examine_files(make_checker(contract_set(contract()), 2.0), files)
    assert places_of(examined) == ["a a.py:2:1"]
    assert len(examined.suppressed) == 1


def test_a_contract_that_was_not_checked_hides_no_other() -> None:
    """That of the tree ran out of time; what is missing is missing all the same."""
    slow = contract("s", "require_pattern", pattern=SLOW, scope="tree", file_glob="*.txt")
    files = [TextFile("a.txt", ENDLESS)]
    tree = Tree(("a.txt",), whole=("",))
    contracts = contract_set(slow, EXISTENCE[0])
    report = run(contracts, files, pattern_seconds=0.05, tree=tree)
    assert places_of(report) == ["exists /README.md"]
    assert [undecided.rule_id for undecided in report.undecided] == ["s"]


def test_what_is_suppressed_stands_as_what_is_reported() -> None:
    """By path and line; the notices of a file begin with those without a line."""
    contracts = [contract("z", file_glob=["a.py", "c.ipynb"]), contract("a", file_glob="b.py")]
    files = {
        "b.py": "bad  # phaser:ignore a",
        "a.py": "# phaser:ignore-file z\nbad\nbad",
        "c.ipynb": '{"cells": [\n// phaser:ignore\n',
    }
    report = check(contracts, files)
    assert [(violation.path, violation.line) for violation in report.suppressed] == [
        ("a.py", 2), ("a.py", 3), ("b.py", 1),
    ]  # fmt: skip
    assert [(notice.path, notice.line) for notice in report.notices] == [
        ("c.ipynb", None), ("c.ipynb", 2),
    ]  # fmt: skip
