r"""What stands around a fix: whether it stays code, comment or string, as it was.

    'cart'  cart → it's      the string ends early, and what is behind it is no string any more
    # cart  cart → a\nb      the comment ends, and its rest is code
    f(x)    f\( → g[(        a bracket opens that nothing closes

A line that goes as a whole, and quotes that are all replaced, leave the rest as it was.
"""

from __future__ import annotations

import re

from phaser_lint.check.fixes.edits_in_text import apply_edits
from phaser_lint.text import LateReaderError, deadline_in
from phaser_lint.text.regions import CODE, LEXERS, PROSE, regions_of, types_of
from phaser_lint.text.regions.scanner import COMMENT, DOC_COMMENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.check.fixes.edits_in_text import Replacement
    from phaser_lint.text.regions import Regions
    from phaser_lint.text.regions.scanner import Region

_BRACKET = re.compile(r"[()\[\]{}]")
# `case a)`, and languages whose texts are not told from their code.
_WITHOUT_PAIRS = frozenset(
    [
        *("shell", "make", "dockerfile", "markdown", "yaml", "properties", "json", "toml"),
        *("html", "vue", "svelte", "astro", "xml", "php"),
    ]
)
_FURTHER = "\nx\n"
_QUOTES = ("'", '"', "`")
_OPENERS = {")": "(", "]": "[", "}": "{"}


def why_changed(edits: Sequence[Replacement], *, path: str, text: str, seconds: float) -> str:
    """Return what *edits* of *text* change around them, or nothing."""
    try:
        return _why_changed(edits, path, text, deadline_in(seconds))
    except LateReaderError as error:
        return f"{error} takes too long in the file"


def _why_changed(edits: Sequence[Replacement], path: str, now: str, until: float | None) -> str:
    # Behind the end, too: what the last line opens would go on there.
    now = f"{now}{_FURTHER}"
    after = apply_edits(now, edits)
    before_regions = regions_of(path, now, documented=False)
    after_regions = regions_of(path, after, documented=False)
    types = types_of(path, now)
    are_pairs = bool(types) and types[0].lexer in LEXERS and types[0].lexer not in _WITHOUT_PAIRS
    done = shift = 0
    for edit in edits:
        start, end = edit.start + shift, edit.start + shift + len(edit.text)
        around = _clipped(before_regions, done, edit.start, until)
        if around != _clipped(after_regions, done + shift, start, until):
            return "what stands around it would not stay code, comment or string"
        kind = _kind_around(before_regions, edit, now, until)
        if kind and not _lies_in(after_regions, kind, start, end, until):
            return f"it would end the {kind} that it stands in"
        if _leaves_open(after, after_regions, start, end, until):
            return "it opens a string that its line ends"
        opened = _open_brackets(now, before_regions, edit.start, edit.end)
        if are_pairs and opened != _open_brackets(after, after_regions, start, end):
            return "it opens or closes a bracket"
        done, shift = edit.end, end - edit.end
    around = _clipped(before_regions, done, len(now), until)
    if around != _clipped(after_regions, done + shift, len(after), until):
        return "what stands around it would not stay code, comment or string"
    return ""


def _clipped(regions: Regions, start: int, end: int, until: float | None) -> list[Region]:
    """Return the regions between *start* and *end*, counted from *start* on."""
    return [
        (max(first - start, 0), min(last, end) - start, kind)
        for first, last, kind in _regions_from(regions, start, end, until)
    ]


def _regions_from(regions: Regions, place: int, end: int, until: float | None) -> Iterator[Region]:
    while place < end:
        region = regions.around(place, until=until)
        yield region
        place = region[1]


def _kind_around(regions: Regions, edit: Replacement, text: str, until: float | None) -> str:
    """Return the kind of region that *edit* stands inside of; nothing in code, or in prose."""
    if not edit.start:
        return ""
    _, end, kind = regions.around(edit.start - 1, until=until)
    goes_on = end > edit.end or (end == edit.end and kind in (COMMENT, DOC_COMMENT))
    return kind if goes_on and kind not in (CODE, PROSE) else ""


def _lies_in(regions: Regions, kind: str, start: int, end: int, until: float | None) -> bool:
    """Tell whether what stands from *start* to *end* belongs to the region in front of it."""
    _, last, before = regions.around(start - 1, until=until)
    return before == kind and last >= end


def _leaves_open(text: str, regions: Regions, start: int, end: int, until: float | None) -> bool:
    """Tell whether a quote from *start* to *end* opens a string that ends with it, unclosed."""
    if start == end:
        return False
    first, last, _ = regions.around(end - 1, until=until)
    quote = text[first] if first >= start else ""
    return last == end and quote in _QUOTES and (end - first == 1 or text[end - 1] != quote)


def _open_brackets(text: str, regions: Regions, start: int, end: int) -> list[str]:
    """Return the brackets of the code from *start* to *end* that have no partner there."""
    left: list[str] = []
    for bracket in _BRACKET.finditer(text, start, end):
        if regions.around(bracket.start())[2] != CODE:
            continue
        if left and left[-1] == _OPENERS.get(bracket[0]):
            left.pop()
        else:
            left.append(bracket[0])
    return left
