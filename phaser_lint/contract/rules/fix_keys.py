r"""The key ``fix``: what mends a contract's violations, in the form that its type takes.

fix: 'logger.info(\1)'                  in place of the whole match; plain text with `literal`
fix: {prepend: '# SPDX: MIT'}           what a file lacks, at its start; append: at its end
fix: {content: 'All rights reserved.'}  a file that is missing, under one rooted path
"""

from __future__ import annotations

from phaser_lint.contract.rules.rule import Key
from phaser_lint.core.record import Record
from phaser_lint.core.text import is_unicode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, TypeAlias

    from phaser_lint.contract.model import Contract
    from phaser_lint.contract.rules.rule import ExpectedAt, KeyValue

    FixKind: TypeAlias = Literal["replace", "prepend", "append", "content"]

KEY = "fix"
# What of a glob stands for more than itself.
_WILD = frozenset("*?[\\!")


class ContractFix(Record):
    """What a contract's fix does, and with which text."""

    kind: FixKind
    text: str


def fix_of(contract: Contract) -> ContractFix | None:
    """Return what mends the violations of *contract*; ``None`` where nothing is said to."""
    written = dict(contract.own).get(KEY)
    if written is None:
        return None
    return ContractFix("replace", written) if isinstance(written, str) else ContractFix(*written[0])


def path_of_fix(contract: Contract) -> str:
    """Return the file that a fix with ``content`` writes, relative to the contract's level."""
    return contract.file_glob[0].removeprefix("/")


def fix_problems(contract: Contract) -> Sequence[ExpectedAt]:
    """Return what is wrong with a fix that is right by itself, in a contract like this."""
    fix = fix_of(contract)
    if fix is None:
        return ()
    problem = ""
    if fix.kind == "content":
        problem = _place_problem(contract)
    elif fix.kind != "replace":
        on_tree = contract.scope == "tree"
        problem = "no fix with scope: tree, which any one of the files meets" if on_tree else ""
    elif not contract.literal:
        from phaser_lint.contract.rules.fix_templates import (
            template_problem,  # the hook needs no regex
        )

        problem = template_problem(fix.text, contract)
    return [(KEY, problem)] if problem else ()


def _place_problem(contract: Contract) -> str:
    glob, *others = contract.file_glob
    # A slash at the start or inside ties a glob to its folder, as it does for git.
    is_path = _WILD.isdisjoint(glob) and "/" in glob and not glob.endswith("/")
    names = {name.lower() for name in glob.split("/")}
    if is_path and not others and names.isdisjoint((".git", "..")):
        return ""
    return "one rooted path as the file_glob, such as /LICENSE, for a file to write"


def _text_problem(text: KeyValue) -> str:
    if not is_unicode(text):
        return "a text that UTF-8 can hold"
    from phaser_lint.text.search.pattern_problems import control_problem

    return control_problem(text, "text") or ""


REPLACEMENT = Key(KEY, "text", optional=True, empty=True, problem=_text_problem)
INSERTION = Key(
    KEY,
    "mapping",
    optional=True,
    keys=tuple(
        [Key(each, "text", optional=True, problem=_text_problem) for each in ("prepend", "append")]
    ),
)
CONTENT = Key(
    KEY, "mapping", optional=True, keys=(Key("content", "text", empty=True, problem=_text_problem),)
)
