"""Patterns drawn at random, of everything that ``regex`` knows and of what people write.

Most are of the kind that a filter understands: one that gives up each time shows nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from tests.text.search.literals.test_required_differential import (
    ANCHORS,
    CHARACTERS,
    LEADING_FLAGS,
    QUANTIFIERS,
    SCOPED_FLAGS,
    WORDS,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

PLAIN_WORDS = ("key", "token", "TODO", "print", "is", "k", "S", "=", "import", "x1", "ok_", "://",
               "@", "#", '"', "eval(", "a", ".", "secret", "ss", "fi", "==", "_", "-")  # fmt: skip
CLASSES = (
    r"\w", r"\W", r"\s", r"\S", r"\d", r"\D", ".", "[a-z]", "[^a-z]", "[A-Z_]", "[^\\n]", "[ \\t]",
    "[0-9a-f]", r"[\w.-]", r"[^\s\"']", "[A-Za-z0-9+/]", "[^()]", "[^k]", "[^\\x00-\\x7f]", "[kK]",
    r"[\s\S]", "[^,;]", r"[^\w\s]", "[!-/]", "[i-s]", "[^h-m]", "[[:alpha:]]", "[[:^digit:]]",
    r"[\d-]", "[^_]", "[\\]\\[]", "[\\x1c-\\x20]", "[^\\S\\n]",
)  # fmt: skip
PLAIN_ANCHORS = (r"\b", r"\b", "^", "$", "^", "$", r"\B", r"\A", r"\Z", r"^\s*", r"\s*$", r"\m")
REPEATS = ("*", "+", "?", "{2}", "{0,2}", "{1,3}", "{2,}", "{3,20}", "{8}", "{0,50}", "{1,}",
           "{40}", "{12,}", "{,3}")  # fmt: skip
MODES = ("", "", "", "?", "+")
LOOKS = ("(?=%s)", "(?!%s)", "(?<=%s)", "(?<!%s)", "(?!%s)", "(?<!%s)")


def made_pattern(chance: random.Random) -> str:
    """Return a pattern; it may not compile, and may match nothing."""
    flags = chance.choice(LEADING_FLAGS) if chance.random() < 0.15 else ""
    any_case = "(?i)" if chance.random() < 0.25 else ""
    pattern_parts = "".join(_part(chance, depth=2) for _ in range(chance.randint(1, 4)))
    inner = chance.choice((r"\b%s\b", "^%s$", r"%s", "%s", "%s", "%s$", r"^\s*%s", r"%s\s*$"))
    return (flags or any_case) + inner.replace("%s", pattern_parts)


def _part(chance: random.Random, *, depth: int) -> str:
    kinds = _KINDS if depth else _KINDS[:6]
    return chance.choice(kinds)(chance, depth)


def _several(chance: random.Random, depth: int) -> str:
    return "".join(_part(chance, depth=depth - 1) for _ in range(chance.randint(1, 3)))


def _word(chance: random.Random, _: int) -> str:
    words = WORDS if chance.random() < 0.1 else PLAIN_WORDS
    return regex.escape(chance.choice(words), literal_spaces=True)


def _class(chance: random.Random, _: int) -> str:
    return chance.choice(CHARACTERS)[0] if chance.random() < 0.1 else chance.choice(CLASSES)


def _run(chance: random.Random, depth: int) -> str:
    return _class(chance, depth) + chance.choice(REPEATS) + chance.choice(MODES)


def _anchor(chance: random.Random, _: int) -> str:
    return chance.choice(ANCHORS if chance.random() < 0.1 else PLAIN_ANCHORS)


def _group(chance: random.Random, depth: int) -> str:
    opening = chance.choice(("(?:", "(?:", "(", "(?>", "(?|"))
    return f"{opening}{_several(chance, depth)})"


def _repeated(chance: random.Random, depth: int) -> str:
    repeat = chance.choice(QUANTIFIERS)[0] if chance.random() < 0.5 else chance.choice(REPEATS)
    return f"(?:{_several(chance, depth)}){repeat}{chance.choice(MODES)}"


def _alternation(chance: random.Random, depth: int) -> str:
    return f"(?:{'|'.join(_several(chance, depth) for _ in range(chance.randint(2, 4)))})"


def _look(chance: random.Random, depth: int) -> str:
    return chance.choice(LOOKS) % _several(chance, depth)


def _reference(chance: random.Random, depth: int) -> str:
    first_part, second_part = _several(chance, depth), _several(chance, depth)
    return chance.choice(
        (
            f"({first_part})\\1",
            f"(?P<g>{first_part}){second_part}(?P=g)",
            f"(?i:({first_part}))\\1",
            f"({first_part})?(?(1){second_part})",
            f"({first_part}|{second_part}){second_part}\\1",
            f"(?<n>{first_part})(?&n)",
            f"({first_part})*{second_part}\\1?",
        )
    )


def _scoped(chance: random.Random, depth: int) -> str:
    return f"(?{chance.choice(SCOPED_FLAGS)}:{_several(chance, depth)})"


_KINDS: tuple[Callable[[random.Random, int], str], ...] = (
    _word,
    _word,
    _class,
    _run,
    _run,
    _anchor,
    _group,
    _repeated,
    _alternation,
    _alternation,
    _look,
    _look,
    _reference,
    _scoped,
)
