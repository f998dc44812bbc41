"""Imports: what a text takes from other modules, found without a parser.

    find_imports("src/app.py", "from .db import client")    one Import of ".db", with its names

A pattern finds what may be an import, wherever it stands; it is one where it stands in code
(``text/regions``). So half of a statement is found, too, and the regions of a text are only read
where an import is *wanted*. A row of ``_LANGUAGES`` is what reads the files whose type begins with
that ending.
"""

from __future__ import annotations

import re
from importlib import import_module

from phaser_lint.core import Record
from phaser_lint.text.deadlines import make_deadline
from phaser_lint.text.imports.import_search import READING, ImportQuery, holds_all_words
from phaser_lint.text.imports.type_only import find_type_checking_blocks
from phaser_lint.text.regions import CODE, STRING, find_text_types, open_regions

__all__ = [
    "READING",
    "UNWRITTEN",
    "WORDS",
    "Import",
    "Language",
    "find_import_language",
    "find_imports",
    "holds_all_words",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Protocol

    from phaser_lint.text.imports.import_search import ImportMatch, ImportWords

    class Find(Protocol):
        """Yields what may be an import in a text; those without the words may be left out."""

        def __call__(self, text: str, query: ImportQuery, /) -> Iterator[ImportMatch]: ...


class Language(Record):
    """How the imports of a language are written.

    ``reader``: the module here that finds them. ``separator``: what stands between the names of a
    module. ``endings``: of the files that a module may be; ``whole``: the name of the file that
    stands for its folder. ``packages``: a name without a slash is a package, and no path.
    """

    reader: str
    separator: str = "/"
    endings: tuple[str, ...] = ()
    whole: str = ""
    packages: bool = False


_SCRIPT = Language(
    "javascript",
    endings=(
        *(".d.ts", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"),
        *(".json", ".vue", ".svelte", ".astro"),
    ),
    whole="index",
    packages=True,
)
# By the first ending of a row of ``text/languages``.
_LANGUAGES = {
    "py": Language(
        "python", separator=".", endings=(".py", ".pyi", ".pyx", ".pxd"), whole="__init__"
    ),
    "js": _SCRIPT,
    "ts": _SCRIPT,
    "jsx": _SCRIPT,
    "html": _SCRIPT,
    "vue": _SCRIPT,
    "svelte": _SCRIPT,
    "astro": _SCRIPT,
    "go": Language("go"),
    "java": Language("java", "."),
    "kt": Language("java", "."),
}
_LONE_CR = re.compile(r"\r(?!\n)")
# One of them is in every text that has an import.
WORDS = ("import", "from", "require")
# What an import may leave out of a module's path, at its end.
UNWRITTEN = frozenset(
    name
    for language in _LANGUAGES.values()
    for ending in (*language.endings, language.whole)
    for name in ending.split(".")
)


class Import(Record):
    """An import of a ``module`` as it is written, whose name stands from ``start`` to ``end``.

    ``names`` are taken from it. ``is_relative``: it begins at the file that it stands in.
    ``is_of_types``: nothing but types is taken, where that was asked.
    """

    module: str
    start: int
    end: int
    names: tuple[str, ...] = ()
    is_relative: bool = False
    is_of_types: bool = False


def find_import_language(path: str, text: str = "") -> Language | None:
    """Return how imports are written in the language of the file at *path*; ``None`` where nobody
    knows.
    """
    types = find_text_types(path, text)
    return _LANGUAGES.get(types[0].endings.partition(" ")[0]) if types else None


def find_imports(
    path: str,
    text: str,
    *,
    words: ImportWords = ((),),
    wanted: Callable[[Import], bool] = lambda row: True,
    spans: Sequence[tuple[int, int]] | None = None,
    seconds: float | None = None,
    note_unclosed: Callable[[int], None] | None = None,
    tells_types: bool = False,
) -> list[Import]:
    """Return the imports in *text* that are *wanted*, by the language of the file at *path*.

    All that are wanted hold the *words*. Where their *spans* are known, no regions are read, but
    for those of types (*tells_types*). Of one that stands behind a mark that nothing closes
    *note_unclosed* is told where that mark is. Raises ``LateReaderError`` after so many *seconds*.
    """
    language = find_import_language(path, text)
    if language is None:
        return []
    find: Find = import_module(f"phaser_lint.text.imports.{language.reader}").find
    until, regions = make_deadline(seconds), open_regions(path, text, documented=False)

    def is_code(offset: int) -> bool:
        return regions.region_around(offset, until=until)[2] == CODE

    def is_string(offset: int) -> bool:
        is_one = regions.region_around(offset, until=until)[::2] == (offset, STRING)
        return is_one or is_behind_unclosed(offset)

    def is_behind_unclosed(offset: int) -> bool:
        # Of what is read as code behind that, nobody knows where a string is one.
        return regions.unclosed_at is not None and regions.unclosed_at <= offset

    imports, known_spans = [], frozenset(spans or ())
    query = ImportQuery(words, is_code, until, tells_types=tells_types)
    blocks = None
    if tells_types and language.reader == "python" and "TYPE_CHECKING" in text:
        blocks = find_type_checking_blocks(path, text, regions=regions, until=until)
    # "# x\rimport json" imports for Python, and for all but Go a line ends there.
    read_text = _LONE_CR.sub("\n", text) if language.reader != "go" and "\r" in text else text
    for row in find(read_text, query):
        query.look_at_clock()
        candidate, word, quote = Import(*row[2:]), *row[:2]
        if blocks is not None and blocks.block_around(word):
            candidate = candidate._replace(is_of_types=True)
        if spans is not None:
            is_import = (candidate.start, candidate.end) in known_spans and wanted(candidate)
        else:
            is_import = wanted(candidate) and is_code(word) and (quote is None or is_string(quote))
        imports += [candidate] if is_import else []
        if is_import and note_unclosed and is_behind_unclosed(word):
            note_unclosed(regions.unclosed_at or 0)
    return imports
