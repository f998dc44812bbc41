"""Context in arguments: where it goes by itself, where only when it is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.report.context.context_block import format_context_block
from phaser_lint.report.context.links import extract_links
from phaser_lint.report.context.tool_arguments import augment_arguments

BLOCK = (
    "<!-- Knowledge Graph Context (auto-injected by maenifold) -->\n"
    "about it\n"
    "<!-- End Knowledge Graph Context -->"
)
EVERY_TEXT = ("command", "content", "prompt", "query", "message", "text", "input")


def test_each_mark_stands_on_its_line() -> None:
    """The marks, each on a line of its own."""
    assert format_context_block("about it") == BLOCK


# (arguments, keywords, arguments with context)
ROWS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "a file": ({"file_path": "a", "content": "[[a]]"}, {}, {"file_path": "a", "content": "[[a]]"}),
    "a command": ({"command": "test [[a]]"}, {}, {"command": "test [[a]]"}),
    "nested text": (
        {"options": {"query": "[[a]]"}},
        {},
        {"options": {"query": f"{BLOCK}\n\n[[a]]"}},
    ),
    "texts in a list": (
        {"parts": ["[[A]]", "[[B]]"]},
        {},
        {"parts": [f"{BLOCK}\n\n[[A]]", "[[B]]"]},
    ),
    "objects in a list": (
        {"parts": [{"type": 5}, {"text": "[[A]]"}]},
        {},
        {"parts": [{"type": 5}, {"text": f"{BLOCK}\n\n[[A]]"}]},
    ),
    "the top before what is nested": (
        {"options": {"query": "q"}, "prompt": "p"},
        {},
        {"options": {"query": "q"}, "prompt": f"{BLOCK}\n\np"},
    ),
    "texts of a command, of files, of edits": (
        {"args": ["[[a]]"], "command": {"text": "[[a]]"}, "edits": [{"text": "[[a]]"}]},
        {},
        {"args": ["[[a]]"], "command": {"text": "[[a]]"}, "edits": [{"text": "[[a]]"}]},
    ),
    "no text": ({"prompt": 5, "text": None}, {}, {"prompt": 5, "text": None}),
    "prose": ({"prompt": "mind [[a]]"}, {}, {"prompt": f"{BLOCK}\n\nmind [[a]]"}),
    "the first only": (
        {"input": "i", "query": "[[a]]", "content": "c"},
        {},
        {"input": "i", "query": f"{BLOCK}\n\n[[a]]", "content": "c"},
    ),
    "a field that is asked for": (
        {"command": "test [[a]]"},
        {"fields": EVERY_TEXT},
        {"command": f"{BLOCK}\n\ntest [[a]]"},
    ),
    "a property instead": (
        {"parts": ["[[A]]", "[[B]]"]},
        {"fields": EVERY_TEXT, "otherwise": "_maenifold_context"},
        {"parts": ["[[A]]", "[[B]]"], "_maenifold_context": "about it"},
    ),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_files_and_commands_stay_as_they_are(
    row: tuple[dict[str, Any], dict[str, Any], dict[str, Any]],
) -> None:
    """Files and commands stay; the given arguments are never changed."""
    arguments, keywords, expected = row
    before = repr(arguments)
    assert augment_arguments(arguments, "about it", **keywords) == expected
    assert repr(arguments) == before


def test_without_context_nothing_changes() -> None:
    assert augment_arguments({"prompt": "x"}, "", otherwise="y") == {"prompt": "x"}


def test_every_text_field_of_the_specification() -> None:
    """Each is augmented when it is asked for; the links stay for who reads on."""
    for field in EVERY_TEXT:
        changed = augment_arguments({field: "see [[auth]]"}, "## [[auth]]", fields=EVERY_TEXT)
        assert changed[field].endswith("-->\n\nsee [[auth]]")
        assert extract_links(changed) == ["auth"]
