"""The outline of an event is the event without its longest texts, however it is cut into pieces."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phaser_lint.core import large_event, parse_json_value
from phaser_lint.core.large_event import JsonOutline, LargeEvent, read_json_outline

LONGEST = 12
TEXTS = st.text(st.sampled_from('ab"\\\n/uné€\u2028𝄞'), max_size=60)
VALUES = st.recursive(
    st.one_of(TEXTS, st.none(), st.integers(), st.booleans()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=8,
)


@pytest.fixture(autouse=True, scope="module")
def _short() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(large_event, "_LONGEST_TEXT", LONGEST)
        yield patch


def emptied(json_value: Any, *, ascii_only: bool) -> Any:
    """The value without the texts that are too long as they are written."""
    if isinstance(json_value, str):
        json_text = json.dumps(json_value, ensure_ascii=ascii_only).encode()
        return json_value if len(json_text) - 2 <= LONGEST else ""
    if isinstance(json_value, list):
        return [emptied(child, ascii_only=ascii_only) for child in json_value]
    if isinstance(json_value, dict):
        # A name, too: none that is looked for is long.
        return {
            emptied(key, ascii_only=ascii_only): emptied(child, ascii_only=ascii_only)
            for key, child in json_value.items()
        }
    return json_value


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(st.dictionaries(TEXTS, VALUES, max_size=4), st.booleans(), st.integers(1, 40), st.data())
def test_an_outline_keeps_all_but_large_texts(
    json_value: dict[str, Any], ascii_only: bool, piece: int, draws: st.DataObject
) -> None:
    """In any pieces, and with any escapes."""
    json_text = json.dumps(json_value, ensure_ascii=ascii_only).encode()
    start = draws.draw(st.integers(0, len(json_text)))
    unread_input = io.BytesIO(json_text[start:])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(large_event, "_PIECE", piece)
        outline = read_json_outline(json_text[:start], unread_input.read, limit=10_000)
    assert isinstance(outline, JsonOutline)
    event = parse_json_value(outline)
    assert isinstance(event, LargeEvent)
    assert event == emptied(json_value, ascii_only=ascii_only)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("x" * 20, (20, 1)),
        ("x\n" * 20, (40, 21)),
        ("\\n" * 20, (40, 1)),
        ('"' * 20, (20, 1)),
        ("\\" * 21, (21, 1)),
        ("é" * 20, (40, 1)),
        ("€" * 20, (60, 1)),
    ],
)
def test_how_large_a_text_is(text: str, size: tuple[int, int]) -> None:
    """In bytes and lines; the longest counts."""
    json_text = json.dumps({"a": "y" * 13, "b": text, "c": "y" * 14}, ensure_ascii=False).encode()
    outline = read_json_outline(b"", io.BytesIO(json_text).read, limit=10_000)
    assert parse_json_value(outline).size == size
    assert parse_json_value(outline) == {"a": "", "b": "", "c": ""}


@pytest.mark.parametrize(
    "json_text",
    [b'{"a": "xxxxxxxxxxxxxxxxxxx', b'{"a": "xxxxxxxxxxxxxxxxxxxxx\\"}', b'{"a": "x" "}', b'"'],
)
def test_what_is_cut_short_is_no_event(json_text: bytes) -> None:
    """Nothing is concluded from a part."""
    with pytest.raises(ValueError, match=r".*"):
        parse_json_value(read_json_outline(b"", io.BytesIO(json_text).read, limit=10_000))


def test_what_is_large_without_its_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has no outline; nor has what has no end."""
    many = b'{"a": [' + b"1," * 10_000 + b"1]}"
    assert read_json_outline(many, io.BytesIO(b"").read, limit=10_000) is many
    monkeypatch.setattr(large_event, "_MOST_BYTES", 1_000_000)
    assert read_json_outline(b'{"', lambda size: b"x" * size, limit=10_000) == b'{"'
