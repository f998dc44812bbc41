"""What a contract makes of the lines that break it: few violations have a fix."""

from __future__ import annotations

from phaser_lint.contract.model import Safety
from phaser_lint.core import Record


class Fix(Record):
    """What of a file becomes what: whole lines, each with its line end, but for a last one without.

    ``before`` stands from ``line`` to ``end_line``; where it is empty, ``after`` goes in above
    ``line``, and ``end_line`` is the one before.
    """

    path: str
    line: int
    end_line: int
    before: str
    after: str
    safety: Safety = "safe"
    """Whether ``scan --fix`` makes it, or only ``--unsafe-fixes``."""
    reason: str = ""
    """Why the file may not work with it; nothing where it is safe."""
