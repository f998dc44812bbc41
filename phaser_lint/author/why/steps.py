"""Why a contract finds what it finds in a file, or on a line: one step after the other."""

from __future__ import annotations

from typing import Any, Literal

from phaser_lint.contract.model import Contract
from phaser_lint.core import Record

ScanResult = Literal["violation", "old", "suppressed", "no-match", "not-selected", "undecided"]


VERSION = 1


class Step(Record):
    """One thing that was asked, and what the answer was; ``stops``: nothing more was asked."""

    about: str
    text: str
    stops: bool = False


class Explanation(Record):
    """All steps, and the result of a scan of the project: for the line, where one is named.

    ``path`` is from the root.
    """

    contract: Contract
    path: str
    line: int | None
    steps: tuple[Step, ...]
    result: ScanResult

    def as_values(self) -> dict[str, Any]:
        """Return what ``explain --json`` holds."""
        names = ("level", "line", "path", "rule_id", "severity", "type")
        return {
            "contract": {name: getattr(self.contract, name) for name in names},
            "line": self.line,
            "path": self.path,
            "result": self.result,
            "steps": [{"about": step.about, "said": step.text} for step in self.steps],
            "version": VERSION,
        }
