r"""The key ``fix``: what fixes a contract's violations, in the form that its type takes.

    fix: 'logger.info(\1)'                  in place of the whole match; plain text with `literal`
    fix: {prepend: '# SPDX: MIT'}           what a file lacks, at its start; append: at its end
    fix: {content: 'All rights reserved.'}  a file that is missing, under one rooted path

Whether it may break a file (``check/fixes/fix_safety``) two more keys say:

    fix_safety: unsafe                      `scan --fix` leaves it to `--unsafe-fixes`
    fix_needs: '^import logging$'           safe in a file where that is found, in others unsafe
"""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.text.globs.glob_syntax import spell_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, TypeAlias

    from phaser_lint.contract.model import Contract
    from phaser_lint.contract.rules.rule import ExpectedAt

    FixKind: TypeAlias = Literal["replace", "prepend", "append", "content"]

_OF_SAFETY = ("fix_safety", "fix_needs")
# What of a glob stands for more than itself.
_WILD = frozenset("*?[\\!")


class ContractFix(Record):
    """What a contract's fix does, and with which text."""

    kind: FixKind
    text: str


def fix_of(contract: Contract) -> ContractFix | None:
    """Return what fixes the violations of *contract*; ``None`` where it has no fix."""
    fix = dict(contract.own).get("fix")
    if fix is None:
        return None
    return ContractFix("replace", fix) if isinstance(fix, str) else ContractFix(*fix[0])


def safety_of_fix(contract: Contract) -> str:
    """Return ``safe`` or ``unsafe``, or that it goes by the file; empty without a fix."""
    fix, chosen = fix_of(contract), contract.value_of("fix_safety")
    if fix is None:
        return ""
    goes_by_file = contract.value_of("fix_needs") is not None or fix.kind != "content"
    return chosen or ("by file" if goes_by_file else "safe")


def path_of_fix(contract: Contract) -> str:
    """Return the file that a fix with ``content`` writes, relative to the contract's level."""
    return contract.file_glob[0].removeprefix("/")


def problems_of_fix(contract: Contract) -> Sequence[ExpectedAt]:
    """Return what is wrong with the key ``fix``, right by itself, in a contract like this."""
    fix = fix_of(contract)
    if fix is None:
        names = [name for name in _OF_SAFETY if contract.value_of(name) is not None]
        return [(name, "none: the contract has no fix") for name in names]
    if all(contract.value_of(name) is not None for name in _OF_SAFETY):
        return [("fix_needs", "either fix_needs or fix_safety")]
    problem = ""
    if fix.kind == "content":
        glob, *other_globs = contract.file_glob
        # A slash at the start or inside ties a glob to its folder, as it does for git.
        is_one = _WILD.isdisjoint(glob) and len(spell_out(glob)) == 1
        is_path = is_one and "/" in glob and not glob.endswith("/")
        is_outside = any(name.lower() in (".git", "..") for name in glob.split("/"))
        if not is_path or other_globs or is_outside:
            problem = "one rooted path as the file_glob, such as /LICENSE, for a file to write"
    elif fix.kind != "replace" and contract.scope == "tree":
        problem = "no fix with scope: tree, which any one of the files meets"
    elif fix.kind == "replace" and not contract.literal:
        from phaser_lint.contract.rules.fix_templates import template_problem  # needs regex

        problem = template_problem(fix.text, contract)
    return [("fix", problem)] if problem else ()


def doubt_of_fix(contract: Contract) -> str:
    """Return what the fix of *contract* hardly means, or nothing."""
    fix = fix_of(contract)
    if fix is None or fix.kind != "replace" or "$" not in fix.text or contract.literal:
        return ""
    from phaser_lint.contract.rules.fix_templates import template_doubt  # needs regex

    return template_doubt(fix.text, contract)
