"""The files that a step hands to its runner, read by the runner's rules."""

from __future__ import annotations

import pytest

from phaser_lint.report.step_files import CUT, fit_markdown, render_outputs
from tests.action_runner import key_values

PARAGRAPHS = "".join(f"Paragraph {number} é\n\n" for number in range(100))


@pytest.mark.parametrize("markdown", ["", "x\n", PARAGRAPHS])
def test_a_summary_that_fits_is_whole(markdown: str) -> None:
    """To the last byte."""
    assert fit_markdown(markdown, room=len(markdown.encode())) == markdown


@pytest.mark.parametrize("room", range(150, 400, 7))
def test_what_does_not_fit_ends_with_a_paragraph_and_a_remark(room: int) -> None:
    """Never in the middle of a character, and never above the room."""
    rendered = fit_markdown(PARAGRAPHS, room=room)
    assert len(rendered.encode()) <= room
    assert rendered.endswith(CUT)
    shown_text = rendered.removesuffix(CUT)
    assert shown_text
    assert PARAGRAPHS.startswith(f"{shown_text}\n\n")


@pytest.mark.parametrize("room", [-5, 0, 1, len(CUT) - 1])
def test_no_room_for_the_remark(room: int) -> None:
    """Then nothing is added: a full file stays as it is."""
    assert fit_markdown(PARAGRAPHS, room=room) == ""


def test_what_was_open_is_closed() -> None:
    """A code block and details would swallow the remark."""
    beginning = "<details>\n<summary>x</summary>\n\n```text\n" + "line\n" * 20
    rendered = fit_markdown(beginning + "\n" + "line\n" * 1_000, room=400)
    assert rendered == f"{beginning.rstrip()}\n```\n</details>{CUT}"
    assert fit_markdown("x\n" * 1_000, room=300).removesuffix(CUT).endswith("\nx")


def test_bytes_that_are_not_utf_8() -> None:
    """A name of a file on disk may hold them; the runner's file must not."""
    assert fit_markdown("a\udcff\n", room=100) == "a\\udcff\n"


@pytest.mark.parametrize(
    "output",
    ["", "3", "a b", "a\nerrors=9", "a<<b", "a=b", "EOF", "a\n", "\n", "errors<<EOF\n1\nEOF"],
)
def test_outputs_are_read_back(output: str) -> None:
    """No value becomes another output."""
    texts = {"first": output, "errors": "1"}
    assert key_values(render_outputs(texts, delimiter="phaser-1234")) == texts
