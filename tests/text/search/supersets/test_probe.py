"""An engine that loses matches is asked for no superset; the literals decide as before."""

from __future__ import annotations

import sys

import pytest

from phaser_lint.text.search.hyperscan_database import Database
from phaser_lint.text.search.literals.automaton import Sought
from phaser_lint.text.search.literals.automaton_building import build_automaton
from phaser_lint.text.search.supersets.pattern_superset import derive_superset, is_engine_sound

BLANKS_AT_A_LINE_END = Sought((((" ",), ()),), r"[ \t]+$")


def possible(content: bytes) -> frozenset[int]:
    """By an automaton for many files, all of which hold a blank."""
    patterns = [BLANKS_AT_A_LINE_END]
    scan_automaton = build_automaton(
        patterns, [(b" ", (0,))], files=1000, superset_of=derive_superset
    )
    return scan_automaton.possible_in(content)


def test_the_engine_that_is_here_is_trusted() -> None:
    """With every shape as it is written for it."""
    pytest.importorskip("hyperscan")
    assert is_engine_sound()
    assert possible(b"a b\n") == frozenset()


def test_one_that_loses_a_match_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a single place, of a single shape: as the one that forgets at the end of a block."""
    pytest.importorskip("hyperscan")
    found_in = Database.found_in

    def losing(database: Database, content: bytes) -> list[int]:
        return [] if content[15:17] == b"_\n" else found_in(database, content)

    monkeypatch.setattr(Database, "found_in", losing)
    assert not is_engine_sound()
    assert possible(b"a b\n") == frozenset({0})
    assert possible(b"ab\n") == frozenset()


def test_where_there_is_none_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Literals are searched one by one."""
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    assert not is_engine_sound()
