"""Regions are read no longer than somebody may wait, and go on there when they are asked again."""

from __future__ import annotations

import pytest

from phaser_lint.text.deadlines import LateReaderError
from phaser_lint.text.languages import FILE_TYPES, TEMPLATES
from phaser_lint.text.regions import LEXERS, Regions, open_regions

NAMES = sorted(
    {
        f"a.{endings.split()[0]}"
        for endings, _, *lexers in FILE_TYPES
        if endings and {*lexers[:1]} <= {*LEXERS, *TEMPLATES} and lexers
    }
)
PAGE = "<script>\n{}\n</script>\n<p>\n"
# A line in the way of each language.
COMMENTS = (
    "# a\n// a\n-- a\n/* a */\n<!-- a -->\n{# a #}\n{{!-- a --}}\n<%# a %>\n<%-- a --%>\n"
    "{{-- a --}}\n@* a *@\n{* a *}\n<#-- a --> #>\n{% comment %}\n f('a', \"b\")\n"
)
# The clock of the processor shows more than that.
OVER = 0.0


def every_region(regions: Regions, text: str) -> list[tuple[int, int, str]]:
    all_regions, place = [], 0
    while place < len(text):
        all_regions.append(regions.region_around(place))
        place = all_regions[-1][1]
    return all_regions


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_late_goes_on_later(name: str) -> None:
    """In each language, whatever it was reading."""
    text = COMMENTS * 500
    late_regions = open_regions(name, text)
    with pytest.raises(LateReaderError):
        late_regions.region_around(len(text) - 1, until=OVER)
    assert every_region(late_regions, text) == every_region(open_regions(name, text), text)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("name", ["a.html", "a.vue", "a.svelte", "a.astro", "a.py", "a.md"])
def test_a_part_in_another_language_is_read_anew(name: str) -> None:
    """What ended within it is known to be of no use."""
    text = PAGE.format("f(/a/, 'b'); // c\n" * 2_000) * 3
    late_regions = open_regions(name, text)
    for _ in range(5):
        with pytest.raises(LateReaderError):
            late_regions.region_around(len(text) - 1, until=OVER)
    assert every_region(late_regions, text) == every_region(open_regions(name, text), text)


def test_what_was_read_stays_read() -> None:
    """So that a text which is longer than one contract's time is read in the next one's."""
    text = "f('a') # b\n" * 5_000
    regions, times = open_regions("a.py", text, documented=False), 0
    while times < 1_000:
        times += 1
        try:
            regions.region_around(len(text) - 1, until=OVER)
            break
        except LateReaderError:
            pass
    assert 20 < times < 1_000
