"""Imports of Java and Kotlin: ``import a.b.C``, ``import static a.b.C.d``, ``import a.b.*``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from phaser_lint.text.imports.import_search import Gaps, ImportMatch, ImportQuery, holds_all_words

_BEGINS = re.compile(r"(?:^|;|\*/)[ \t]*(?P<word>import)(?![\w$])", re.MULTILINE)
_KIND = re.compile(r"(?:static|module)(?![\w$])")
_NAME = re.compile(r"[^\W\d][\w$]*|`[^`\n]+`")


def find(text: str, query: ImportQuery, /) -> Iterator[ImportMatch]:
    """Yield what may be an import of Java or Kotlin in *text*; lines and comments may stand between
    its names.
    """
    gaps = Gaps(text)
    for begins in _BEGINS.finditer(text):
        query.look_at_clock()
        offset = gaps.end(begins.end())
        kind = _KIND.match(text, offset)
        behind_kind = gaps.end(kind.end()) if kind else offset
        # A package may be called so: `import module.a.B`.
        if behind_kind > offset and _NAME.match(text, behind_kind):
            offset = behind_kind
        # The names that dots join, and where the last one ends.
        names, next_name, end = list[str](), offset, offset
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
        if names and offset > begins.end() and holds_all_words(module, query.words):
            yield begins.start("word"), None, module, offset, end, (), False, False
