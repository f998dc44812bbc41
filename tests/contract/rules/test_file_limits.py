"""``file_limits``: lines and bytes, of every file whose size is known, and what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.new_violations import count_occurrences
from phaser_lint.check.many_files import ManyFiles
from phaser_lint.check.shards.earlier_counts import give_counts
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.yaml_documents import Surprise
from phaser_lint.core.file_records import TextFile
from phaser_lint.project.file_or_skip import read_file
from tests.conftest import write_files
from tests.examples import check, contract_set, mapping, places_of
from tests.text.test_notebook import code, notebook

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.contract.model import Contract


def limits(**keys: int) -> Contract:
    """A contract with these limits."""
    numbers = {key: Surprise("number", str(limit)) for key, limit in keys.items()}
    checked_mapping = check_mapping(
        mapping(kind="file_limits", **numbers), source="project", path="a.yaml"
    )
    assert checked_mapping.contract is not None, checked_mapping.problems
    return checked_mapping.contract


@pytest.mark.parametrize(
    ("keys", "text", "messages"),
    [
        ({"max_lines": 2}, "", []),
        ({"max_lines": 2}, "a\nb\n", []),
        ({"max_lines": 2}, "a\nb", []),
        ({"max_lines": 0}, "", []),
        ({"max_lines": 2}, "a\r\nb\r\n", []),
        ({"max_lines": 2}, "a\rb\r", []),
        ({"max_lines": 2}, "a\r\nb", []),
        ({"max_bytes": 4}, "abcd", []),
        ({"max_bytes": 3}, "a\r\n\n", []),
        ({"max_lines": 2, "max_bytes": 9}, "a\nb\n", []),
        ({"max_lines": 2}, "a\nb\nc", ["Fix a. (3 lines, at most 2)"]),
        ({"max_lines": 2}, "\n\n\n", ["Fix a. (3 lines, at most 2)"]),
        ({"max_lines": 0}, "a", ["Fix a. (1 line, at most 0)"]),
        ({"max_lines": 2}, "a\rb\rc", ["Fix a. (3 lines, at most 2)"]),
        ({"max_lines": 2}, "a\r\r\nb\r", ["Fix a. (3 lines, at most 2)"]),
        ({"max_bytes": 4}, "äöü", ["Fix a. (6 bytes, at most 4)"]),
        ({"max_bytes": 2}, "a\r\n\n", ["Fix a. (3 bytes, at most 2)"]),
        ({"max_lines": 1, "max_bytes": 1_000}, "\n" * 1_200,
         ["Fix a. (1,200 lines, at most 1; 1,200 bytes, at most 1,000)"]),
        ({"max_lines": 1, "max_bytes": 100}, "\n\n",
         ["Fix a. (2 lines, at most 1; 2 bytes, at most 100)"]),
    ],
)  # fmt: skip
def test_one_violation_with_the_numbers(
    keys: dict[str, int], text: str, messages: list[str]
) -> None:
    """At the file, however many limits it is over."""
    report = check([limits(**keys)], {"a.py": text})
    assert [violation.message for violation in report.violations] == messages
    assert [violation.where for violation in report.violations] == ["file"] * len(messages)


@pytest.mark.parametrize(
    ("content", "keys", "messages"),
    [
        (b"\0" * 10, {"max_bytes": 10}, []),
        (b"\0" * 11, {"max_bytes": 10}, ["Fix a. (11 bytes, at most 10)"]),
        (b"\0\n\0\n", {"max_lines": 1}, ["Fix a. (2 lines, at most 1)"]),
        (b"\n" * (11 * 1024 * 1024), {"max_bytes": 100, "max_lines": 5},
         ["Fix a. (over 10,485,761 lines, at most 5; 11,534,336 bytes, at most 100)"]),
        (b"\n" * 3 + b"a" * (11 * 1024 * 1024), {"max_bytes": 100, "max_lines": 5},
         ["Fix a. (11,534,339 bytes, at most 100)"]),
        (b"\xff\xfea\0\n\0", {"max_bytes": 5}, ["Fix a. (6 bytes, at most 5)"]),
        (b"\xff\xfea\0\n\0", {"max_lines": 1}, []),
        (b"a\xff\n", {"max_bytes": 2}, ["Fix a. (3 bytes, at most 2)"]),
        (b"\0\r\0\r", {"max_lines": 1}, []),
        (b"a\rb\r", {"max_lines": 1}, ["Fix a. (2 lines, at most 1)"]),
    ],
)  # fmt: skip
def test_limits_count_the_bytes_on_disk(
    tmp_path: Path, content: bytes, keys: dict[str, int], messages: list[str]
) -> None:
    """Binary and too large files too, by the engine and by a scan that takes shortcuts."""
    write_files(tmp_path, {"a.bin": content})
    checker = make_checker(contract_set(limits(**keys)), 2.0)
    by_engine = engine.check_files(checker, [read_file(str(tmp_path), "a.bin")])
    verdicts, skipped, clean = ManyFiles(checker, str(tmp_path)).check(["a.bin"], {}, ["a.bin"])
    by_scan = engine.assemble_report(checker, verdicts, skipped=skipped, clean=clean, tree=None)
    by_scan = keep_one_per_file(by_scan, checker.contracts)
    for report in (by_engine, by_scan):
        assert [violation.message for violation in report.violations] == messages
    assert by_scan._replace(violations=()) == by_engine._replace(violations=())


def test_a_notebook_is_as_large_as_on_disk(tmp_path: Path) -> None:
    """The lines of its JSON count, not those of its cells."""
    text = notebook(code("a"), code("b"))
    lines = text.count("\n") + 1
    write_files(tmp_path, {"a.ipynb": text})
    for most, places in ((lines, []), (lines - 1, ["a a.ipynb"])):
        contract_a = limits(max_lines=most)
        assert places_of(check([contract_a], {"a.ipynb": text})) == places
        checker = make_checker(contract_set(contract_a), 2.0)
        verdicts, *_ = ManyFiles(checker, str(tmp_path)).check(["a.ipynb"], {}, ["a.ipynb"])
        assert places_of(engine.assemble_report(checker, verdicts, tree=None)) == places


@pytest.mark.parametrize(
    ("keys", "before", "after", "is_new"),
    [
        ({"max_lines": 2}, 5, 5, False),
        ({"max_lines": 2}, 5, 4, False),
        ({"max_lines": 2}, 5, 6, True),
        ({"max_lines": 2}, 2, 3, True),
        ({"max_bytes": 2}, 5, 6, True),
        ({"max_bytes": 2}, 6, 5, False),
        ({"max_lines": 2, "max_bytes": 4}, 3, 5, True),
    ],
)
def test_only_what_grew_over_a_limit_is_new(
    keys: dict[str, int], before: int, after: int, is_new: bool
) -> None:
    """Over the limit, and larger than before."""
    checker = make_checker(contract_set(limits(**keys)), 2.0)
    was = engine.examine_files(checker, [TextFile("a", "\n" * before)])
    comparison = give_counts(count_occurrences(was.violations))
    report = engine.check_files(checker, [TextFile("a", "\n" * after)], comparisons=(comparison,))
    assert places_of(report) == (["a a"] if is_new else [])


@pytest.mark.parametrize(
    ("keys", "problems"),
    [
        ({"max_lines": None}, ["max_lines: empty; expected a whole number, of at most 9 digits"]),
        ({"x-max_lines": 1}, ["max_lines: expected a value here, or at max_bytes"]),
        ({"max_lines": "9"},
         ["max_lines: expected a whole number, of at most 9 digits, not a text"]),
        ({"pattern": "x", "max_bytes": Surprise("number", "1")},
         ["pattern: expected no pattern: file_limits looks at the size"]),
        ({"max_line": Surprise("number", "1"), "max_bytes": Surprise("number", "1")},
         ["max_line: unknown key; did you mean max_lines? (a key of your own is written"
          " x-max_line)"]),
    ],
)  # fmt: skip
def test_one_of_the_limits_is_needed(keys: dict[str, Any], problems: list[str]) -> None:
    without_limits = mapping(kind="file_limits", max_bytes=0)
    del without_limits["max_bytes"]
    checked_mapping = check_mapping({**without_limits, **keys}, source="project", path="")
    assert [
        f"{problem.key}: {problem.expected}" for problem in checked_mapping.problems
    ] == problems
