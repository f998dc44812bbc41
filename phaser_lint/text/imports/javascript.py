"""Imports of JavaScript and TypeScript, and of the scripts in Vue, Svelte, Astro and HTML.

import a, {b} from "c"      export * from "c"      import "c"
import a = require("c")     require("c")           import("c")      import.defer("c")
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from phaser_lint.text.imports.import_search import Gaps, ImportMatch, ImportQuery, holds_all_words
from phaser_lint.text.imports.type_only import find_type_statements, is_type_position

# `.from("c")` is another's, `...require("c")` is not; `@import "c"` is a style sheet's.
_BEFORE = r"(?<![\w$@#])(?<!(?<!\.\.)\.)"
# `import {a}` has its module behind `from`.
_WORD = re.compile(
    rf"{_BEFORE}(?:from|import(?:\s*\.\s*(?:defer|source))?|require)(?=[ \t]*[\"'`(/\s])"
)
_TEXT = re.compile(
    r"\"(?P<double>[^\"\\\n]+)\"|'(?P<single>[^'\\\n]+)'"
    r"|`(?P<template>(?:[^`\\$\n]|\$(?!\{))+)`"
)
# Of `require("./" + name)` nobody knows what it is.
_OPERATORS = frozenset("+.[?&|<=>*%^-")


def find(text: str, query: ImportQuery, /) -> Iterator[ImportMatch]:
    """Yield what may be an import of JavaScript in *text*."""
    gaps = Gaps(text)
    type_words = find_type_statements(text, query, gaps) if query.tells_types else frozenset()
    # ImportWords in comments may all lead to the same one.
    texts: dict[int, re.Match[str] | None] = {}
    for word in _WORD.finditer(text):
        query.look_at_clock()
        offset = gaps.end(word.end())
        brackets = 0
        while text.startswith("(", offset):
            brackets, offset = brackets + 1, gaps.end(offset + 1)
        is_call = brackets > 0
        if offset not in texts:
            texts[offset] = _TEXT.match(text, offset)
        module_text = texts[offset]
        if module_text is None or word[0] == ("from" if is_call else "require"):
            continue
        kind = module_text.lastgroup or ""
        start, end = module_text.span(kind)
        if kind == "template" and not is_call:
            continue
        behind = gaps.end(end + 1)
        while brackets > 1 and text.startswith(")", behind):
            brackets, behind = brackets - 1, gaps.end(behind + 1)
        sign, next_sign = text[behind : behind + 1], text[behind + 1 : behind + 2]
        goes_on = sign in _OPERATORS or (sign == "/" and next_sign not in ("*", "/"))
        if is_call and goes_on:
            continue
        module = module_text[kind]
        if holds_all_words(module, query.words):
            is_type = word.start() in type_words or (
                query.tells_types
                and is_call
                and word[0] == "import"
                and is_type_position(text, word.start(), behind + 1)
            )
            yield (
                word.start(),
                start - 1,
                module,
                start,
                end,
                (),
                is_relative_module(module),
                is_type,
            )


def is_relative_module(module: str) -> bool:
    """Tell whether *module*, as an import of JavaScript names it, begins at the file that imports
    it (``./``).
    """
    return module in (".", "..") or module.startswith(("./", "../"))
