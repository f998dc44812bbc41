"""A text that takes long to read leaves its contracts undecided there, and nothing else."""

from __future__ import annotations

import time

from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Limits, checker_by
from phaser_lint.contract.model import Undecided
from phaser_lint.core.checked_files import ProposedFile
from tests.examples import contract, contract_set, places_of

NO_TIME = 1e-9
LONG = "import 'lodash'; // a\n" * 2_000 + "print(1)\n"
CONTRACTS = contract_set(
    contract("in-code", file_glob=["*.js"], pattern="print", **{"in": ["code"]}),
    contract("imports", "forbid_import", file_glob=["*.js"], forbid=["lodash"]),
    contract("plain", file_glob=["*.js"], pattern=r"print\("),
)
FILES = [ProposedFile("a.js", LONG), ProposedFile("b.js", "print(2)\n")]


def test_other_contracts_and_other_files_have_their_turn() -> None:
    report = engine.check(checker_by(CONTRACTS, Limits(NO_TIME)), FILES)
    assert places_of(report) == ["plain a.js:2001:1", "in-code b.js:1:1", "plain b.js:1:1"]
    assert report.undecided == (
        Undecided("imports", "a.js", "reading imports took longer than 1e-06 ms"),
        Undecided("in-code", "a.js", "reading strings and comments took longer than 1e-06 ms"),
    )


def test_what_there_is_time_for_is_decided() -> None:
    """In the hook's turns, too: what was read in a short one is not read again."""
    limits = Limits(60.0, deadline=time.monotonic() + 60.0)
    report = engine.check(checker_by(CONTRACTS, limits, clock=time.monotonic), FILES)
    assert (report.undecided, len(report.violations)) == ((), 2_004)
