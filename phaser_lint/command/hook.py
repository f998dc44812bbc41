"""``phaser-lint hook``: answer a coding agent's hook event, as ``phaser-lint-hook`` does."""

from __future__ import annotations

import os
import sys

from phaser_lint.core import read_event_bytes
from phaser_lint.hook.clean import (
    breaks_nothing,
    parse_quick_request,
    render_empty_answer,
    write_streams,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint hook``: answer the event on standard input; 0, or a denying code."""
    if "--help" in arguments or "-h" in arguments:
        from phaser_lint.hook.flags import parser

        parser().parse_args(["--help"])  # only that: a wrong flag before it must not end with 2

    # Whatever the streams are, the exit code stays the hook's own: see ``write_streams``.
    try:
        event = read_event_bytes(sys.stdin.buffer.read)
    except OSError:  # open only for writing: the same as empty
        event = b""
    code, request = 0, parse_quick_request(event, arguments)
    if request is not None and breaks_nothing(request, event):
        write_streams(render_empty_answer(event))
    else:
        from phaser_lint.hook.answer import answer_event  # what is clean needs none of it

        code = answer_event(event, arguments, request=request)
    try:
        sys.stdout.flush()
    except OSError:  # nobody reads it, so it is dropped
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
