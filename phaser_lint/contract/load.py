"""Contract files to a ``ContractSet``: discovered, parsed, and the levels put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from phaser_lint.contract.configuration import NOTHING
from phaser_lint.contract.declarations import Declarations, declarations_in
from phaser_lint.contract.discover import ContractFile, DiscoveredFiles
from phaser_lint.contract.model import ContractSet, Notice
from phaser_lint.contract.parse_file import ContractParser, ParsedFile
from phaser_lint.contract.resolve import resolve_contracts
from phaser_lint.project.levels import CONFIGURATION
from phaser_lint.text.globs.glob_problems import globs_doubt

ParseFiles = Callable[[Sequence[ContractFile]], Sequence[ParsedFile]]
"""What ``ContractParser.parse_files`` is."""


def load_contracts(
    discovered: DiscoveredFiles, *, parse_files: ParseFiles | None = None
) -> ContractSet:
    """Return the enabled contracts of the files, and every problem of them.

    *parse_files* may know what files hold.
    """
    own, configuration = (
        declarations_of(discovered, parse_files=parse_files),
        discovered.configuration,
    )
    contracts = resolve_contracts(
        own.declarations,
        (*configuration.problems, *own.problems),
        exclude=configuration.exclude,
        ignorable=configuration.ignorable,
    )
    doubts = []
    if configuration != NOTHING:
        doubts = [
            Notice(CONFIGURATION, None, f"{key}: {doubt}")
            for key, globs in (*configuration.globs, configuration.globs_of_languages())
            if (doubt := globs_doubt(globs))
        ]
    return contracts._replace(
        notices=(*contracts.notices, *doubts),
        folders=discovered.folders_inside(),
        excluded=configuration.exclude,
        directives_as_text=configuration.directives_as_text,
    )


def declarations_of(
    discovered: DiscoveredFiles, *, parse_files: ParseFiles | None = None
) -> Declarations:
    """Return what the contract files say, what does not count included: see ``load_contracts``."""
    if parse_files is None:
        languages = discovered.configuration.languages
        parse_files = ContractParser(discovered.folders, languages=languages).parse_files
    keys = [file.key for file in discovered.files]
    return declarations_in(zip(keys, parse_files(discovered.files), strict=True))
