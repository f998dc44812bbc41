"""Contracts as they would be with one file as an editor holds it, which is not saved.

The other files are read once, and again when they change on disk.
"""

from __future__ import annotations

from collections.abc import Callable

from phaser_lint.contract import FileIdentity, identify_file
from phaser_lint.contract.configuration import discover_configured_files
from phaser_lint.contract.discover import (
    ContractFile,
    with_contract_levels,
)
from phaser_lint.contract.load_contracts import (
    ContractParser,
    ParsedFile,
    find_stored_files,
    load_contracts,
)
from phaser_lint.contract.model import ContractSet, ToldLanguages
from phaser_lint.contract.open_contracts import Places
from phaser_lint.contract.packed_contracts import FileKey
from phaser_lint.project.edited_folders import EditedFolders
from phaser_lint.project.levels import Levels

ParseFile = Callable[[ContractFile, ToldLanguages], ParsedFile]
"""Of a contract file, by what the configuration tells of languages."""


# Of all examples in a file: who types waits for them.
_SECONDS_LOST = 0.2


class UnsavedContracts:
    """The contracts of a project with one of its files as it is typed; see ``with_text``.

    *parse_saved* may know what the other files hold.
    """

    def __init__(self, parse_saved: ParseFile | None = None) -> None:
        self._parse_saved = parse_saved or self._parse_changed
        self._parsed: dict[FileKey, tuple[FileIdentity | None, ToldLanguages, ParsedFile]] = {}

    def with_text(self, path: str, content: bytes, *, levels: Levels, home: str) -> ContractSet:
        """Return what ``load_contracts`` would, were *content* in the file at *path*."""
        folders = EditedFolders({path: content})
        # It may be the first one of its level.
        levels = with_contract_levels(levels, [path], home=home)
        discovered_files = discover_configured_files(levels, home=home, folders=folders)
        languages = discovered_files.configuration.languages
        saved_files = {
            file.key: self._parse_saved(file, languages)
            for file in discovered_files.files
            if file.path != path and not file.problem
        }
        parser = ContractParser(
            folders, parsed_before=saved_files, seconds_lost=_SECONDS_LOST, languages=languages
        )
        return load_contracts(discovered_files, parser)

    def _parse_changed(self, file: ContractFile, languages: ToldLanguages) -> ParsedFile:
        identity = identify_file(file.path)
        *earlier, documents = self._parsed.get(file.key, (None, (), ()))
        if identity is None or [identity, languages] != earlier:
            documents = ContractParser(languages=languages).parse_file(file)
            self._parsed[file.key] = identity, languages, documents
        return documents


def open_unsaved_contracts(
    places: Places, path: str, content: bytes, *, end: float | None
) -> ContractSet:
    """Return the contracts of *places* with a file that is not saved: as if *content* were in the
    file at *path*.

    What is stored of the other files counts. After *end*, a reading of the monotonic clock, no more
    than one of them is parsed, and what is left counts for nothing.
    """
    # What is stored was read by the configuration on disk.
    is_configuration = path == places.levels.configuration
    parser: ContractParser | None = None

    def parse_saved(file: ContractFile, languages: ToldLanguages) -> ParsedFile:
        nonlocal parser
        if parser is None:
            parsed_before = {} if is_configuration else find_stored_files(places, languages)
            parser = ContractParser(parsed_before=parsed_before, end=end, languages=languages)
        return parser.parse_files([file])[0]

    contracts = UnsavedContracts(parse_saved)
    return contracts.with_text(path, content, levels=places.levels, home=places.home)
