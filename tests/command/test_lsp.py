"""``phaser-lint lsp``: its flags, its streams and its exit codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.editor.loop import FrameReader, frame_message

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Run

GOODBYE: list[Any] = [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}},
    {"jsonrpc": "2.0", "id": 2, "method": "shutdown"},
    {"jsonrpc": "2.0", "method": "exit"},
]


@pytest.mark.parametrize(
    ("messages", "code", "answered"),
    [([], 1, []), (GOODBYE[:1], 1, [1]), (GOODBYE[:2], 0, [1, 2]), (GOODBYE, 0, [1, 2])],
)
@pytest.mark.parametrize("flags", [(), ("--stdio",), ("--log", "log")])
def test_the_exit_code_shows_a_missing_goodbye(
    run: Run,
    tmp_path: Path,
    flags: tuple[str, ...],
    messages: list[Any],
    code: int,
    answered: list[int],
) -> None:
    """The code shows that an editor is gone without a goodbye."""
    outcome = run("lsp", *flags, stdin=b"".join(map(frame_message, messages)), cwd=tmp_path)
    frames = FrameReader().feed(outcome.out.encode())
    assert [frame.message["id"] for frame in frames] == answered
    assert (outcome.code, outcome.err) == (code, "")


def test_the_log_says_what_came(run: Run, tmp_path: Path) -> None:
    """It is added to, and says what came, and what was wrong with it."""
    log = tmp_path / "log"
    log.write_text("Earlier.\n")
    run("lsp", "--log", str(log), stdin=frame_message(GOODBYE[0]) + b"Content-Length: 3\r\n\r\nx")
    assert [line.partition(" ")[2] or line for line in log.read_text().splitlines()] == [
        "Earlier.",
        "initialize 1",
        "the client ended in the middle of a message",
    ]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--log", "missing/log"), "--log: missing/log: No such file or directory"),
        (("--lgo", "x"), "--lgo"),
        (("a.py",), "a.py"),
    ],
)
def test_a_wrong_flag_is_named(
    run: Run, tmp_path: Path, flags: tuple[str, ...], message: str
) -> None:
    outcome = run("lsp", *flags, cwd=tmp_path)
    assert outcome.code == 2
    assert message in outcome.err
