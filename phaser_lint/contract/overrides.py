"""Overrides: a level's word on a contract from a level above, for the files below it.

override: no-print
severity: warning
exclude_glob: 'scripts/'
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeAlias

    from phaser_lint.contract.model import Contract, Severity
    from phaser_lint.text.globs import Tests

Declaration: TypeAlias = "Contract | Override"
"""What a document of a contract file says."""
OVERRIDING_FIELDS = ("enabled", "severity", "message")
"""The fields of a contract that an override sets in its place; beside them it takes out files."""


class Override(Record):
    """What changes a contract from a level above for the files at and below ``level``.

    ``None`` stands for what stays as it is; ``excluded`` is the test of ``exclude_glob``.
    """

    rule_id: str
    level: str
    path: str
    line: int = 1
    enabled: bool | None = None
    severity: Severity | None = None
    message: str | None = None
    exclude_glob: tuple[str, ...] = ()
    excluded: Tests = ()

    def changed_fields(self) -> Mapping[str, Any]:
        """Return the fields of a contract that it sets."""
        settings = {name: getattr(self, name) for name in OVERRIDING_FIELDS}
        return {name: setting for name, setting in settings.items() if setting is not None}
