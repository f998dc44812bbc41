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

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TypeAlias

from phaser_lint.core import Record
from phaser_lint.text.search import Clause, Requirement, fold_case

MOST_CLAUSES = 8
MOST_LITERALS = 32
LONGEST_LITERAL = 64
# Joining two sets multiplies them, and each literal is one more search of the text.
MOST_JOINED = 8
SHORTEST_GUARD = 3
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


Literals: TypeAlias = "frozenset[Literal]"


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


def one_of(literals: Iterable[Literal]) -> FoundLiterals:
    """Return what is known of a part that matches one of a few texts and nothing else."""
    texts = frozenset(literals)
    return FoundLiterals(texts, texts, texts)


def literals_in_a_row(literals: Iterable[Literal | None]) -> FoundLiterals:
    """Return what is known of literals that follow each other; None is any text."""
    row_literals = NOTHING
    for run in _runs(literals):
        row_literals = joined(row_literals, GAP if run is None else one_of([run]))
    return row_literals


def joined(before: FoundLiterals, after: FoundLiterals) -> FoundLiterals:
    """Return what is known of the second part directly after the first."""
    middle = _products(before.tail, after.head)
    added = {before.tail, after.head} if middle is None else {middle}
    # f["'](?:SELECT|INSERT) needs 4 literals, but 2 do nearly as well: the cheaper is asked first.
    guards = {before.tail, after.head} if middle and len(before.tail) > 1 < len(after.head) else {}
    clauses = before.clauses | after.clauses | _telling(frozenset(guards))
    if before.whole is not None and after.whole is not None and middle is not None:
        return FoundLiterals(middle, middle, middle, clauses)
    head = before.head if before.whole is None else _products(before.whole, after.head)
    tail = after.tail if after.whole is None else _products(before.tail, after.whole)
    return FoundLiterals(
        None,
        head or before.head,
        tail or after.tail,
        _best(clauses | added),
    )


def united(alternatives: list[FoundLiterals]) -> FoundLiterals:
    """Return what is known when one of the parts matches, whichever it is."""
    shared = frozenset.intersection(*(alternative.clauses for alternative in alternatives))
    added = _union([_best_clause(alternative) or EMPTY_TEXT for alternative in alternatives])
    clauses = shared | {added} if added else shared
    if all(alternative.whole is not None for alternative in alternatives):
        texts = _union([alternative.whole or EMPTY_TEXT for alternative in alternatives])
        if texts:
            return FoundLiterals(texts, texts, texts, clauses)
    head = _union([alternative.head for alternative in alternatives])
    tail = _union([alternative.tail for alternative in alternatives])
    return FoundLiterals(None, head or EMPTY_TEXT, tail or EMPTY_TEXT, clauses)


def around(literals: FoundLiterals) -> FoundLiterals:
    """Return what is known of a part that matches no text itself but needs *literals* around it."""
    return NOTHING._replace(clauses=_clauses(literals))


def requirement(literals: FoundLiterals) -> Requirement:
    """Return the best of what is known, the cheapest and most telling clause first; None if it is
    nothing.
    """
    chosen: list[Literals] = []
    for clause in _ranked(_clauses(literals)):
        # What differs in case only from what is asked already is not worth a search.
        if _is_new(clause, chosen):
            chosen.append(clause)
    if chosen and _least_weight(chosen[0]) >= _WEAK:
        chosen = [clause for clause in chosen if _shortest(clause) > 1]
    chosen_clauses = sorted(chosen[:MOST_CLAUSES], key=_price)
    guarded_clauses = [guard for clause in chosen_clauses for guard in (*_guards(clause), clause)]
    return tuple(map(_plain, guarded_clauses[:MOST_CLAUSES])) or None


def starts(literals: FoundLiterals) -> Clause | None:
    """Return literals one of which starts every text that is matched; None if that is any text."""
    return None if Literal("") in literals.head else _plain(literals.head)


def folded_literal(text: str) -> Literal:
    """Return the literal for the ASCII *text* in any case."""
    folded = fold_case(text)
    return Literal(folded, folded != folded.upper())


def _runs(literals: Iterable[Literal | None]) -> Iterator[Literal | None]:
    run = Literal("")
    for literal in literals:
        longer = None if literal is None else _adjacent(run, literal)
        if longer is not None and len(longer.text) <= LONGEST_LITERAL:
            run = longer
            continue
        yield run
        run = literal or Literal("")
        if literal is None:
            yield None
    yield run


def _adjacent(before: Literal, after: Literal) -> Literal | None:
    if not before.text or not after.text:
        return after if not before.text else before
    text = before.text + after.text
    if before.folded == after.folded:
        return Literal(text, before.folded)
    return folded_literal(text) if text.isascii() else None


