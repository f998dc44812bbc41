"""What all contract files say, put together of what each of them holds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from phaser_lint.contract.model import Contract, ContractProblem
from phaser_lint.contract.overrides import Declaration, Override
from phaser_lint.contract.packed_contracts import FileKey, ParsedDocument
from phaser_lint.core import Record


class Declarations(Record):
    """Contracts and overrides in order of precedence, and the problems of their files."""

    declarations: tuple[Declaration, ...]
    problems: tuple[ContractProblem, ...] = ()


def declarations_in(files: Iterable[tuple[FileKey, Sequence[ParsedDocument]]]) -> Declarations:
    """Return what *files* say, which come in order of precedence, what does not count included.

    Of two contracts of one id at one place the second is a problem.
    """
    problems: list[ContractProblem] = []
    declarations: list[Declaration] = []
    overrides: list[Override] = []
    first_by_id: dict[str, Contract] = {}
    place: tuple[str, str, str] | None = None
    for (path, level, source), documents in files:
        own_place = (os.path.dirname(path), level, source)
        if own_place != place:  # the overrides of a place stand behind its contracts
            declarations += overrides
            place, overrides, first_by_id = own_place, [], {}
        for declaration, document_problems in documents:
            problems += document_problems
            if isinstance(declaration, Override):
                overrides.append(declaration)
            elif declaration is not None:
                first_contract = first_by_id.setdefault(declaration.rule_id, declaration)
                if first_contract is declaration:
                    declarations.append(declaration)
                else:
                    place_of_first = f"{first_contract.path}:{first_contract.line}"
                    expected = (
                        f"expected an id of its own; {declaration.rule_id} is in {place_of_first}"
                    )
                    problems.append(
                        ContractProblem(
                            declaration.path, "rule_id", expected, line=declaration.line
                        )
                    )
    return Declarations((*declarations, *overrides), tuple(problems))
