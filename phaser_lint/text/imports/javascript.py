"""Imports of JavaScript and TypeScript, and of the scripts in Vue, Svelte, Astro and HTML.

import a, {b} from "c"      export * from "c"      import "c"
import a = require("c")     require("c")           import("c")
"""

from __future__ import annotations

import re

from phaser_lint.text.imports.found import GAP, holds_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.text.imports.found import Found, Words

# `.from("c")` is another's, `...require("c")` is not; `@import "c"` is a style sheet's.
_BEFORE = r"(?<![\w$@#])(?<!(?<!\.\.)\.)"
_TEXTS = r"\"(?P<double>[^\"\\\n]+)\"|'(?P<single>[^'\\\n]+)'"
_TEMPLATE = r"`(?P<template>(?:[^`\\$\n]|\$(?!\{))+)`"
# Of `require("./" + name)` nobody knows what it is.
_NO_MORE = rf"(?!{GAP}(?:[+.\[?&|<=>*%^-]|/(?![*/])))"
# Looked at ahead, for a word in a string may have that string's end behind it.
_IMPORT = re.compile(
    rf"{_BEFORE}(?:from|import|require)(?![\w$])(?=(?P<call>{GAP}\()?{GAP}"
    rf"(?:{_TEXTS}|{_TEMPLATE}))"
)
_COMPUTED = re.compile(_NO_MORE)


def find(text: str, words: Words, /) -> Iterator[Found]:
    """Yield what may be an import in *text*."""
    for match in _IMPORT.finditer(text):
        kind = next(each for each in ("double", "single", "template") if match[each] is not None)
        start, end = match.span(kind)
        is_call = match["call"] is not None
        if match[0] == ("from" if is_call else "require") or (kind == "template" and not is_call):
            continue
        if is_call and not _COMPUTED.match(text, end + 1):
            continue
        module = match[kind]
        if holds_all(module, words):
            yield match.start(), start - 1, module, start, end, (), is_relative(module)


def is_relative(module: str) -> bool:
    """Tell whether *module* begins at the file that imports it."""
    return module in (".", "..") or module.startswith(("./", "../"))
