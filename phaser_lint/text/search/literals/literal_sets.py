"""The algebra of required literals: what is known of a text, joined, united and chosen from.

A set of literals says: one of these. Of the texts that a part of a pattern can match,
``FoundLiterals`` knows

    whole    all of them, when they are few; else None
    head     one of these starts every such text
    tail     one of these ends every such text
    clauses  of each of these sets, one literal is in every text around a match

The empty literal starts and ends every text: a set that holds it says nothing. Every operation may
forget (say less), never invent: what is said of the parts is still true of what is returned.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from phaser_lint.core import Record
from phaser_lint.text.search import Clause, Requirement, fold_case

MOST_CLAUSES = 8
MOST_LITERALS = 32
LONGEST_LITERAL = 64
# Joining two sets multiplies them, and each literal is one more search of the text.
MOST_JOINED = 8
# Kept on the way, so that a pattern of a thousand words costs no more than one of a hundred.
MOST_CANDIDATES = 32
# A literal of less weight than this is in many texts: `tar`, `.log`.
_WEAK = 5
# What is in nearly every source text tells little about one.
_COMMON = frozenset(" \n\tetaoinsrldcu_=().,:\"'")


class Literal(Record):
    """A text to search for; when ``folded``, in lower case and to be searched in a folded text."""

    text: str
    folded: bool = False


Literals = frozenset[Literal]


# Made by position: keywords took a twentieth of the time in which a pattern is derived.
class FoundLiterals(Record):
    """What is known of the texts that a part of a pattern matches; see the module's page."""

    whole: Literals | None
    head: Literals
    tail: Literals
    clauses: frozenset[Literals] = frozenset()


EMPTY_TEXT: Literals = frozenset({Literal("")})
NOTHING = FoundLiterals(EMPTY_TEXT, EMPTY_TEXT, EMPTY_TEXT)
GAP = FoundLiterals(None, EMPTY_TEXT, EMPTY_TEXT)


def make_literal_choice(literals: Iterable[Literal]) -> FoundLiterals:
    """Return the set of literals of a part of a pattern that matches one of a few texts, and
    nothing else.
    """
    texts = frozenset(literals)
    return FoundLiterals(texts, texts, texts)


def join_literal_row(literals: Iterable[Literal | None]) -> FoundLiterals:
    """Return the set of literals of a part of a pattern whose *literals* follow each other;
    ``None`` is any text.
    """
    row_literals, run = NOTHING, Literal("")
    for literal in literals:
        longer = None if literal is None else _join_adjacent(run, literal)
        if longer is not None and len(longer.text) <= LONGEST_LITERAL:
            run = longer
            continue
        row_literals = join_literals(row_literals, make_literal_choice([run]))
        if literal is None:
            row_literals = join_literals(row_literals, GAP)
        run = literal or Literal("")
    return join_literals(row_literals, make_literal_choice([run]))


def join_literals(before: FoundLiterals, after: FoundLiterals) -> FoundLiterals:
    """Return the set of literals of two parts of a pattern of which *after* follows *before*."""
    if before is NOTHING and after.whole is not None:
        return after
    middle = _multiply_literals(before.tail, after.head)
    added = {before.tail, after.head} if middle is None else {middle}
    clauses = before.clauses | after.clauses
    if before.whole is not None and after.whole is not None and middle is not None:
        return FoundLiterals(middle, middle, tail=middle, clauses=clauses)
    head = before.head if before.whole is None else _multiply_literals(before.whole, after.head)
    tail = after.tail if after.whole is None else _multiply_literals(before.tail, after.whole)
    clauses = _select_telling(clauses | added)
    if len(clauses) > MOST_CANDIDATES:
        clauses = frozenset(sorted(clauses, key=_rank_clause)[:MOST_CLAUSES])
    return FoundLiterals(None, head or before.head, tail=tail or after.tail, clauses=clauses)


def unite_literals(alternatives: list[FoundLiterals]) -> FoundLiterals:
    """Return the set of literals of a pattern's part that matches where one of its *alternatives*
    does.
    """
    shared = frozenset.intersection(*(alternative.clauses for alternative in alternatives))
    best_clauses = [
        sorted(_list_clauses(alternative), key=_rank_clause)[:1] for alternative in alternatives
    ]
    added = _unite_sets([clauses[0] if clauses else EMPTY_TEXT for clauses in best_clauses])
    clauses = shared | {added} if added else shared
    if all(alternative.whole is not None for alternative in alternatives):
        texts = _unite_sets([alternative.whole or EMPTY_TEXT for alternative in alternatives])
        if texts:
            return FoundLiterals(texts, texts, tail=texts, clauses=clauses)
    head = _unite_sets([alternative.head for alternative in alternatives])
    tail = _unite_sets([alternative.tail for alternative in alternatives])
    return FoundLiterals(None, head or EMPTY_TEXT, tail=tail or EMPTY_TEXT, clauses=clauses)


def make_literals_around(literals: FoundLiterals) -> FoundLiterals:
    """Return the set of literals of a pattern's part that matches no text itself but needs
    *literals* around it.
    """
    return NOTHING._replace(clauses=_list_clauses(literals))


