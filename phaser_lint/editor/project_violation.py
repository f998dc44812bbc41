"""A violation of a project as a whole, as the process that checks it hands it to the server."""

from __future__ import annotations

from phaser_lint.core import Record


class ProjectViolation(Record):
    """A violation of the project as a whole, and whether it existed."""

    level: str
    rule_id: str
    path: str
    message: str
    severity: str
    is_existing: bool
