r"""Patterns of Python's module ``re`` as contracts' patterns, so that both find the same.

A contract's pattern is one of the module ``regex``, searched with MULTILINE. Of what ``re`` takes,
some reads otherwise there: ``a{e}`` is fuzzy, ``[[:alpha:]]`` a class.
"""

from __future__ import annotations

import re
import warnings
from importlib import import_module
from typing import Any, AnyStr, TypeAlias

from phaser_lint.author.importers.pattern_tokens import split_into_tokens, split_leading_flags
from phaser_lint.core import Record

_FUZZY = re.compile(r"\{[^{}]*[a-z][^{}]*\}")
# A class, or an operation on two sets.
_IN_SET = re.compile(r"\[(?=[:.=])|(?:&&|~~|\|\|)")


def find_python_problem(pattern: AnyStr, flags: int = 0) -> str | None:
    """Return why Python's module ``re`` does not take the *pattern* of a rule that is imported, or
    nothing.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern, flags)
    except (re.error, ValueError, OverflowError) as error:
        return str(error)
    except RecursionError:
        return "nested too deeply"
    return None


def respell_pattern(pattern: str) -> str:
    """Return an imported rule's *pattern* so that ``regex`` reads it as Python's ``re`` does."""
    token_texts, text_left = [], pattern
    for token in split_into_tokens(pattern):
        text = token.text
        if token.kind == "text" and text == "{" and _FUZZY.match(text_left):
            text = r"\{"
        elif token.kind == "text" and text == "\n":  # YAML's ">" adds one
            text = r"\n"
        elif token.kind == "set":
            text = "[" + _IN_SET.sub(_escape_signs, text[1:])
        token_texts.append(text)
        text_left = text_left[len(token.text) :]
    return "".join(token_texts)


def without_multiline(pattern: str) -> str:
    r"""Return *pattern*, one of Python's ``re``, with ``^`` and ``$`` for the start and the end of
    the text, as without the flag: ``(?-m:^a$)``. One without either stays as it is.
    """
    flags, unflagged = split_leading_flags(pattern)
    if "m" in flags or not has_anchors(pattern):
        return pattern
    # A comment of (?x) would take the bracket.
    end = "\n)" if "x" in flags else ")"
    return f"{f'(?{flags})' if flags else ''}(?-m:{unflagged}{end}"


def has_anchors(pattern: str) -> bool:
    """Tell whether ``^`` or ``$`` is in *pattern*, one of Python's ``re``, other than in a set or
    escaped.
    """
    return any(token.kind == "anchor" for token in split_into_tokens(pattern))


def _escape_signs(signs: re.Match[str]) -> str:
    return "".join(f"\\{sign}" for sign in signs[0])


# The tree of a pattern as Python's ``re`` parses it: that is what the old tool searched by.

# Of Python 3.10 both are modules of their own.
_parser: Any = getattr(re, "_parser", None) or import_module("sre_parse")
codes: Any = getattr(re, "_constants", None) or import_module("sre_constants")
ParsedItem: TypeAlias = tuple[Any, Any]
"""A code of ``codes``, and what belongs to it."""


class ParsedPattern(Record):
    """The items of a pattern, and its flags."""

    items: list[ParsedItem]
    flags: int


def parse_python_pattern(pattern: str) -> ParsedPattern | None:
    """Return what Python's module ``re`` parses the *pattern* of an imported rule to, or nothing
    where it takes it for none.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            parsed = _parser.parse(pattern)
        except (re.error, ValueError, OverflowError, RecursionError):
            return None
    return ParsedPattern(list(parsed), parsed.state.flags)
