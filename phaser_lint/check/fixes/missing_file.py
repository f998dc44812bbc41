"""A file that a contract misses, made of what the contract says it holds."""

from __future__ import annotations

from phaser_lint.check.engine import check as engine
from phaser_lint.check.fixes.consequences import named, unfit
from phaser_lint.check.fixes.contract_edits import Target
from phaser_lint.check.fixes.edits_in_text import Replacement
from phaser_lint.check.fixes.mended_file import MendedFile
from phaser_lint.contract.rules.fix_keys import fix_of, path_of_fix
from phaser_lint.core.judged_files import ProposedFile, Tree
from phaser_lint.project.level_names import folder_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import Contract, Violation


def missing_file(judge: Judge, contract: Contract, violation: Violation) -> MendedFile:
    """Return the file that *contract* asks for, or why it cannot be made."""
    folder, name = folder_of(contract.level), path_of_fix(contract)
    path = f"{folder}/{name}" if folder else name
    fix = fix_of(contract)
    content = fix.text if fix else ""
    reason = _objection(judge, contract, path, content)
    made = MendedFile(path, "", is_new=True)
    if reason:
        return made.without(contract, reason)
    edits = (Replacement(0, 0, content),) if content else ()
    return made._replace(edits=edits, mended=(Target(violation, 0, 0),))


def _objection(judge: Judge, contract: Contract, path: str, content: str) -> str:
    if not any(each.key == contract.key for each in judge.selection.contracts_for(path)):
        return "the contract leaves out the file that it asks for"
    found = engine.examine(judge, [ProposedFile(path, content)], tree=Tree((path,), whole=()))
    broken = {each.contract_key for each in found.violations}
    broken |= {each.contract_key for each in found.undecided}
    return f"the file would break {named(broken)}" if broken else unfit(content)
