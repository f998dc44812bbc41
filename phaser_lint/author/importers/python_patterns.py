r"""Patterns of Python's module ``re`` as contracts' patterns, so that both find the same.

A contract's pattern is one of the module ``regex``, searched with MULTILINE. Of what ``re`` takes,
some reads otherwise there: ``a{e}`` is fuzzy, ``[[:alpha:]]`` a class.
"""

from __future__ import annotations

import re
import warnings
from typing import AnyStr

from phaser_lint.author.importers.pattern_tokens import Token, leading_flags, tokens

_FUZZY = re.compile(r"\{[^{}]*[a-z][^{}]*\}")
# A class, or an operation on two sets.
_IN_SET = re.compile(r"\[(?=[:.=])|(?:&&|~~|\|\|)")


def python_problem(pattern: AnyStr, flags: int = 0) -> str | None:
    """Return why the module ``re`` does not take *pattern*, or nothing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern, flags)
    except (re.error, ValueError, OverflowError) as error:
        return str(error)
    except RecursionError:
        return "nested too deeply"
    return None


def respell(pattern: str) -> str:
    """Return a pattern that ``regex`` reads as ``re`` reads *pattern*."""
    token_texts, all_tokens = [], tokens(pattern)
    text_left = pattern
    for token in all_tokens:
        token_texts.append(_respell_token(token, text_left))
        text_left = text_left[len(token.text) :]
    return "".join(token_texts)


def without_multiline(pattern: str) -> str:
    r"""Return *pattern* with ``^`` and ``$`` for the start and the end of the text, as without the
    flag: ``(?-m:^a$)``. One without either stays as it is.
    """
    flags, unflagged = leading_flags(pattern)
    if "m" in flags or not has_anchors(pattern):
        return pattern
    # A comment of (?x) would take the bracket.
    end = "\n)" if "x" in flags else ")"
    return f"{f'(?{flags})' if flags else ''}(?-m:{unflagged}{end}"


def has_anchors(pattern: str) -> bool:
    """Tell whether ``^`` or ``$`` is in *pattern*, other than in a set or escaped."""
    return any(token.kind == "anchor" for token in tokens(pattern))


def _escape_signs(signs: re.Match[str]) -> str:
    return "".join(f"\\{sign}" for sign in signs[0])


def _respell_token(token: Token, text_left: str) -> str:
    if token.kind == "text" and token.text == "{" and _FUZZY.match(text_left):
        return r"\{"
    if token.kind == "text" and token.text == "\n":  # YAML's ">" adds one
        return r"\n"
    if token.kind == "set":
        inner = token.text[1:]
        return "[" + _IN_SET.sub(_escape_signs, inner)
    return token.text
