"""The three kinds of violation that the rules report: at a match, at a file, at a glob."""

from __future__ import annotations

from phaser_lint.model import Violation
from phaser_lint.rules.places import places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.model import Contract
    from phaser_lint.rules.rule import Spans


def at_matches(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    """Return one violation for each match, at its first character that is not blank."""
    return [
        Violation(contract.rule_id, contract.severity, contract.message, path, "line", *place)
        for place in places(text, spans)
    ]


def at_file(contract: Contract, *, path: str) -> Violation:
    """Return a violation of a file as a whole."""
    return Violation(contract.rule_id, contract.severity, contract.message, path, "file")


def at_glob(contract: Contract) -> Violation:
    """Return a violation for the absence of a file: its place is the glob that found none."""
    glob = ", ".join(contract.file_glob)
    return Violation(contract.rule_id, contract.severity, contract.message, glob, "glob")
