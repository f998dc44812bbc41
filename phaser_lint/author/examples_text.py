"""What contracts say of their own examples, as text and as plain values for JSON."""

from __future__ import annotations

from phaser_lint.core.text import contract_shown, count, path_shown, printable, without_commands
from phaser_lint.report.excerpt_lines import excerpt_lines
from phaser_lint.report.summary import place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.author.tried_examples import TriedContract, TriedExample
    from phaser_lint.contract.model import Violation

VERSION = 1
_MOST_NAMED = 10


def lines_of(tried: TriedExample, *, path: str, width: int, verbose: bool) -> list[str]:
    """Return what is printed of an example in so many columns: nothing of one that is right.

    *path* is the contract's file as readers call it. *verbose*: all of them.
    """
    if tried.result == "right" and not verbose:
        return []
    name = contract_shown(tried.contract.key)
    said = tried.said() or _as_expected(tried)
    head = f"{path_shown(path)}:{tried.line}: {name}: {tried.keyed.key}: {said}"
    return [without_commands(printable(head)), *_found(tried, width=width), *_hints(tried)]


def _as_expected(tried: TriedExample) -> str:
    shown = tried.keyed.shown()
    return f"right: {'no' if tried.keyed.is_valid else 'a'} violation in `{shown}`"


def _found(tried: TriedExample, *, width: int) -> list[str]:
    """Return the lines of what broke the contract, of the first at least."""
    return [line for each in tried.found or () for line in excerpt_lines(each, width=width)]


def _hints(tried: TriedExample) -> list[str]:
    found = tried.found or ()
    elsewhere = [each for each in found if each.line is None and each.path]
    lines = [f"  {without_commands(place(each))}: {_message(each)}" for each in elsewhere]
    if tried.near:
        lines.append(f"  the longest part of the pattern that matches: {printable(tried.near)}")
    if tried.fix.made is not None and not tried.fix.wrong:
        lines.append(f"  fixed: {printable(tried.fix.made)}")
    return lines


def _message(violation: Violation) -> str:
    return without_commands(printable(violation.message.strip().split("\n")[0]))


def totals(contracts: Sequence[TriedContract]) -> list[str]:
    """Return which contracts have no examples, and how many of the examples are wrong."""
    bare = [contract_shown(each.contract.key) for each in contracts if not each.examples]
    examples = [example for each in contracts for example in each.examples]
    results = [each.result for each in examples]
    fixes = sum(each.fixes for each in contracts)
    parts = [
        count(len(contracts), "contract"),
        count(len(examples), "example"),
        *([count(fixes, "fix").replace("fixs", "fixes")] if fixes else []),
        f"{results.count('wrong')} wrong",
        *([f"{results.count('undecided')} undecided"] if "undecided" in results else []),
    ]
    more = f" and {len(bare) - _MOST_NAMED} more" if len(bare) > _MOST_NAMED else ""
    said = f"without examples: {', '.join(bare[:_MOST_NAMED])}{more}"
    return [*([said] if bare else []), ", ".join(parts)]


def as_values(contracts: Sequence[TriedContract]) -> dict[str, Any]:
    """Return what ``--json`` holds of *contracts*, without the problems of invalid ones."""
    return {"contracts": [_contract(each) for each in contracts], "version": VERSION}


def _contract(tried: TriedContract) -> dict[str, Any]:
    level, rule_id = tried.contract.key
    return {
        "examples": [_example(each) for each in tried.examples],
        "level": level,
        "line": tried.contract.line,
        "path": tried.contract.path,
        "rule_id": rule_id,
        "type": tried.contract.type,
    }


def _example(tried: TriedExample) -> dict[str, Any]:
    return {
        "expected": "no violation" if tried.keyed.is_valid else "violation",
        "fixed": tried.fix.made,
        "fixed_expected": tried.keyed.example.fixed,
        "key": tried.keyed.key,
        "longest_part": tried.near or None,
        "result": tried.result,
        "said": tried.said() or None,
        "shown": tried.keyed.example.shown(),
        "violations": None if tried.found is None else [_violation(each) for each in tried.found],
    }


def _violation(violation: Violation) -> dict[str, Any]:
    names = ("column", "end_column", "end_line", "line", "line_text", "path", "where")
    return {name: getattr(violation, name) for name in names}
