"""``file_exists``: a file that the project must have.

What it checks: at least one file of the project matches ``file_glob``. If none does, there is one
violation, at the glob. Checked where all of the project is known: a whole scan, ``--tree``, the
agent's Stop.

Example:

    rule_id: has-license
    type: file_exists
    file_glob: '/LICENSE'
    message: 'Every repository carries its licence.'
    severity: error
    examples:
      valid: [LICENSE]
      invalid: [docs/LICENSE]

No directive suppresses it: there is no file to write it in.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.rule import Rule
from phaser_lint.contract.rules.violations import make_glob_violation
from phaser_lint.text.globs.glob_syntax import spell_out

_WILD = frozenset("*?[")


def report_missing_file(
    contract: Contract, *, paths: Sequence[str], is_complete: bool, is_met: bool
) -> list[Violation]:
    """Return a violation of ``file_exists`` at the glob if no file of the whole tree matches it."""
    return [make_glob_violation(contract)] if is_complete and not paths else []


def doubt_several_folders(contract: Contract) -> str:
    """Return the doubt that ``file_exists`` seems to ask for a file in each of several folders."""
    some = []
    for glob in contract.file_glob:
        for spelled in spell_out(glob):
            *folders, _ = spelled.split("/")
            # "**" is at any depth, which is where a mere name is looked for.
            wild = [folder for folder in folders if folder != "**" and not _WILD.isdisjoint(folder)]
            if wild and not spelled.startswith("!") and "\\" not in spelled:
                some.append(glob)
                break
    return f"{' and '.join(some)} is met by one; did you mean file_pair?" if some else ""


RULE = Rule(
    type="file_exists",
    subject="files",
    evidence="no file",
    needs=("some file",),
    check_tree=report_missing_file,
    doubt=doubt_several_folders,
    keys=("content", "fix_safety"),
)
