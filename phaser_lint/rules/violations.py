"""The three kinds of violation that the rules report: at a match, at a file, at a glob."""

from __future__ import annotations

from phaser_lint.model import Violation
from phaser_lint.rules.match_places import places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.model import Contract, Where
    from phaser_lint.rules.rule import Spans


def at_matches(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    """Return one violation for each match, at its first character that is not blank."""
    return [
        Violation(
            contract.rule_id,
            contract.severity,
            contract.message,
            path,
            "line",
            *place,
            level=contract.level,
        )
        for place in places(text, spans)
    ]


def at_file_without(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    """Return one violation of the file if there is no match."""
    return [] if spans else [at_file(contract, path=path)]


def at_file(contract: Contract, *, path: str) -> Violation:
    """Return a violation of a file as a whole."""
    return _violation(contract, path, "file")


def at_glob(contract: Contract) -> Violation:
    """Return a violation for the absence of a file: its place is the glob that found none."""
    return _violation(contract, glob_shown(contract), "glob")


def glob_shown(contract: Contract) -> str:
    """Return what stands for the file that a contract misses: its globs, seen from the top."""
    return ", ".join(seen_from_top(contract, contract.file_glob))


def seen_from_top(contract: Contract, globs: Sequence[str]) -> Sequence[str]:
    """Return *globs* of a contract with its level before each: ``services/pay/README.md``."""
    level, _ = contract.key
    return [f"{level}/{glob.removeprefix('/')}" for glob in globs] if level else globs


def _violation(contract: Contract, path: str, where: Where) -> Violation:
    rule_id, severity, message = contract.rule_id, contract.severity, contract.message
    return Violation(rule_id, severity, message, path, where, level=contract.level)
