"""A contract's fix tried on the contract's own examples of what breaks it."""

from __future__ import annotations

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.fixes.contract_edits import UNDECIDED
from phaser_lint.check.fixes.fixed_file import fix_file
from phaser_lint.contract.model import Contract, ContractSet
from phaser_lint.contract.rules.example import Example
from phaser_lint.contract.rules.example_language import name_example
from phaser_lint.contract.rules.fix_key import find_contract_fix
from phaser_lint.core import Record
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.text import make_printable
from phaser_lint.text.globs.compile_globs import compile_globs
from phaser_lint.text.languages import split_text_name

_LONGEST = 120


class FixTrial(Record):
    """What is wrong with a fix on an example, or nothing; or that it could not be known in time.

    ``made`` is the text that it makes of the example's, where it makes one.
    """

    wrong: str = ""
    is_decided: bool = True
    made: str | None = None


def try_fix_on_example(contract: Contract, example: Example, *, seconds: float) -> FixTrial:
    """Try the fix of *contract* on one of its own examples, and return the trial; a missing file
    holds nothing.

    A fix that leaves the result broken is not made, so that a second one finds nothing to change.
    """
    fix = find_contract_fix(contract)
    if fix is None or fix.kind == "content" or example.text is None:
        return FixTrial()
    files = example.files_of(contract)
    if not files:  # a text without a file may stand anywhere
        contract = contract._replace(globs=compile_globs(("*",), ()), level="")
    checker = make_checker(ContractSet((contract,)), seconds, ignores=False)
    # Its name tells the language, where it matters in which part of the text a match stands.
    path = files[0][0] if files else split_text_name(name_example(contract))[0] or "example"
    file = TextFile(path, example.text)
    fixed_example = fix_file(checker, file, engine.examine_files(checker, [file]).violations)
    if fixed_example.left:
        reason = fixed_example.left[0].reason
        return FixTrial(f"not fixed: {reason}", is_decided=reason != UNDECIDED)
    fixed_text = fixed_example.result()
    if example.fixed is not None and fixed_text != example.fixed:
        expected = f"expected the fix to make `{_shorten(example.fixed)}` of it"
        return FixTrial(f"{expected}, found `{_shorten(fixed_text)}`", made=fixed_text)
    return FixTrial(made=fixed_text)


def _shorten(text: str) -> str:
    printable_text = make_printable(text)
    return printable_text if len(printable_text) <= _LONGEST else f"{printable_text[:_LONGEST]}…"