def choose_requirement(literals: FoundLiterals) -> Requirement:
    """Return the requirement that a set of *literals* makes, the cheapest and most telling clause
    first; ``None`` if it is nothing.
    """
    clauses: list[Literals] = []
    for clause in sorted(_list_clauses(literals), key=_rank_clause):
        # What differs in case only from what is asked already is not worth a search.
        folded = _fold_literals(clause) if clauses else clause
        is_implied = any(
            all(any(_holds(literal, weaker) for weaker in folded) for literal in stronger)
            for stronger in clauses
        )
        if not is_implied:
            clauses.append(clause)
    if clauses and _find_least_weight(clauses[0]) >= _WEAK:
        clauses = [clause for clause in clauses if min(len(text) for text, _ in clause) > 1]
    # Each literal is a search of the text, and the rest is searched where one is found.
    clauses = sorted(
        clauses[:MOST_CLAUSES], key=lambda clause: 3 * len(clause) - 2 * _find_least_weight(clause)
    )
    return tuple(map(_make_plain_clause, clauses)) or None


def split_requirement_at_blanks(requirement: Requirement) -> Requirement:
    """Return what is left of a requirement's sets of literals in a text where any blank may be a
    comment's.

    ``foo (`` matches ``foo/**/(``: of a literal with blanks each part is there, and of one of
    several its most telling part.
    """
    clauses: dict[Clause, None] = {}
    for exact, folded in requirement or ():
        literals = [*[Literal(text) for text in exact], *[Literal(text, True) for text in folded]]
        parts = [
            [frozenset({literal._replace(text=text)}) for text in literal.text.split(" ") if text]
            for literal in literals
        ]
        if len(parts) == 1:
            clauses.update(dict.fromkeys(map(_make_plain_clause, parts[0])))
        elif all(parts):
            telling = [min(own_parts, key=_rank_clause) for own_parts in parts]
            clauses[_make_plain_clause(_without_longer(frozenset().union(*telling)))] = None
    return tuple(clauses) or None


def make_folded_literal(text: str) -> Literal:
    """Return the literal, for a set of required ones, that stands for the ASCII *text* in
    any case.
    """
    folded = fold_case(text)
    return Literal(folded, folded != folded.upper())


def _join_adjacent(before: Literal, after: Literal) -> Literal | None:
    if not before.text or not after.text:
        return after if not before.text else before
    text = before.text + after.text
    if before.folded == after.folded:
        return Literal(text, before.folded)
    return make_folded_literal(text) if text.isascii() else None


def _multiply_literals(before: Literals, after: Literals) -> Literals | None:
    """Return every literal of *before* followed by every one of *after*; None if too many."""
    most = MOST_JOINED if len(before) > 1 and len(after) > 1 else MOST_LITERALS
    exact = _make_pairs(before, after)
    if exact is None or len(exact) <= most:
        return exact
    # [Tt][Oo][Dd][Oo] has 16 spellings: one folded literal says nearly as much.
    folded = _make_pairs(_fold_literals(before), _fold_literals(after))
    return folded if folded is not None and len(folded) <= most else None


def _make_pairs(before: Literals, after: Literals) -> Literals | None:
    pairs: set[Literal] = set()
    for literal_before, literal_after in product(before, after):
        pair = _join_adjacent(literal_before, literal_after)
        if pair is None or len(pair.text) > LONGEST_LITERAL:
            return None
        pairs.add(pair)
    return frozenset(pairs)


def _fold_literals(literals: Literals) -> Literals:
    return frozenset(
        make_folded_literal(literal.text) if literal.text.isascii() else literal
        for literal in literals
    )


def _unite_sets(sets: Iterable[Literals]) -> Literals | None:
    union: Literals = frozenset().union(*sets)
    return union if len(union) <= MOST_LITERALS else None


def _list_clauses(literals: FoundLiterals) -> frozenset[Literals]:
    ends = {literals.head, literals.tail} if literals.whole is None else {literals.whole}
    return frozenset(map(_without_longer, _select_telling(literals.clauses | ends)))


def _select_telling(clauses: frozenset[Literals]) -> frozenset[Literals]:
    return frozenset(clause for clause in clauses if clause and Literal("") not in clause)


def _rank_clause(clause: Literals) -> tuple[int, list[Literal]]:
    """Return what clauses are sorted by: the most telling one comes first."""
    # A character more makes a literal many times as rare, a literal more the clause only as much
    # more common: `jira|atlassian|confluence` in seven spellings tells more than `,|:|=|>`.
    return len(clause) - 6 * _find_least_weight(clause), sorted(clause)


def _find_least_weight(clause: Literals) -> int:
    return min(
        sum(1 if character in _COMMON else 2 for character in literal.text) for literal in clause
    )


def _without_longer(clause: Literals) -> Literals:
    return frozenset(
        literal
        for literal in clause
        if not any(shorter != literal and _holds(literal, shorter) for shorter in clause)
    )


def _holds(literal: Literal, shorter: Literal) -> bool:
    """Tell whether a text that holds the literal holds the shorter one, each in its way."""
    if shorter.folded:
        return shorter.text in (literal.text if literal.folded else fold_case(literal.text))
    if literal.folded:
        return shorter.text in literal.text and shorter.text == shorter.text.upper()
    return shorter.text in literal.text


def _make_plain_clause(clause: Literals) -> Clause:
    return (
        tuple(sorted(literal.text for literal in clause if not literal.folded)),
        tuple(sorted(literal.text for literal in clause if literal.folded)),
    )
