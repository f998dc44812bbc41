r"""Whether a fix may break the file that it is made in: ``scan --fix`` makes safe ones alone.

    fix_safety: safe          the contract decides, whatever the fix writes
    fix_needs: '^import log'  safe in a file where that is found, unsafe in any other
    neither                   unsafe where the fix adds a name that the file's code does not hold,
                              or makes something else of what stands around it (``surroundings``)

Nor is it safe where it loses a comment that the pattern does not see, unless the contract says so.

What a group of the pattern stood for was there before. Lines at the start or the end of a file are
safe where they are of its language, and a new file and prose always are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phaser_lint.check.fixes.added_lines import explain_unfit_lines
from phaser_lint.check.fixes.fix_edits import WrittenFix
from phaser_lint.check.fixes.new_names import find_new_names, render_names
from phaser_lint.check.fixes.surroundings import explain_changed_surroundings
from phaser_lint.contract.keys import FIX_NEEDS, FIX_SAFETY
from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.fix_key import find_contract_fix
from phaser_lint.contract.told_languages import name_text_in_language
from phaser_lint.core.text import make_printable, normalise_text, shorten_line
from phaser_lint.text.search.given_groups import write_out_groups
from phaser_lint.text.search.patterns import prepare_pattern
from phaser_lint.text.search.searcher import Searcher


def find_unseen_comments(match: Any, text: str) -> tuple[str, ...]:
    """Return the comments that a fix of *match* may lose, so that it is not safe: those in *text*
    that the pattern saw blanks in place of.
    """
    start, end = match.span()
    seen_part, part = match.string[start:end], text[start:end]
    if seen_part == part:
        return ()
    comments = "".join(
        [
            character if character != seen or character in " \t" else "\n"
            for character, seen in zip(part, seen_part, strict=True)
        ]
    )
    return tuple([comment.strip() for comment in comments.split("\n") if comment.strip()])


def explain_unsafe_fix(
    contract: Contract, fixes: Sequence[WrittenFix], *, path: str, text: str, seconds: float
) -> str:
    """Return why the *fixes* of *contract* in *text* may break the file; empty: they are safe."""
    safety = contract.value_of(FIX_SAFETY.name)
    needed_pattern = contract.value_of(FIX_NEEDS.name)
    if safety is not None:
        return f"`{FIX_SAFETY.name}` says so" if safety == "unsafe" else ""
    lost_comment = next(filter(None, [fix.lost_comment() for fix in fixes]), "")
    if lost_comment:
        return f"it would lose the comment `{make_printable(shorten_line(lost_comment))}`"
    if needed_pattern is not None:
        searched_text, needed = (
            normalise_text(text),
            prepare_pattern(write_out_groups(needed_pattern)),
        )
        try:
            matches = Searcher().matches(needed, searched_text, searched_text, seconds=seconds)
            is_met = any(True for _ in matches)
        except (TimeoutError, MemoryError, RuntimeError):  # the engine's limits: it is not known
            is_met = False
        return "" if is_met else f"`{FIX_NEEDS.name}` is not found in the file"
    contract_fix = find_contract_fix(contract)
    if contract_fix is None or not fixes:
        return ""
    name = name_text_in_language(contract, path)
    names = find_new_names(fixes, name, text) if contract_fix.kind == "replace" else []
    if names:
        return f"the file has no {render_names(names)}"
    edits = [fix.replacement() for fix in fixes]
    reason = explain_changed_surroundings(edits, path=name, text=text, seconds=seconds)
    if reason or contract_fix.kind == "replace":
        return reason
    return explain_unfit_lines(name, text, edits[0], is_at_start=contract_fix.kind == "prepend")
