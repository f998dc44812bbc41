"""Texts that a pattern matches, made from its tree, and damaged a little.

The tree is the one of Python's ``re``, so that nothing of the program has a part in it. What ``re``
does not know (``\\p{Lu}``, sets within sets) is put in words that it knows, for the sample alone:
a text that misses the pattern only makes one pair less telling.
"""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable

try:
    from re import _parser as sre  # type: ignore[attr-defined, unused-ignore]
except ImportError:  # Python 3.10
    import sre_parse as sre

# What the four characters are that fold to ASCII letters, what a line end is to whom, and what only
# Unicode calls a blank, a digit or a letter.
ODD = ("ſ", "\u212a", "İ", "ı", "ß", "é", "中", "\u00a0", "\u0085", "\u2028", "\r", "\v", "\f", "٣",
       "ǰ", "\U0001f600", "\x1c", "\x7f", "İ", "µ", "ª")  # fmt: skip
LOOKALIKES = {"s": "ſ", "S": "ſ", "k": "\u212a", "K": "\u212a", "i": "ı", "I": "İ", "1": "١"}
_IN_OTHER_WORDS = (
    (r"\\p\{Lu\}|\[\[:upper:\]\]", "[A-ZÉ]"),
    (r"\\[pP]\{\w+\}|\[\[:\^?\w+:\]\]", r"\\w"),
    (r"\[:\w+:\]", r"\\w"),
    (r"\\h", r"[ \\t]"),
    (r"\\[RX]", r"\\n"),
    (r"\\[mMGKyY]|\(\*\w+\)", ""),
    (r"\\N\{[^}]*\}", "\u212a"),
    (r"--\[[^\]]*\]", ""),
    (r"\(\?\|", "(?:"),
    (r"\(\?[A-Za-z0-9]*\)", ""),
    (r"\{[eids]<=?\d\}", ""),
)
_ANY = "abkszIKS019_- .,:=\"'(){}/#!é中\t"
_CATEGORIES = {
    "DIGIT": "0189٣", "NOT_DIGIT": "ak_ -éK", "SPACE": " \n\t \u00a0\x1c", "NOT_SPACE": "as0_-=é",
    "WORD": "askKI0_9éſ\u212a", "NOT_WORD": " -!=(\n\u00a0",
}  # fmt: skip
_MOST_TIMES = 3


def sample(pattern: str, chance: random.Random) -> str:
    """Return a text that *pattern* may match, or words of it where its tree is not known."""
    for unknown_words, words in (("", ""), *_IN_OTHER_WORDS):
        pattern = re.sub(unknown_words, words, pattern) if unknown_words else pattern
        tree = _tree(pattern)
        if tree is not None:
            return _Sampler(chance).of(tree)
    return "".join(chance.choices(re.findall(r"\w+|\W", pattern), k=6))


def damaged(text: str, chance: random.Random) -> str:
    """Return *text* with up to two of its characters lost, doubled, respelt or replaced."""
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        place = chance.randrange(len(text) + 1)
        before, here, after = text[:place], text[place : place + 1], text[place + 1 :]
        text = before + chance.choice(_DAMAGE)(here, chance) + after
    return text


_DAMAGE: tuple[Callable[[str, random.Random], str], ...] = (
    lambda here, chance: "",
    lambda here, chance: here * 2,
    lambda here, chance: here.swapcase(),
    lambda here, chance: LOOKALIKES.get(here, here),
    lambda here, chance: chance.choice(_ANY),
    lambda here, chance: here + chance.choice("\n \t_"),
    lambda here, chance: chance.choice(ODD) + here,
    lambda here, chance: "\n" + here,
)


def _tree(pattern: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return sre.parse(pattern)
    except (re.error, OverflowError, RecursionError, ValueError):
        return None


class _Sampler:
    """Makes a text of a tree; groups are remembered for what refers to them."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._groups: dict[int, str] = {}

    def of(self, tree: Iterable[tuple[Any, Any]]) -> str:
        return "".join(self._node(str(kind), argument) for kind, argument in tree)

    def _node(self, kind: str, argument: Any) -> str:
        makes: dict[str, Callable[[Any], str]] = {
            "LITERAL": self._literal,
            "NOT_LITERAL": lambda code: self._other({chr(code)}),
            "ANY": lambda _: self._chance.choice(_ANY),
            "IN": self._one_of,
            "BRANCH": lambda branches: self.of(self._chance.choice(branches[1])),
            "SUBPATTERN": self._group,
            "ATOMIC_GROUP": self.of,
            "MAX_REPEAT": self._repeat,
            "MIN_REPEAT": self._repeat,
            "POSSESSIVE_REPEAT": self._repeat,
            "ASSERT": self._look,
            "ASSERT_NOT": lambda look: self._look(look) if self._chance.random() < 0.1 else "",
            "GROUPREF": lambda number: self._groups.get(number, ""),
            "GROUPREF_EXISTS": lambda parts: self.of(parts[1] or ()),
        }
        return makes[kind](argument) if kind in makes else ""

    def _literal(self, code: int) -> str:
        character = chr(code)
        return character.swapcase() if self._chance.random() < 0.03 else character

    def _other(self, characters: set[str]) -> str:
        return self._chance.choice([character for character in _ANY if character not in characters])

    def _one_of(self, set_members: Any) -> str:
        if str(set_members[0][0]) == "NEGATE":
            excluded = {chr(argument) for kind, argument in set_members if str(kind) == "LITERAL"}
            return self._other(excluded)
        kind, argument = self._chance.choice(set_members)
        if str(kind) == "LITERAL":
            return chr(argument)
        if str(kind) == "RANGE":
            return chr(
                self._chance.choice((argument[0], argument[1], self._chance.randint(*argument)))
            )
        return self._chance.choice(_CATEGORIES[str(argument).removeprefix("CATEGORY_")])

    def _group(self, group_fields: Any) -> str:
        number, _, _, tree = group_fields
        text = self.of(tree)
        if number is not None:
            self._groups[number] = text
        return text

    def _repeat(self, repeat_fields: Any) -> str:
        least, most, tree = repeat_fields
        times = self._chance.randint(least, min(most, least + _MOST_TIMES))
        return "".join(self.of(tree) for _ in range(times))

    def _look(self, look: Any) -> str:
        direction, tree = look
        return self.of(tree) if direction < 0 or self._chance.random() < 0.5 else ""
