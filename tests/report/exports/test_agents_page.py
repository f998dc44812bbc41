"""AGENTS.md: what stands between the markers changes, and nothing else."""

from __future__ import annotations

import pytest

from phaser_lint.core.errors import UsageError
from phaser_lint.report.exports.agents_page import _FIRST as FIRST
from phaser_lint.report.exports.agents_page import _LAST as LAST
from phaser_lint.report.exports.agents_page import with_guidance_block

OLD = "<!-- phaser-lint: begin, as an older one wrote it -->"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", f"{FIRST}\nnew\n{LAST}\n"),
        ("# Mine\n", f"# Mine\n\n{FIRST}\nnew\n{LAST}\n"),
        ("# Mine", f"# Mine\n\n{FIRST}\nnew\n{LAST}\n"),
        ("a\r\nb\r\n", f"a\r\nb\r\n\r\n{FIRST}\r\nnew\r\n{LAST}\r\n"),
        (f"a\n{OLD}\nold\n{LAST}\nb", f"a\n{FIRST}\nnew\n{LAST}\nb"),
        (f"a\n{OLD}\n{LAST}", f"a\n{FIRST}\nnew\n{LAST}"),
        (f"\ufeff{OLD}\nold\n{LAST}\n\n\n", f"\ufeff{FIRST}\nnew\n{LAST}\n\n\n"),
        (f"a\r\n{OLD}\r\nold\n{LAST}\r\nb\n", f"a\r\n{FIRST}\r\nnew\r\n{LAST}\r\nb\n"),
        ("a\u2028b\x0c\n", f"a\u2028b\x0c\n\n{FIRST}\nnew\n{LAST}\n"),
        (f"said: {FIRST}\n", f"said: {FIRST}\n\n{FIRST}\nnew\n{LAST}\n"),
    ],
)
def test_a_block_keeps_line_ends_and_comes_once(text: str, expected: str) -> None:
    """Line ends and a byte order mark stay; a second time changes nothing."""
    assert with_guidance_block(text, ["new"]) == expected
    assert with_guidance_block(expected, ["new"]) == expected


def test_without_contracts_no_block_is_begun() -> None:
    """No block is begun, and one that is there is emptied."""
    assert with_guidance_block("a\n", []) == "a\n"
    assert with_guidance_block(f"a\n{OLD}\nold\n{LAST}\n", []) == f"a\n{FIRST}\n{LAST}\n"


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([OLD], "AGENTS.md:1: expected a pair of markers, found none of its end"),
        (["a", LAST], "AGENTS.md:2: expected a pair of markers, found none of its begin"),
        ([OLD, OLD, LAST], "AGENTS.md:2: expected one marker of its begin, found a second one"),
        ([OLD, LAST, LAST], "AGENTS.md:3: expected one marker of its end, found a second one"),
        ([LAST, OLD], "AGENTS.md:1: expected the marker of its begin before that of its end"),
    ],
)
def test_markers_that_are_no_pair(lines: list[str], problem: str) -> None:
    with pytest.raises(UsageError) as raised:
        with_guidance_block("\n".join(lines), ["new"])
    assert str(raised.value) == problem
