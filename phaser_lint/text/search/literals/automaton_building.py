"""An automaton for many patterns, made of hyperscan's expressions by what samples of files show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from phaser_lint.text.search import compute_once, may_match
from phaser_lint.text.search.hyperscan_compiler import Expression, compile_database
from phaser_lint.text.search.literals.automaton import (
    BY_ITSELF,
    BY_SUPERSET,
    Automaton,
    FoldableBytes,
    Sample,
    Sought,
    fold_case_bytes,
    make_bytes_requirement,
)
from phaser_lint.text.search.supersets.pattern_superset import is_engine_sound

# Compiling a superset takes as long as searching so many files for the pattern.
_WORTH_A_SUPERSET = 40


def build_automaton(
    patterns: Sequence[Sought],
    samples: Sequence[Sample] = (),
    *,
    files: int = 0,
    superset_of: Callable[[str, bool], bytes | None] | None = None,
) -> Automaton:
    """Build the automaton that tells which *patterns* can match a file, good for so many *files*,
    of which these are *samples*.

    *superset_of* gives a pattern's (``supersets.pattern_superset``). Without a sample nothing is
    compiled: few files do not pay for it.
    """
    if not samples:
        return Automaton(patterns)
    rarest = _find_rarest_clauses(patterns, samples)
    frequent_indices = [
        index
        for index, (_, met) in enumerate(rarest)
        if patterns[index].pattern and met * files > _WORTH_A_SUPERSET * len(samples)
    ]
    supersets: dict[int, bytes] = {}
    if superset_of and frequent_indices:
        # An engine that loses matches is not asked.
        for index in frequent_indices if is_engine_sound() else ():
            superset = superset_of(patterns[index].pattern, patterns[index].without_comments)
            supersets.update({} if superset is None else {index: superset})
    clauses = [number for number, _ in rarest]
    compiled = compile_database(_make_expressions(patterns, clauses, supersets))
    if compiled is None:
        # One of the supersets was refused, or there is no engine at all.
        supersets = {
            index: superset
            for index, superset in supersets.items()
            if compile_database([Expression(superset, 0, once=True)]) is not None
        }
        compiled = compile_database(_make_expressions(patterns, clauses, supersets))
    methods = [
        BY_SUPERSET if index in supersets else clause_number
        for index, clause_number in enumerate(clauses)
    ]
    return Automaton(patterns, methods, compiled)


def _find_rarest_clauses(
    patterns: Sequence[Sought], samples: Sequence[Sample]
) -> list[tuple[int, int]]:
    """Return for each pattern the clause that the fewest samples meet, and how many these are."""
    texts: list[list[FoldableBytes]] = [[] for _ in patterns]
    for content, indices in samples:
        text = content, compute_once(fold_case_bytes, content)
        for index in indices:
            texts[index].append(text)
    rarest: list[tuple[int, int]] = []
    for pattern, sample_texts in zip(patterns, texts, strict=True):
        chosen, fewest = BY_ITSELF, len(sample_texts) + 1
        for number, clause in enumerate(make_bytes_requirement(pattern.requirement) or ()):
            met = 0
            for content, folded in sample_texts if fewest else ():
                met += may_match((clause,), content, folded)
                if met == fewest:  # no better than another one
                    break
            if met < fewest:
                chosen, fewest = number, met
        rarest.append((chosen, min(fewest, len(sample_texts))))
    return rarest


def _make_expressions(
    patterns: Sequence[Sought], clauses: Sequence[int], supersets: Mapping[int, bytes]
) -> list[Expression]:
    """Return what the automaton looks for, each pattern by its index."""
    expressions: list[Expression] = []
    for index, (pattern, number) in enumerate(zip(patterns, clauses, strict=True)):
        if index in supersets:
            expressions.append(Expression(supersets[index], index, once=True))
        elif number != BY_ITSELF:
            exact, folded = (make_bytes_requirement(pattern.requirement) or ())[number]
            expressions += [Expression(_escape_literal(literal), index) for literal in exact]
            expressions += [
                Expression(_escape_literal(literal), index, any_case=True) for literal in folded
            ]
    return expressions


def _escape_literal(literal: bytes) -> bytes:
    # Every byte by its number: no byte of a literal can be read as an operator.
    return b"".join([b"\\x%02x" % byte for byte in literal])
