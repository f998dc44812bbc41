"""Imports of Java and Kotlin: ``import a.b.C``, ``import static a.b.C.d``, ``import a.b.*``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from phaser_lint.text.imports.found import Gaps, ImportMatch, ImportQuery, holds_all

_BEGINS = re.compile(r"(?:^|;|\*/)[ \t]*(?P<word>import)(?![\w$])", re.MULTILINE)
_KIND = re.compile(r"(?:static|module)(?![\w$])")
_NAME = re.compile(r"[^\W\d][\w$]*|`[^`\n]+`")


def find(text: str, query: ImportQuery, /) -> Iterator[ImportMatch]:
    """Yield what may be an import in *text*; lines and comments may stand between its names."""
    gaps = Gaps(text)
    for begins in _BEGINS.finditer(text):
        query.look_at_clock()
        place = gaps.end(begins.end())
        kind = _KIND.match(text, place)
        behind_kind = gaps.end(kind.end()) if kind else place
        # A package may be called so: `import module.a.B`.
        if behind_kind > place and _NAME.match(text, behind_kind):
            place = behind_kind
        # The names that dots join, and where the last one ends.
        names, next_name, end = list[str](), place, place
        while True:
            name = _NAME.match(text, next_name)
            if name is None and not (names and text.startswith("*", next_name)):
                break
            names.append(name[0].strip("`") if name else "*")
            end = name.end() if name else next_name + 1
            dot = gaps.end(end)
            if name is None or not text.startswith(".", dot):
                break
            next_name = gaps.end(dot + 1)
        module = ".".join(names)
        if names and place > begins.end() and holds_all(module, query.words):
            yield begins.start("word"), None, module, place, end, (), False, False
