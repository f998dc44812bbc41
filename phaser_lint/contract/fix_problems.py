"""What is wrong with a fix, or doubtful, in the contract that has it."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.fix_key import OF_SAFETY, find_contract_fix
from phaser_lint.contract.rules.fix_templates import find_template_doubt, find_template_problem
from phaser_lint.contract.rules.rule import ExpectedAt
from phaser_lint.text.globs.glob_syntax import spell_out

# What of a glob stands for more than itself.
_WILD = frozenset("*?[\\!")


def find_fix_key_problems(contract: Contract) -> Sequence[ExpectedAt]:
    """Return what is wrong with the key ``fix``, right by itself, in a contract like this."""
    fix = find_contract_fix(contract)
    if fix is None:
        names = [name for name in OF_SAFETY if contract.value_of(name) is not None]
        return [(name, "none: the contract has no fix") for name in names]
    if all(contract.value_of(name) is not None for name in OF_SAFETY):
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
        problem = find_template_problem(fix.text, contract)
    return [("fix", problem)] if problem else ()


def find_fix_doubt(contract: Contract) -> str:
    """Return what the key ``fix`` of *contract*, without problems, hardly means, or nothing."""
    fix = find_contract_fix(contract)
    if fix is None or fix.kind != "replace" or "$" not in fix.text or contract.literal:
        return ""
    return find_template_doubt(fix.text, contract)
