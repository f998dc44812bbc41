"""A cheap test that rules contracts out before any regular-expression engine is loaded.

    folded = compute_once(fold_case, text)
    for contract in contracts:
        if may_match(contract.requirement, text, folded): ...

A requirement says which literals a text must hold for a pattern to match anywhere in it; what
derives them, ``text/search/literals/required_literals.py``, is slow and not needed here. It is
plain data that ``marshal`` stores: None ("cannot tell, always maybe") or a tuple of clauses, every
one of which has to be met. A clause is a pair (exact, folded): it is met when one of the exact
literals is in the text or one of the folded literals is in the folded text. True means "maybe",
False "certainly not": a match is never hidden.

The folded text exists for patterns that ignore case. Folded literals are lower-case ASCII only, so
folding has to be right for ASCII only: besides the capitals, four characters of Unicode match an
ASCII letter when case is ignored. They are replaced first. The text is folded at most once, and
only when some contract asks. For the raw bytes of a UTF-8 file there is ``literals/automaton``.

What may match is searched by the engine of ``regex``, which is here, too: without its compiler.
"""

from __future__ import annotations

import sys

from phaser_lint.core import find_extension_path, load_extension

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, AnyStr, TypeAlias

Clause = tuple[tuple[str, ...], tuple[str, ...]]
Requirement = tuple[Clause, ...] | None
Code: TypeAlias = "tuple[Any, ...]"
"""What ``_regex.compile`` takes; made of numbers, texts, bytes, tuples, lists and dicts."""
Node: TypeAlias = "Any"
"""A node of the tree that the compiler of ``regex`` parses a pattern to, each kind a class."""


def fold_case(text: str) -> str:
    """Return *text* folded, for the test before any search in any case: each character that matches
    an ASCII letter, case ignored, is that letter in lower case.

    Other characters may change too, even in length: only ASCII may be searched in the result.
    """
    if text.isascii():
        return text.lower()
    # str.lower knows the Kelvin sign, but makes two characters of U+0130 and none of the others.
    plain = text.replace("\u0130", "i").replace("\u0131", "i").replace("\u017f", "s")
    return plain.replace("\u212a", "k").lower()


def folds_into_ascii(text: str) -> bool:
    """Tell, for the test before any search, whether *text* holds a character outside of ASCII that
    matches an ASCII letter.

    Case ignored.
    """
    return not text.isascii() and any(
        character in text for character in ("\u0130", "\u0131", "\u017f", "\u212a")
    )


def compute_once(function: Callable[[AnyStr], AnyStr], text: AnyStr) -> Callable[[], AnyStr]:
    """Return a function that gives, for the test before any search, ``function(text)`` of a *text*
    with its case folded, computed on its first call only.
    """
    computed: list[AnyStr] = []

    def result() -> AnyStr:
        if not computed:
            computed.append(function(text))
        return computed[0]

    return result


def unite_requirements(requirements: Sequence[Requirement]) -> Requirement:
    """Return what rules out a search for any of several patterns, by their own *requirements*.

    Of each the first clause: it holds of every match.
    """
    clauses = [requirement[0] for requirement in requirements if requirement]
    if not clauses or len(clauses) < len(requirements):
        return None
    exact, folded = zip(*clauses, strict=True)
    return ((sum(exact, ()), sum(folded, ())),)


def may_match(
    requirement: tuple[tuple[tuple[AnyStr, ...], tuple[AnyStr, ...]], ...] | None,
    text: AnyStr,
    folded: Callable[[], AnyStr],
) -> bool:
    """Tell, to rule searches out before any engine is loaded, whether a pattern with this
    *requirement* may match: ``False`` only if none matches anywhere in *text*.

    Or in the bytes. ``folded`` gives ``fold_case(text)``; it is called only when a clause needs it.
    """
    # Plain loops: any() over a generator costs more than the searches of a short text.
    for exact, insensitive in requirement or ():
        for literal in exact:
            if literal in text:
                break
        else:
            if not insensitive:
                return False
            folded_text = folded()
            for literal in insensitive:
                if literal in folded_text:
                    break
            else:
                return False
    return True


# The C engine of the ``regex`` package alone: patterns rebuilt without compiling them again.
#
# Importing ``regex`` costs the hook nearly two interpreter starts, most of it for the compiler. A
# compiled pattern holds the byte code that the C engine runs; kept with the contracts, it makes
# the same pattern again in microseconds. The byte code belongs to one build of the engine, whose
# file's identity is therefore part of whatever it is stored under.

_NAME = "regex._regex"


def find_byte_code(compiled: Any) -> Code | None:
    """Return, for a search without the compiler of ``regex``, the byte code that makes *compiled*
    anew; ``None`` if ``regex`` does not tell.
    """
    code = getattr(compiled, "_pickled_data", None)
    return code if isinstance(code, tuple) else None


def rebuild_pattern(code: Code) -> Any:
    """Return the pattern stored as byte *code*, with the engine's core but without loading the
    engine: nothing is compiled anew.
    """
    engine = sys.modules.get(_NAME)
    if engine is None:
        path = find_extension_path(_NAME)
        engine = load_extension(_NAME, path) if path else __import__(_NAME, fromlist=("compile",))
    return engine.compile(*code)
