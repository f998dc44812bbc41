"""A pattern, and all that is derived from it once, so that a search need not derive it again."""

from __future__ import annotations

from phaser_lint.text.search.literals.required import Derived, derived, literal_requirement
from phaser_lint.text.search.match_starts import worth_looking_for
from phaser_lint.text.search.patterns import compile_pattern, names_carriage_return
from phaser_lint.text.search.searcher import Pattern, code_of


def prepared(pattern: str, *, literal: bool = False, in_text: bool = True) -> Pattern:
    """Return *pattern* ready to be searched; raises ``regex.error`` for what is no pattern.

    Without *in_text* it is no text of a file that it is searched in.
    """
    if not pattern:
        return Pattern("", literal)
    code = code_of(compile_pattern(pattern, literal=literal))
    if not in_text:
        return Pattern(pattern, literal, code=code)
    certain = Derived(literal_requirement(pattern)) if literal else derived(pattern)
    return Pattern(
        pattern,
        literal,
        raw_text=names_carriage_return(pattern, literal=literal),
        requirement=certain.requirement,
        code=code,
        existence=certain.existence,
        starts=certain.starts if worth_looking_for(certain.starts) else None,
        steps=certain.steps,
    )