def _products(before: Literals, after: Literals) -> Literals | None:
    """Return every literal of *before* followed by every one of *after*; None if too many."""
    most = MOST_JOINED if len(before) > 1 and len(after) > 1 else MOST_LITERALS
    exact = _pairs(before, after)
    if exact is None or len(exact) <= most:
        return exact
    # [Tt][Oo][Dd][Oo] has 16 spellings: one folded literal says nearly as much.
    folded = _pairs(_folded(before), _folded(after))
    return folded if folded is not None and len(folded) <= most else None


def _pairs(before: Literals, after: Literals) -> Literals | None:
    pairs: set[Literal] = set()
    for literal_before, literal_after in product(before, after):
        pair = _adjacent(literal_before, literal_after)
        if pair is None or len(pair.text) > LONGEST_LITERAL:
            return None
        pairs.add(pair)
    return frozenset(pairs)


def _folded(literals: Literals) -> Literals:
    return frozenset(
        folded_literal(literal.text) if literal.text.isascii() else literal for literal in literals
    )


def _union(sets: Iterable[Literals]) -> Literals | None:
    union: Literals = frozenset().union(*sets)
    return union if len(union) <= MOST_LITERALS else None


def _clauses(literals: FoundLiterals) -> frozenset[Literals]:
    ends = {literals.head, literals.tail} if literals.whole is None else {literals.whole}
    return frozenset(map(_without_longer, _telling(literals.clauses | ends)))


def _best(clauses: frozenset[Literals]) -> frozenset[Literals]:
    telling = _telling(clauses)
    return (
        telling if len(telling) <= MOST_CANDIDATES else frozenset(_ranked(telling)[:MOST_CLAUSES])
    )


def _best_clause(literals: FoundLiterals) -> Literals | None:
    return next(iter(_ranked(_clauses(literals))), None)


def _telling(clauses: frozenset[Literals]) -> frozenset[Literals]:
    return frozenset(clause for clause in clauses if clause and Literal("") not in clause)


def _ranked(clauses: Iterable[Literals]) -> list[Literals]:
    return sorted(clauses, key=lambda clause: (-_rarity(clause), sorted(clause)))


def _rarity(clause: Literals) -> int:
    # A character more makes a literal many times as rare, a literal more the clause only as much
    # more common: `jira|atlassian|confluence` in seven spellings tells more than `,|:|=|>`.
    return 6 * _least_weight(clause) - len(clause)


def _price(clause: Literals) -> int:
    # Each literal is a search of the text, and the rest is searched where one is found.
    return 3 * len(clause) - 2 * _least_weight(clause)


def _is_new(clause: Literals, chosen: list[Literals]) -> bool:
    """Tell whether a text that holds the *chosen* may lack the *clause*, or it is found sooner."""
    implied = any(_implies(stronger, _folded(clause)) for stronger in chosen)
    return not implied or all(_price(clause) < _price(stronger) for stronger in chosen)


def _least_weight(clause: Literals) -> int:
    return min(_weight(literal) for literal in clause)


def _weight(literal: Literal) -> int:
    return sum(1 if character in _COMMON else 2 for character in literal.text)


def _shortest(clause: Literals) -> int:
    return min(len(literal.text) for literal in clause)


def _without_longer(clause: Literals) -> Literals:
    return frozenset(
        literal
        for literal in clause
        if not any(shorter != literal and _holds(literal, shorter) for shorter in clause)
    )


def _implies(stronger: Literals, weaker: Literals) -> bool:
    return all(
        any(_holds(literal, weaker_literal) for weaker_literal in weaker) for literal in stronger
    )


def _holds(literal: Literal, shorter: Literal) -> bool:
    """Tell whether a text that holds the literal holds the shorter one, each in its way."""
    if shorter.folded:
        return shorter.text in (literal.text if literal.folded else fold_case(literal.text))
    if literal.folded:
        return shorter.text in literal.text and shorter.text == shorter.text.upper()
    return shorter.text in literal.text


def _guards(clause: Literals) -> list[Literals]:
    """Return what all literals of the clause share, when one search for it can save several.

    A text without "console." is searched once, not for each of its log( and debug( and info(.
    """
    if len(clause) < 2 or len({literal.folded for literal in clause}) > 1:
        return []
    shortest, *longer_literals = sorted(clause, key=lambda literal: (len(literal.text), literal))
    shared_text = _shared_part(
        shortest.text, [longer_literal.text for longer_literal in longer_literals]
    )
    return [frozenset({Literal(shared_text, shortest.folded)})] if shared_text else []


def _shared_part(shortest: str, texts: list[str]) -> str:
    size = len(shortest)
    candidates = (
        shortest[start : start + length]
        for length in range(size, SHORTEST_GUARD - 1, -1)
        for start in range(size - length + 1)
    )
    return next(
        (candidate for candidate in candidates if all(candidate in text for text in texts)), ""
    )


def _plain(clause: Literals) -> Clause:
    return (
        tuple(sorted(literal.text for literal in clause if not literal.folded)),
        tuple(sorted(literal.text for literal in clause if literal.folded)),
    )
