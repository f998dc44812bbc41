"""``phaser-lint lsp``: a language server on standard input and output, for editors."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from phaser_lint import DOCS
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import Parser, make_argument, make_switch
from phaser_lint.editor.log import Log
from phaser_lint.editor.loop import serve_client
from phaser_lint.project import find_home_folder, find_user_cache_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TO_PEOPLE = f"an editor starts this, and speaks with it on standard input; see {DOCS}/editors.md"


def parser() -> Parser:
    """Return the parser of ``phaser-lint lsp``."""
    return Parser(
        "phaser-lint lsp",
        "Check texts in an editor: a language server.",
        (
            make_switch("--stdio", help="talk over standard input and output, as it does anyway"),
            make_argument("--log", metavar="FILE", help="add what happens to this file"),
        ),
        example="phaser-lint lsp --log phaser-lint.log",
        page="editors.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint lsp``: serve an editor until its goodbye; 0 as the protocol asks, or 1."""
    flags = parser().parse_args(arguments)
    # Unlike other commands this one lives long.
    gc.enable()
    # Typing must not wait for work in the thread.
    sys.setswitchinterval(0.0005)
    home = find_home_folder()
    if sys.stdin.isatty():
        sys.stderr.write(f"phaser-lint: {_TO_PEOPLE}\n")
    stream: Any = sys.stdin.buffer  # which always has read1
    log = Log()
    if flags.log is not None:
        try:
            # Kept open for as long as the server lives.
            file = open(flags.log, "a", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
        except OSError as error:
            raise UsageError(f"--log: {flags.log}: {error.strerror or error}") from None
        log = Log(file)

    def write(content: bytes) -> None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()

    try:
        cache = find_user_cache_folder(os.environ, home=home)
        return serve_client(stream.read1, write, home=home, cache=cache, log=log)
    finally:
        log.close()
