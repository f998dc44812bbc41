"""``phaser-lint hook``: answer a coding agent's hook event. The command that ``install`` writes."""

from __future__ import annotations

import time

from phaser_lint.hook.answer import answer_bytes, flush, read_event, write
from phaser_lint.hook.clean import nothing_to_say, quick_check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.core.command_line import Parser


def parser() -> Parser:
    """Return the parser of the command line."""
    from phaser_lint.hook.options import parser

    return parser()


def run(arguments: Sequence[str]) -> int:
    """Answer the event on standard input; return 0, or the code that denies without JSON."""
    if "--help" in arguments or "-h" in arguments:
        parser().parse_args(["--help"])  # alone: a wrong flag before it must not end with 2

    data, code = read_event(), 0
    began = time.monotonic()
    first = quick_check(data, arguments)
    if first.is_clean:
        write(nothing_to_say(data))
    else:
        code = answer_bytes(data, arguments, began=began, request=first.request)
    flush()
    return code
