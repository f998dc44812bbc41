r"""Does this machine's hyperscan find what it must? Where it does not, no superset is asked for.

What it searches with depends on its release and on the processor, and one release lost matches on
some (``guarded``). So a few shapes like those that were lost are looked for at every place of the
blocks that it reads at once.
"""

from __future__ import annotations

from phaser_lint.text.search.literals.hyperscan_engine import Expression, database
from phaser_lint.text.search.supersets.expression import Characters, Row, Times, written
from phaser_lint.text.search.supersets.guarded import guarded

_PLACES = 40
_BLANKS = Times(Characters(frozenset(b" \t\n")), 0, None)


def _one_of(characters: bytes) -> Characters:
    return Characters(frozenset(characters))


# a\s*b, _[ x]*x, [_-]\s*\n, [a-z]_\s*\n: each with a text that it matches.
_SHAPES = (
    (Row((_one_of(b"a"), _BLANKS, _one_of(b"b"))), b"a b"),
    (Row((_one_of(b"_"), Times(_one_of(b" x"), 0, None), _one_of(b"x"))), b"_  x"),
    (Row((_one_of(b"_-"), _BLANKS, _one_of(b"\n"))), b"_\n"),
    (Row((Characters(frozenset(range(97, 123))), _one_of(b"_"), _BLANKS, _one_of(b"\n"))), b"q_\n"),
)


def finds_what_it_must() -> bool:
    """Tell whether the engine, where there is one, finds each shape wherever it stands."""
    made = database(
        [
            Expression(written(guarded(part)), number, once=True)
            for number, (part, _) in enumerate(_SHAPES)
        ]
    )
    return made is not None and all(
        number in made.found_in(b"Q" * place + text + b"Q" * (_PLACES - place))
        for number, (_, text) in enumerate(_SHAPES)
        for place in range(_PLACES + 1)
    )
