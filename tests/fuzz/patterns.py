"""Patterns on texts: every shortcut against ``regex`` alone, by the engine and the clean path."""

from __future__ import annotations

from collections import Counter

import regex

from phaser_lint.text.search.pattern_tree import FLAGS
from phaser_lint.text.search.searcher import MAXIMUM_MATCHES, OutOfTimeError, Searcher
from tests.hook import test_clean_differential as differential
from tests.text.search.literals.test_required_differential import cases

INPUTS = cases()
_SECONDS = 0.1


def check(pattern_and_texts: tuple[str, tuple[str, ...]]) -> None:
    """The matches are those of ``finditer``, and all types of contract get the same verdict."""
    pattern, texts = pattern_and_texts
    contract = differential.make_contract(pattern, literal=False)
    for text in texts if contract else ():
        spans = _found(Searcher(), contract, text)
        if spans is not None:
            compiled = regex.compile(pattern, FLAGS)
            assert spans == sorted(match.span() for match in compiled.finditer(text))
        for same_contract in differential.of_each_type(contract):
            differential.check(same_contract, text, Counter())


def _found(searcher: Searcher, contract: object, text: str) -> list[tuple[int, int]] | None:
    try:
        spans = searcher.find_spans(contract.searched, text, seconds=_SECONDS, only_first=False)
    except (TimeoutError, OutOfTimeError, MemoryError, RuntimeError):
        return None
    return spans if len(spans) <= MAXIMUM_MATCHES else None
