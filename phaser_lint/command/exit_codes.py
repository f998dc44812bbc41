"""The exit codes of the commands; every other one is reserved.

=================  ====================================================================
``CLEAN``          nothing found
``VIOLATIONS``     violations that count (errors; warnings with ``--fail-on warning``)
``INCOMPLETE``     a wrong flag, an invalid contract, a pattern out of time: checked less
``BUG``            phaser-lint itself failed; ``enforce`` also for a wrong flag or input
=================  ====================================================================

``hook`` always returns 0: other codes block edits in one agent or another.
"""

from __future__ import annotations

CLEAN = 0
VIOLATIONS = 1
INCOMPLETE = 2
BUG = 3
INTERRUPTED = 130
BROKEN_PIPE = 141
TERMINATED = 143
