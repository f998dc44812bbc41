"""Bytes that are more than plain ASCII text are never missed."""

from __future__ import annotations

import pytest

from phaser_lint.search.literals.unusual_bytes import UnusualBytes
from phaser_lint.text import is_binary

PLAIN = bytes(range(32, 127)) + b"\t\n\r\x7f"


def test_plain_text_is_known_by_the_search_engine() -> None:
    """Without it nothing is known."""
    pytest.importorskip("hyperscan")
    assert not UnusualBytes(many=True).may_be_in(PLAIN)
    assert not UnusualBytes(many=True).may_be_in(b"")
    assert UnusualBytes(many=False).may_be_in(PLAIN)


@pytest.mark.parametrize("before", [0, 1, 63, 5000])
def test_one_other_byte_is_seen(before: int) -> None:
    """Wherever it stands. Each of them counts for a binary text, or is none of ASCII."""
    unusual = UnusualBytes(many=True)
    others = sorted(set(range(256)) - set(PLAIN))
    assert len(others) == 29 + 128
    for byte in others:
        assert unusual.may_be_in(b"x" * before + bytes([byte]) + b"x" * 100)
        assert byte > 127 or is_binary(chr(byte))
