r"""What stands around a fix: whether it stays code, comment or string, as it was.

    'cart'  cart → it's      the string ends early, and what is behind it is no string any more
    # cart  cart → a\nb      the comment ends, and its rest is code
    f(x)    f\( → g[(        a bracket opens that nothing closes

A line that goes as a whole, and quotes that are all replaced, leave the rest as it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.check.fixes.emptied import explain_emptied_place
from phaser_lint.check.fixes.fix_edits import Replacement, apply_edits
from phaser_lint.check.fixes.new_names import find_code_lexer
from phaser_lint.core.text import replace_lone_returns
from phaser_lint.text.deadlines import LateReaderError, make_deadline
from phaser_lint.text.languages import TEMPLATES
from phaser_lint.text.regions import CODE, LEXERS, PROSE, Regions, find_text_types, open_regions
from phaser_lint.text.regions.scanner import Region
from phaser_lint.text.regions.scanner_actions import COMMENT, DOC_COMMENT, STRING

_BRACKET = re.compile(r"[()\[\]{}]")
# `case a)`, and languages whose texts are not told from their code.
_WITHOUT_PAIRS = frozenset(
    [
        *("shell", "fish", "make", "dockerfile", "markdown", "mdx", "yaml", "properties", "json"),
        *("toml", "html", "vue", "svelte", "astro", "xml", "php"),
    ]
)
_PAGES = ("markdown", "mdx", "html", "vue", "svelte", "astro", "xml")
_WITH_VALUES = ("json", "toml", "yaml", "graphql", "css", "scss")
_FURTHER = "\nx\n"
_QUOTE = re.compile(r"(?<!\\)[\"']")
_QUOTES = ("'", '"', "`")
_OPENERS = {")": "(", "]": "[", "}": "{"}


def explain_changed_surroundings(
    edits: Sequence[Replacement], *, path: str, text: str, seconds: float
) -> str:
    """Return what *edits* change around them in *text* (a string, a comment), or nothing."""
    try:
        return _explain_change(edits, path, old_text=text, until=make_deadline(seconds))
    except LateReaderError as error:
        return f"{error} takes too long in the file"


def _explain_change(
    edits: Sequence[Replacement], path: str, old_text: str, until: float | None
) -> str:
    # Behind the end, too: what the last line opens would go on there.
    old_text = f"{old_text}{_FURTHER}"
    old_text, new_text = (
        replace_lone_returns(old_text),
        replace_lone_returns(apply_edits(old_text, edits)),
    )
    before_regions = open_regions(path, old_text, documented=False)
    after_regions = open_regions(path, new_text, documented=False)
    types = find_text_types(path, old_text)
    are_pairs = bool(types) and types[0].lexer in LEXERS and types[0].lexer not in _WITHOUT_PAIRS
    is_code = bool(types) and find_code_lexer(path, old_text) is not None
    is_program = bool(types) and types[0].lexer not in (*_PAGES, *TEMPLATES)
    is_program = is_program and (is_code or types[0].lexer in _WITH_VALUES)
    # What stands in quotes is code there.
    is_quoted = bool(types) and types[0].lexer in ("json", "toml")
    passed_to = shift = 0
    for edit in edits:
        start, end = edit.start + shift, edit.start + shift + len(edit.text)
        regions_between = _clip_regions(before_regions, passed_to, end=edit.start, until=until)
        if regions_between != _clip_regions(
            after_regions, passed_to + shift, end=start, until=until
        ):
            return "what stands around it would not stay code, comment or string"
        kind = _find_kind_around(before_regions, edit, text=old_text, until=until)
        _, last, kind_in_front = after_regions.region_around(start - 1, until=until)
        if kind and not (kind_in_front == kind and last >= end):
            return f"it would end the {kind} that it stands in"
        quotes = _QUOTE.findall(f"{old_text[edit.start : edit.end]} {edit.text}")
        has_lone_quote = is_quoted and quotes.count('"') % 2 and not quotes.count("'") % 2
        if has_lone_quote or _leaves_string_open(
            (old_text, before_regions), (new_text, after_regions), edit, start=start
        ):
            return "it opens a string that its line ends"
        opened_brackets = _find_open_brackets(
            old_text, before_regions, start=edit.start, end=edit.end
        )
        if are_pairs and opened_brackets != _find_open_brackets(
            new_text, after_regions, start=start, end=end
        ):
            return "it opens or closes a bracket"
        if is_program and not kind:
            reason = explain_emptied_place(
                new_text,
                after_regions,
                start=start,
                end=end,
                lexer=types[0].lexer,
                removed_code=before_regions.without_comments(until=until)[edit.start : edit.end],
                until=until,
            )
            if reason:
                return reason
        passed_to, shift = edit.end, end - edit.end
    regions_between = _clip_regions(before_regions, passed_to, end=len(old_text), until=until)
    regions_behind = _clip_regions(after_regions, passed_to + shift, end=len(new_text), until=until)
    # Behind a mark that nothing closes all is code, as it may have been before.
    opens = after_regions.unclosed_at is not None and before_regions.unclosed_at is None
    if opens or regions_between != regions_behind:
        return "what stands around it would not stay code, comment or string"
    return ""


def _clip_regions(regions: Regions, start: int, end: int, until: float | None) -> list[Region]:
    """Return the regions between *start* and *end*, counted from *start* on."""
    clipped_regions: list[Region] = []
    offset = start
    while offset < end:
        first, last, kind = regions.region_around(offset, until=until)
        clipped_regions.append((max(first - start, 0), min(last, end) - start, kind))
        offset = last
    return clipped_regions


def _find_kind_around(regions: Regions, edit: Replacement, text: str, until: float | None) -> str:
    """Return the kind of region that *edit* stands inside of; nothing in code, or in prose."""
    if not edit.start:
        return ""
    _, end, kind = regions.region_around(edit.start - 1, until=until)
    goes_on = end > edit.end or (end == edit.end and kind in (COMMENT, DOC_COMMENT))
    return kind if goes_on and kind not in (CODE, PROSE) else ""


def _leaves_string_open(
    before: tuple[str, Regions], after: tuple[str, Regions], edit: Replacement, *, start: int
) -> bool:
    """Tell whether a string that *edit* opens ends with it, unclosed, or one that it takes the end
    of.

    It stands from *start* on in the text *after* it.
    """
    (old_text, old_regions), (new_text, new_regions) = before, after
    end = start + len(edit.text)
    if edit.text:
        first, last, _ = new_regions.region_around(end - 1)
        quote = new_text[first] if first >= start else ""
        if last == end and quote in _QUOTES and (end - first == 1 or new_text[end - 1] != quote):
            return True
    first, last, kind = old_regions.region_around(edit.start)
    quote = old_text[last - 1]
    if kind != STRING or last > edit.end or quote not in (*_QUOTES, "/"):
        return False
    # Behind what a string has computed its next part begins: `f'{a} b'`, `f'{a}'`.
    goes_on = first == edit.start and old_text[max(0, first - 1)] in "})"
    goes_on = goes_on and (old_text[first] not in _QUOTES or last - first == 1)
    if first == edit.start and not goes_on:
        return False
    first, last, kind = new_regions.region_around(start if goes_on else start - 1)
    if kind != STRING or last <= start:
        return True
    return last <= end and new_text[last - 1] not in (quote, new_text[first])


def _find_open_brackets(text: str, regions: Regions, start: int, end: int) -> list[str]:
    """Return the brackets of the code from *start* to *end* that have no partner there."""
    open_brackets: list[str] = []
    for bracket in _BRACKET.finditer(text, start, end):
        if regions.region_around(bracket.start())[2] != CODE:
            continue
        if open_brackets and open_brackets[-1] == _OPENERS.get(bracket[0]):
            open_brackets.pop()
        else:
            open_brackets.append(bracket[0])
    return open_brackets
