"""A text that takes long to read leaves its contracts undecided there, and nothing else."""

from __future__ import annotations

import json
import time

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.cell_places import place_cells
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.file_verdict import (
    FileVerdict,
    check_file,
    make_patient_search,
    read_parts_in_time,
)
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import TextFile
from phaser_lint.text.deadlines import LateReaderError
from phaser_lint.text.notebook import CharacterPlaces, locate_cells
from phaser_lint.text.search.searcher import Searcher
from tests.counted_work import calls_of
from tests.examples import contract, contract_set, places_of

NO_TIME = 1e-9
LONG = "import 'lodash'; // a\n" * 2_000 + "print(1)\n"
CONTRACTS = contract_set(
    contract("in-code", file_glob=["*.js"], pattern="print", **{"in": ["code"]}),
    contract("imports", "forbid_import", file_glob=["*.js"], forbid=["lodash"]),
    contract("plain", file_glob=["*.js"], pattern=r"print\("),
)
FILES = [TextFile("a.js", LONG), TextFile("b.js", "print(2)\n")]


def test_other_contracts_and_other_files_have_their_turn() -> None:
    """In the time in which a pattern is searched, a hundredth of the text is read."""
    longer = LONG.removesuffix("print(1)\n") * 50 + "print(1)\n"
    files = [TextFile("a.js", longer), TextFile("b.js", "print(2)\n")]
    report = engine.check_files(make_checker(CONTRACTS, 0.02), files)
    assert places_of(report) == ["plain a.js:100001:1", "in-code b.js:1:1", "plain b.js:1:1"]
    assert report.undecided == (
        Undecided("imports", "a.js", "reading imports took longer than 20 ms"),
        Undecided("in-code", "a.js", "reading strings and comments took longer than 20 ms"),
    )


def test_what_was_read_in_time_is_decided() -> None:
    """In the hook's turns, too: what was read in a short one is not read again."""
    deadline = time.monotonic() + 60.0
    report = engine.check_files(make_checker(CONTRACTS, 60.0, deadline=deadline), FILES)
    assert (report.undecided, len(report.violations)) == ((), 2_004)


IGNORED = "x = 1  # phaser:ignore plain\n" * 2_000 + "print(1)\n"
CELLS = json.dumps({"cells": [{"cell_type": "code", "source": ["print(1)\n"]}] * 200})


def check_without_time(path: str, text: str, *contracts: Contract) -> FileVerdict:
    """The verdict on a text that there was no time to read, but all for its searches."""
    checker = make_checker(contract_set(*contracts), 60.0)
    file = TextFile(path, text)
    late_file = read_parts_in_time(checker, file, seconds=NO_TIME)
    return check_file(
        checker, file, contracts, find=make_patient_search(Searcher(), checker), read_file=late_file
    )


def test_what_directives_may_suppress_is_open_once_they_take_too_long() -> None:
    """What nothing breaks, or no directive covers, is decided all the same."""
    verdict = check_without_time(
        "a.py",
        IGNORED,
        contract("plain", pattern=r"print\("),
        contract("other", pattern="nowhere"),
        contract("sure", pattern=r"print\(", ignorable=False),
    )
    reason = "reading ignore directives took longer than 1e-06 ms"
    assert [(violation.rule_id, violation.line) for violation in verdict.violations] == [
        ("sure", 2001)
    ]
    assert verdict.undecided == (Undecided("plain", "a.py", reason),)


def test_a_notebook_whose_cells_take_too_long_is_not_checked() -> None:
    """But for its name, and its size."""
    verdict = check_without_time(
        "a.ipynb",
        CELLS,
        contract("plain", file_glob=["*.ipynb"], pattern=r"print\("),
        contract("name", "file_name", file_glob=["*.ipynb"], pattern="b.*"),
    )
    reason = "reading the cells of the notebook took longer than 1e-06 ms"
    assert [violation.rule_id for violation in verdict.violations] == ["name"]
    assert verdict.undecided == (Undecided("plain", "a.ipynb", reason),)


def test_what_cannot_be_placed_in_time_is_open() -> None:
    """The cells are read ten times as soon as their places in the file."""
    cells = place_cells(CELLS, printed=False, seconds=60.0)
    assert cells is not None
    violation = Violation("plain", "error", "", "a.ipynb", "line", 1, 1, 1, 2)
    assert cells[-1].place_violation(violation, cells[-1].text).cell_line == 1
    with pytest.raises(LateReaderError, match="reading the cells of the notebook"):
        locate_cells(CELLS, printed=False, until=0.0)
    with pytest.raises(LateReaderError, match="reading the cells of the notebook"):
        CharacterPlaces(CELLS, [(0, len(CELLS))], until=0.0)


def test_a_text_is_read_once_in_all_turns() -> None:
    """A pattern that runs away has six of them."""
    contracts = contract_set(contract("slow", pattern="(a|aa)+$"), contract("b", pattern="b"))
    text = f"# phaser:ignore b\n{'a' * 60}!\n"
    checker = make_checker(contracts, 0.02, deadline=time.monotonic() + 60.0)
    file = TextFile("a.py", text)
    assert (
        calls_of(lambda: engine.check_files(checker, [file]), function_name="parse_directives") == 1
    )
