"""Overrides: a level's word on a contract from a level above, for the files below it.

override: no-print
severity: warning
exclude_glob: 'scripts/'
"""

from __future__ import annotations

import os

from phaser_lint.contract.model import Contract
from phaser_lint.contract.packed_contracts import unpack_contracts
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.core import Record
from phaser_lint.core.cache_file import open_sealed_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contract.model import Severity
    from phaser_lint.contract.packed_contracts import FileKey, ParsedFiles
    from phaser_lint.core.cache_file import SealedPart
    from phaser_lint.text.globs import Tests

Declaration: TypeAlias = "Contract | Override"
"""What a document of a contract file says."""
Declarations: TypeAlias = "tuple[tuple[Declaration, ...], tuple[ContractProblem, ...]]"
"""Contracts and overrides in order of precedence, and the problems of their files."""
OVERRIDING_FIELDS = ("enabled", "severity", "message")
"""The fields of a contract that an override sets in its place; beside them it takes out files."""


class Override(Record):
    """What changes a contract from a level above for the files at and below ``level``.

    ``None`` stands for what stays as it is; ``excluded`` is the test of ``exclude_glob``.
    """

    rule_id: str
    level: str
    path: str
    line: int = 1
    enabled: bool | None = None
    severity: Severity | None = None
    message: str | None = None
    exclude_glob: tuple[str, ...] = ()
    excluded: Tests = ()

    def changed_fields(self) -> Mapping[str, Any]:
        """Return the fields of a contract that it sets."""
        settings = {name: getattr(self, name) for name in OVERRIDING_FIELDS}
        return {name: setting for name, setting in settings.items() if setting is not None}


class ParsedDocument(Record):
    """A document of a contract file: what it says, if it is valid, and its problems."""

    declaration: Declaration | None
    problems: tuple[ContractProblem, ...] = ()

    @property
    def contract(self) -> Contract | None:
        """What the document says, if that is a contract."""
        return self.declaration if isinstance(self.declaration, Contract) else None


def join_declarations(files: Iterable[tuple[FileKey, Sequence[ParsedDocument]]]) -> Declarations:
    """Return the declarations of all contract *files*, in order of precedence, and the problems: at
    each place its overrides stand behind its contracts.

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
    return (*declarations, *overrides), tuple(problems)


def unpack_files(
    sealed_part: SealedPart, *, paths: Container[str] | None = None
) -> ParsedFiles | None:
    """Return what the packed contract files at *paths*, or all, held; ``pack_contracts`` made them
    plain.

    They are in order of precedence. ``None`` if that part is garbled.
    """
    unsealed = open_sealed_part(sealed_part)
    if unsealed is None:
        return None
    return {
        key: unpack_documents(plain)
        for key, plain in unsealed[-1].items()
        if paths is None or key[0] in paths
    }


def unpack_documents(plain: Iterable[Any]) -> list[ParsedDocument]:
    """Return the documents of a contract file that ``pack_documents`` made *plain*."""
    documents = []
    for is_contract, fields, problems in plain:
        declaration: Declaration | None = None
        if fields is not None:
            declaration = unpack_contracts([fields])[0] if is_contract else Override(*fields)
        problem_records = tuple([ContractProblem(*plain_problem) for plain_problem in problems])
        documents.append(ParsedDocument(declaration, problem_records))
    return documents
