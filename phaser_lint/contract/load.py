"""Contract files to a ``ContractSet``: discovered, parsed, and the levels put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from phaser_lint.contract.configuration import NOTHING, Configuration
from phaser_lint.contract.declarations import declarations_in
from phaser_lint.contract.discover import ContractFile, DiscoveredFiles
from phaser_lint.contract.model import ContractProblem, ContractSet, Notice
from phaser_lint.contract.overrides import Declaration
from phaser_lint.contract.parse_file import ContractParser, ParsedFile
from phaser_lint.contract.resolve import resolve_contracts
from phaser_lint.core import Record
from phaser_lint.project.root import CONFIGURATION
from phaser_lint.text.globs.glob_problems import glob_doubt

ParseFiles = Callable[[Sequence[ContractFile]], Sequence[ParsedFile]]
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
    contracts = resolve_contracts(
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
    keys = [file.key for file in discovered.files]
    own = declarations_in(zip(keys, parse_files(discovered.files), strict=True))
    configuration = discovered.configuration
    problems = (*configuration.problems, *own.problems)
    return WrittenContracts(own.declarations, configuration, problems)
