"""Imports of Java and Kotlin: ``import a.b.C``, ``import static a.b.C.d``, ``import a.b.*``."""

from __future__ import annotations

import re

from phaser_lint.text.imports.found import holds_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.text.imports.found import Found, ImportQuery

_NAME = r"(?:[^\W\d][\w$]*|`[^`\n]+`)"
_IMPORT = re.compile(
    r"(?:^|;|\*/)[ \t]*(?P<word>import)(?![\w$])[ \t]+(?:(?:static|module)[ \t]+(?=[^\W\d]))?"
    rf"(?P<module>{_NAME}(?:[ \t]*\.[ \t]*(?:{_NAME}|\*))*)",
    re.MULTILINE,
)
_BLANKS = re.compile(r"[ \t]*\.[ \t]*")


def find(text: str, query: ImportQuery, /) -> Iterator[Found]:
    """Yield what may be an import in *text*."""
    for match in _IMPORT.finditer(text):
        query.look_at_clock()
        module = _BLANKS.sub(".", match["module"]).replace("`", "")
        if holds_all(module, query.words):
            yield match.start("word"), None, module, *match.span("module"), (), False
