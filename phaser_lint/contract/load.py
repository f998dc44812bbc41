"""Contract files to a ``ContractSet``: discovered, parsed, and the levels put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from phaser_lint.contract.configuration import NOTHING, Configuration
from phaser_lint.contract.discover import ContractFile, DiscoveredFiles
from phaser_lint.contract.model import (
    Contract,
    ContractPlace,
    ContractProblem,
    ContractSet,
    Notice,
    Override,
)
from phaser_lint.contract.parse_file import ContractParser, ParsedFile
from phaser_lint.contract.resolve import resolve
from phaser_lint.core import Record
from phaser_lint.project.root import CONFIGURATION
from phaser_lint.text.globs.glob_problems import glob_doubt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.model import Declaration

    ParseFiles: TypeAlias = Callable[[Sequence[ContractFile]], Sequence[ParsedFile]]
    """What ``ContractParser.parse_files`` is."""


class WrittenContracts(Record):
    """What all contract files say, in order of precedence, and the configuration.

    ``problems`` are those of the files, the configuration's first.
    """

    declarations: tuple[Declaration, ...]
    configuration: Configuration = NOTHING
    problems: tuple[ContractProblem, ...] = ()


def load_contracts(
    discovered: DiscoveredFiles, *, parse_files: ParseFiles | None = None
) -> ContractSet:
    """Return the enabled contracts of the files, and every problem of them.

    *parse_files* may know what files hold.
    """
    contracts_in_files = written_contracts(discovered, parse_files=parse_files)
    configuration = discovered.configuration
    contracts = resolve(
        contracts_in_files.declarations, contracts_in_files.problems, exclude=configuration.exclude
    )
    doubts = [
        Notice(CONFIGURATION, None, f"{key}: {doubt}")
        for key, globs in (*configuration.globs, configuration.globs_of_languages())
        for doubt in map(glob_doubt, globs)
        if doubt
    ]
    return contracts._replace(
        notices=(*contracts.notices, *doubts),
        folders=discovered.folders_inside(),
        excluded=configuration.exclude,
        directives_as_text=configuration.directives_as_text,
    )


def written_contracts(
    discovered: DiscoveredFiles, *, parse_files: ParseFiles | None = None
) -> WrittenContracts:
    """Return what the contract files say, what does not count included: see ``load_contracts``."""
    languages = discovered.configuration.languages
    parser = ContractParser(discovered.folders, languages=languages)
    parse_files = parse_files or parser.parse_files
    problems = [*discovered.configuration.problems]
    declarations: list[Declaration] = []
    overrides: list[Override] = []
    first_by_id: dict[str, Contract] = {}
    place: ContractPlace | None = None
    for file, documents in zip(discovered.files, parse_files(discovered.files), strict=True):
        if file.place is not place:  # the overrides of a place stand behind its contracts
            declarations += overrides
            place, overrides, first_by_id = file.place, [], {}
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
    return WrittenContracts((*declarations, *overrides), discovered.configuration, tuple(problems))
